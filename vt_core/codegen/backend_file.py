"""The YAML file of a backend outside PyTorch, read as `gen_backend_stubs.parse_backend_yaml` reads it.

What it holds by itself is checked here; operators are looked up by `analysis/backend.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vt_core.codegen.entry_fields import duplicate_keys
from vt_core.dialects.backend_files import NPU_KEYS, OWN_OPERATORS, BackendFileFacts
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping, Node, Place, Scalar, Sequence
from vt_core.syntax.yaml_text import read_yaml
from vt_core.text.spans import Span

_TOP_KEY = re.compile(r"^(backend|cpp_namespace|supported|autograd|full_codegen):(?=[ \t\r\n]|\Z)", re.MULTILINE)
_NAMES = frozenset(("backend", "cpp_namespace"))
_LISTS_OF_OPERATORS = ("supported", "full_codegen", "ir_gen", "symint", "autograd", *OWN_OPERATORS)


class Listed(NamedTuple):
    """An operator in one of the lists. `entry` is its item, whose text is the file's, `name` what is looked up."""

    key: str
    entry: Entry
    name: str

    @property
    def place(self) -> Place:
        """The name, in the item."""
        if isinstance(self.entry.node, Mapping):
            return Place("backend", ("func",), "value", 0, len(self.name))
        return Place("backend")


class BackendFile(NamedTuple):
    """The file. `entry` is all of it, None where YAML cannot read it. `faults` are those of the file by itself, with
    the entry (the file or an item) that they stand in. `has_own_operators`: it is one for the generator of torch_npu,
    which also lists operators that PyTorch has not."""

    text: str
    entry: Entry | None
    listed: tuple[Listed, ...]
    faults: tuple[tuple[Fault, Entry], ...]
    problem: tuple[Fault, Span] | None = None
    has_own_operators: bool = False

    def value(self, key: str) -> str:
        """The text of a key's value, `""` where there is none."""
        scalar = None if self.entry is None else self.entry.scalar(key)
        return "" if scalar is None or scalar.kind == "null" else scalar.value

    def under(self, *keys: str) -> tuple[Listed, ...]:
        """The operators listed under some keys."""
        return tuple([one for one in self.listed if one.key in keys])


def is_backend_file(text: str) -> bool:
    """Whether a text seems to be such a file, by the keys in its first column: whose it is, and what it has."""
    keys = frozenset(_TOP_KEY.findall(text))
    return len(keys) > 1 and bool(keys & _NAMES)


def read_backend_file(text: str, facts: BackendFileFacts) -> BackendFile:
    """Read a file. Never raises for what it holds."""
    reading = read_yaml(text)
    if reading.problem is not None:
        fault = Fault("yaml-syntax", Place("backend"), {"message": reading.problem.message}, "build")
        return BackendFile(text, None, (), (), (fault, reading.problem.span))
    node = reading.node
    if not isinstance(node, Mapping):
        return BackendFile(text, None, (), ())
    entry = Entry(text, node)
    own = any(key in entry.fields for key in NPU_KEYS)
    if own:
        facts = facts._replace(keys=(*facts.keys, *NPU_KEYS), lists=(*facts.lists, *NPU_KEYS), emptied=("supported",))
    listed = tuple(_listed(entry, facts, mappings=own))
    faults = [
        *[(fault._replace(origin="build"), entry) for fault in duplicate_keys(entry, "backend")],
        *[(fault, entry) for fault in _key_faults(entry, facts)],
        *[(fault, entry) for fault in _value_faults(entry, facts)],
        *_item_faults(entry, facts, mappings=own),
    ]
    return BackendFile(text, entry, listed, tuple(faults), None, own)


def _items(entry: Entry, facts: BackendFileFacts) -> Iterator[tuple[str, Entry]]:
    """The items of all lists of operators, with their list's key."""
    for key in _LISTS_OF_OPERATORS:
        field = entry.fields.get(key)
        if field is not None and key in facts.lists and isinstance(field.value, Sequence):
            yield from [(key, Entry(entry.text, item)) for item in field.value.items]


def _listed(entry: Entry, facts: BackendFileFacts, *, mappings: bool) -> Iterator[Listed]:
    """The operators of all lists. Some generators take mappings with a schema, `func`, too."""
    for key, item in _items(entry, facts):
        func = item.scalar("func") if mappings else None
        if func is not None:
            yield Listed(key, item, func.value.partition("(")[0].strip())
        elif isinstance(item.node, Scalar) and item.node.kind == "str":
            yield Listed(key, item, item.node.value)


def _key_faults(entry: Entry, facts: BackendFileFacts) -> Iterator[Fault]:
    """Keys that are missing, and those that do not exist."""
    for key in ("backend", "cpp_namespace"):
        scalar = entry.scalar(key)
        if key not in entry.fields:
            yield Fault("backend-missing-key", Place("backend"), {"key": key})
        elif scalar is not None and scalar.kind == "null":
            yield Fault("backend-missing-key", Place("backend", (key,), "key"), {"key": key, "what": "empty"})
    known = ", ".join([key for key in facts.keys if key not in entry.fields])
    for key in entry.fields:
        if key not in facts.keys:
            yield Fault("backend-unknown-key", Place("backend", (key,), "key"), {"key": key, "known": known})


def _value_faults(entry: Entry, facts: BackendFileFacts) -> Iterator[Fault]:
    """Values that are no list, and no truth value."""
    for key, field in entry.fields.items():
        value = field.value
        place = Place("backend", (key,))
        if key in facts.lists and not isinstance(value, Sequence):
            if not isinstance(value, Scalar) or value.kind != "null":
                yield Fault("backend-field-type", place, {"key": key, "wanted": "list", "value": _shown(value)})
            elif key not in facts.emptied:
                yield Fault("backend-empty-list", Place("backend", (key,), "key"), {"key": key})
        elif key in facts.switches and not (isinstance(value, Scalar) and value.kind == "bool"):
            yield Fault("backend-field-type", place, {"key": key, "wanted": "bool", "value": _shown(value)})


def _item_faults(entry: Entry, facts: BackendFileFacts, *, mappings: bool) -> Iterator[tuple[Fault, Entry]]:
    """Items that are no names."""
    for key, item in _items(entry, facts):
        named = isinstance(item.node, Scalar) and item.node.kind == "str"
        if not named and not (mappings and item.scalar("func") is not None):
            data = {"key": key, "wanted": "operator", "value": _shown(item.node)}
            yield Fault("backend-field-type", Place("backend"), data), item


def _shown(node: Node) -> str:
    """What a value is, for a message."""
    if isinstance(node, Scalar):
        return "nothing" if node.kind == "null" else node.value
    return "a list" if isinstance(node, Sequence) else "a mapping"
