"""Defaults of arguments as libtorch reads them when an operator is registered (`function_schema_parser.cpp`): the
generator copies their text, so that a wrong one ends every program that loads the library."""

from __future__ import annotations

import re

from vt_core.model.types import ListType, OptionalType, Type

# The only words that stand for a number there.
_NUMBER_WORDS = frozenset(("Mean", "long", "contiguous_format", "strided", "cpu"))
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?j?\Z")
_WHOLE_NUMBER = re.compile(r"-?\d+\Z")
_STRING = re.compile(r"'.*'\Z|\".*\"\Z", re.DOTALL)


def is_read_as_default(type_: Type, text: str) -> bool:
    """Whether a text is a default for a type; True where nothing is known of the type or it is a list."""
    if isinstance(type_, OptionalType):
        return text == "None" or is_read_as_default(type_.elem, text)
    if isinstance(type_, ListType):
        return True
    if type_.name == "bool":
        return text in ("True", "False")
    if type_.name in ("int", "SymInt"):
        return text in _NUMBER_WORDS or _WHOLE_NUMBER.match(text) is not None
    if type_.name in ("float", "Scalar"):
        return _NUMBER.match(text) is not None
    return type_.name != "str" or _STRING.match(text) is not None
