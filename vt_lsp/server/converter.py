"""lsprotocol's converter, made strict: JSON of another type than the protocol's is refused, not converted."""

from __future__ import annotations

from typing import Any

from cattrs import Converter
from lsprotocol.converters import get_converter


def make_converter() -> Converter:
    """A converter between the protocol's JSON and lsprotocol's objects."""
    converter = get_converter()
    converter.register_structure_hook(str, _string)
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(bool, _boolean)
    return converter


def _string(value: Any, _: Any) -> str:
    if isinstance(value, str):
        return value
    raise TypeError("not a string")


def _integer(value: Any, _: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():  # some clients have no other numbers
        return int(value)
    raise TypeError("not an integer")


def _boolean(value: Any, _: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise TypeError("not a boolean")
