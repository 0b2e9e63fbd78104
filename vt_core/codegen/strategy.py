"""How a function reaches its kernel, and whether its autograd method is generated (the generator's
`dispatch_strategy` and the conditions around it)."""

from __future__ import annotations

from typing import Literal

from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction

Strategy = Literal["use_derived", "use_type"]


def dispatch_strategy(f: NativeFunction, info: DifferentiabilityInfo | None) -> Strategy:
    """`use_derived` where the backend's kernel is called and its gradient taken from a formula, `use_type` where the
    operators that it is composed of are differentiated."""
    if f.is_abstract or (info is not None and any(keyed.has_derivatives for keyed in info.by_key)):
        return "use_derived"
    return "use_type"


def is_manual(f: NativeFunction, dialect: Dialect) -> bool:
    """Whether its autograd kernel is written by hand."""
    name = f.cpp_name
    return name in dialect.manual_backend or name in dialect.manual_autograd_and_tracer


def emits_definition(f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect) -> bool:
    """Whether its method in VariableType is written, rather than declared only."""
    return dispatch_strategy(f, info) == "use_derived" and not is_manual(f, dialect)
