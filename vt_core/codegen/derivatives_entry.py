"""An entry of derivatives.yaml by itself: its schema, its formulas by autograd key."""

from __future__ import annotations

import re
from collections.abc import Mapping as Dict
from typing import NamedTuple

from vt_core.codegen.entry_fields import duplicate_keys
from vt_core.model.derivatives import DerivativesEntry, KeyFormulas
from vt_core.syntax.entries import Entry, Field, fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping, Node, Place, Scalar


class EntryReading(NamedTuple):
    """The entry, None where it cannot be used at all, and what is wrong with it."""

    entry: DerivativesEntry | None
    faults: tuple[Fault, ...]


def place(*path: str, start: int | None = None, end: int | None = None) -> Place:
    """A value in an entry of derivatives.yaml."""
    return Place("derivatives", path, "value", start, end)


def key_place(key: str, name: str | None = None, path: tuple[str, ...] = ()) -> Place:
    """A gradient key, or one of its names (`other` in `self, other`), under `path` in its entry."""
    found = re.search(rf"(?:^|,)\s*({re.escape(name)})\s*(?=,|$)", key) if name else None
    if found is None:
        return Place("derivatives", (*path, key), "key")
    return Place("derivatives", (*path, key), "key", *found.span(1))


def read_derivatives_entry(entry: Entry, *, keyed: bool = False) -> EntryReading:
    """Read an entry without looking at its function. `keyed`: `dispatch` may give formulas by autograd key."""
    if not isinstance(entry.node, Mapping):
        return EntryReading(None, (Fault("entry-not-mapping", place(), {"field": "name"}),))
    name = entry.fields.get("name")
    if name is None or entry.repeated:
        # The generator takes the name out of the first entry, and an alias is the same object.
        data = {"field": "name", "repeated": "true"} if entry.repeated else {"field": "name"}
        return EntryReading(None, (Fault("missing-field", place(), data),))
    twice = duplicate_keys(entry, "derivatives") if keyed else []
    if twice:
        return EntryReading(None, tuple(twice))
    if not isinstance(name.value, Scalar) or name.value.kind != "str":
        data = {"field": "name", "kind": "string", "value": ""}
        return EntryReading(None, (Fault("field-type", place("name"), data),))
    specification = name.value.value
    found = re.match(r"(\w+)(\.\w+)?\((.*)\)", specification)
    faults: list[Fault] = []
    if found is None:
        faults.append(Fault("name-syntax", _place_in_name(specification), {"name": specification}))
    dispatch: tuple[KeyFormulas, ...] = ()
    formulas: Dict[str, str] = {}
    if keyed and "dispatch" in entry.fields:
        dispatch = _dispatch(entry.fields["dispatch"], faults)
    else:
        formulas = _formulas(entry.fields, (), faults)
    if found is None or faults:
        return EntryReading(None, tuple(faults))
    differentiability = _not_null(entry.fields.get("output_differentiability"))
    return EntryReading(DerivativesEntry(specification, found.group(1), formulas, differentiability, dispatch), ())


def _place_in_name(specification: str) -> Place:
    """What keeps a name from being a schema: its namespace, its operator or its open parenthesis."""
    scope = re.match(r"[\w:]*::(?=\w)", specification)
    if scope is not None:
        return place("name", start=0, end=scope.end())
    opening = specification.find("(")
    if re.match(r"\w+(\.\w+)?\(", specification):
        return place("name", start=opening, end=opening + 1)
    words = re.match(r"\s*[^\s(,]*", specification)
    end = 0 if words is None else words.end()
    return place("name", start=0, end=end or opening + 1)


def _dispatch(field: Field, faults: list[Fault]) -> tuple[KeyFormulas, ...]:
    """The formulas by autograd key; what else the entry has does not count then."""
    if not isinstance(field.value, Mapping):
        value = field.value.value if isinstance(field.value, Scalar) else ""
        at = place("dispatch") if value else key_place("dispatch")
        faults.append(Fault("field-type", at, {"field": "dispatch", "kind": "autograd-keys", "value": value}))
        return ()
    found: list[KeyFormulas] = []
    for key, inner in fields_of(field.value).items():
        path = ("dispatch", key)
        if isinstance(inner.value, Mapping):
            found.append(KeyFormulas(key, path, _formulas(fields_of(inner.value), path, faults)))
        else:
            data = {"field": key, "kind": "formulas", "value": ""}
            faults.append(Fault("field-type", Place("derivatives", path, "key"), data))
    return tuple(found)


def _formulas(fields: Dict[str, Field], path: tuple[str, ...], faults: list[Fault]) -> dict[str, str]:
    """The gradient keys and their formulas."""
    formulas: dict[str, str] = {}
    for name, field in fields.items():
        if not path and name in ("name", "output_differentiability"):
            continue
        if field.key.kind != "str":
            faults.append(
                Fault("gradient-key-type", key_place(name, None, path), {"key": name, "kind": field.key.kind})
            )
        elif not isinstance(field.value, Scalar) or field.value.kind != "str":
            kind = field.value.kind if isinstance(field.value, Scalar) else type(field.value).__name__.lower()
            faults.append(Fault("formula-type", _formula_place(name, field.value, path), {"key": name, "kind": kind}))
        else:
            formulas[name] = field.value.value
    return formulas


def _formula_place(key: str, value: Node, path: tuple[str, ...]) -> Place:
    """The value if it is written on one line, else the key."""
    if isinstance(value, Scalar) and value.value:
        return place(*path, key)
    return key_place(key, None, path)


def _not_null(field: Field | None) -> Node | None:
    if field is None or (isinstance(field.value, Scalar) and field.value.kind == "null"):
        return None
    return field.value
