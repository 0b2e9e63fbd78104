"""Inlay hints: the type of a gradient key's argument, the backward node, the entry that a function uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import span_in
from vt_core.ide.entry_view import EntryView
from vt_core.ide.meaning import keyed_output
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import FileRole, Mapping, Scalar
from vt_core.text.spans import Span

InlayKind = Literal["type", "node", "entry"]


class InlayHint(NamedTuple):
    """A label at an offset of the file (code points). `kind` is what users switch on and off; `tooltip` is plain
    text; a hint that is not part of the text beside it is `padded` from it."""

    offset: int
    label: str
    kind: InlayKind
    tooltip: str
    padded: bool


def inlay_hints(snapshot: Snapshot, file: FileRole, span: Span) -> tuple[InlayHint, ...]:
    """The hints inside a span, in file order."""
    document = snapshot.document(file)
    size = document.starts[-1]
    first = document.block_at(max(0, min(span.start, size)))
    last = document.block_at(max(0, min(span.end, size)))
    found: list[InlayHint] = []
    for block, start in zip(document.blocks[first : last + 1], document.starts[first : last + 1]):
        for placed in block.placed:
            hints = _of_function if file == "native_functions" else _of_entry
            found += [hint._replace(offset=hint.offset + start) for hint in hints(snapshot, placed)]
    return tuple([hint for hint in found if span.start <= hint.offset <= span.end])


def _of_function(snapshot: Snapshot, placed: PlacedEntry) -> Iterator[InlayHint]:
    """The entry that a function uses, and its node, behind the schema."""
    func = placed.entry.scalar("func")
    if func is None or placed not in snapshot.matching.entries or placed not in snapshot.native_index.functions:
        return
    matched = snapshot.matched(placed)
    if matched.info is None:
        return
    operator = matched.info.func.func.name.text
    if not matched.exact:
        tooltip = "It has no derivatives entry of its own and uses that of the same signature."
        yield InlayHint(func.end, f"gradients of {operator}", "entry", tooltip, True)
    for keyed in matched.keyed:
        if keyed.node_name is not None:
            yield InlayHint(func.end, keyed.node_name, "node", "its backward node", True)


def _of_entry(snapshot: Snapshot, placed: PlacedEntry) -> Iterator[InlayHint]:
    """The node behind the schema, the type of each argument behind its gradient key."""
    index = snapshot.derivatives_index
    name = placed.entry.scalar("name")
    if name is not None and placed in index.infos:
        for node in snapshot.node_names(placed):
            yield InlayHint(name.end, node, "node", "the backward node of this entry", True)
    canonical = index.canonical.get(placed)
    if canonical is not None:
        function = snapshot.native_index.functions[canonical]
        for scalar in _view(placed).gradient_keys():
            yield from _types(placed, scalar, function, forward=snapshot.dialect.variants is not None)


def _view(placed: PlacedEntry) -> EntryView:
    node = placed.entry.node
    return EntryView(placed.file, 0, placed.entry.text, placed, node.pairs if isinstance(node, Mapping) else ())


def _types(placed: PlacedEntry, key: Scalar, function: NativeFunction, *, forward: bool) -> Iterator[InlayHint]:
    """The types of the arguments that a key names, of outputs where there are forward formulas."""
    types = {argument.name: str(argument.type) for argument in function.func.arguments.all}
    start = 0
    for part in key.value.split(","):
        lead = start + len(part) - len(part.lstrip())
        name = part.strip()
        if forward and name not in types:
            ordinal = keyed_output(function, name)
            types.update([] if ordinal is None else [(name, str(function.func.returns[ordinal].type))])
        if name in types:
            at = span_in(placed.entry.text, key, lead, lead + len(name)).end
            tooltip = f"{types[name]} {name} of {function.func.name.text}"
            yield InlayHint(at, f": {types[name]}", "type", tooltip, False)
        start += len(part) + 1
