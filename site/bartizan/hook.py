"""Hands the pages of packs and problems to MkDocs, in memory: nothing is written into the source tree."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from bartizan import site


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
