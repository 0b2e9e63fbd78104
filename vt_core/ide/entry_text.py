"""Entries as text: schemas and formulas as YAML writes them, keys that are there and missing, stubs for formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.findings import FindingEdit
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import Cursor
from vt_core.model.native_function import NativeFunction
from vt_core.rules.edits import single_quoted
from vt_core.rules.rule import Edit
from vt_core.syntax.schema import parse_argument, parse_schema
from vt_core.text.spans import Span

NOT_GRADIENTS = ("name", "output_differentiability")

_PLAIN = re.compile(r"[A-Za-z_](?!.*(?:: | #))[ -~]*(?<![: ])")
_NO_STRINGS = frozenset(("yes", "no", "true", "false", "on", "off", "null", "y", "n"))


def yaml_value(text: str) -> str:
    """A text as the value of a field on its line, in single quotes where it needs some."""
    plain = _PLAIN.fullmatch(text) is not None and text.lower() not in _NO_STRINGS
    return text if plain else single_quoted(text)


class DifferentiableArgument(NamedTuple):
    """An argument that can have a gradient key; the type as the schema has it."""

    name: str
    type: str

    @property
    def is_list(self) -> bool:
        return "[" in self.type


def differentiable_arguments(function: NativeFunction) -> tuple[DifferentiableArgument, ...]:
    """The tensors among the arguments, out arguments left out."""
    arguments = function.func.arguments.non_out
    return tuple([DifferentiableArgument(a.name, str(a.type)) for a in arguments if a.type.is_tensor_like])


def differentiable_in_schema(schema: str) -> tuple[DifferentiableArgument, ...]:
    """The same of a schema that no function has, by its text."""
    found: list[DifferentiableArgument] = []
    for piece in parse_schema(schema).arguments:
        syntax = parse_argument(piece.text)
        type_ = syntax.text[: syntax.type_end]
        name = syntax.part(syntax.name)
        if type_.startswith("Tensor") and name and "!" not in type_:
            found.append(DifferentiableArgument(name, type_))
    return tuple(found)


def arguments_of_entry(cursor: Cursor) -> tuple[DifferentiableArgument, ...]:
    """The differentiable arguments of a derivatives entry's function, or of the schema that it names."""
    placed = cursor.function
    if placed is None:
        return differentiable_in_schema(cursor.specification)
    return differentiable_arguments(cursor.snapshot.native_index.functions[placed])


def keys_in(text: str, column: int, without: Span | None = None) -> tuple[str, ...]:
    """The keys of a block's entry, whether YAML can read it or not; `without` is a line to pass over."""
    if without is not None:
        text = text[: without.start] + text[without.end :]
    found: list[str] = re.findall(rf"^(?:- {{{column - 1}}}| {{{column}}})(\w[\w, ]*?)[ \t]*:(?=\s|\Z)", text, re.M)
    return tuple(found)


def named_in(keys: Iterable[str]) -> frozenset[str]:
    """The arguments that gradient keys name (`self, other` names two)."""
    return frozenset([name.strip() for key in keys if key not in NOT_GRADIENTS for name in key.split(",")])


def stub(operator: str, argument: DifferentiableArgument) -> str:
    """A formula that builds, and fails when the gradient is asked for.

    The generator finds names in strings too: an argument called `grad` would be saved, beside the gradient.
    """
    call = "not_implemented_list" if argument.is_list else "not_implemented"
    of = "" if argument.name in ("grad", "grads") else f": {argument.name}"
    return f'{call}("{operator}{of}")'


def stub_formulas(function: NativeFunction, missing: Sequence[DifferentiableArgument]) -> dict[str, str]:
    """A stub for each argument."""
    name = function.func.name.name
    return {argument.name: stub(name, argument) for argument in missing}


def entry_lines(first: str, formulas: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The lines of a derivatives entry, without indentation: its schema and its formulas."""
    return (f"name: {yaml_value(first)}", *[f"{key}: {yaml_value(formula)}" for key, formula in formulas])


def line_break_of(text: str) -> str:
    """The line break that a text is written with."""
    return "\r\n" if "\r\n" in text else "\n"


def written_entry(lines: Sequence[str], line_break: str) -> str:
    """An entry with its `-`, without a line break at its end."""
    return line_break.join([f"- {lines[0]}", *[f"  {line}" for line in lines[1:]]])


def entry_after(snapshot: Snapshot, placed: PlacedEntry, lines: Sequence[str]) -> FindingEdit:
    """Put an entry behind another, an empty line between them; comments that are indented stay with theirs."""
    block, document = placed.block, snapshot.document(placed.file)
    end = placed.entry.node.span.end
    text = block.text
    if end and text[end - 1] in "\r\n":
        end = len(text[:end].rstrip("\r\n"))
    found = re.compile(r"[^\r\n]*(?:(?:\r\n|\n|\r)[ \t]+#[^\r\n]*)*").match(text, end)
    at = found.end() if found else end
    line_break = line_break_of(text)
    new = line_break * 2 + written_entry(lines, line_break)
    start = document.start_of(block) + at
    return FindingEdit(placed.file, Span(start, start), new)


def placed_edit(snapshot: Snapshot, placed: PlacedEntry, edit: Edit) -> FindingEdit:
    """An edit of an entry's block as one of its file."""
    return FindingEdit(placed.file, edit.span.shifted(snapshot.document(placed.file).start_of(placed.block)), edit.text)
