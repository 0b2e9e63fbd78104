"""The value of `output_differentiability` as Python takes it: `False in value` and a flag for each of its items.

A list of booleans is meant; the generator uses whatever YAML gives, so that `0` counts as false and a mapping as its
keys, and fails on what cannot be searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vt_core.syntax.nodes import Mapping, Node, Scalar, Sequence
from vt_core.syntax.yaml_text import binary_value

_TRUE_TEXTS = ("yes", "true", "on")


class OutputFlags(NamedTuple):
    """Whether each output is differentiable, and whether one is `False` (rather than empty or null)."""

    flags: tuple[bool, ...]
    has_false: bool


def read_output_flags(value: Node) -> OutputFlags | None:
    """The flags, or None for a value in which Python cannot look for `False`: a single scalar."""
    if isinstance(value, Sequence):
        items = _distinct(value.items) if value.kind == "set" else value.items
    elif isinstance(value, Mapping):
        items = _distinct([key for key, _ in value.pairs])
    elif value.kind == "bytes":
        flags = tuple([byte != 0 for byte in binary_value(value.value)])
        return OutputFlags(flags, not all(flags))
    else:
        return None
    return OutputFlags(tuple([_is_true(item) for item in items]), any(_equals_false(item) for item in items))


def is_false(value: Scalar) -> bool:
    """Whether Python takes a scalar for false."""
    return not _is_true(value)


def first_false(value: Node) -> Scalar | None:
    """The item of a list that Python takes for `False`."""
    items = value.items if isinstance(value, Sequence) else ()
    return next((item for item in items if isinstance(item, Scalar) and _equals_false(item)), None)


def _is_true(item: Node) -> bool:
    """Python's truth of a YAML value."""
    if isinstance(item, Sequence):
        return bool(item.items)
    if isinstance(item, Mapping):
        return bool(item.pairs)
    if item.kind == "str":
        return item.value != ""
    if item.kind == "bytes":
        return binary_value(item.value) != b""
    return item.kind != "null" and _number(item) != 0


def _equals_false(item: Node) -> bool:
    """Python's `item == False`."""
    return isinstance(item, Scalar) and _number(item) == 0


def _distinct(keys: Iterable[Node]) -> tuple[Node, ...]:
    """Keys without those that a dictionary takes for an earlier one."""
    found: dict[tuple[str, str | float | None], Node] = {}
    for key in keys:
        if not isinstance(key, Scalar):
            identity: tuple[str, str | float | None] = ("node", str(key))
        elif (number := _number(key)) is not None:
            identity = ("number", number)
        else:
            identity = (key.kind, key.value if key.kind != "null" else None)
        found.setdefault(identity, key)
    return tuple(found.values())


def _number(item: Scalar) -> float | None:
    """The value of a bool, int or float (YAML 1.1, as PyYAML constructs them), None for other kinds."""
    text = item.value.lower().replace("_", "")
    if item.kind == "bool":
        return float(text in _TRUE_TEXTS)
    if item.kind not in ("int", "float"):
        return None
    sign = -1.0 if text.startswith("-") else 1.0
    text = text.lstrip("+-")
    try:
        if item.kind == "float":
            return sign * _unsigned_float(text)
        return sign * _unsigned_int(text)
    except (ValueError, OverflowError):
        return float("nan")


def _unsigned_int(text: str) -> float:
    if text.startswith("0b"):
        return int(text[2:], 2)
    if text.startswith("0x"):
        return int(text[2:], 16)
    if ":" in text:
        return _sexagesimal([float(int(part)) for part in text.split(":")])
    return int(text, 8) if text.startswith("0") and text != "0" else int(text)


def _unsigned_float(text: str) -> float:
    if text == ".inf":
        return float("inf")
    if text == ".nan":
        return float("nan")
    return _sexagesimal([float(part) for part in text.split(":")])


def _sexagesimal(parts: list[float]) -> float:
    total = 0.0
    for part in parts:
        total = total * 60 + part
    return total
