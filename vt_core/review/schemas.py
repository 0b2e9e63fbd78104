"""What other schemas mean to those who call the operators: in Python, in TorchScript, from saved programs."""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.analysis.document import GeneratedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.model.schema import Argument, FunctionSchema, annotated
from vt_core.review.compare import Comparison, SchemaChange
from vt_core.review.effects import Effect, Risk


def schema_effects(comparison: Comparison) -> list[tuple[Effect, str]]:
    """What each changed schema means, with its operator; and which overloads can no longer be told apart."""
    found = [(effect, change.operator) for change in comparison.schemas for effect in _effects(change)]
    names = {schema.name.name for change in comparison.schemas for schema in (change.old, change.new) if schema}
    for name in sorted(names):
        before = set(_ambiguous(comparison.old, name))
        for first, second in _ambiguous(comparison.new, name):
            if (first, second) not in before:
                text = f"it can no longer be told from `{second}` by positional arguments: the first in the file wins"
                found.append((Effect("schema", "high", text), first))
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
    renamed = _renamed(old, new)
    for first, second in renamed.items():
        yield Effect("schema", "high", f"the argument `{first}` is now called `{second}`: calls by keyword break")
    for name in before:
        if name in after:
            yield from _argument(before[name], after[name])
        elif name not in renamed:
            yield Effect("schema", "high", f"the argument `{name}` is gone: calls that give it break")
    for name, argument in after.items():
        if name not in before and name not in renamed.values():
            yield _added(argument)
    yield from _order(old, new)


def _renamed(old: FunctionSchema, new: FunctionSchema) -> dict[str, str]:
    """Arguments that only have another name: the same type at the same place, in a list of the same length."""
    before, after = old.arguments.all, new.arguments.all
    if len(before) != len(after):
        return {}
    known = {one.name for one in before} & {one.name for one in after}
    return {
        was.name: now.name
        for was, now in zip(before, after)
        if was.name != now.name and was.type == now.type and was.name not in known and now.name not in known
    }


def _added(argument: Argument) -> Effect:
    risk: Risk = "high" if argument.default is None else "low"
    how = (
        "without a default: every call breaks" if argument.default is None else f"with the default `{argument.default}`"
    )
    return Effect("schema", risk, f"the argument `{argument.name}` was added {how}")


def _argument(was: Argument, now: Argument) -> Iterator[Effect]:
    if was.type != now.type:
        yield Effect("schema", "high", f"the type of `{now.name}` was `{was.type}` and is now `{now.type}`")
    if was.default != now.default:
        if now.default is None:
            yield Effect("schema", "high", f"`{now.name}` has no default any more: calls without it break")
        elif was.default is None:
            yield Effect("schema", "low", f"`{now.name}` has the default `{now.default}` now")
        else:
            text = f"the default of `{now.name}` was `{was.default}` and is now `{now.default}`"
            yield Effect("schema", "medium", text)
    if was.annotation != now.annotation:
        kind = "inplace" if was.is_write != now.is_write else "view"
        before, after = annotated(was.type, was.annotation), annotated(now.type, now.annotation)
        text = f"the annotation of `{now.name}` was `{before}` and is now `{after}`"
        yield Effect("inplace" if kind == "inplace" else "view", "high", text)


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
            yield Effect("schema", "high", f"`{name}` can no longer be given by position")


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
