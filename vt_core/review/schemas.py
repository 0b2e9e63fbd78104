"""What other schemas mean to those who call the operators: in Python, in TorchScript, from saved programs."""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.analysis.document import GeneratedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.model.schema import Argument, FunctionSchema, annotated
from vt_core.review.compare import Comparison, SchemaChange
from vt_core.review.effects import Effect, renamed


def schema_effects(comparison: Comparison) -> list[tuple[Effect, str]]:
    """What each changed schema means, with its operator; and which overloads can no longer be told apart."""
    found = [(effect, change.operator) for change in comparison.schemas for effect in _effects(change)]
    names = {schema.name.name for change in comparison.schemas for schema in (change.old, change.new) if schema}
    for name in sorted(names):
        before = set(_ambiguous(comparison.old, name))
        for first, second in _ambiguous(comparison.new, name):
            if (first, second) not in before:
                text = "a positional call may mean another overload as well"
                found.append((Effect("schema", "high", text, f"`{second}`"), first))
    return found


def _effects(change: SchemaChange) -> Iterator[Effect]:
    old, new = change.old, change.new
    if old is None:
        yield Effect("schema", "low", "the operator is new")
    elif new is None:
        yield Effect("schema", "high", "the operator is gone")
    else:
        yield from _arguments(old, new)
        if [str(one.type) for one in old.returns] != [str(one.type) for one in new.returns]:
            yield Effect("schema", "high", "it returns something else")
        elif [str(one) for one in old.returns] != [str(one) for one in new.returns]:
            yield Effect("schema", "medium", "its results have other names or annotations")


def _arguments(old: FunctionSchema, new: FunctionSchema) -> Iterator[Effect]:
    before = {one.name: one for one in old.arguments.all}
    after = {one.name: one for one in new.arguments.all}
    names = renamed(old, new)
    for first, second in names.items():
        yield Effect(
            "schema", "high", "an argument has another name: calls by keyword break", f"`{first}` became `{second}`"
        )
    for name in before:
        if name in after:
            yield from _argument(before[name], after[name])
        elif name not in names:
            yield Effect("schema", "high", "an argument is gone: calls that give it break", f"`{name}`")
    for name, argument in after.items():
        if name not in before and name not in names.values():
            yield _added(argument)
    yield from _order(old, new)


def _added(argument: Argument) -> Effect:
    if argument.default is None:
        return Effect("schema", "high", "an argument without a default was added: every call breaks", f"`{argument}`")
    return Effect("schema", "low", "an argument with a default was added", f"`{argument}`")


def _argument(was: Argument, now: Argument) -> Iterator[Effect]:
    if was.type != now.type:
        yield Effect("schema", "high", "an argument has another type", f"`{was.type} {was.name}` became `{now.type}`")
    if was.default != now.default:
        if now.default is None:
            yield Effect(
                "schema", "high", "an argument has no default any more: calls without it break", f"`{now.name}`"
            )
        elif was.default is None:
            yield Effect("schema", "low", "an argument has a default now", f"`{now.name}={now.default}`")
        else:
            text = f"`{now.name}={was.default}` became `{now.default}`"
            yield Effect("schema", "medium", "a default is another", text)
    if was.annotation != now.annotation:
        kind = "inplace" if was.is_write != now.is_write else "view"
        before, after = annotated(was.type, was.annotation), annotated(now.type, now.annotation)
        text = f"`{before} {now.name}` became `{after}`"
        yield Effect("inplace" if kind == "inplace" else "view", "high", "an argument has another annotation", text)


def _order(old: FunctionSchema, new: FunctionSchema) -> Iterator[Effect]:
    first = [one.name for one in old.arguments.positional]
    second = [one.name for one in new.arguments.positional]
    if [one for one in first if one in second] != [one for one in second if one in first]:
        yield Effect("schema", "high", "its positional arguments stand in another order")
    elif any(second.index(name) < len(first) for name in second if name not in first) and len(second) > len(first):
        yield Effect("schema", "high", "an argument was put before others: positional calls mean something else")
    keyword = {one.name for one in new.arguments.kwarg_only}
    for name in first:
        if name in keyword:
            yield Effect("schema", "high", "an argument can no longer be given by position", f"`{name}`")


def _ambiguous(snapshot: Snapshot, name: str) -> Iterator[tuple[str, str]]:
    """Overloads that a call with positional arguments may both mean."""
    index = snapshot.native_index
    schemas = [
        index.functions[placed].func
        for placed in index.by_name.get(name, ())
        if placed in index.functions and not isinstance(placed, GeneratedEntry)
    ]
    for at, first in enumerate(schemas):
        for second in schemas[at + 1 :]:
            if _overlap(first, second):
                yield first.name.text, second.name.text


def _overlap(first: FunctionSchema, second: FunctionSchema) -> bool:
    if _needs_keywords(first) or _needs_keywords(second):
        return False
    types = [[str(one.type) for one in schema.arguments.positional] for schema in (first, second)]
    fewest = max(_required(first), _required(second))
    most = min(len(types[0]), len(types[1]))
    return fewest <= most and types[0][:fewest] == types[1][:fewest]


def _required(schema: FunctionSchema) -> int:
    return sum([one.default is None for one in schema.arguments.positional])


def _needs_keywords(schema: FunctionSchema) -> bool:
    return schema.is_out or any(one.default is None for one in schema.arguments.kwarg_only)
