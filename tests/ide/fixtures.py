"""Pairs of files with marks: `$0` is the cursor, `$1 … $1` a stretch that a feature should answer (any number)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import DEFAULT
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

EXAMPLES = Path(__file__).parents[2] / "examples"


class Fixture(NamedTuple):
    """The pair without its marks. `file` and `offset` are the cursor's (offset 0 without one), `spans` the stretches
    by file, in file order."""

    snapshot: Snapshot
    file: FileRole
    offset: int
    spans: tuple[tuple[FileRole, Span], ...]

    def text(self, span: Span, file: FileRole | None = None) -> str:
        """What a span covers, of the cursor's file unless told."""
        return self.snapshot.document(file or self.file).text[span.start : span.end]


def parse(native: str = "", derivatives: str = "", dialect: Dialect = DEFAULT) -> Fixture:
    """Read a marked pair. Without a cursor the file is the one that has text, derivatives.yaml if both do."""
    texts: dict[FileRole, str] = {}
    cursor: tuple[FileRole, int] | None = None
    spans: list[tuple[FileRole, Span]] = []
    marked: tuple[tuple[FileRole, str], ...] = (("native_functions", native), ("derivatives", derivatives))
    for file, text in marked:
        plain, offsets, edges = "", [], []
        for part in re.split(r"(\$[01])", text):
            if part == "$0":
                offsets.append(len(plain))
            elif part == "$1":
                edges.append(len(plain))
            else:
                plain += part
        texts[file] = plain
        cursor = cursor or (file, offsets[0]) if offsets else cursor
        spans += [(file, Span(start, end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    file, offset = cursor or ("derivatives" if derivatives else "native_functions", 0)
    return Fixture(new_snapshot(texts, dialect), file, offset, tuple(spans))


def example(name: str) -> dict[FileRole, str]:
    """The pair of `examples/<name>`."""
    native = EXAMPLES / name / "aten/src/ATen/native/native_functions.yaml"
    derivatives = EXAMPLES / name / "tools/autograd/derivatives.yaml"
    return {"native_functions": native.read_text("utf-8"), "derivatives": derivatives.read_text("utf-8")}


def prefixes(text: str) -> Iterator[str]:
    """A text as it is typed."""
    for end in range(len(text) + 1):
        yield text[:end]
