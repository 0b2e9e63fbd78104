"""What can be typed in schemas: whole ones in `name`, their parts in `func`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.body_plan import is_listed
from vt_core.ide.completion_items import MOST_ITEMS, CompletionItem, CompletionKind, Completions, sorted_matches
from vt_core.ide.completion_place import CompletionPlace
from vt_core.ide.cursor import field_scalar
from vt_core.ide.entry_text import yaml_value
from vt_core.ide.native_variants import free_schema
from vt_core.model.native_function import NativeFunction
from vt_core.text.edits import TextEdit
from vt_core.text.spans import Span

# Whole schemas


def complete_specification(place: CompletionPlace) -> Completions:
    """The schemas of native_functions.yaml in the place of what `name` has, those without an entry first."""
    functions, more = fitting_functions(place.snapshot, place.before.lstrip())
    target = _value_target(place)
    owned = place.snapshot.derivatives_index.by_specification
    items = [
        _whole_schema(place, function.func.text, f"{'1' if function.func.text in owned else '0'}{rank:04}", target)
        for rank, function in enumerate(functions)
    ]
    return Completions(tuple(items), more)


def fitting_functions(snapshot: Snapshot, typed: str) -> tuple[list[NativeFunction], bool]:
    """The functions whose operator fits the start of a schema, and whether there are more.

    Those that lack a derivatives entry and can have one come first, those that have one of their own last.
    """
    index = snapshot.native_index
    operator = typed.partition("(")[0].strip()
    name, dot, overload = operator.partition(".")
    found: list[tuple[int, int, PlacedEntry]] = []
    for base in sorted_matches(name, index.by_name, MOST_ITEMS * 2):
        if (dot or "(" in typed) and not base.startswith(name):
            continue
        for placed in index.by_name[base]:
            if not dot or index.functions[placed].func.name.overload.lower().startswith(overload.lower()):
                found.append((_rank(snapshot, placed), len(found), placed))
    functions = [index.functions[placed] for *_, placed in sorted(found, key=_first_two)]
    return functions[:MOST_ITEMS], len(found) >= MOST_ITEMS


def _rank(snapshot: Snapshot, placed: PlacedEntry) -> int:
    """How little a function calls for a derivatives entry."""
    function = snapshot.native_index.functions[placed]
    if function.func.text in snapshot.derivatives_index.by_specification:
        return 3
    if placed in snapshot.matching.entries or function.func.kind == "out" or is_listed(function, snapshot.dialect):
        return 2
    return 0 if function.is_abstract else 1


def _first_two(ranked: tuple[int, int, PlacedEntry]) -> tuple[int, int]:
    return ranked[0], ranked[1]


class _Target(NamedTuple):
    """What a whole value's text replaces: `span` on the cursor's line, other lines by `more`; `closing` is a quote
    that is missing behind it."""

    span: Span
    more: tuple[TextEdit, ...]
    closing: str


def _whole_schema(place: CompletionPlace, schema: str, sort: str, target: _Target) -> CompletionItem:
    name, _, rest = schema.partition("(")
    text = _quoted(schema, place) + target.closing
    filter_ = schema if not place.quote else text
    return CompletionItem(
        name, "function", f"({rest}", sort, filter_, target.span, text, {"operator": name}, False, target.more
    )


def _quoted(schema: str, place: CompletionPlace) -> str:
    """A schema as it stands in the value's quotes; in quotes of its own where it needs some and has none."""
    if place.quote == "'":
        return schema.replace("'", "''")
    if place.quote == '"':
        return schema.replace("\\", "\\\\").replace('"', '\\"')
    return yaml_value(schema) if place.quote == "" else schema


def _value_target(place: CompletionPlace) -> _Target:
    """All of the value that the cursor is in, its quotes left out."""
    cursor = place.cursor
    at = cursor.start + cursor.offset
    scalar = field_scalar(cursor, place.field)
    if scalar is not None and scalar.start <= cursor.offset and scalar.kind != "null":
        edge = 1 if scalar.style in ("'", '"') else 0
        end = scalar.end - edge
        if scalar.style in ("|", ">"):
            source = cursor.block.text[: scalar.end]
            end = len(source.rstrip())
        start, end = place.start + cursor.start, max(end + cursor.start, at)
        line = Span(place.line.start + cursor.start, place.line.end + cursor.start)
        if start <= at:
            return _on_line(Span(start, end), line)
    quote = place.quote if place.quote in ("'", '"') else ""
    behind = re.match(rf"[^{quote}]*" if quote else r"(?:(?!\s#).)*", place.after)
    rest = behind[0] if behind else ""
    closing = quote if quote and not place.after[len(rest) :].startswith(quote) else ""
    if closing or not quote:
        rest = rest.rstrip()
    return _Target(Span(place.start + cursor.start, at + len(rest)), (), closing)


