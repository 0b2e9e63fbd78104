"""What the generator would say to a derivatives entry that is not in the file: actions offer only what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.findings import FindingEdit, findings
from vt_core.analysis.snapshot import Snapshot, edited
from vt_core.codegen.function_faults import function_faults
from vt_core.codegen.load_derivatives import differentiability_info
from vt_core.codegen.native_functions import read_native_function
from vt_core.codegen.saved_variables import is_word
from vt_core.ide.reached import reached
from vt_core.model.derivatives import DerivativesEntry, DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.rules.rule import Edit
from vt_core.syntax.entries import Entry, read_block
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import TextEdit, apply_edits
from vt_core.text.spans import Span


def trial_info(
    snapshot: Snapshot, function: NativeFunction, formulas: Mapping[str, str]
) -> DifferentiabilityInfo | None:
    """What a new entry of a function would mean; None where the generator refuses it."""
    # The generator searches for names as regular expressions; odd ones may match everywhere.
    if not all(is_word(argument.name) for argument in function.func.arguments.all):
        return None
    entry = DerivativesEntry(function.func.text, function.func.name.name, formulas, None)
    group = snapshot.native_index.group_of(function.func.signature)
    reading = differentiability_info(entry, group, snapshot.dialect, snapshot.store.cpp)
    return None if reading.faults else reading.info


def faults_with(
    snapshot: Snapshot, function: NativeFunction, info: DifferentiabilityInfo | None, *, exact: bool | None = None
) -> Sequence[Fault]:
    """What is wrong with a function and an entry together. `exact`: the entry is its own; None: by its schema."""
    if exact is None:
        exact = info is not None and info.func.func.text == function.func.text
    return function_faults(function, info, snapshot.dialect, snapshot.store.cpp, exact=exact)


def takes_formulas(snapshot: Snapshot, placed: PlacedEntry, formulas: Mapping[str, str]) -> bool:
    """Whether an entry with other formulas has no mistake that it does not have now."""
    index = snapshot.derivatives_index
    old = index.infos.get(placed)
    if old is None:
        return False
    entry = DerivativesEntry(old.entry.specification, old.entry.name, formulas, old.entry.output_differentiability)
    group = snapshot.native_index.group_of(old.func.func.signature)
    reading = differentiability_info(entry, group, snapshot.dialect, snapshot.store.cpp)
    if reading.info is None or _rules(reading.faults) - _rules(index.info_faults.get(placed, ())):
        return False
    for matched in reached(snapshot, placed):
        if matched.info is not old:
            continue  # a copy or foreach function, whose formulas are made from these
        known = _rules(snapshot.matching.faults.get(matched.placed, ()))
        if _rules(faults_with(snapshot, matched.function, reading.info, exact=matched.exact)) - known:
            return False
    return True


def brings_mistake(snapshot: Snapshot, edits: Iterable[FindingEdit]) -> bool:
    """Whether something is wrong after edits that is not now, in releases where entries depend on each other."""
    if snapshot.dialect.variants is None:
        return False
    after = snapshot
    for edit in sorted(edits, key=_place_of, reverse=True):
        after = edited(after, edit.file, edit.span, edit.text)
    return bool(_errors(after) - _errors(snapshot))


def _errors(snapshot: Snapshot) -> Counter[tuple[FileRole, str]]:
    found = [finding for finding in findings(snapshot) if finding.severity == "error"]
    return Counter([(finding.file, finding.rule) for finding in found])


def _place_of(edit: FindingEdit) -> tuple[FileRole, Span]:
    return edit.file, edit.span


def edited_function(snapshot: Snapshot, placed: PlacedEntry, edit: Edit) -> NativeFunction | None:
    """The function that an entry of native_functions.yaml would declare after an edit of its block; None where the
    generator refuses it."""
    text = apply_edits(placed.block.text, [TextEdit(edit.span, edit.text)])
    entries = read_block(text, "native_functions").entries
    at = placed.block.placed.index(placed)
    return declared_function(snapshot, entries[at]) if len(entries) == len(placed.block.placed) else None


def declared_function(snapshot: Snapshot, entry: Entry) -> NativeFunction | None:
    """The function that an entry declares which is not in the file; None where the generator refuses it."""
    return read_native_function(entry, snapshot.dialect, snapshot.store.schemas, snapshot.known_tags).function


def _rules(faults: Iterable[Fault]) -> frozenset[str]:
    return frozenset([fault.rule for fault in faults])
