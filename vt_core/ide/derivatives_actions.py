"""Actions on an entry of derivatives.yaml: its schema, missing formulas, keys joined and split."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.findings import FindingEdit
from vt_core.ide.action_values import EntryAction, Offer
from vt_core.ide.cursor import Cursor
from vt_core.ide.entry_text import (
    NOT_GRADIENTS,
    differentiable_arguments,
    named_in,
    placed_edit,
    stub_formulas,
    yaml_value,
)
from vt_core.ide.entry_trial import takes_formulas
from vt_core.ide.meaning import keyed_output
from vt_core.rules.edits import field_added, field_removed, field_replaced, value_edit
from vt_core.syntax.entries import Entry
from vt_core.syntax.formula import read_formula
from vt_core.syntax.nodes import Scalar
from vt_core.text.spans import Span

# Of an operator with more overloads the first are offered.
_MOST_OVERLOADS = 8


def copy_schema(cursor: Cursor) -> Iterator[Offer]:
    """Take over the exact schema of one of the operator's overloads, where the entry names none that exists."""
    index, written = cursor.snapshot.native_index, cursor.specification
    if not written or written in index.by_schema:
        return
    operator = written.partition("(")[0].strip()
    overloads = index.by_name.get(operator.partition(".")[0], ())
    schemas = [index.functions[placed].func.text for placed in overloads]
    same = [schema for schema in schemas if schema.partition("(")[0] == operator]
    for schema in [*same, *[schema for schema in schemas if schema not in same]][:_MOST_OVERLOADS]:
        edit = _name_edit(cursor, schema)
        if edit is not None:
            name = schema.partition("(")[0]
            yield Offer(f"Use the schema of `{name}`", (edit,), name)


def _name_edit(cursor: Cursor, schema: str) -> FindingEdit | None:
    """Put a schema in the place of the entry's; by the look of its line where YAML cannot read the entry."""
    if cursor.placed is not None:
        scalar = cursor.placed.entry.scalar("name")
        if scalar is None:
            return None
        return placed_edit(cursor.snapshot, cursor.placed, value_edit(cursor.placed.entry, scalar, schema))
    found = re.search(r"^-[ \t]+name:[ \t]*([^\r\n]*)", cursor.block.text, re.MULTILINE)
    if found is None:
        return None
    return FindingEdit("derivatives", cursor.absolute(Span(*found.span(1))), yaml_value(schema))


def add_formulas(cursor: Cursor) -> Iterator[Offer]:
    """Add stubs for the arguments that have no gradient key yet; not beside one that is misspelled."""
    placed, canonical = cursor.placed, cursor.function
    formulas = _formulas(placed)
    if placed is None or canonical is None or formulas is None:
        return
    function = cursor.snapshot.native_index.functions[canonical]
    named = named_in(formulas)
    outputs = _outputs_in(cursor, named)
    if named - outputs - {argument.name for argument in function.func.arguments.all}:
        return
    missing = [argument for argument in differentiable_arguments(function) if argument.name not in named]
    stubs = stub_formulas(function, missing)
    edit = field_added(placed.entry, tuple([f"{key}: {yaml_value(text)}" for key, text in stubs.items()]))
    if not missing or edit is None or not takes_formulas(cursor.snapshot, placed, {**formulas, **stubs}):
        return
    listed = ", ".join([f"`{argument.name}`" for argument in missing])
    title = f"Add {'a formula' if len(missing) == 1 else 'formulas'} for {listed}"
    yield Offer(title, (placed_edit(cursor.snapshot, placed, edit),))


def _formulas(placed: PlacedEntry | None) -> dict[str, str] | None:
    """The gradient keys with their formulas, None where one is no text."""
    if placed is None:
        return None
    found: dict[str, str] = {}
    for key, (_, value) in placed.entry.fields.items():
        if key in NOT_GRADIENTS:
            continue
        if not isinstance(value, Scalar) or value.kind != "str":
            return None
        found[key] = value.value
    return found


def _outputs_in(cursor: Cursor, names: Iterable[str]) -> frozenset[str]:
    """Those of the names that are outputs', which have forward formulas in releases that know them."""
    if cursor.function is None or cursor.snapshot.dialect.variants is None:
        return frozenset()
    function = cursor.snapshot.native_index.functions[cursor.function]
    arguments = {argument.name for argument in function.func.arguments.all}
    return frozenset([n for n in names if n not in arguments and keyed_output(function, n) is not None])


