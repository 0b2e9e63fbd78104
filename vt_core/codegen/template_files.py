"""Files made of templates: the folder of templates that is given, and the files that come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vt_core.codegen.code_template import Value, fill, parse_template, unknown_names


class Templates(NamedTuple):
    """The template files' texts by name, and their folder as the first comment names it."""

    texts: Mapping[str, str]
    folder: str


class GeneratedFile(NamedTuple):
    """A file by its name, and all of its text."""

    path: str
    text: str


class TemplateUse(NamedTuple):
    """A template that is needed, and the names that have values in it."""

    name: str
    known: tuple[str, ...]


def problems(templates: Templates, needed: Sequence[TemplateUse]) -> tuple[str, ...]:
    """What keeps the files from being written: a template that is missing or asks for an unknown value."""
    found: list[str] = []
    for name, known in needed:
        path = f"{templates.folder}/{name}"
        if name not in templates.texts:
            found.append(f"{path} is missing")
            continue
        unknown = dict.fromkeys(unknown_names(parse_template(templates.texts[name]), known))
        found += [f"{path} asks for `{asked}`, which the generator does not provide" for asked in unknown]
    return tuple(found)


def generated_comment(template: str, templates: Templates) -> str:
    """The comment with which a file says what it was made of."""
    return f"@generated from {templates.folder}/{template}"


def filled(
    path: str, template: str, templates: Templates, values: Mapping[str, Value], *, clean_blanks: bool = False
) -> GeneratedFile:
    """The file that a template gives with these values and its comment."""
    parsed = parse_template(templates.texts.get(template, ""))
    every = {**values, "generated_comment": generated_comment(template, templates)}
    return GeneratedFile(path, fill(parsed, every, clean_blanks=clean_blanks))