def _on_line(value: Span, line: Span) -> _Target:
    """A value over several lines: its part on one line, the others taken out."""
    span = Span(max(value.start, line.start), min(value.end, line.end))
    others = (Span(value.start, span.start), Span(span.end, value.end))
    return _Target(span, tuple([TextEdit(other, "") for other in others if other.start < other.end]), "")


# Parts of schemas

_ARGUMENT_TYPES = (
    "Tensor", "Tensor?", "Tensor[]", "Scalar", "int", "int[]", "float", "bool", "int?", "Scalar?", "float?", "bool?",
    "int[1]", "int[2]", "int[3]", "bool[2]", "bool[3]", "str", "ScalarType", "ScalarType?", "MemoryFormat?", "Layout?",
    "Device?", "Generator?", "Tensor?[]", "float[]?", "int[]?", "Scalar[]", "Dimname", "Dimname[]", "str?",
)  # fmt: skip
_RETURN_TYPES = ("Tensor", "(Tensor, Tensor)", "(Tensor, Tensor, Tensor)", "Tensor[]", "bool", "int", "Scalar", "()")
_NAMES = {
    "Tensor": ("self", "other", "input", "weight", "target", "mask", "index", "grad_output"),
    "Tensor?": ("weight", "bias", "mask"),
    "Tensor[]": ("tensors",),
    "Scalar": ("alpha", "beta", "value", "other"),
    "int": ("dim", "reduction=Mean", "n"),
    "int?": ("dim=None",),
    "bool": ("keepdim=False", "training"),
    "float": ("eps", "p"),
    "ScalarType?": ("dtype=None",),
    "Layout?": ("layout=None",),
    "Device?": ("device=None",),
    "bool?": ("pin_memory=None",),
    "MemoryFormat?": ("memory_format=None",),
    "Generator?": ("generator=None",),
    "int[]": ("size", "dims"),
    "int[2]": ("kernel_size", "stride", "padding=0", "output_size"),
    "bool[2]": ("output_mask",),
    "bool[3]": ("output_mask",),
}
_DEFAULTS = {
    "bool": ("False", "True"),
    "int": ("0", "1", "-1", "Mean"),
    "float": ("0.0", "1.0", "1e-05"),
    "Scalar": ("1", "0"),
    "str": ("''",),
    "MemoryFormat": ("contiguous_format",),
    "ScalarType": ("long",),
}
_OPTIONS = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"


def complete_schema(place: CompletionPlace) -> Completions:
    """What can be typed in `func`: variants of known functions as a whole, then types, names, defaults, returns."""
    typed = place.before.lstrip()
    opening = typed.find("(")
    if opening < 0:
        return Completions(tuple(_free_variants(place, typed)))
    closing = _closing(typed, opening)
    if closing is not None:
        return Completions(tuple(_after_arguments(place, typed, typed[closing + 1 :])))
    listed = typed[opening + 1 :]
    argument = listed[_last_separator(listed) :].lstrip()
    annotation = re.fullmatch(r"Tensor\(([a-z]?!?)", argument)
    if annotation is not None:
        return Completions(tuple(_annotations(place, listed, annotation[1])))
    head, equals, default = argument.rpartition("=")
    if equals:
        return Completions(tuple(_defaults(place, head, default)))
    type_, blank, name = argument.partition(" ")
    if blank:
        names = [(name_, "") for name_ in _NAMES.get(type_, ())]
        if "!" in type_:
            names = [("out" if "*, " in listed else "self", "")]
        return Completions(tuple(_words(place, name, names, "variable")))
    return Completions(tuple(_argument_types(place, typed[:opening], listed, argument)))


def _closing(text: str, opening: int) -> int | None:
    """The bracket that closes the one at `opening`."""
    depth = 0
    for at in range(opening, len(text)):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if depth == 0:
                return at
    return None


def _last_separator(listed: str) -> int:
    """Behind the last comma that separates arguments, none inside brackets."""
    depth = last = 0
    for at, character in enumerate(listed):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth <= 0:
            last = at + 1
    return last


def _words(
    place: CompletionPlace, typed: str, words: Iterable[tuple[str, str]], kind: CompletionKind, lead: str = ""
) -> Iterator[CompletionItem]:
    """Words with their details, in the place of what is typed of one."""
    rest = re.match(r"[\w?!\[\]]*", place.after)
    span = place.span(len(typed), len(rest[0]) if rest and typed.strip() else 0)
    for rank, (word, detail) in enumerate(words):
        yield CompletionItem(word, kind, detail, f"{rank:03}", word, span, f"{lead}{word}", {"type": word})


