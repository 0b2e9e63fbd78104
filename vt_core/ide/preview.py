"""The C++ that is generated for an operator, in sections that know where they stem from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vt_core.analysis.document import GeneratedEntry, PlacedEntry
from vt_core.analysis.snapshot import MatchedFunction, Snapshot
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.emitted import INPLACE_OR_VIEW_SHARDS
from vt_core.codegen.families import emitters
from vt_core.codegen.files import section_text
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.rules.registry import rule
from vt_core.syntax.entries import operator_names
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Place
from vt_core.text.spans import Span

_NAMESPACE = "aten::"
_FUNCTION = Place("native_functions", ("func",))
_ENTRY = Place("derivatives", ("name",))
_NODE_FILES = ("Functions.h", "Functions.cpp")
_VIEW_FUNCS = "ViewFuncs"


class Origin(NamedTuple):
    """A stretch of a file's text (code points) that generated lines stem from."""

    file: FileRole
    span: Span


class GeneratedPart(NamedTuple):
    """What one generated file gets, as the emitters write it. `autograd_key` is set in methods of VariableType."""

    file: str
    sections: tuple[Section, ...]
    autograd_key: str = ""


class PreviewSection(NamedTuple):
    """Lines of one step of the generator, under the step's name (see `codegen.sections.Section`).

    `of_entry`: they stem from the function, or the derivatives entry, as a whole, and `origin` is its schema.
    """

    name: str
    text: str
    origin: Origin
    of_entry: bool


class PreviewPart(NamedTuple):
    """What one generated file gets."""

    file: str
    sections: tuple[PreviewSection, ...]


class Preview(NamedTuple):
    """A function's generated text.

    `entry` is where the derivatives entry that it uses names its function, None without one; `exact` whether that
    entry is its own. `complete` is False where the generator refuses the function; `parts` are then as good as they
    can be.
    """

    schema: str
    function: Origin
    entry: Origin | None
    entry_operator: str | None
    exact: bool | None
    parts: tuple[PreviewPart, ...]
    complete: bool


class _Ends(NamedTuple):
    """The two entries that generated text stems from, and where their blocks start."""

    function: PlacedEntry
    function_start: int
    entry: PlacedEntry | None
    entry_start: int


def find_operators(snapshot: Snapshot, name: str) -> tuple[MatchedFunction, ...]:
    """The functions that `add` (all of its overloads), `add.Tensor` or `aten::add.Tensor` means, in file order; then
    generated ones of just this name."""
    operator = name.removeprefix(_NAMESPACE)
    index = snapshot.native_index
    overloads = index.by_name.get(operator.partition(".")[0], ())
    found = [placed for placed in overloads if operator in (_text(snapshot, placed), _name(snapshot, placed))]
    found += [placed for placed in index.by_operator.get(operator, ()) if isinstance(placed, GeneratedEntry)]
    return tuple([snapshot.matched(placed) for placed in found])


def nearest_operators(snapshot: Snapshot, name: str) -> tuple[str, ...]:
    """Existing operators with names like this one, at most three."""
    from difflib import get_close_matches  # a slow import, for mistakes only

    operator = name.removeprefix(_NAMESPACE)
    base, dot, _ = operator.partition(".")
    overloads = snapshot.native_index.by_name.get(base, ())
    if dot and overloads:
        return tuple([_text(snapshot, placed) for placed in overloads])
    return tuple(get_close_matches(operator, snapshot.native_index.by_name, 3))


def is_unreadable(snapshot: Snapshot, name: str) -> bool:
    """Whether an operator is declared, but so that the generator cannot read it."""
    operator = name.removeprefix(_NAMESPACE)
    readable = snapshot.native_index.functions
    for block in snapshot.native.blocks:
        if any(placed in readable for placed in block.placed):
            continue
        if operator in [part for found in operator_names(block.text) for part in (found, found.partition(".")[0])]:
            return True
    return False


def preview(snapshot: Snapshot, matched: MatchedFunction) -> Preview:
    """Write the method of a function and, if it has one, the node that its entry describes."""
    f, info, entry = matched.function, matched.info, matched.entry
    ends = _ends(snapshot, matched.placed, entry)
    return Preview(
        f.func.text,
        _origin(ends, _FUNCTION),
        None if entry is None else _origin(ends, _ENTRY),
        None if info is None else str(info.func.func.name),
        matched.exact,
        located(snapshot, matched.placed, entry, generated_parts(matched, snapshot.dialect)),
        not is_refused(snapshot, matched),
    )


