"""Which calls of a formula may mean operators or functions that are written by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vt_core.dialects.dialect import Dialect
from vt_core.dialects.functions_manual import manual_functions
from vt_core.lint.calls import GLOBAL_NAMES, Call, words_of
from vt_core.lint.subject import Formula

# Scopes of functions that are operators or written by hand.
_SCOPES = ("", "at", "::at", "at::native", "torch::autograd::generated::details")


def called_key(name: str) -> str:
    """The base name of what a call means: `mm` for `at::mm_symint`; empty for what is no operator."""
    if "::" in name:
        scope, _, name = name.rpartition("::")
        if scope not in _SCOPES:
            return ""
    return name.removesuffix("_symint").removesuffix("_out").removesuffix("_")


class CallSite(NamedTuple):
    """A call in a formula of an operator's entry. The call of a name in quotes is what `not_implemented` names."""

    operator: str
    formula: Formula
    call: Call

    @property
    def key(self) -> str:
        """What calls are grouped by."""
        return called_key(self.call.name.lstrip('"'))


def call_sites(operator: str, formula: Formula) -> Iterator[CallSite]:
    """The calls of a formula that may mean operators or functions written by hand."""
    for call in formula.calls.calls:
        if called_key(call.name):
            yield CallSite(operator, formula, call)
    if "not_implemented" in formula.text:
        for found in re.finditer(_NOT_IMPLEMENTED, formula.text):
            yield CallSite(operator, formula, Call(found.start(1), f'"{found[1]}', ()))


_NOT_IMPLEMENTED = r'\bnot_implemented\w*\(\s*"(\w+)'


# What formulas call beside operators and FunctionsManual.h: of the generated files, and of headers that these include.
_ELSEWHERE = words_of("""
    fmap scalar_to_tensor sum_to to_args_scalartypes to_args_sizes to_args_sizes_symint not_implemented
    not_implemented_list wrap_opt_if any_variable_defined isDefined sizeof static_cast
    """)


def is_known_elsewhere(name: str, dialect: Dialect) -> bool:
    """Whether a function that is no operator is known: of FunctionsManual.h, or of other headers."""
    return name in _ELSEWHERE or name in manual_functions(dialect.release) or name in GLOBAL_NAMES
