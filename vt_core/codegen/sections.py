"""Generated text that knows where it comes from: named sections of lines, joined as the generator's templates do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vt_core.syntax.nodes import Place


class Section(NamedTuple):
    """Lines that one step of the generator writes, without the indentation of what stands around them.

    `name` says which step, `source` which key, argument or formula it stems from (None: only the function itself).
    `indent` is what the text has before each of the lines. No line holds a line break.

    Names in a method of VariableType, in their order; those in brackets only where there is something to say, and those
    with a star in family 2.x only:

    | name | lines |
    |---|---|
    | `signature`, `end` | the first line of the definition and its closing brace |
    | [`unpack`] | the tensors behind the variables |
    | [`requires_grad`] | whether an argument with a derivative requires grad |
    | [`tangents_needed`]* | which forward formulas are needed |
    | [`check_inplace`] | that a leaf is not written to |
    | [`original_self`]* | what an in-place function overwrites |
    | [`no_requires_grad_checks`] | that arguments without a derivative, or those of an out function, require none |
    | [`grad_fn`] | the node: declared, made and linked |
    | [`save_inputs`], [`list_sizes`] | what the node keeps of the arguments |
    | [`declare_results`] | variables for several results |
    | [`save_storage`], [`check_storage`] | debug checks that the call leaves storages in place |
    | `dispatch` | the call of the kernel |
    | [`view_replay`] | how to make the view again from another base (2.x: in ADInplaceOrView) |
    | [`results`] | the results, as views where they are some (2.x: in ADInplaceOrView) |
    | [`increment_version`] | the version counters of what was written to (2.x: in ADInplaceOrView) |
    | [`history`] | the node as the outputs' `grad_fn` |
    | [`complex_check`] | that complex numbers are refused (1.8: after `save_outputs`) |
    | [`tangents`], [`set_tangents`]* | the outputs' tangents: computed, then set |
    | [`forbid_tangents`]* | that there is no tangent where no formula takes one |
    | [`save_outputs`] | what the node keeps of the outputs |
    | [`creation_hooks`]* | the hooks that are called when a node is complete |
    | [`reset_grad_accumulator`] | a new gradient accumulator |
    | [`return`] | the results |

    Its declaration is a `declaration`, its registration a `registration`. Names in a node of Functions.h: `signature`,
    `release_variables`, `retain_variables`, `compiled_autograd`, `saved`, `list_sizes`, `end`; of Functions.cpp:
    `signature`, `lock`, `asserts`, `index_ranges`, `grad`, `unpack`, `any_grad_defined`, `derivative`, `end`, and in
    family 2.x `apply_ivalue`, `apply`, `needs_input_grad`, `compiled_args`, `apply_with_saved`. In a view's object of
    ViewFuncs.h: `signature`, `state`, `end`; of ViewFuncs.cpp: `get`, `count`, `set`, `call`, `clone`.
    """

    name: str
    lines: tuple[str, ...]
    source: Place | None = None
    indent: str = ""


def text(sections: Iterable[Section]) -> str:
    """The generated text, without a line break at its end."""
    parts: list[str] = []
    lines: list[str] = []
    indent = ""
    for section in sections:
        if section.indent != indent:
            if lines:
                parts.append(_indented(lines, indent))
                lines = []
            indent = section.indent
        lines += section.lines
    if lines:
        parts.append(_indented(lines, indent))
    return "\n".join(parts)


def _indented(lines: list[str], indent: str) -> str:
    joined = "\n".join(lines)
    return indent + joined.replace("\n", "\n" + indent) if indent else joined
