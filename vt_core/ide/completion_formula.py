"""What can be typed in a derivative formula."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.cpp import cpp_bindings, cpp_returns
from vt_core.codegen.forward_derivatives import named_gradients
from vt_core.codegen.output_differentiability import read_output_flags
from vt_core.ide.completion_items import (
    MOST_ITEMS,
    NOTHING,
    CompletionItem,
    CompletionKind,
    Completions,
    best_matches,
    escaped,
    sorted_matches,
)
from vt_core.ide.completion_place import CompletionPlace
from vt_core.ide.entry_text import DifferentiableArgument, arguments_of_entry, stub, yaml_value
from vt_core.ide.formula_words import by_use, called_functions, called_methods, methods_with_arguments, scoped_names
from vt_core.ide.helpers_index import Helper, Helpers
from vt_core.ide.meaning import keyed_output, output_names
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.schema import parse_argument, parse_schema
from vt_core.text.spans import Span

# Without a typed letter, of the names that formulas call only the most used are offered.
_MOST_UNTYPED = 40
# Of longer schemas the start is shown; the documentation has all of it.
_MOST_DETAIL = 100


class _Spot(NamedTuple):
    """A place in a formula: the word that is being typed, what stands before it in the formula, what it replaces.

    `is_called`: brackets follow already.
    """

    place: CompletionPlace
    function: NativeFunction | None
    head: str
    word: str
    span: Span
    is_called: bool

    @property
    def snapshot(self) -> Snapshot:
        return self.place.snapshot

    @property
    def operator(self) -> str:
        return self.place.cursor.specification.partition("(")[0]

    @property
    def keys(self) -> list[str]:
        """The names of the gradient key."""
        return [name.strip() for name in self.place.field.split(",")]


def complete_formula(place: CompletionPlace, helpers: Helpers) -> Completions:
    """What is legal at a place of a formula: names and calls, methods after `.`, names of a scope after `::`."""
    typed = place.before
    if _in_text(typed):
        return NOTHING
    found = re.search(r"\w*\Z", typed)
    word = found[0] if found else ""
    head = typed[: len(typed) - len(word)]
    if head.endswith("grads["):
        return Completions(tuple(_gradient_indices(_spot(place, head, word))))
    if word[:1].isdigit():
        return NOTHING
    spot = _spot(place, head, word)
    scope = re.search(r"((?:[A-Za-z_]\w*::)+)\Z", head)
    if scope is not None:
        return _scoped(spot, scope[1])
    receiver = re.search(r"(?:(?<![\w.>])([A-Za-z_]\w*)|([)\]\w]))\s*(?:\.|->)\Z", head)
    if receiver is not None and not re.search(r"(?<![\w])\d+\.\Z", head):
        return _members(spot, receiver[1] or "")
    return _names(spot, helpers)


def _in_text(typed: str) -> bool:
    """Whether a string or a C++ comment is open at the end."""
    code = re.sub(r'"(?:[^"\\\n]|\\.)*"|/\*.*?\*/|//[^\n]*\n', " ", typed, flags=re.S)
    return '"' in code or "//" in code or "/*" in code


def _spot(place: CompletionPlace, head: str, word: str) -> _Spot:
    placed = place.cursor.function
    function = None if placed is None else place.snapshot.native_index.functions[placed]
    rest = re.match(r"\w*", place.after)
    behind = 0 if rest is None else rest.end()
    span = place.span(len(word), behind if word else 0)
    return _Spot(place, function, head, word, span, place.after.startswith("(", behind))


def _item(
    spot: _Spot, label: str, kind: CompletionKind, detail: str, sort: str, data: Mapping[str, str]
) -> CompletionItem:
    """A name that is inserted as it is."""
    return CompletionItem(label, kind, detail, sort, label, spot.span, label, data)


def _call(
    spot: _Spot,
    name: str,
    kind: CompletionKind,
    detail: str,
    sort: str,
    data: Mapping[str, str],
    *,
    empty: bool = False,
) -> CompletionItem:
    """A call; the cursor goes between the brackets, if something goes there."""
    if spot.is_called:
        return CompletionItem(name, kind, detail, sort, name, spot.span, name, data)
    if empty:
        return CompletionItem(f"{name}()", kind, detail, sort, name, spot.span, f"{name}()", data)
    return CompletionItem(
        name, kind, detail, sort, name, spot.span, f"{name if name.isidentifier() else escaped(name)}($0)", data, True
    )


# Names


def _names(spot: _Spot, helpers: Helpers) -> Completions:
    if _is_forward(spot):
        own = [*_tangents(spot), *_own_names(spot), *_automatic_formulas(spot)]
    else:
        own = [*_gradients(spot), *_own_names(spot), *_whole_formulas(spot)]
    if spot.word:
        fitting = set(best_matches(spot.word, [item.filter for item in own]))
        own = [item for item in own if item.filter in fitting]
    called, more = _called_names(spot, helpers)
    return Completions((*own, *called), more or len(own) + len(called) > MOST_ITEMS)


def _gradients(spot: _Spot) -> Iterator[CompletionItem]:
    """`grad`, and `grads[i]` for each output where several take part."""
    outputs = _differentiable_outputs(spot)
    type_ = "the output's gradient" if len(outputs) < 2 else f"the gradient of {outputs[0][1]}, alone"
    yield _item(spot, "grad", "variable", type_, "00", {"word": "grad", **_of(spot)})
    if len(outputs) > 1:
        for index, (number, name) in enumerate(outputs):
            label = f"grads[{number}]"
            yield _item(
                spot, label, "variable", f"the gradient of {name}", f"01{index:03}", {"word": label, **_of(spot)}
            )
    if spot.function is not None and spot.snapshot.dialect.variants is not None:
        for rank, name in enumerate(named_gradients(spot.function, None)):
            detail = f"the gradient of {name.removeprefix('grad_')}"
            yield _item(spot, name, "variable", detail, f"015{rank:03}", {"word": "grads", **_of(spot)})
    if len(spot.keys) > 1:
        type_ = f"std::array<bool, {len(spot.keys)}>"
        yield _item(spot, "grad_input_mask", "variable", type_, "04", {"word": "grad_input_mask", **_of(spot)})


def _is_forward(spot: _Spot) -> bool:
    """Whether the key names outputs: the formula is for forward mode."""
    if spot.function is None or spot.snapshot.dialect.variants is None:
        return False
    arguments = [argument.name for argument in spot.function.func.arguments.all]
    return spot.keys[0] not in arguments and keyed_output(spot.function, spot.keys[0]) is not None


def _tangents(spot: _Spot) -> Iterator[CompletionItem]:
    """The tangents and the values of the arguments that can be differentiated."""
    for rank, argument in enumerate(arguments_of_entry(spot.place.cursor)):
        name = argument.name
        for at, (ending, what) in enumerate((("_t", "tangent"), ("_p", "value"))):
            detail, data = f"the {what} of {name}", {"word": what, **_of(spot)}
            yield _item(spot, name + ending, "variable", detail, f"0{at}{rank:03}", data)


def _automatic_formulas(spot: _Spot) -> Iterator[CompletionItem]:
    """What stands for a forward formula as a whole."""
    if spot.head.strip() or spot.place.after.strip("'\" "):
        return
    for rank, word in enumerate(("auto_linear", "auto_element_wise")):
        yield _item(spot, word, "keyword", "made by the generator", f"05{rank}", {"word": word})


def _of(spot: _Spot) -> dict[str, str]:
    return {"operator": spot.operator, "key": spot.place.field}


def _differentiable_outputs(spot: _Spot) -> list[tuple[int, str]]:
    """The outputs that take part: their numbers in `grads`, which counts no others, and their names."""
    if spot.function is None:
        count = len(parse_schema(spot.place.cursor.specification).returns)
        return [(index, f"output {index}") for index in range(count)] if count > 1 else []
    returns = spot.function.func.returns
    names = output_names(spot.function)
    flags = [return_.type.is_tensor_like for return_ in returns]
    placed = spot.place.cursor.placed
    field = None if placed is None else placed.entry.fields.get("output_differentiability")
    written = None if field is None else read_output_flags(field.value)
    if written is not None:
        flags = [bool(flag) for flag in written.flags]
    return list(enumerate([name for name, flag in zip(names, flags) if flag]))


def _own_names(spot: _Spot) -> Iterator[CompletionItem]:
    """The function's arguments and outputs, with their C++ types."""
    for rank, (name, type_) in enumerate(_arguments(spot)):
        yield _item(spot, name, "variable", type_, f"02{rank:03}", {"argument": name, **_of(spot)})
    if spot.function is not None:
        dialect, cache = spot.snapshot.dialect, spot.snapshot.store.cpp
        returns = cpp_returns(spot.function.func.returns, dialect, cache)
        for rank, (name, return_) in enumerate(zip(output_names(spot.function), returns)):
            detail = f"{return_.type}, the output".removeprefix(", ")
            yield _item(spot, name, "variable", detail, f"03{rank:03}", {"argument": name, **_of(spot)})


