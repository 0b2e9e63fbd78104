"""Completion: what can be typed at a place of either file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.body_plan import is_listed
from vt_core.ide.completion_formula import complete_formula
from vt_core.ide.completion_items import (
    MOST_ITEMS,
    NOTHING,
    CompletionItem,
    Completions,
    as_plain,
    escaped,
    unique,
)
from vt_core.ide.completion_native import complete_dispatch_key, complete_native_key, complete_native_value
from vt_core.ide.completion_place import CompletionPlace, completion_place, key_column
from vt_core.ide.completion_schema import complete_specification, fitting_functions
from vt_core.ide.entry_text import (
    arguments_of_entry,
    differentiable_arguments,
    entry_lines,
    keys_in,
    line_break_of,
    named_in,
)
from vt_core.ide.helpers_index import Helpers
from vt_core.ide.meaning import keyed_output, output_names
from vt_core.model.derivatives import DEFAULT_KEY
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

_NO_HELPERS: Helpers = {}
# Whole entries are long, and more appear as more is typed.
_MOST_ENTRIES = 60


def complete(
    snapshot: Snapshot, file: FileRole, offset: int, helpers: Helpers = _NO_HELPERS, *, snippets: bool = True
) -> Completions:
    """What can be typed at an offset (code points). `helpers` are the C++ functions that formulas may call; without
    `snippets` all texts are plain."""
    place = completion_place(snapshot, file, offset) if file != "tags" else None
    if place is None:
        return NOTHING
    found = _complete(place, helpers)
    line = place.line.start + place.cursor.start
    items = unique([item for item in found.items if item.span.start >= line])
    if place.kind == "value" and not place.before and place.line_before.endswith(":"):
        items = tuple([item._replace(text=f" {item.text}") for item in items])
    incomplete = found.is_incomplete or len(items) > MOST_ITEMS
    items = items[:MOST_ITEMS]
    return Completions(items if snippets else tuple([as_plain(item) for item in items]), incomplete)


def _complete(place: CompletionPlace, helpers: Helpers) -> Completions:
    if place.cursor.file == "derivatives":
        if place.kind == "entry":
            return _new_derivatives_entry(place)
        if place.kind == "key":
            return Completions(tuple(_gradient_keys(place)))
        if place.kind == "autograd-key":
            return Completions(tuple(_autograd_keys(place)))
        if place.field == "name":
            return complete_specification(place)
        if place.field == "output_differentiability":
            return Completions(tuple(_differentiability(place)))
        return complete_formula(place, helpers)
    if place.kind == "entry":
        return Completions(tuple(_new_function(place)))
    if place.kind == "key":
        return Completions(tuple(complete_native_key(place)))
    if place.kind == "dispatch-key":
        return Completions(tuple(complete_dispatch_key(place)))
    return complete_native_value(place)


def _begins_entry(place: CompletionPlace) -> bool:
    """Whether an entry can begin here: nothing of one follows, on the line or below it."""
    rest = place.cursor.block.text[place.line.end :]
    below = [line for line in rest.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return not place.after.strip() and not (below and below[0][:1].isspace())


def _lead(place: CompletionPlace) -> str:
    """What has to stand before a first key that is not typed yet: the `-` and its blank."""
    before = place.line_before
    if before.startswith("- "):
        return ""
    return " " if before.startswith("-") else "- "


def _new_derivatives_entry(place: CompletionPlace) -> Completions:
    """`name`, and whole entries for functions that have none of their own."""
    typed, lead = place.before, _lead(place)
    span = place.span(len(typed))
    if not _begins_entry(place):
        return Completions(tuple(_first_key(place, "name")) if lead != "- " else ())
    item = CompletionItem("name", "field", "a new entry", "0", "name", span, f"{lead}name: ", {"field": "name"})
    snapshot = place.snapshot
    owned = snapshot.derivatives_index.by_specification
    line_break = line_break_of(place.cursor.block.text)
    items: list[CompletionItem] = [item]
    functions, more = fitting_functions(snapshot, typed)
    for rank, function in enumerate(functions):
        operator = function.func.name.text
        if len(items) > _MOST_ENTRIES:
            more = True
            break
        if function.func.text in owned or not _can_have_entry(function, snapshot):
            continue
        text, sort = f"{lead}{_entry_snippet(function, line_break)}", f"1{rank:04}"
        data = {"operator": operator}
        items.append(
            CompletionItem(operator, "snippet", "a new entry", sort, operator, span, text, data, is_snippet=True)
        )
    return Completions(tuple(items), more)


def _can_have_entry(function: NativeFunction, snapshot: Snapshot) -> bool:
    """Whether an entry would be its own, and would not be passed over."""
    return (
        function.func.kind != "out"
        and not is_listed(function, snapshot.dialect)
        and bool(differentiable_arguments(function))
    )


def _entry_snippet(function: NativeFunction, line_break: str) -> str:
    first, *_ = entry_lines(function.func.text, ())
    arguments = differentiable_arguments(function)
    lines = [f"  {argument.name}: ${{{stop}:grad}}" for stop, argument in enumerate(arguments, 1)]
    return line_break.join([escaped(first), *lines])


def _first_key(place: CompletionPlace, key: str) -> Iterator[CompletionItem]:
    """The key that an entry begins with, where its rest is there already."""
    behind = place.after.lstrip("abcdefghijklmnopqrstuvwxyz_")
    text = key if behind.startswith(":") else f"{key}: "
    forth = len(place.after) - len(behind) if place.before or behind.startswith(":") else 0
    if _lead(place) == " ":
        text = f" {text}"
    yield CompletionItem(key, "field", "", "0", key, place.span(len(place.before), forth), text, {"field": key})


def _gradient_keys(place: CompletionPlace) -> Iterator[CompletionItem]:
    """Keys that the entry does not have yet: gradients first, then what else an entry has."""
    cursor = place.cursor
    keys = _keys_beside(place)
    taken = named_in(keys)
    typed_names = [part.strip() for part in place.before.split(",")[:-1]]
    arguments = [a for a in arguments_of_entry(cursor) if a.name not in taken and a.name not in typed_names]
    colon = place.after.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789, ").startswith(":")
    forth = place.after.index(":") if colon else 0
    span, end = place.span(len(place.before), forth), "" if colon else ": "
    head = "".join([f"{name}, " for name in typed_names])
    for rank, argument in enumerate(arguments):
        key = f"{head}{argument.name}"
        data = {"operator": cursor.specification.partition("(")[0], "argument": argument.name}
        yield CompletionItem(key, "property", argument.type, f"0{rank:03}", key, span, f"{key}{end}", data)
    if len(arguments) > 1:
        key = head + ", ".join([argument.name for argument in arguments])
        detail = "one formula for all of them"
        yield CompletionItem(key, "property", detail, "1", key, span, f"{key}{end}", {"what": "joint"})
    if not head:
        yield from _forward_keys(place, taken, span, end)
    if not head and not place.section:
        yield from _other_keys(place, keys, span, end)


def _keys_beside(place: CompletionPlace) -> tuple[str, ...]:
    """The keys of the entry, or of the section that the cursor is in, without those on the cursor's line."""
    text = place.cursor.block.text
    if not place.section:
        return keys_in(text, key_column(text), place.line)
    column = place.start - place.line.start
    begin = max(
        [found.end() for found in re.finditer(rf"^[ ]+{re.escape(place.section)}[ \t]*:", text, re.M)], default=0
    )
    further_out = re.compile(rf"^[ ]{{0,{column - 1}}}[^\s#]", re.M).search(text, text.find("\n", begin) + 1)
    end = len(text) if further_out is None else further_out.start()
    inside = text[begin : min(place.line.start, end)] + text[place.line.end : max(end, place.line.end)]
    return keys_in(inside, column)