def split_key(cursor: Cursor) -> Iterator[Offer]:
    """Give each name of a joint key a formula of its own."""
    placed, formulas = cursor.placed, _formulas(cursor.placed)
    key = cursor.path[0] if cursor.path else ""
    if placed is None or formulas is None or key not in formulas or "," not in key:
        return
    names = [name.strip() for name in key.split(",")]
    parts = _split(_on_one_line(formulas[key]), len(names))
    single = dict(zip(names, parts))
    others = {other: formula for other, formula in formulas.items() if other != key}
    if key in _outputs_in(cursor, [key, *names]) or _outputs_in(cursor, names):
        return  # a joint forward formula gives a tuple of tangents
    if len(single) < len(names) or single.keys() & others.keys() or not all(names):
        return
    edit = field_replaced(placed.entry, key, tuple([f"{name}: {yaml_value(part)}" for name, part in single.items()]))
    if edit is not None and takes_formulas(cursor.snapshot, placed, {**others, **single}):
        yield Offer(f"Split `{key}` into a formula for each", (placed_edit(cursor.snapshot, placed, edit),))


def _on_one_line(formula: str) -> str:
    return " ".join(formula.split("\n")).strip() if "//" not in formula else formula.strip()


def _split(formula: str, count: int) -> list[str]:
    """The formulas of a joint one's parts: what a tuple is made of, else the parts of what it gives."""
    if formula.lower() == "non_differentiable":
        return [formula] * count
    made = _tuple_parts(formula)
    parts = made if len(made) == count else [f"std::get<{index}>({formula})" for index in range(count)]
    return [_with_mask(part, index, count) for index, part in enumerate(parts)]


def _tuple_parts(formula: str) -> list[str]:
    """The arguments of `std::make_tuple(…)` or `std::tuple<…>(…)`, if the formula is that and nothing else."""
    head = re.match(r"(?:::)?std::(?:make_tuple|tuple<[^()]*>)\(", formula)
    if head is None:
        return []
    for call in read_formula(formula).calls:
        if call.inside.start == head.end() and call.closed and not formula[call.inside.end + 1 :].strip():
            return [formula[argument.start : argument.end] for argument in call.arguments]
    return []


def _with_mask(formula: str, index: int, count: int) -> str:
    """A formula of one of several keys, with a mask that asks for its gradient alone."""
    flags = ", ".join(["true" if other == index else "false" for other in range(count)])
    return re.sub(r"\bgrad_input_mask\b", f"std::array<bool,{count}>{{{{{flags}}}}}", formula)


def join_keys(cursor: Cursor) -> Iterator[Offer]:
    """Make one formula, which gives a tuple, of those of single keys."""
    placed, formulas = cursor.placed, _formulas(cursor.placed)
    if placed is None or formulas is None:
        return
    outputs = _outputs_in(cursor, formulas)
    single = {key: _on_one_line(text) for key, text in formulas.items() if "," not in key and key not in outputs}
    single = {key: formula for key, formula in single.items() if formula.lower() != "non_differentiable"}
    if len(single) < 2 or any("\n" in formula for formula in single.values()):
        return
    key = ", ".join(single)
    joint = _joined(list(single.values()))
    others = {other: formula for other, formula in formulas.items() if other not in single}
    edits = _join_edits(cursor, placed.entry, list(single), f"{key}: {yaml_value(joint)}")
    if edits and key not in others and takes_formulas(cursor.snapshot, placed, {**others, key: joint}):
        yield Offer(f"Join {', '.join([f'`{name}`' for name in single])} into one formula", edits)


def _joined(formulas: Sequence[str]) -> str:
    """One formula for several: their tuple, or the call whose parts they are."""
    whole: set[str] = set()
    for index, formula in enumerate(formulas):
        mask = _with_mask("grad_input_mask", index, len(formulas))
        head = f"std::get<{index}>("
        if not formula.startswith(head) or not formula.endswith(")"):
            break
        whole.add(formula[len(head) : -1].replace(mask, "grad_input_mask"))
    else:
        if len(whole) == 1:
            return whole.pop()
    return f"std::make_tuple({', '.join(formulas)})"


def _join_edits(cursor: Cursor, entry: Entry, keys: Sequence[str], line: str) -> tuple[FindingEdit, ...]:
    """The joint line in the place of the first key, the others taken out; none where that cannot be done by lines."""
    assert cursor.placed is not None
    edits = [field_replaced(entry, keys[0], (line,)), *[field_removed(entry, key) for key in keys[1:]]]
    made = [placed_edit(cursor.snapshot, cursor.placed, edit) for edit in edits if edit is not None]
    return tuple(made) if len(made) == len(keys) else ()


DERIVATIVES_ACTIONS = (
    EntryAction("copy-schema", "derivatives", "quickfix", copy_schema),
    EntryAction("add-formulas", "derivatives", "refactor.rewrite", add_formulas),
    EntryAction("split-key", "derivatives", "refactor.rewrite", split_key),
    EntryAction("join-keys", "derivatives", "refactor.rewrite", join_keys),
)
