"""The card of an operator: how it takes part in autograd, and the C++ that is generated for it."""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import MatchedFunction, Snapshot
from vt_core.codegen.autograd_method import has_fallback
from vt_core.codegen.strategy import emits_definition
from vt_core.codegen.variable_type import emit_method
from vt_core.dialects.dialect import Dialect
from vt_core.ide.cpp_excerpt import excerpt
from vt_core.ide.cursor import Cursor
from vt_core.ide.hover_card import HoverCard, Surroundings
from vt_core.ide.markdown import bullets, code, codes, fenced, nested, paragraphs
from vt_core.ide.meaning import Operator
from vt_core.ide.operator_facts import dispatch_line, entry_line, forward_line, notes, outputs_line, strategy_line
from vt_core.ide.plans import Plan, plan_of
from vt_core.ide.preview import GeneratedPart, generated_parts, node_parts
from vt_core.ide.reached import reached
from vt_core.ide.saved_words import Node, saved_lines
from vt_core.model.derivatives import KeyedInfo
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.model.read_schema import read_schema
from vt_core.model.schema_parts import SchemaCache
from vt_core.rules.rule import Site
from vt_core.syntax.faults import Fault

_MOST_SCHEMA = 400
_MOST_OVERLOADS = 8
SHOW_WHOLE = "Show generated C++"

Refusal = tuple[Fault, Site]


def operator_card(cursor: Cursor, operator: Operator, known: Surroundings) -> HoverCard:
    """The card of an operator's name in `func`, `name` or `structured_delegate`."""
    if operator.function is None:
        return HoverCard(cursor.file, operator.span, _unread(cursor, operator))
    snapshot = cursor.snapshot
    matched = snapshot.matched(operator.function)
    entry = cursor.placed if cursor.file == "derivatives" else None
    if entry is not None and entry in snapshot.derivatives_index.infos and matched.entry is not entry:
        return _replaced(cursor, operator, matched, entry)
    f = matched.function
    plan = _plan(snapshot, matched)
    lines = [*_facts(snapshot, matched, plan), *_told(_refusals(cursor, matched)), *_inexact(known)]
    parts = generated_parts(matched, snapshot.dialect)
    return _card(cursor, operator, f.func.name.text, f.func.text, lines, parts)


def _plan(snapshot: Snapshot, matched: MatchedFunction) -> Plan | None:
    """The plan of its method, None where only a declaration is emitted."""
    f, info, dialect = matched.function, matched.info, snapshot.dialect
    return plan_of(f, info, dialect) if emits_definition(f, info, dialect) else None


def _card(
    cursor: Cursor, operator: Operator, name: str, schema: str, lines: list[str], parts: list[GeneratedPart]
) -> HoverCard:
    found = excerpt(parts)
    note = f"`…`: {found.left_out} lines are left out here; *{SHOW_WHOLE}* has them all." if found.cut else ""
    head = f"**{code(name)}** {code(schema, _MOST_SCHEMA)}"
    text = paragraphs([head, bullets(lines), fenced(found.text), note])
    return HoverCard(cursor.file, operator.span, text, name, found.cut)


def _facts(snapshot: Snapshot, matched: MatchedFunction, plan: Plan | None) -> Iterator[str]:
    f, info, dialect = matched.function, matched.info, snapshot.dialect
    yield entry_line(matched)
    yield strategy_line(f, info, plan, dialect)
    yield dispatch_line(snapshot, f)
    if f.origin is not None:
        yield f"**Generated** beside {code(f.origin.func.name.text)}: no entry declares it"
    if plan is not None:
        for keyed in matched.keyed:
            yield from _saves_of(f, keyed, dialect, several=len(matched.keyed) > 1)
        if not (f.func.is_out and plan.requires_derivative):
            yield outputs_line(f, info, plan, dialect)
        if dialect.variants is not None and not matched.keyed and has_fallback(f, dialect):
            yield "**Fallback**: no method is generated; one kernel for all such operators refuses the backward"
        elif dialect.variants is not None and plan.requires_derivative:
            yield forward_line(f, next(iter(matched.keyed), None), plan)
        yield from notes(f, plan, dialect)
    if matched.entry is not None:
        others = [other.function for other in reached(snapshot, matched.entry) if other.function is not f]
        if others:
            yield f"**Shares the entry** with {codes([other.func.name.text for other in others])}"


def _saves_of(f: NativeFunction, keyed: KeyedInfo, dialect: Dialect, *, several: bool) -> Iterator[str]:
    """What the node of one autograd key keeps; `several`: there are more keys."""
    plan = plan_of(f, keyed.info, dialect)
    if keyed.node_name is None or not plan.requires_derivative:
        return
    head = f"**Saves** for {code(keyed.autograd_key)}" if several else "**Saves**"
    if f.func.is_out:
        yield f"{head} nothing: an out variant is not differentiated"
        return
    lines = saved_lines(Node(f, keyed.info, plan, dialect))
    yield nested(head, lines) if lines else f"{head} nothing"