def _autograd_keys(place: CompletionPlace) -> Iterator[CompletionItem]:
    """`Default` and the other autograd keys, those left out that have a section already."""
    text, line = place.cursor.block.text, place.line
    column = place.start - line.start
    taken = keys_in(text, column, line)
    known = place.snapshot.dialect.autograd_keys
    rest = re.match(r"\w*", place.after)
    colon = re.match(r"\w*[ \t]*:", place.after) is not None
    span = place.span(len(place.before), 0 if rest is None else rest.end())
    indent = line_break_of(text) + " " * (column + 2)
    for rank, key in enumerate([key for key in (DEFAULT_KEY, *sorted(known)) if key not in taken]):
        detail = "formulas for all other tensors" if key == DEFAULT_KEY else ""
        data = {"field": "dispatch"} if key == DEFAULT_KEY else {"dispatch-key": key}
        inserted = key if colon else f"{key}:{indent}"
        yield CompletionItem(key, "enum-member", detail, f"{rank:03}", key, span, inserted, data)


def _forward_keys(place: CompletionPlace, taken: frozenset[str], span: Span, end: str) -> Iterator[CompletionItem]:
    """The outputs, which have forward formulas, where the release knows those."""
    placed = place.cursor.function
    if placed is None or place.snapshot.dialect.variants is None:
        return
    function = place.snapshot.native_index.functions[placed]
    if function.func.is_out:
        return
    info = place.cursor.info
    flags = (True,) * len(function.func.returns) if info is None or info.output_flags is None else info.output_flags
    for rank, (name, returned, flag) in enumerate(zip(output_names(function), function.func.returns, flags)):
        if flag and returned.type.is_tensor_like and name not in taken and keyed_output(function, name) is not None:
            data = {"operator": function.func.name.text, "argument": name}
            detail = f"{returned.type}, forward formula"
            yield CompletionItem(name, "property", detail, f"15{rank:03}", name, span, f"{name}{end}", data)