def located(
    snapshot: Snapshot, function: PlacedEntry, entry: PlacedEntry | None, parts: Iterable[GeneratedPart]
) -> tuple[PreviewPart, ...]:
    """Parts that were written from a function and the derivatives entry that it uses, with where they stem from."""
    ends = _ends(snapshot, function, entry)
    found: list[PreviewPart] = []
    for part in parts:
        whole = _ENTRY if part.file in _NODE_FILES else _FUNCTION
        found.append(PreviewPart(part.file, _sections(ends, part.sections, whole, snapshot.dialect)))
    return tuple(found)


def _ends(snapshot: Snapshot, function: PlacedEntry, entry: PlacedEntry | None) -> _Ends:
    entry_start = 0 if entry is None else snapshot.derivatives.start_of(entry.block)
    return _Ends(function, snapshot.native.start_of(function.block), entry, entry_start)


def generated_parts(matched: MatchedFunction, dialect: Dialect) -> list[GeneratedPart]:
    """What is written for a function and the nodes that it uses."""
    parts = function_parts(matched, dialect)
    views = [part for part in parts if part.file.startswith(_VIEW_FUNCS)]
    found = parts[: len(parts) - len(views)]
    for keyed in matched.keyed:
        if keyed.node_name is not None:
            found += node_parts(keyed.info, keyed.node_name, dialect)
    return found + views


def function_parts(matched: MatchedFunction, dialect: Dialect, cache: CppCache | None = None) -> list[GeneratedPart]:
    """What is written for a function itself; that of ViewFuncs is last."""
    f, family = matched.function, emitters(dialect)
    emitted = family.emit_function(f, matched.keyed, dialect, cache)
    shard = f"VariableType_{family.shard_of(f.cpp_name, dialect.variable_type_shards)}.cpp"
    parts = [GeneratedPart("VariableType.h", emitted.declaration)]
    for key, definition, registration in emitted.methods:
        parts += (GeneratedPart(shard, definition, key), GeneratedPart(shard, registration, key))
    inplace = emitted.inplace_or_view
    if inplace is not None:
        shard = f"ADInplaceOrViewType_{family.shard_of(f.root_name, INPLACE_OR_VIEW_SHARDS)}.cpp"
        parts += (GeneratedPart(shard, inplace.definition), GeneratedPart(shard, inplace.registration))
    view = emitted.view_func
    if view is not None:
        parts += [
            GeneratedPart(f"{_VIEW_FUNCS}.h", view.declaration),
            GeneratedPart(f"{_VIEW_FUNCS}.cpp", view.definition),
        ]
    return [part for part in parts if part.sections]


def node_parts(info: DifferentiabilityInfo, node_name: str, dialect: Dialect) -> list[GeneratedPart]:
    """What is written for a backward node."""
    node = emit_node(info, node_name, dialect)
    return [GeneratedPart(file, part) for file, part in zip(_NODE_FILES, (node.declaration, node.definition))]


def is_refused(snapshot: Snapshot, matched: MatchedFunction) -> bool:
    """Whether the generator refuses a function, its entry, or the two together."""
    faults = snapshot.matching.faults.get(matched.placed, ())
    if matched.entry is not None:
        faults = (*faults, *snapshot.derivatives_index.info_faults.get(matched.entry, ()))
    return refuses(faults)


def refuses(faults: Iterable[Fault]) -> bool:
    """Whether one of the faults stops the generator."""
    return any((fault.origin or rule(fault.rule).origin) == "generator" for fault in faults)


def _sections(ends: _Ends, sections: tuple[Section, ...], whole: Place, dialect: Dialect) -> tuple[PreviewSection, ...]:
    """`whole` is what sections without a source stem from."""
    found: list[PreviewSection] = []
    for section in sections:
        of_entry = section.source is None or not section.source.path
        source = whole if section.source is None else _ENTRY if of_entry else section.source
        found.append(PreviewSection(section.name, section_text([section], dialect), _origin(ends, source), of_entry))
    return tuple(found)


def _origin(ends: _Ends, place: Place) -> Origin:
    if place.file == "derivatives" and ends.entry is not None:
        return Origin("derivatives", ends.entry.entry.span_of(place).shifted(ends.entry_start))
    if isinstance(ends.function, GeneratedEntry):
        place = _FUNCTION  # its own schema is written nowhere
    return Origin("native_functions", ends.function.entry.span_of(place).shifted(ends.function_start))


def _text(snapshot: Snapshot, placed: PlacedEntry) -> str:
    return snapshot.native_index.functions[placed].func.name.text


def _name(snapshot: Snapshot, placed: PlacedEntry) -> str:
    return snapshot.native_index.functions[placed].func.name.name
