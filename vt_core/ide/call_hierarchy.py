"""Call hierarchy over formulas: which helpers and operators the gradients of an operator call, and who calls those
(LSP 3.17, "Prepare Call Hierarchy Request").

An operator with derivatives is shown at its entry in derivatives.yaml, for there the calls are; one without at its
schema. An item is found again by `kind` and `key`, so that it outlives edits elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.callees import callees
from vt_core.ide.entry_view import EntryView, view_of, views_with
from vt_core.ide.helpers_index import Helper, Helpers
from vt_core.ide.meaning import FormulaWord
from vt_core.ide.occurrences import about_function, entries_about, is_variable
from vt_core.ide.resolve import Found, HelperSymbol, OperatorSymbol, function_meant, function_of, symbol_at
from vt_core.ide.targets import AnyTarget, operator_target
from vt_core.syntax.formula import Formula, Token, read_formula
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

ItemKind = Literal["entry", "function", "helper"]
_NO_HELPERS: Mapping[str, tuple[Helper, ...]] = {}


class CallItem(NamedTuple):
    """A derivatives entry, an operator without one, or a helper.

    `key` is the entry's or the operator's schema, or the helper's name. `detail` is what is shown beside the name.
    """

    kind: ItemKind
    key: str
    name: str
    detail: str
    target: AnyTarget


class CallEdge(NamedTuple):
    """Calls between two items: the other end, and the calls' places (spans of derivatives.yaml, in order)."""

    item: CallItem
    spans: tuple[Span, ...]


def prepare_call_hierarchy(
    snapshot: Snapshot, file: FileRole, offset: int, helpers: Helpers = _NO_HELPERS
) -> tuple[CallItem, ...]:
    """The items that the offset means: the operator or helper that it touches; in a formula or on a gradient key, where
    it touches neither, the entry."""
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return ()
    symbol = found.symbol
    if isinstance(symbol, HelperSymbol):
        return tuple(_helper_items(symbol.name, helpers))
    if isinstance(symbol, OperatorSymbol):
        items = [_operator_item(snapshot, placed) for placed in symbol.functions]
        if isinstance(found.meaning, FormulaWord):
            items += _helper_items(symbol.operators[0].partition(".")[0], helpers)
        return tuple(dict.fromkeys(items)) or tuple(_own_item(found))
    return tuple(_own_item(found)) if file == "derivatives" else ()


def incoming_calls(snapshot: Snapshot, kind: ItemKind, key: str) -> tuple[CallEdge, ...]:
    """The entries whose formulas call an item."""
    functions = _functions(snapshot, kind, key)
    index = snapshot.native_index.functions
    names = {key} if kind == "helper" else {index[placed].cpp_name for placed in functions}
    edges: list[CallEdge] = []
    for view in views_with(snapshot.derivatives, *sorted(names)):
        spans: list[Span] = []
        for call in _calls(snapshot, view):
            if call.token.text not in names:
                continue
            if kind == "helper" or not functions.isdisjoint(call.functions):
                spans.append(call.span)
        item = _entry_item(view) if spans else None
        if item is not None:
            edges.append(CallEdge(item, tuple(spans)))
    return tuple(edges)


def outgoing_calls(
    snapshot: Snapshot, kind: ItemKind, key: str, helpers: Helpers = _NO_HELPERS
) -> tuple[CallEdge, ...]:
    """The operators and helpers that an item's formulas call, in the order of their first calls. Helpers that the
    workspace's sources do not declare have no place to show and are left out."""
    if kind != "entry":
        return ()
    spans: dict[CallItem, list[Span]] = {}
    for view in entries_about(snapshot, {key}):
        for call in _calls(snapshot, view):
            items = [_operator_item(snapshot, placed) for placed in call.functions]
            if not call.is_method:
                items += _helper_items(call.token.text, helpers)
            for item in dict.fromkeys(items):
                spans.setdefault(item, []).append(call.span)
    return tuple([CallEdge(item, tuple(found)) for item, found in spans.items()])


class _FormulaCall(NamedTuple):
    """A call in a formula: its name's place, and the operators that it may mean."""

    token: Token
    span: Span
    is_method: bool
    functions: tuple[PlacedEntry, ...]


def _calls(snapshot: Snapshot, view: EntryView) -> Iterator[_FormulaCall]:
    """The calls in an entry's formulas, in the order of the text."""
    about = about_function(snapshot, view)
    for _, scalar in view.formulas():
        formula = read_formula(scalar.value)
        for token in _called(formula):
            if is_variable(token.text, about):
                continue
            is_method = any(member.name_span == token.span for member in formula.members)
            functions = callees(token, formula, about, snapshot)
            yield _FormulaCall(token, view.span(scalar, *token.span), is_method, functions)


def _called(formula: Formula) -> Iterator[Token]:
    """The names that are called, those of other scopes (`std::`) left out."""
    names = {call.name_span for call in formula.calls if call.scope in ("", "at", "::at")}
    yield from [token for token in formula.tokens if token.span in names]


def _functions(snapshot: Snapshot, kind: ItemKind, key: str) -> set[PlacedEntry]:
    """The functions of an item: those of a schema; of an entry all that use it."""
    if kind == "helper":
        return set()
    functions = set(snapshot.native_index.by_schema.get(key, ()))
    if kind == "function":
        return functions
    for entry in snapshot.derivatives_index.by_specification.get(key, ()):
        canonical = snapshot.derivatives_index.canonical.get(entry)
        function = function_of(snapshot, canonical)
        if function is None:
            continue
        variants = snapshot.native_index.by_loose_signature.get(function.func.loose_signature, ())
        functions.update([placed for placed in variants if snapshot.matching.entries.get(placed) is entry])
    return functions


def _operator_item(snapshot: Snapshot, placed: PlacedEntry) -> CallItem:
    """An operator at its derivatives entry, or at its schema."""
    function = snapshot.native_index.functions[placed]
    own = snapshot.derivatives_index.by_specification.get(function.func.text, ())
    entry = own[-1] if own else snapshot.matching.entries.get(placed)
    item = None if entry is None else _entry_item(view_of(snapshot, entry))
    if item is not None:
        return item
    target = operator_target(view_of(snapshot, placed))
    assert target is not None
    return CallItem("function", function.func.text, function.func.name.text, "native_functions.yaml", target)


def _entry_item(view: EntryView) -> CallItem | None:
    target = operator_target(view)
    return None if target is None else CallItem("entry", view.specification, view.operator, "derivatives.yaml", target)


def _helper_items(name: str, helpers: Helpers) -> list[CallItem]:
    """A helper at its definition, or its declaration; one item for all overloads."""
    known = sorted(helpers.get(name, ()), key=_declared_only)
    return [CallItem("helper", name, name, helper.file, helper) for helper in known[:1]]


def _declared_only(helper: Helper) -> bool:
    return not helper.is_definition


def _own_item(found: Found) -> list[CallItem]:
    """The entry that the cursor is in."""
    cursor = found.cursor
    if cursor.placed is not None and cursor.file == "derivatives":
        item = _entry_item(view_of(cursor.snapshot, cursor.placed))
        return [] if item is None else [item]
    placed = function_meant(cursor)
    return [] if placed is None else [_operator_item(cursor.snapshot, placed)]
