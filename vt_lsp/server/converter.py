"""lsprotocol's converter, made strict: JSON of another type than the protocol's is refused, not converted."""

from __future__ import annotations

from functools import cache
from typing import Any

from cattrs import Converter
from lsprotocol.converters import get_converter


@cache
def make_converter() -> Converter:
    """The converter between the protocol's JSON and lsprotocol's objects. Made once: it writes itself code for each
    class that it meets."""
    converter = get_converter()
    converter.register_structure_hook(str, _string)
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(bool, _boolean)
    return converter


def _string(value: Any, kind: Any) -> Any:
    if not isinstance(value, str):
        raise TypeError("not a string")
    return value if kind is str else _member(value, kind)


def _integer(value: Any, kind: Any) -> Any:
    if isinstance(value, float) and value.is_integer():  # some clients have no other numbers
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not an integer")
    return value if kind is int else _member(value, kind)


def _member(value: Any, kind: Any) -> Any:
    """A member of one of the protocol's enumerations, which are integers and strings too. One that only a later version
    of the protocol has stays as it is: a new client is not turned away for what it can do."""
    try:
        return kind(value)
    except ValueError:
        return value


def _boolean(value: Any, _: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise TypeError("not a boolean")