def _arguments(spot: _Spot) -> list[tuple[str, str]]:
    """Names and types: those of C++, or the schema's where no function has it."""
    if spot.function is not None:
        bindings = cpp_bindings(spot.function.func, spot.snapshot.dialect, spot.snapshot.store.cpp)
        return [(binding.name, binding.type) for binding in bindings]
    parsed = [parse_argument(piece.text) for piece in parse_schema(spot.place.cursor.specification).arguments]
    named = [(argument.part(argument.name) or "", argument.text[: argument.type_end]) for argument in parsed]
    return [pair for pair in named if pair[0].isidentifier()]


def _whole_formulas(spot: _Spot) -> Iterator[CompletionItem]:
    """What a formula can be as a whole: where nothing else stands in it."""
    place = spot.place
    if spot.head.strip() or place.after.strip("'\" "):
        return
    detail = "the arguments of this key are not differentiated"
    yield _item(spot, "non_differentiable", "keyword", detail, "05", {"word": "non_differentiable"})
    if len(spot.keys) > 1:
        return
    argument = next((a for a in arguments_of_entry(place.cursor) if a.name == spot.keys[0]), None)
    formula = stub(spot.operator.partition(".")[0], argument or DifferentiableArgument(spot.keys[0], "Tensor"))
    text = {"": yaml_value(formula), '"': formula.replace('"', '\\"')}.get(place.quote, formula)
    data = {"word": "not_implemented"}
    name = formula.partition("(")[0]
    yield CompletionItem(formula, "keyword", "fails when it is asked for", "06", name, spot.span, text, data)