def _argument_types(place: CompletionPlace, operator: str, listed: str, typed: str) -> Iterator[CompletionItem]:
    known = place.snapshot.dialect.schema.base_types
    words: list[tuple[str, str]] = []
    inplace = operator.partition(".")[0].endswith("_")
    if not listed[: len(listed) - len(typed)].strip():
        words.append(("Tensor(a!) self" if inplace else "Tensor self", "the tensor that the method is called on"))
    words += [(word, "") for word in _ARGUMENT_TYPES if re.split(r"[?\[]", word)[0] in known]
    if "*" not in listed:
        words.append(("*", "keyword-only arguments follow"))
        words.append((f"*, {_OPTIONS}", "the arguments of a factory"))
    letter = _free_letter(listed)
    words.append((f"Tensor({letter}!)" + ("" if "*" not in listed else " out"), "a tensor that is written to"))
    words.append((f"Tensor({letter})", "a tensor that the output is a view of"))
    listed_bases = {re.split(r"[?\[( ]", word)[0] for word, _ in words}
    words += [(word, "") for word in sorted(known - listed_bases)]
    yield from _words(place, typed, words, "class")


def _free_letter(listed: str) -> str:
    taken = set(re.findall(r"Tensor\(([a-z])", listed))
    return next((letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in taken), "a")


def _annotations(place: CompletionPlace, listed: str, typed: str) -> Iterator[CompletionItem]:
    letter = _free_letter(listed[: listed.rfind("(")])
    words = [(f"{letter}!", "written to"), (letter, "an output is a view of it")]
    taken = sorted(set(re.findall(r"Tensor\(([a-z]!?)\)", listed)))
    words += [(other, "the same memory as another") for other in taken]
    closing = "" if place.after.lstrip("abcdefghijklmnopqrstuvwxyz!").startswith(")") else ")"
    for item in _words(place, typed, words, "value"):
        yield item._replace(text=f"{item.text}{closing}")


def _defaults(place: CompletionPlace, head: str, typed: str) -> Iterator[CompletionItem]:
    type_ = head.rpartition(" ")[0]
    base = re.split(r"[?\[]", type_)[0]
    words: tuple[str, ...] = ("None",) if "?" in type_ else ()
    if "[" in type_ and "?" not in type_:
        words += ("[]",) if type_.endswith("[]") else ("0", "1", "[0, 1]")
    elif "?" not in type_:
        words += _DEFAULTS.get(base, ())
    yield from _words(place, typed, [(word, type_) for word in words], "constant")


def _after_arguments(place: CompletionPlace, typed: str, rest: str) -> Iterator[CompletionItem]:
    """The arrow and what is returned."""
    arguments = typed[: len(typed) - len(rest)]
    written = re.findall(r"Tensor\(([a-z]!)\)", arguments)
    aliases = [f"Tensor({letter})" for letter in dict.fromkeys(re.findall(r"Tensor\(([a-z])\)", arguments))]
    results = [f"Tensor({mark})" for mark in dict.fromkeys(written)]
    whole = [results[0] if len(results) == 1 else f"({', '.join(results)})"] if results else []
    words = [(word, "") for word in dict.fromkeys([*whole, *aliases, *_RETURN_TYPES])]
    before, arrow, result = rest.partition("->")
    if arrow:
        inner = re.search(r"[\w\[\]?]*\Z", result)
        single = "(" in result
        typed_word = inner[0] if inner else ""
        lead = "" if result.startswith(" ") else " "
        if single:
            words = [(word, "") for word in dict.fromkeys([*results, *aliases, "Tensor", "Tensor[]", "int", "float"])]
            lead = ""
        yield from _words(place, typed_word, words, "class", lead)
        return
    arrows = [(f" -> {word}", "") for word, _ in words]
    for item in _words(place, before, arrows, "class"):
        yield item._replace(label=item.label.strip(), filter=before.rstrip() + item.filter[len(before.rstrip()) :])


def _free_variants(place: CompletionPlace, typed: str) -> Iterator[CompletionItem]:
    """Schemas of in-place and out variants that functions of such a name lack."""
    index = place.snapshot.native_index
    base = typed.partition(".")[0].rstrip("_")
    if not base:
        return
    target = _value_target(place)
    schemas: list[str] = []
    for name in sorted_matches(base, index.by_name, 20):
        for placed in index.by_name[name]:
            for kind in ("in-place", "out"):
                schema = free_schema(place.snapshot, placed, "out" if kind == "out" else "in-place")
                if schema is not None:
                    schemas.append(schema)
    for rank, schema in enumerate(schemas[:MOST_ITEMS]):
        item = _whole_schema(place, schema, f"{rank:03}", target)
        yield item._replace(data={"what": "variant"})
