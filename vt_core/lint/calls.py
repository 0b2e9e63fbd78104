"""What a formula calls, in one pass over its brackets: enough to judge calls without reading all of its tokens."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

BracketFault = Literal["unclosed", "unexpected", "empty"]


class Call(NamedTuple):
    """A call: where its name starts, the name with its scope (`at::mm`; empty where no name stands before the
    bracket), and the offsets of its brackets and of the commas between its arguments."""

    start: int
    name: str
    bounds: tuple[int, ...]


class Calls(NamedTuple):
    """The calls of a formula, inner ones first, and the first bracket or comma that does not fit."""

    calls: tuple[Call, ...]
    fault: tuple[BracketFault, int] | None


NO_CALLS = Calls((), None)


def words_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


# A name that is no member, is not called and has no scope.
FREE_NAME = re.compile(r"(?<![\w.:])(?<!->)[A-Za-z_]\w*(?!\w|\s*\(|::|<)")

# What C++ and the generated files declare for every formula.
GLOBAL_NAMES = words_of("""
    true false nullptr nullopt sizeof static_cast const auto and or not new bool char double float int long
    short signed unsigned void size_t int8_t int16_t int32_t int64_t uint8_t Tensor TensorList Scalar
    ScalarType IntArrayRef SymInt SymIntArrayRef ArrayRef MemoryFormat TensorOptions Layout Device Generator
    optional Dimname DimnameList Variable variable_list TensorGeometry OptionalIntArrayRef string
    """)

_MARK = re.compile(r"(?<![\w:])[\w:]+\(|[(),\[\]{}]")
_NO_CODE = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*[\s\S]*?\*/')
_TEMPLATE = re.compile(r"(?<=\w)<[\w:,*& ]*>")
_PAIRS = {")": "(", "]": "[", "}": "{"}


def code_of(text: str) -> str:
    """The formula with strings, comments and template arguments blanked out; offsets stay."""
    if '"' in text or "'" in text or "/" in text:
        text = _NO_CODE.sub(_blank, text)
    return _TEMPLATE.sub(_blank, text) if "<" in text else text


def _blank(found: re.Match[str]) -> str:
    """Strings and lists of types keep their delimiters, so that something stands there."""
    text = found[0]
    if text[0] == "/":
        return " " * len(text)
    return text[0] + " " * (len(text) - 2) + text[-1]


def read_calls(code: str) -> Calls:
    """The calls of a formula whose strings are blanked out."""
    calls: list[Call] = []
    open_: list[tuple[str, int, str, list[int]]] = []
    fault: tuple[BracketFault, int] | None = None
    for found in _MARK.finditer(code):
        mark = found[0]
        last = mark[-1]
        if last == "(":
            open_.append(("(", found.start(), mark[:-1], [found.end() - 1]))
        elif last == ",":
            if open_:
                open_[-1][3].append(found.start())
        elif last == "[" or last == "{":
            open_.append((last, found.start(), "", [found.start()]))
        else:
            at = found.start()
            if not open_ or open_[-1][0] != _PAIRS[last]:
                fault = ("unexpected", at) if not open_ else ("unclosed", open_[-1][3][0])
                return Calls(tuple(calls), fault)
            _, start, name, bounds = open_.pop()
            bounds.append(at)
            if last == ")":
                calls.append(Call(start, name, tuple(bounds)))
    if open_:
        fault = "unclosed", open_[-1][3][0]
    return Calls(tuple(calls), fault)


def arguments_of(call: Call, code: str) -> list[str]:
    """The arguments of a call, without white space around them."""
    bounds = call.bounds
    if len(bounds) == 2:
        lone = code[bounds[0] + 1 : bounds[1]].strip()
        return [lone] if lone else []
    return [code[bounds[at] + 1 : bounds[at + 1]].strip() for at in range(len(bounds) - 1)]


def is_method(call: Call, code: str) -> bool:
    """Whether it is called on something."""
    before = code[: call.start].rstrip()[-2:]
    return before[-1:] == "." or before == "->"
