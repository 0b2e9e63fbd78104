"""All that the generator refuses in one function of family 2.x while it matches and emits it."""

from __future__ import annotations

from vt_core.codegen.cpp import CppCache
from vt_core.codegen.match_faults import match_faults
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


def method_faults(
    f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, cache: CppCache, *, exact: bool
) -> tuple[Fault, ...]:
    """What is wrong with a function and the entry that it matched, all autograd keys, without emitting text."""
    if info is None:
        return ()
    return match_faults(f, info, exact=exact)
