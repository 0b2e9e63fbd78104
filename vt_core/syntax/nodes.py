"""YAML nodes with exact spans, and places in an entry that stay valid when the entry moves."""

from __future__ import annotations

from typing import Literal, NamedTuple, Union

from vt_core.text.spans import Span

FileRole = Literal["native_functions", "derivatives", "tags", "backend"]
ScalarKind = Literal["str", "null", "bool", "int", "float", "bytes", "other"]
SequenceKind = Literal["list", "tuple", "set"]


class Scalar(NamedTuple):
    """A scalar as the YAML loader reads it.

    `value` is the text after unquoting and folding, `kind` what the loader makes of it ("other": timestamps, and what
    a tag makes that names a Python class). `style` is None for plain, else one of `'`, `"`, `|`, `>`. Offsets count
    code points from the start of the block; the quotes are inside.
    """

    start: int
    end: int
    value: str
    kind: ScalarKind
    style: str | None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Sequence(NamedTuple):
    """A list; `span` runs from its first item to the end of its last. Tags can make a tuple or set of it (`kind`)."""

    span: Span
    items: tuple[Node, ...]
    kind: SequenceKind = "list"


class Mapping(NamedTuple):
    """A mapping in file order; the same key may stand in it twice (the later one counts)."""

    span: Span
    pairs: tuple[tuple[Node, Node], ...]


Node = Union[Scalar, Sequence, Mapping]


class Place(NamedTuple):
    """Somewhere in an entry, independent of where the entry stands.

    `path` are the mapping keys from the entry down to a pair (`("dispatch", "CPU")`); the empty path is the entry.
    `part` chooses the pair's key or its value. `start` and `end` narrow it to a stretch of that scalar's *value*
    (code points), None to all of it.
    """

    file: FileRole
    path: tuple[str, ...] = ()
    part: Literal["key", "value"] = "value"
    start: int | None = None
    end: int | None = None
