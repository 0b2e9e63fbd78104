"""Template files, filled as torchgen's `CodeTemplate` fills them.

`$name` and `${name}` stand for a value. Where one starts its line (blanks before it aside) every line of the value gets
those blanks, and nothing is left of them for an empty value; elsewhere a list is joined by commas, `${,name}` with a
comma before and `${name,}` with one after, unless the list is empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Union

Value = Union[str, Sequence[str]]

_PLACEHOLDER = r"(?m)(^[^\n\S]*[^\n\S]?)?\$([^\d\W][a-zA-Z0-9_]*|\{,?[^\d\W][a-zA-Z0-9_]*\,?})"
# What `str.splitlines` takes for a line break besides `\n`; others are not ASCII.
_ASCII_LINE_BREAKS = "\r\v\f\x1c\x1d\x1e"


class Placeholder(NamedTuple):
    """A place for a value; `indent` is None where it does not start its line."""

    name: str
    indent: str | None
    comma_before: bool
    comma_after: bool


class Template(NamedTuple):
    """A template cut into literal text and placeholders."""

    parts: tuple[str | Placeholder, ...]


def parse_template(text: str) -> Template:
    """Cut a template's text (its line breaks read as `\\n`) into its parts."""
    parts: list[str | Placeholder] = []
    end = 0
    for match in re.finditer(_PLACEHOLDER, text):
        key = match.group(2)
        before = after = False
        if key.startswith("{"):
            key = key[1:-1]
            before, after = key.startswith(","), key.endswith(",")
            key = key.strip(",")
        parts += (text[end : match.start()], Placeholder(key, match.group(1), before, after))
        end = match.end()
    parts.append(text[end:])
    return Template(tuple(parts))


def unknown_names(template: Template, known: Sequence[str]) -> tuple[str, ...]:
    """The names in the template for which there is no value (the generator fails on one)."""
    return tuple([part.name for part in template.parts if isinstance(part, Placeholder) and part.name not in known])


def fill(template: Template, values: Mapping[str, Value], *, clean_blanks: bool = False) -> str:
    """The template with its values in place; a name without a value stays empty.

    `clean_blanks`: no line of a value that stands as a block ends with white space, as from 2.8 on.
    """
    parts: list[str] = []
    for part in template.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        value = values.get(part.name, "")
        if part.indent is not None:
            elements = [value] if isinstance(value, str) else value
            parts.append(block(elements, part.indent, clean_blanks=clean_blanks))
        elif isinstance(value, str):
            parts.append(value)
        elif value:
            joined = ", ".join(value)
            parts.append(f"{', ' if part.comma_before else ''}{joined}{', ' if part.comma_after else ''}")
    return "".join(parts)


def block(elements: Sequence[str], indent: str, *, clean_blanks: bool = False) -> str:
    """The elements' lines (as `str.splitlines` cuts them), each after `indent`, without white space at the end: of the
    block, and with `clean_blanks` of every line."""
    lines = "\n".join(elements)
    if (
        any(not element or element[-1] == "\n" for element in elements)
        or not lines.isascii()
        or any(char in lines for char in _ASCII_LINE_BREAKS)
    ):
        lines = "\n".join([line for element in elements for line in element.splitlines()])
    if indent:
        lines = indent + lines.replace("\n", "\n" + indent)
    return clean_lines(lines).rstrip() if clean_blanks else lines.rstrip()


def clean_lines(text: str) -> str:
    """A text whose lines (at `\\n`) do not end with white space."""
    if text.isascii() and " \n" not in text and "\t\n" not in text and text[-1:] not in (" ", "\t"):
        return text
    return "\n".join(map(str.rstrip, text.split("\n")))
