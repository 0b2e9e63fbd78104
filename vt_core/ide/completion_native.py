"""What can be typed in native_functions.yaml besides schemas: fields, their values, dispatch keys, kernels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vt_core.ide.completion_items import NOTHING, CompletionItem, CompletionKind, Completions, sorted_matches
from vt_core.ide.completion_place import CompletionPlace, key_column
from vt_core.ide.completion_schema import complete_schema
from vt_core.ide.entry_text import keys_in, line_break_of
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.model.read_schema import read_schema
from vt_core.model.schema_parts import SchemaCache
from vt_core.syntax.schema import parse_argument, parse_schema

# In the order in which entries have them.
_FIELD_ORDER = ("func", "use_c10_dispatcher", "variants", "dispatch", "structured_delegate", "structured",
                "device_guard", "python_module")  # fmt: skip
_KEY_ORDER = ("CPU", "CUDA", "SparseCPU", "SparseCUDA", "MkldnnCPU", "QuantizedCPU", "QuantizedCUDA", "Meta", "Vulkan",
              "XLA", "Metal")  # fmt: skip
_VARIANTS = ("function, method", "function", "method")


def complete_native_key(place: CompletionPlace) -> Iterator[CompletionItem]:
    """Fields that the entry does not have yet."""
    text = place.cursor.block.text
    keys = keys_in(text, key_column(text), place.line)
    fields = place.snapshot.dialect.native_fields
    ordered = [*[name for name in _FIELD_ORDER if name in fields], *[n for n in fields if n not in _FIELD_ORDER]]
    rest = re.match(r"\w*(?=[ \t]*:)", place.after)
    span = place.span(len(place.before), 0 if rest is None else rest.end())
    for rank, name in enumerate([name for name in ordered if name not in keys]):
        text, is_snippet = _field_text(place, name) if rest is None else (name, False)
        detail = {"bool": "True or False"}.get(fields[name], "")
        yield CompletionItem(name, "field", detail, f"{rank:03}", name, span, text, {"field": name}, is_snippet)


def _field_text(place: CompletionPlace, name: str) -> tuple[str, bool]:
    """A field with what its value begins with."""
    if name == "dispatch":
        indent = " " * (key_column(place.cursor.block.text) + 2)
        return f"dispatch:{line_break_of(place.cursor.block.text)}{indent}$0", True
    if name == "variants":
        return "variants: ${1|function\\, method,function,method|}", True
    if place.snapshot.dialect.native_fields[name] == "bool":
        return f"{name}: {'False' if name == 'device_guard' else 'True'}", False
    if name == "use_c10_dispatcher":
        values = sorted(place.snapshot.dialect.c10_dispatcher_values)
        return f"{name}: {values[0] if len(values) == 1 else ''}", False
    return (f"{name}: [$0]", True) if name == "cpp_no_default_args" else (f"{name}: ", False)


# Dispatch keys


def complete_dispatch_key(place: CompletionPlace) -> Iterator[CompletionItem]:
    """Keys that the dispatch section does not have yet, with a kernel; after a comma keys alone."""
    dialect = place.snapshot.dialect
    typed = place.before.rpartition(",")[2].lstrip()
    listed = _dispatch_keys_of(place)
    function = _function(place)
    known = dialect.dispatch_keys
    if function is not None and function.structured:
        known = known & dialect.structured_dispatch_keys or known
    preferred = ["CPU", "CUDA", dialect.explicit_composite_key, dialect.composite_key, *_KEY_ORDER]
    ordered = [*dict.fromkeys([key for key in preferred if key in known]), *sorted(known.difference(preferred))]
    rest = re.match(r"\w*", place.after)
    forth = rest.end() if rest and typed else 0
    has_kernel = ":" in place.after
    span = place.span(len(typed), forth)
    for rank, key in enumerate([key for key in ordered if key not in listed]):
        kernels = _kernels(place, key)
        text = key if has_kernel or not kernels else f"{key}: {kernels[0]}"
        detail = "" if key in ("CPU", "CUDA") else _what(key, dialect.composite_key, dialect.explicit_composite_key)
        yield CompletionItem(key, "enum-member", detail, f"{rank:03}", key, span, text, {"dispatch-key": key})


def _what(key: str, composite: str, explicit: str) -> str:
    if key == composite:
        return "one kernel of other operators"
    return "one kernel for all backends" if key == explicit else ""


def _dispatch_keys_of(place: CompletionPlace) -> frozenset[str]:
    """The keys of the section's other lines, and those typed before on this one."""
    text, line = place.cursor.block.text, place.line
    without = text[: line.start] + text[line.end :]
    section = re.search(r"^[- ]+dispatch:[^\n]*\n((?:[ \t]{3,}[^\n]*(?:\n|\Z)|[ \t]*(?:#[^\n]*)?\n)*)", without, re.M)
    keys: list[str] = [] if section is None else re.findall(r"^[ \t]+(\w[\w, ]*?)[ \t]*:", section[1], re.M)
    keys += place.before.split(",")[:-1]
    return frozenset([key.strip() for written in keys for key in written.split(",")])


