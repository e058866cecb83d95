"""Hands the pages of packs and problems to MkDocs, in memory: nothing is written into the source tree."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from bartizan import site

GAMES = "<!-- games -->"  # stands on the first page


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the tables of contents of problems and packs behind that of the hand-written pages."""
    reference = config.extra.get("reference") or site.read(
        config.extra.get("packs", []), config.extra.get("shelves", [])
    )
    config.extra["reference"] = reference
    config.nav = site.continued(config.nav or [], reference.nav)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages themselves."""
    for path, text in config.extra["reference"].pages.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001  # its call
    """Put the games where the first page wants them."""
    return markdown.replace(GAMES, config.extra["reference"].games) if page.file.src_uri == site.HOME else markdown
