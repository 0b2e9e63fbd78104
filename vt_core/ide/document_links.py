"""Document links: addresses and paths of source files that comments name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.analysis.document import Block
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.outline import comments
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

_URL = re.compile(r"https?://[^\s<>\"'`|{}\\^]+")
# A file by its path, or by its name alone where its ending tells that it is one; perhaps with a line or a name in it.
_PATH = re.compile(
    r"(?<![\w./:@+-])(?P<path>(?:\.{1,2}/)*(?:[\w.+-]+/)*[\w+-][\w.+-]*\.(?:py|pyi|h|hpp|cpp|cc|cu|cuh|yaml|yml|md|rst|txt))"
    r"(?::(?P<line>\d{1,7})(?!\d))?(?![\w/-])"
)
# What may follow an address in a sentence.
_AFTER = ".,;:!?"
_BRACKETS = {")": "(", "]": "["}


class DocumentLink(NamedTuple):
    """An address, or a path as it is written: whoever knows the workspace finds the file, or drops the link.

    `line` counts from 1; None where the comment names none.
    """

    span: Span
    kind: Literal["url", "path"]
    target: str
    line: int | None = None


def document_links(snapshot: Snapshot, file: FileRole) -> tuple[DocumentLink, ...]:
    """The links in the comments of a file, in order."""
    document = snapshot.document(file)
    found: list[DocumentLink] = []
    for block, start in zip(document.blocks, document.starts):
        found += [link._replace(span=link.span.shifted(start)) for link in block_links(block)]
    return tuple(found)


def block_links(block: Block) -> tuple[DocumentLink, ...]:
    """The links in the comments of a block, at offsets of its text: they follow from it alone."""
    if "#" not in block.text or not ("." in block.text and _may_hold_link(block.text)):
        return ()
    found: list[DocumentLink] = []
    for comment in comments(block):
        found += sorted(_links(block.text, comment))
    return tuple(found)


def _may_hold_link(text: str) -> bool:
    return "://" in text or _PATH.search(text) is not None


def _links(text: str, comment: Span) -> Iterator[DocumentLink]:
    start, end = comment
    for found in _URL.finditer(text, start, end):
        address = _without_sentence(found.group())
        if address.partition("://")[2]:
            yield DocumentLink(Span(found.start(), found.start() + len(address)), "url", address)
    for found in _PATH.finditer(_URL.sub(_blank, text[start:end])):
        line = found.group("line")
        target = found.group("path")
        yield DocumentLink(Span(*found.span()).shifted(start), "path", target, int(line) if line else None)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _without_sentence(address: str) -> str:
    """An address without the full stop, or the bracket, of the sentence that it stands in."""
    while address:
        last = address[-1]
        alone = last in _BRACKETS and address.count(last) > address.count(_BRACKETS[last])
        if last not in _AFTER and not alone:
            break
        address = address[:-1]
    return address