# How kernels' names end, longer ones first, and how a key's own kernel would.
_BACKENDS = re.compile(r"_(sparse_cuda|sparse_cpu|quantized_cuda|quantized_cpu|cuda|cpu|mkldnn|sparse|meta)(?=_|\Z)")
_ENDINGS = {"SparseCPU": "sparse_cpu", "SparseCUDA": "sparse_cuda", "QuantizedCPU": "quantized_cpu",
            "QuantizedCUDA": "quantized_cuda", "MkldnnCPU": "mkldnn"}  # fmt: skip


def _kernels(place: CompletionPlace, keys: str) -> list[str]:
    """Names for a kernel: like those of other keys, like the function, like both with the key."""
    name = _cpp_name(place)
    if not name:
        return []
    key = keys.partition(",")[0].strip()
    dialect = place.snapshot.dialect
    others: list[str] = re.findall(r"^[ \t]+\w[\w, ]*:[ \t]*([\w:]+)[ \t\r]*$", _section(place), re.M)
    if key in (dialect.composite_key, dialect.explicit_composite_key):
        return list(dict.fromkeys([name, *others]))
    ending = _ENDINGS.get(key, key.lower())
    like_others = [_BACKENDS.sub(f"_{ending}", other) for other in others if _BACKENDS.search(other)]
    with_key = f"{name}{ending}_" if name.endswith("_") else f"{name}_{ending}"
    return list(dict.fromkeys([*like_others, name, with_key, *others]))


def _section(place: CompletionPlace) -> str:
    """The block without the cursor's line."""
    text, line = place.cursor.block.text, place.line
    _, _, section = (text[: line.start] + text[line.end :]).partition("dispatch:")
    return section


def _function(place: CompletionPlace) -> NativeFunction | None:
    placed = place.cursor.function
    return None if placed is None else place.snapshot.native_index.functions[placed]


def _cpp_name(place: CompletionPlace) -> str:
    """The function's name in C++, as well as its entry says it."""
    function = _function(place)
    if function is not None:
        return function.cpp_name
    schema, _ = read_schema(place.cursor.specification, place.snapshot.dialect.schema, SchemaCache())
    return cpp_name(schema) if schema is not None else place.cursor.specification.partition("(")[0].partition(".")[0]


# Values


def complete_native_value(place: CompletionPlace) -> Completions:
    """What a field's value can be."""
    if place.field == "func":
        return complete_schema(place)
    if "\n" in place.before and place.field not in ("cpp_no_default_args", "tags"):
        return NOTHING
    if place.field == "dispatch":
        word = re.search(r"[\w:]*\Z", place.before)
        return _words(place, _kernels(place, place.keys), word[0] if word else "", "function", "kernel")
    word = re.search(r"[\w.]*\Z", place.before)
    typed = word[0] if word else ""
    if place.field == "variants":
        return _variants(place, typed)
    return _words(place, _values(place), typed, "value", place.field)