def _refusals(cursor: Cursor, matched: MatchedFunction) -> list[Refusal]:
    """What is wrong with the function, its entry, the two together, and the entry under the cursor."""
    snapshot = cursor.snapshot
    index = snapshot.derivatives_index
    here = cursor.placed if cursor.file == "derivatives" else None
    faults = [*snapshot.matching.faults.get(matched.placed, ())]
    for entry in dict.fromkeys((matched.entry, here)):
        if entry is not None:
            faults += [*index.faults.get(entry, ()), *index.info_faults.get(entry, ())]
    other = matched.entry or here
    found: list[Refusal] = []
    for fault in faults:
        if fault.place.file == "native_functions" or other is None:
            found.append((fault, Site(matched.placed.entry, None if other is None else other.entry)))
        else:
            found.append((fault, Site(other.entry, matched.placed.entry)))
    return found


def _told(found: list[Refusal]) -> Iterator[str]:
    """The worst of what is wrong in the rule's words."""
    if not found:
        return
    from vt_core.rules.registry import rule  # loads modules, for mistakes only

    for origin, head in (("generator", "The generator refuses it"), ("build", "The build stops at it")):
        told = [(fault, site) for fault, site in found if (fault.origin or rule(fault.rule).origin) == origin]
        if told:
            fault, site = told[0]
            message = " ".join(rule(fault.rule).describe(fault, site).message.split())
            yield f"**{head}**: {message}" + (f" (and {len(told) - 1} more)" if len(told) > 1 else "")
            return


def _inexact(known: Surroundings) -> Iterator[str]:
    """That the text is another release's."""
    detection = known.detection
    if detection is not None and not detection.exact:
        named = code(detection.named) if detection.named else "a newer release, by what the files contain"
        release = detection.dialect.release
        yield f"**Not exact**: the checkout is {named}; what is said here is what {release}'s generator does"


def _replaced(cursor: Cursor, operator: Operator, matched: MatchedFunction, entry: PlacedEntry) -> HoverCard:
    """An entry that another one of the same function takes the place of: its node is generated, and never used."""
    snapshot = cursor.snapshot
    info = snapshot.derivatives_index.infos[entry]
    nodes = [
        (one, name)
        for one in info.by_key
        if (name := snapshot.derivatives_index.node_name(entry, one, snapshot.dialect)) is not None
    ]
    name = matched.function.func.name.text
    lines = [f"**Not used**: a later entry of the same function is what {code(name)} takes"]
    if not nodes:
        parts = generated_parts(matched, snapshot.dialect)
    else:
        what = "its node" if len(nodes) == 1 else "its nodes"
        lines.append(
            f"{what} {codes([node for _, node in nodes])} {'is' if len(nodes) == 1 else 'are'} generated all the same"
        )
        parts = [part for one, node in nodes for part in node_parts(one, node, snapshot.dialect)]
    return _card(cursor, operator, name, info.func.func.text, lines, parts)


def _unread(cursor: Cursor, operator: Operator) -> str:
    """An operator without a function: its entry cannot be read, or there is none."""
    name = code(operator.text)
    snapshot = cursor.snapshot
    if cursor.file == "native_functions" and cursor.path[:1] == ("func",):
        faults = () if cursor.placed is None else snapshot.native_index.faults.get(cursor.placed, ())
        found = [(fault, Site(cursor.placed.entry, None)) for fault in faults] if cursor.placed is not None else []
        told = list(_told(found)) or ["**The generator cannot read this entry**"]
        return paragraphs([f"**{name}**", bullets(told), _declaration(cursor)])
    base = operator.text.partition(".")[0]
    overloads = snapshot.native_index.by_name.get(base, ())
    schemas = [code(snapshot.native_index.functions[placed].func.text, _MOST_SCHEMA) for placed in overloads]
    if not schemas:
        return f"**{name}**: native_functions.yaml declares no operator {code(base)} that could be read"
    more = [f"… {len(schemas) - _MOST_OVERLOADS} more"] if len(schemas) > _MOST_OVERLOADS else []
    what = "no function has exactly this schema" if cursor.file == "derivatives" else "there is no such overload"
    return paragraphs([f"**{name}**: {what}. Declared are:", bullets([*schemas[:_MOST_OVERLOADS], *more])])


def _declaration(cursor: Cursor) -> str:
    """The C++ declaration of a schema whose entry is refused for another reason."""
    dialect = cursor.snapshot.dialect
    if dialect.family != "1.8":
        return ""  # nothing is declared in VariableType.h
    func, _ = read_schema(cursor.specification, dialect.schema, SchemaCache())
    if func is None:
        return ""
    name, variants = cpp_name(func), frozenset(("function",))
    dispatch = {dialect.composite_key: name}
    f = NativeFunction(func, name, variants, False, True, False, None, dispatch, False, frozenset())
    declaration = emit_method(f, None, None, None, dialect).declaration
    return fenced(excerpt([GeneratedPart("VariableType.h", declaration)]).text)