def _other_keys(place: CompletionPlace, keys: tuple[str, ...], span: Span, end: str) -> Iterator[CompletionItem]:
    if "output_differentiability" not in keys:
        key = "output_differentiability"
        outputs = _output_count(place)
        choices = ", ".join([f"${{{stop}|True,False|}}" for stop in range(1, outputs + 1)])
        text = f"{key}: [{choices}]" if end else key
        detail = "which outputs can be differentiated"
        yield CompletionItem(key, "field", detail, "2", key, span, text, {"field": key}, bool(end))
    if place.snapshot.dialect.autograd_keys and "dispatch" not in keys:
        text = place.cursor.block.text
        indent = line_break_of(text) + " " * (key_column(text) + 2)
        shown = f"dispatch:{indent}{DEFAULT_KEY}:{indent}  $0" if end else "dispatch"
        detail, data = "formulas by autograd key", {"field": "dispatch"}
        yield CompletionItem("dispatch", "field", detail, "25", "dispatch", span, shown, data, bool(end))
    if "name" not in keys:
        yield CompletionItem("name", "field", "the schema", "3", "name", span, f"name{end}", {"field": "name"})


def _output_count(place: CompletionPlace) -> int:
    placed = place.cursor.function
    return 1 if placed is None else max(1, len(place.snapshot.native_index.functions[placed].func.returns))


def _differentiability(place: CompletionPlace) -> Iterator[CompletionItem]:
    """The list of flags at the start of the value, else one flag."""
    data = {"field": "output_differentiability"}
    word = place.before[len(place.before.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) :]
    span = place.span(len(word))
    if "[" in place.before:
        for rank, flag in enumerate(("True", "False")):
            yield CompletionItem(flag, "keyword", "", str(rank), flag, span, flag, data)
        return
    outputs = _output_count(place)
    choices = ", ".join([f"${{{stop}|True,False|}}" for stop in range(1, outputs + 1)])
    label = f"[{', '.join(['True'] * outputs)}]"
    yield CompletionItem(label, "value", "a flag for each output", "0", label, span, f"[{choices}]", data, True)


def _new_function(place: CompletionPlace) -> Iterator[CompletionItem]:
    """`func`, and skeletons of entries of native_functions.yaml."""
    lead, span = _lead(place), place.span(len(place.before))
    if not _begins_entry(place):
        if lead != "- ":
            yield from _first_key(place, "func")
        return
    data = {"field": "func"}
    yield CompletionItem("func", "field", "a new function", "0", "func", span, f"{lead}func: ", data)
    explicit = place.snapshot.dialect.explicit_composite_key
    line_break = line_break_of(place.cursor.block.text)
    skeletons = (
        ("function", "made of other operators", ()),
        ("function with kernels", "one for each backend", ("dispatch:", "  CPU: ${1}_cpu", "  CUDA: ${1}_cuda")),
        ("function for all backends", "one kernel, with a formula", ("dispatch:", f"  {explicit}: ${{1}}")),
    )
    schema = "func: ${1:name}(Tensor self${2}) -> ${3:Tensor}"
    for rank, (label, detail, lines) in enumerate(skeletons, 1):
        text = line_break.join(
            [
                f"{lead}{schema}",
                "  variants: ${4|function\\, method,function,method|}",
                *[f"  {line}" for line in lines],
            ]
        )
        yield CompletionItem(label, "snippet", detail, str(rank), f"func {label}", span, text, data, True)
