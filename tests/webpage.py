"""Pages as a reader finds them: Markdown made into HTML as the site does it, and HTML as a tree that can be asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

import yaml

from bartizan import site

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class Node:
    """An element: its tag, its attributes, and what stands inside, texts and elements in order."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.inside: list[Node | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        return self["class"].split()

    @property
    def children(self) -> list[Node]:
        return [item for item in self.inside if isinstance(item, Node)]

    @property
    def text(self) -> str:
        """All that can be read inside, with single blanks."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for item in self.inside:
            if isinstance(item, str):
                yield item
            else:
                yield " " if item.tag == "br" else "".join(item._texts())

    def all(self, tag: str = "", kind: str = "") -> Iterator[Node]:
        """Every element below with this tag and this class, in reading order."""
        for child in self.children:
            if (not tag or child.tag == tag) and (not kind or kind in child.classes):
                yield child
            yield from child.all(tag, kind)

    def first(self, tag: str = "", kind: str = "") -> Node:
        return next(self.all(tag, kind))


class _Tree(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = Node("", {})
        self._open = [self.root]
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].inside.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        at = next((i for i in range(len(self._open) - 1, 0, -1) if self._open[i].tag == tag), None)
        if at is not None:
            del self._open[at:]

    def handle_data(self, data: str) -> None:
        self._open[-1].inside.append(data)


def tree(html: str) -> Node:
    """The page as a tree."""
    return _Tree(html).root


@cache
def _extensions() -> tuple[list[str], dict[str, dict[str, Any]]]:
    told = yaml.safe_load(site.settings().read_text("utf-8"))["markdown_extensions"]
    settings = {name: options for item in told if isinstance(item, dict) for name, options in item.items()}
    return [item if isinstance(item, str) else next(iter(item)) for item in told], settings


def rendered(page: str) -> Node:
    """A page of Markdown, without its front matter, as a tree."""
    import markdown

    names, settings = _extensions()
    body = page.split("\n---\n", 1)[1]
    return tree(markdown.markdown(body, extensions=names, extension_configs=settings))