def _called_names(spot: _Spot, helpers: Helpers) -> tuple[list[CompletionItem], bool]:
    """What formulas of the file call, helper functions and operators, the most fitting of each."""
    word, index = spot.word, spot.snapshot.native_index
    calls = called_functions(spot.snapshot)
    most = MOST_ITEMS // 2 if word else _MOST_UNTYPED
    rewrites = [r for r in spot.snapshot.dialect.saved_rewrites if not r.pattern.startswith("{}.")]
    saving = {rewrite.core.rstrip("("): rewrite.type for rewrite in rewrites}
    names = list(dict.fromkeys([*_used(spot, calls), *saving, *sorted(helpers)]))
    items: list[CompletionItem] = []
    for rank, name in enumerate(best_matches(word, names, most)):
        sort = f"07{rank:03}"
        if name in helpers:
            items.append(_helper(spot, helpers[name][0], sort))
        elif name in index.by_name:
            items.append(_operator(spot, name, sort))
        else:
            detail = f"{saving[name]}, saved instead of the argument" if name in saving else _uses(calls[name])
            items.append(_call(spot, name, "function", detail, sort, {"helper": name}))
    if not word:
        return items, True
    known = {item.data.get("operator", item.label) for item in items}
    others = [name for name in sorted_matches(word, index.by_name, most) if name not in known]
    items += [_operator(spot, name, f"08{rank:03}") for rank, name in enumerate(others)]
    return items, len(others) >= most


def _uses(count: int) -> str:
    return f"called in {count} {'entry' if count == 1 else 'entries'}"


def _helper(spot: _Spot, helper: Helper, sort: str) -> CompletionItem:
    data = {"helper": helper.name}
    return _call(spot, helper.name, "function", helper.declaration, sort, data, empty=not helper.parameters)


def _used(spot: _Spot, words: Counter[str]) -> list[str]:
    """The words, most used first, without one that stands nowhere but where it is being typed."""
    names = by_use(words)
    typed = spot.word + spot.place.after[: spot.span.end - spot.span.start - len(spot.word)]
    if typed and words[typed] == 1:
        names.remove(typed)
    return names


