"""Fields of an entry of native_functions.yaml, by their kinds: what all releases read alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.entries import Entry, Field, fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Node, Place, Scalar, Sequence
from vt_core.syntax.nodes import Mapping as Mapping_

NativeFields = Mapping[str, Field]


class NativeReading(NamedTuple):
    """The function, None where the generator refuses the entry, and what is wrong."""

    function: NativeFunction | None
    faults: tuple[Fault, ...]


# The generator's loader puts the line number under this key, whatever the file has there.
_LINE_KEY = "__line__"

_FUNCTION = frozenset(("function",))
_VARIANTS = ("function", "method")


def place(*path: str, part: str = "value", start: int | None = None, end: int | None = None) -> Place:
    """A place in an entry of native_functions.yaml."""
    return Place("native_functions", path, "key" if part == "key" else "value", start, end)


def field_faults(fields: NativeFields, operator: str, dialect: Dialect) -> list[Fault]:
    """Fields that no entry has, and plain ones that are not what they must be."""
    found: list[Fault] = []
    for name, (key, value) in fields.items():
        if name == _LINE_KEY:
            continue
        kind = dialect.native_fields.get(name)
        if kind is None or key.kind != "str":
            found.append(_unknown_field(name, operator, dialect))
        elif (kind == "bool" and not (isinstance(value, Scalar) and value.kind == "bool")) or (
            kind == "string" and not (isinstance(value, Scalar) and value.kind in ("str", "null"))
        ):
            found.append(wrong_type(name, value, kind))
    return found


def _unknown_field(name: str, operator: str, dialect: Dialect) -> Fault:
    data = {"operator": operator, "field": name, "known": ", ".join(dialect.native_fields)}
    if name in dialect.dispatch_keys:
        data["what"] = "dispatch-key"
    return Fault("unknown-field", place(name, part="key"), data)


def duplicate_keys(entry: Entry, file: FileRole) -> list[Fault]:
    """Keys that stand twice in the entry, or in a mapping in it."""
    node = entry.node
    if not isinstance(node, Mapping_):
        return []
    if not _repeats(node):
        return []
    found: list[Fault] = []
    for path, mapping, distinct in ((), node, len(entry.fields)), *_inner(entry):
        if distinct == len(mapping.pairs):
            continue
        seen: set[str] = set()
        for key, _ in mapping.pairs:
            if not isinstance(key, Scalar):
                continue
            if key.value in seen:
                found.append(Fault("duplicate-key", Place(file, (*path, key.value), "key"), {"key": key.value}))
            seen.add(key.value)
    return found


def _repeats(node: Mapping_) -> bool:
    """Whether a key stands twice in a mapping, or in one in it."""
    keys: set[str] = set()
    for key, value in node.pairs:
        if isinstance(key, Scalar):
            keys.add(key.value)
        if isinstance(value, Mapping_) and _repeats(value):
            return True
    return len(keys) < len(node.pairs)


def _inner(entry: Entry) -> Iterator[tuple[tuple[str, ...], Mapping_, int]]:
    for name, (_, value) in entry.fields.items():
        if isinstance(value, Mapping_):
            fields = fields_of(value)
            yield (name,), value, len(fields)
            for inner, (_, below) in fields.items():
                if isinstance(below, Mapping_):
                    yield (name, inner), below, len(fields_of(below))


def wrong_type(name: str, value: Node, kind: str) -> Fault:
    """A field of another kind than it must be: at its value if it is written on one line, else at its key."""
    if isinstance(value, Scalar) and value.value:
        return Fault("field-type", place(name), {"field": name, "kind": kind, "value": value.value})
    return Fault("field-type", place(name, part="key"), {"field": name, "kind": kind, "value": ""})


def is_true(fields: NativeFields, name: str) -> bool:
    """Whether a field is there and true."""
    field = fields.get(name)
    return field is not None and isinstance(field.value, Scalar) and field.value.value.lower() in ("yes", "true", "on")


def text_of(fields: NativeFields, name: str) -> str | None:
    """A field's text, None for one of another kind."""
    field = fields.get(name)
    if field is None or not isinstance(field.value, Scalar) or field.value.kind != "str":
        return None
    return field.value.value


def is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind == "null"


def is_given(fields: NativeFields, name: str) -> bool:
    """Whether a field is there and not null."""
    field = fields.get(name)
    return field is not None and not is_null(field.value)


def read_variants(fields: NativeFields, found: list[Fault]) -> frozenset[str]:
    """The words of `variants`."""
    field = fields.get("variants")
    if field is None:
        return _FUNCTION
    if not isinstance(field.value, Scalar) or field.value.kind != "str":
        found.append(wrong_type("variants", field.value, "string"))
        return _FUNCTION
    words, start = field.value.value.split(", "), 0
    wrong = [word for word in words if word not in _VARIANTS]
    if len(wrong) > len(_VARIANTS):
        found.append(Fault("unknown-variant", place("variants"), {"variant": field.value.value}))
        return frozenset(words)
    for word in words:
        if word in wrong:
            at = place("variants", start=start, end=start + len(word))
            found.append(Fault("unknown-variant", at, {"variant": word}))
        start += len(word) + 2
    return frozenset(words)


def names_listed(fields: NativeFields, name: str, found: list[Fault]) -> frozenset[str]:
    """The names in a field that is a list of them."""
    field = fields.get(name)
    if field is None:
        return frozenset()
    is_list = isinstance(field.value, Sequence) and field.value.kind == "list"
    items = field.value.items if isinstance(field.value, Sequence) else ()
    names = [item.value for item in items if isinstance(item, Scalar) and item.kind == "str"]
    if not is_list or len(names) < len(items):
        found.append(wrong_type(name, field.value, "list"))
    return frozenset(names)
