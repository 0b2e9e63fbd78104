"""What the checks of an entry look at, made once for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vt_core.codegen.cpp import return_names
from vt_core.dialects.dialect import Dialect
from vt_core.lint.calls import Calls
from vt_core.model.derivatives import Derivative, DifferentiabilityInfo, KeyFormulas
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument
from vt_core.syntax.nodes import Place


class Formula(NamedTuple):
    """A formula: its gradient key, the names in that, its text, the text without strings and comments, its calls.
    `derivative` is what the generator makes of it, None for a forward formula."""

    key: str
    names: tuple[str, ...]
    path: tuple[str, ...]
    text: str
    code: str
    calls: Calls
    derivative: Derivative | None

    def place(self, start: int | None = None, end: int | None = None) -> Place:
        """The formula, or a stretch of it."""
        return Place("derivatives", (*self.path, self.key), "value", start, end)


class Subject(NamedTuple):
    """An entry for one autograd key, with its function.

    `group` are the functions of its signature. `outputs` are the outputs' names as formulas know them, `flags` says
    which of them are differentiable.
    """

    info: DifferentiabilityInfo
    keyed: KeyFormulas
    f: NativeFunction
    group: Sequence[NativeFunction]
    dialect: Dialect
    operator: str
    arguments: Mapping[str, Argument]
    outputs: tuple[str, ...]
    flags: tuple[bool, ...]
    backward: tuple[Formula, ...]
    forward: tuple[Formula, ...]


def output_names(f: NativeFunction) -> tuple[str, ...]:
    """The outputs' names in formulas: an in-place function's is `result`, not `self`."""
    return tuple(["result" if name == "self" else name for name in return_names(f.func)])