def _variants(place: CompletionPlace, typed: str) -> Completions:
    before = place.before[: len(place.before) - len(typed)]
    if "," in before:
        others = [word for word in ("function", "method") if word not in before]
        return _words(place, others, typed, "value", "variants")
    return _words(place, _VARIANTS, typed, "value", "variants")


def _values(place: CompletionPlace) -> Iterable[str]:
    field, dialect, index = place.field, place.snapshot.dialect, place.snapshot.native_index
    if dialect.native_fields.get(field) == "bool":
        return ("True", "False")
    if field == "use_c10_dispatcher":
        return sorted(dialect.c10_dispatcher_values)
    if field == "structured_delegate":
        return _out_operators(place)
    if field == "structured_inherits":
        return ("TensorIteratorBase",)
    if field == "device_check":
        return ("NoCheck", "ExactSame")
    if field == "tags":
        return _tags(place)
    if field == "autogen":
        return _generated(place)
    if field == "category_override":
        return ("factory", "dummy")
    if field == "python_module":
        modules = {function.python_module for function in index.functions.values()} - {None}
        return sorted({"nn", "linalg", "fft"}.union([module for module in modules if module]))
    if field == "cpp_no_default_args":
        return _defaulted(place)
    return ()


def _out_operators(place: CompletionPlace) -> list[str]:
    """Out variants, those of the entry's own name first."""
    index = place.snapshot.native_index
    base = place.cursor.specification.partition("(")[0].partition(".")[0].rstrip("_")
    names = [base, *[name for name in sorted_matches(place.before, index.by_name, 50) if name != base]]
    functions = [index.functions[placed] for name in names for placed in index.by_name.get(name, ())]
    return [function.func.name.text for function in functions if function.func.kind == "out"]


def _tags(place: CompletionPlace) -> list[str]:
    """The tags that tags.yaml declares, else those that functions have; those left out that the field has."""
    snapshot = place.snapshot
    known = snapshot.known_tags
    if known is None:
        known = frozenset().union(*[function.tags for function in snapshot.native_index.functions.values()])
    listed = re.findall(r"\w+", place.before)[: -1 if re.search(r"\w\Z", place.before) else None]
    return sorted(known.difference(listed))


def _generated(place: CompletionPlace) -> list[str]:
    """The variants that are generated beside the function and that the field does not have yet."""
    function = _function(place)
    index = place.snapshot.native_index
    generated = () if function is None else index.generated.get(function.func.signature, ())
    names = [index.functions[one].func.name.text for one in generated if index.functions[one].origin is function]
    return [name for name in names if name not in [part.strip() for part in place.before.split(",")[:-1]]]


def _defaulted(place: CompletionPlace) -> list[str]:
    """Arguments with a default that are not listed yet."""
    parsed = [parse_argument(piece.text) for piece in parse_schema(place.cursor.specification).arguments]
    names = [argument.part(argument.name) or "" for argument in parsed if argument.default is not None]
    return [name for name in names if not re.search(rf"\b{re.escape(name)}\b", place.before[:-1])]


def _words(place: CompletionPlace, words: Iterable[str], typed: str, kind: CompletionKind, field: str) -> Completions:
    """Plain words in the place of what is typed of one; the data says what field they are values of."""
    rest = re.match(r"[\w:.]*", place.after)
    span = place.span(len(typed), len(rest[0]) if rest and typed else 0)
    items = [
        CompletionItem(word, kind, "", f"{rank:03}", word, span, word, {"field": field, "value": word})
        for rank, word in enumerate(words)
    ]
    return Completions(tuple(items)) if items else NOTHING