def _operator(spot: _Spot, name: str, sort: str) -> CompletionItem:
    """A call of a native operator; the first overload's schema stands for all."""
    index = spot.snapshot.native_index
    overloads = index.by_name[name]
    more = f", and {len(overloads) - 1} more" if len(overloads) > 1 else ""
    schema = index.functions[overloads[0]].func.text
    detail = f"{schema if len(schema) <= _MOST_DETAIL else schema[: _MOST_DETAIL - 1] + '…'}{more}"
    return _call(spot, name, "function", detail, sort, {"operator": name})


# After `grads[`, `.` and `::`


def _gradient_indices(spot: _Spot) -> Iterator[CompletionItem]:
    closing = "" if spot.place.after.lstrip("0123456789").startswith("]") else "]"
    for index, name in _differentiable_outputs(spot) or [(0, "the output")]:
        data = {"word": f"grads[{index}]", **_of(spot)}
        text = f"{index}{closing}"
        yield CompletionItem(
            str(index), "value", f"the gradient of {name}", str(index), str(index), spot.span, text, data
        )


def _members(spot: _Spot, receiver: str) -> Completions:
    """What the release saves instead of the whole tensor, and the methods that formulas of the file call."""
    types = dict(_arguments(spot))
    items = list(_attributes(spot, receiver, types.get(receiver, ""), receiver in types))
    methods = called_methods(spot.snapshot)
    given = methods_with_arguments(spot.snapshot)
    most = MOST_ITEMS // 2 if spot.word else _MOST_UNTYPED
    seen = best_matches(spot.word, _used(spot, methods), most)
    known = {item.filter for item in items}
    if spot.word:
        fitting = set(best_matches(spot.word, [item.filter for item in items]))
        items = [item for item in items if item.filter in fitting]
    for rank, name in enumerate([name for name in seen if name not in known]):
        data, empty = {"method": name}, name not in given
        items.append(_call(spot, name, "method", _uses(methods[name]), f"1{rank:03}", data, empty=empty))
    if not spot.word:
        return Completions(tuple(items), True)
    known.update(seen)
    operators = list(_operator_methods(spot, known, most))
    return Completions((*items, *operators), len(operators) >= most)


def _attributes(spot: _Spot, receiver: str, type_: str, is_argument: bool) -> Iterator[CompletionItem]:
    """`sizes()`, `size(…)` …: of an argument or output they are saved alone."""
    if is_argument and "Tensor" not in type_:
        return
    saved = is_argument or (spot.function is not None and receiver in output_names(spot.function))
    for rank, rewrite in enumerate(spot.snapshot.dialect.saved_rewrites):
        name = rewrite.core.partition("(")[0]
        if not rewrite.pattern.startswith("{}.") or (rewrite.own_variable and [receiver] != spot.keys):
            continue
        detail = f"{rewrite.type}, saved instead of {receiver}" if saved else rewrite.type
        empty = rewrite.core.endswith("()")
        yield _call(spot, name, "method", detail, f"0{rank:03}", {"method": name, **_of(spot)}, empty=empty)


def _operator_methods(spot: _Spot, known: Iterable[str], most: int) -> Iterator[CompletionItem]:
    """Operators with a method variant."""
    index, passed = spot.snapshot.native_index, set(known)
    for rank, name in enumerate(sorted_matches(spot.word, index.by_name, most)):
        functions = [index.functions[placed] for placed in index.by_name[name]]
        method = next((function for function in functions if "method" in function.variants), None)
        if method is not None and name not in passed:
            yield _call(spot, name, "method", method.func.text, f"2{rank:03}", {"operator": name})


def _scoped(spot: _Spot, scope: str) -> Completions:
    """Operators after `at::`, what formulas of the file use of the scope after any."""
    index, scoped = spot.snapshot.native_index, scoped_names(spot.snapshot)
    seen = [word.removeprefix(scope) for word in by_use(scoped) if word.startswith(scope)]
    names = best_matches(spot.word, [name for name in seen if ":" not in name])
    items: list[CompletionItem] = []
    for rank, name in enumerate(names):
        if scope == "at::" and name in index.by_name:
            items.append(_operator(spot, name, f"0{rank:03}"))
        else:
            detail = f"used in {scoped[scope + name]} formulas"
            items.append(_item(spot, name, "function", detail, f"0{rank:03}", {"helper": name}))
    if scope != "at::":
        return Completions(tuple(items))
    others = [name for name in sorted_matches(spot.word, index.by_name) if name not in set(names)]
    items += [_operator(spot, name, f"1{rank:03}") for rank, name in enumerate(others)]
    return Completions(tuple(items), True)
