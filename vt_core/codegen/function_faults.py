"""All that the generator refuses in one function when it writes VariableType (`gen_variable_type_shard`)."""

from __future__ import annotations

from vt_core.codegen import refusals
from vt_core.codegen.body_plan import plan_body
from vt_core.codegen.cpp import CppCache, cpp_arguments, cpp_returns, default_faults, type_faults
from vt_core.codegen.strategy import is_manual
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


def function_faults(
    f: NativeFunction,
    info: DifferentiabilityInfo | None,
    dialect: Dialect,
    cache: CppCache | None = None,
    *,
    exact: bool = True,
) -> tuple[Fault, ...]:
    """What is wrong with a function and the entry that it matched, without emitting text. `exact`: the entry is its
    own.

    Faults of origin "build" are let through here and stop the next steps of the generator.
    """
    cache = cache or CppCache()
    if dialect.variants is not None:
        from vt_core.codegen.method_faults import method_faults  # not for releases without per-key derivatives

        return method_faults(f, info, dialect, cache, exact=exact)
    derived = info is not None and info.has_derivatives
    if (derived or f.is_abstract) and not is_manual(f, dialect):
        faults = plan_body(f, info, dialect, cache).faults
    else:
        faults = _declaration_faults(f, dialect, cache)
    name = f.cpp_name
    if (name in dialect.manual_backend) != f.manual_kernel_registration:
        faults = (*faults, refusals.manual_kernel_registration(f))
    if (derived or name in dialect.manual_autograd_and_tracer) and not f.is_abstract:
        faults = (*faults, refusals.missing_dispatch(f, info, dialect))
    return faults


def _declaration_faults(f: NativeFunction, dialect: Dialect, cache: CppCache) -> tuple[Fault, ...]:
    """What a function without a definition can have: types that keep it from being declared, and what stops the
    tracer's or ATen's step."""
    faults: tuple[Fault, ...] = ()
    for argument in cpp_arguments(f.func.arguments.all, dialect, cache):
        if not argument.type or not argument.has_default_text:
            exempt = f.cpp_no_default_args.union([option.name for option in f.func.arguments.options])
            faults = (*type_faults(f, dialect, cache), *default_faults(f, dialect, cache, exempt, "build"))
            break
    else:
        for return_ in cpp_returns(f.func.returns, dialect, cache):
            if not return_.type:
                faults = type_faults(f, dialect, cache)
                break
    if f.func.name.inplace and not is_manual(f, dialect):
        if f.func.arguments.out:
            faults = (*faults, refusals.inplace_and_out(f, "build"))
        if len(f.func.returns) > 1:
            faults = (*faults, refusals.inplace_returns(f, "build"))
    return faults
