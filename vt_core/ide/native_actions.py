"""Actions on a function of native_functions.yaml: what it lacks, written for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.findings import FindingEdit
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.action_values import EntryAction, Offer
from vt_core.ide.cursor import Cursor
from vt_core.ide.entry_text import (
    differentiable_arguments,
    entry_after,
    entry_lines,
    line_break_of,
    placed_edit,
    stub_formulas,
    written_entry,
)
from vt_core.ide.entry_trial import edited_function, faults_with, trial_info
from vt_core.ide.native_variants import VariantKind, missing_variant
from vt_core.model.native_function import NativeFunction
from vt_core.rules.edits import field_added
from vt_core.rules.registry import rule
from vt_core.rules.rule import Site
from vt_core.text.spans import Span


def create_entry(cursor: Cursor) -> Iterator[Offer]:
    """Write a derivatives entry with a stub for each argument.

    A function without kernels of its own is registered for all backends with it, and so are variants that inherit it.
    """
    placed, snapshot = cursor.function, cursor.snapshot
    target = None if placed is None else _target(snapshot, placed)
    if target is None:
        return
    function = snapshot.native_index.functions[target]
    formulas = stub_formulas(function, differentiable_arguments(function))
    info = trial_info(snapshot, function, formulas) if formulas else None
    if info is None:
        return
    edits = [_new_entry(snapshot, function, entry_lines(function.func.text, formulas.items()))]
    for other in _heirs(snapshot, target):
        for fault in faults_with(snapshot, snapshot.native_index.functions[other], info):
            fix = rule(fault.rule).describe(fault, Site(other.entry, None)).fix
            if fault.rule != "missing-dispatch" or fix is None:
                return
            edits += [placed_edit(snapshot, other, edit) for edit in fix.edits]
    explicit = snapshot.dialect.explicit_composite_key
    more = f", and register it as `{explicit}`" if len(edits) > 1 else ""
    yield Offer(f"Create a derivatives entry for `{function.func.name.text}`{more}", tuple(edits))


def _target(snapshot: Snapshot, placed: PlacedEntry) -> PlacedEntry | None:
    """The variant that the entry would speak of: the functional one, else the in-place one; None if there is one."""
    index = snapshot.native_index
    group = index.by_loose_signature[index.functions[placed].func.loose_signature]
    functional = [other for other in group if index.functions[other].func.kind == "functional"]
    target = placed if placed in functional else next(iter(functional), placed)
    function = index.functions[target]
    if function.func.kind == "out" or function.func.text in snapshot.derivatives_index.by_specification:
        return None
    return target


def _heirs(snapshot: Snapshot, target: PlacedEntry) -> list[PlacedEntry]:
    """The functions that would use an entry of a function: itself, and variants without one of their own."""
    index, known = snapshot.native_index, snapshot.derivatives_index
    func = index.functions[target].func
    own = list(index.by_schema[func.text])
    if func.kind != "functional" or func.loose_signature in known.by_loose_signature:
        return own
    group = index.by_loose_signature[func.loose_signature]
    return own + [p for p in group if p not in own and index.functions[p].func.text not in known.by_schema]


def _new_entry(snapshot: Snapshot, function: NativeFunction, lines: Sequence[str]) -> FindingEdit:
    """Put an entry near those of the same operator, else where the alphabet wants it."""
    document = snapshot.derivatives
    neighbour = _neighbour(snapshot, function.func.name.name)
    if neighbour is not None:
        return entry_after(snapshot, neighbour, lines)
    text = document.text
    line_break = line_break_of(text)
    entry = written_entry(lines, line_break) + line_break
    if text.strip() == "[]":
        at = text.index("[]")
        return FindingEdit("derivatives", Span(at, at + 2), entry.rstrip("\r\n"))
    lead = "" if not text or text.endswith(("\n", "\r")) else line_break
    return FindingEdit("derivatives", Span(len(text), len(text)), lead + entry)


def _neighbour(snapshot: Snapshot, name: str) -> PlacedEntry | None:
    """The entry to stand behind: the last of the operator's, else the one that the alphabet has before it."""
    names = [
        (entry.name.strip("_"), at, placed)
        for at, placed in enumerate(snapshot.derivatives.placed())
        if (entry := snapshot.derivatives_index.entries.get(placed)) is not None and placed.block.text[:1] == "-"
    ]
    if not names:
        return None
    wanted = name.strip("_")
    before = [named for named in names if named[0] <= wanted]
    return max(before, key=_name_and_place)[2] if before else names[0][2]


def _name_and_place(named: tuple[str, int, PlacedEntry]) -> tuple[str, int]:
    return named[0], named[1]


def add_dispatch(cursor: Cursor) -> Iterator[Offer]:
    """Register kernels for the CPU and CUDA, where the function has no dispatch section."""
    placed, snapshot = cursor.function, cursor.snapshot
    if placed is None or "dispatch" in placed.entry.fields:
        return
    function = snapshot.native_index.functions[placed]
    if function.structured_delegate is not None or function.manual_kernel_registration:
        return
    backends = [key for key in ("CPU", "CUDA") if key in snapshot.dialect.dispatch_keys]
    edit = field_added(placed.entry, ("dispatch:", f"  {', '.join(backends)}: {function.cpp_name}"))
    changed = None if edit is None else edited_function(snapshot, placed, edit)
    matched = snapshot.matched(placed)
    if edit is None or changed is None or faults_with(snapshot, changed, matched.info, exact=matched.exact):
        return
    title = f"Add a dispatch section: `{', '.join(backends)}: {function.cpp_name}`"
    yield Offer(title, (placed_edit(snapshot, placed, edit),))


def add_inplace(cursor: Cursor) -> Iterator[Offer]:
    """Declare the in-place variant of a function."""
    yield from _add_variant(cursor, "in-place")


def add_out(cursor: Cursor) -> Iterator[Offer]:
    """Declare the out variant of a function."""
    yield from _add_variant(cursor, "out")


def _add_variant(cursor: Cursor, kind: VariantKind) -> Iterator[Offer]:
    placed, snapshot = cursor.function, cursor.snapshot
    variant = None if placed is None else missing_variant(snapshot, placed, kind)
    if placed is None or variant is None or placed.block.text[:1] != "-":
        return
    behind = _in_place_below(snapshot, placed) if kind == "out" else placed
    yield Offer(f"Add the {kind} variant `{variant.operator}`", (entry_after(snapshot, behind, variant.lines),))


def _in_place_below(snapshot: Snapshot, placed: PlacedEntry) -> PlacedEntry:
    """The in-place variant where it comes next in the file, else the function."""
    index = snapshot.native_index
    blocks = snapshot.native.blocks
    at = blocks.index(placed.block) + 1
    below = blocks[at].placed[:1] if at < len(blocks) and len(placed.block.placed) == 1 else ()
    if not below or below[0] not in index.functions:
        return placed
    func, wanted = index.functions[below[0]].func, index.functions[placed].func
    return below[0] if func.kind == "inplace" and func.loose_signature == wanted.loose_signature else placed


NATIVE_ACTIONS = (
    EntryAction("create-derivatives-entry", "native_functions", "refactor.rewrite", create_entry),
    EntryAction("add-dispatch", "native_functions", "refactor.rewrite", add_dispatch),
    EntryAction("add-in-place-variant", "native_functions", "refactor.rewrite", add_inplace),
    EntryAction("add-out-variant", "native_functions", "refactor.rewrite", add_out),
)
