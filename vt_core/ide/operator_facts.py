"""How an operator takes part in autograd, and why, in single lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vt_core.analysis.snapshot import MatchedFunction, Snapshot
from vt_core.codegen.body_plan import is_listed, modifies_arguments
from vt_core.codegen.strategy import dispatch_strategy, is_manual
from vt_core.dialects.dialect import Dialect
from vt_core.ide.markdown import code, codes
from vt_core.ide.meaning import operator_place
from vt_core.ide.plans import Plan
from vt_core.model.derivatives import DifferentiabilityInfo, KeyedInfo
from vt_core.model.native_function import NativeFunction

_MOST_KERNELS = 6
_MOST_FORMULA = 160


def entry_line(matched: MatchedFunction) -> str:
    """Which derivatives entry it uses, by which rule."""
    if matched.info is None:
        return "**Derivatives entry**: none, neither of its schema nor of a functional variant with its signature"
    made_from = matched.info.copied_from
    if made_from is None and matched.function.is_foreach and matched.info.func is not matched.function:
        made_from = matched.info  # formulas for one element
    entry = (made_from or matched.info).func.func.name.text
    if made_from is not None:
        what = "which it does to each tensor" if matched.function.is_foreach else "the view that it copies"
        how = f"that of {code(entry)}, {what}"
    elif matched.exact:
        how = "its own (same schema)"
    else:
        how = f"inherited from {code(entry)} (same signature: all but defaults, mutability and overload)"
    nodes = [(keyed.node_name, keyed.autograd_key) for keyed in matched.keyed if keyed.node_name is not None]
    if len(nodes) > 1:
        listed = ", ".join([f"{code(name)} ({code(key)})" for name, key in nodes])
        return f"**Derivatives entry**: {how}; backward nodes {listed}"
    if matched.node_name is None:
        what = "its formulas are for no argument" if matched.info.derivatives else "it has no formula"
        return f"**Derivatives entry**: {how}; {what}, so there is no node"
    return f"**Derivatives entry**: {how}; backward node {code(matched.node_name)}"


def strategy_line(f: NativeFunction, info: DifferentiabilityInfo | None, plan: Plan | None, dialect: Dialect) -> str:
    """How its autograd method reaches the kernel."""
    strategy = dispatch_strategy(f, info)
    declared = dialect.family == "1.8"
    if is_manual(f, dialect):
        what = "only declared here" if declared else "no method is generated"
        return f"**Strategy** `{strategy}`, but its autograd kernel is written by hand: {what}"
    if strategy == "use_type":
        only = "declared only, " if declared else ""
        why = f"it is made of other operators, whose calls autograd records: {only}no method is generated"
        return f"**Strategy** `use_type`: {why}"
    if f.is_abstract and info is not None and any(keyed.has_derivatives for keyed in info.by_key):
        why = "it has kernels of its own and formulas: the method calls the kernel below autograd and links the node"
    elif f.is_abstract:
        why = f"it has kernels of its own, which autograd cannot look into, and no formula: {_without_formula(plan)}"
    else:
        why = "it has formulas, but no kernels of its own, which the generator refuses"
    return f"**Strategy** `use_derived`: {why}"


def _without_formula(plan: Plan | None) -> str:
    if plan is None or not plan.requires_derivative:
        return "its outputs require no grad"
    return "differentiating it fails (`NotImplemented`)"


def dispatch_line(snapshot: Snapshot, f: NativeFunction) -> str:
    """Which kernels it has, for which backends."""
    if f.manual_kernel_registration:
        return "**Dispatch**: registered in hand-written C++"
    if f.structured_delegate is not None:
        target = operator_place(snapshot, f.structured_delegate)
        all_theirs = {} if target is None else snapshot.native_index.functions[target].dispatch
        served = snapshot.dialect.structured_dispatch_keys
        theirs = {key: kernel for key, kernel in all_theirs.items() if key in served}
        own = f"; its own: {_kernels(f.dispatch)}" if f.dispatch else ""
        return f"**Dispatch**: the structured kernels of {code(f.structured_delegate)}: {_kernels(theirs)}{own}"
    structured = "structured kernels " if f.structured else ""
    if not f.is_abstract:
        return f"**Dispatch**: {_kernels(f.dispatch)}, composed of other operators, for every backend"
    return f"**Dispatch**: {structured}{_kernels(f.dispatch)}"


def _kernels(dispatch: Mapping[str, str]) -> str:
    """Kernels with the keys that they are registered for."""
    by_kernel: dict[str, list[str]] = {}
    for key, kernel in dispatch.items():
        by_kernel.setdefault(kernel, []).append(key)
    shown = [f"{codes(keys)} → {code(kernel)}" for kernel, keys in list(by_kernel.items())[:_MOST_KERNELS]]
    more = f"; … {len(by_kernel) - _MOST_KERNELS} more" if len(by_kernel) > _MOST_KERNELS else ""
    return "; ".join(shown) + more if shown else "none"


def outputs_line(f: NativeFunction, info: DifferentiabilityInfo | None, plan: Plan, dialect: Dialect) -> str:
    """Which outputs are differentiable, and why those."""
    taking = [output.name for output in plan.outputs]
    if not plan.requires_derivative:
        return f"**Differentiable outputs**: none, {_why_none(f, plan, dialect)}"
    if not taking:
        return f"**Differentiable outputs**: the tensors of {code(plan.inputs[0].name)}, changed in place"
    indexed = info is not None and info.uses("grads") and not any(o.value.is_tensor_list for o in plan.outputs)
    named = [f"{code(name)} (`grads[{at}]`)" if indexed else code(name) for at, name in enumerate(taking)]
    others = [name for name in plan.return_names if name not in taking]
    line = f"**Differentiable outputs**: {', '.join(named)}"
    if info is not None and info.output_conditions:
        line += f", if {code(info.output_conditions[0])}"
    if not others:
        return line
    if info is not None and info.entry.output_differentiability is not None:
        return f"{line}; not {codes(others)} (`output_differentiability`)"
    if info is not None and info.uses("grad") and any(r.is_tensor_like for r in plan.returns[1:]):
        return f"{line}; not {codes(others)}, since a formula says `grad`: the first only"
    return f"{line}; not {codes(others)}"


def forward_line(f: NativeFunction, keyed: KeyedInfo | None, plan: Plan) -> str:
    """How its outputs get tangents, in releases with forward mode."""
    if keyed is not None and keyed.forward:
        listed = [f"{codes(one.var_names)} from {code(one.formula, _MOST_FORMULA)}" for one in keyed.forward]
        return f"**Forward mode**: {'; '.join(listed)}"
    if not modifies_arguments(f) and plan.returns:
        return "**Forward mode**: no formula; if an argument has a tangent, the call is decomposed"
    return "**Forward mode**: no formula; an argument with a tangent is refused"


def _why_none(f: NativeFunction, plan: Plan, dialect: Dialect) -> str:
    if is_listed(f, dialect):
        return "for the generator lists it as one that needs no derivative"
    if not plan.inputs:
        return "for it takes no tensor to differentiate"
    if not any(returned.is_tensor_like for returned in plan.returns):
        return "for it returns no tensor"
    return "for its entry says so"


def notes(f: NativeFunction, plan: Plan, dialect: Dialect) -> Iterator[str]:
    """What else is special about the method."""
    if plan.view_of is not None and not modifies_arguments(f):
        where = "`as_view`" if dialect.family == "1.8" else "`as_view` in ADInplaceOrView"
        yield f"**View**: what it returns shares the storage of {code(plan.view_of)} ({where})"
    if f.func.name.inplace and plan.return_names:
        yield f"**In place**: {codes(dict.fromkeys(plan.return_names))} gets a new version and history"
    if f.func.is_out and plan.requires_derivative:
        yield "**Out variant**: fails if an argument requires grad"
    complex_safe = f.func.name.base in dialect.gradient_implemented_for_complex
    if plan.requires_derivative and not complex_safe and any(o.value.type == "Tensor" for o in plan.outputs):
        yield "**Complex**: gradients of complex outputs fail; the generator does not list it among those that can"
