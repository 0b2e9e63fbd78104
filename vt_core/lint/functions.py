"""What the generator lets through in one entry of native_functions.yaml, alone or with the derivatives that it uses.

Each check starts with a test that nearly all functions fail: a release has thousands of them.
"""

from __future__ import annotations

import re

from vt_core.codegen.operator_checks import delegate_fault
from vt_core.codegen.places import argument_place, operator_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.entries import Entry, fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

# Devices that kernels are named after, and those that dispatch keys end in.
_KERNEL_DEVICE = re.compile(r"_(cpu|gpu|cuda|mps|xpu|mtia)(?![a-z0-9])")
_KEY_DEVICES = {
    f"{kind}{device.upper()}": f"_{device}"
    for kind in ("", "Sparse", "SparseCsr", "Quantized", "NestedTensor", "Mkldnn")
    for device in ("cpu", "cuda", "mps", "xpu", "mtia")
}
_GRADIENT_NAMES = frozenset(("grad", "grads", "grad_input_mask"))
# Nobody differentiates these, by their names: they answer yes or no, count bits, make new tensors, or stand for an
# in-place one.
_NOT_DIFFERENTIATED = re.compile(r"_|is|logical_|bitwise_|new_|\w+_(?:like|functional)\Z|detach")


def function_lints(
    f: NativeFunction, info: DifferentiabilityInfo | None, entry: Entry, dialect: Dialect
) -> tuple[Fault, ...]:
    """All of it for a function and the info that it uses."""
    found: list[Fault] = []
    func, dispatch = f.func, f.dispatch
    for key, kernel in dispatch.items():
        device = _KEY_DEVICES.get(key)
        if device is not None and device not in kernel and ("_c" in kernel or "_m" in kernel or "_x" in kernel):
            _check_device(f, key, kernel, entry, found)
    if info is None:
        if func.name.base.endswith("_backward") and not f.is_abstract and func.kind == "functional":
            found.append(Fault("composite-backward", operator_place(func), {"operator": func.name.text}))
        elif dialect.explicit_composite_key in dispatch and _is_differentiable(f, dialect):
            place = _key_place(entry, dialect.explicit_composite_key)
            data = {"operator": func.name.text, "key": dialect.explicit_composite_key}
            found.append(Fault("explicit-without-derivative", place, data))
    text = func.text
    if info is not None and " result" in text and dialect.variants is None and func.kind == "functional":
        _check_result(f, found)
    if info is None and " grad" in text and f.is_abstract and func.kind == "functional":
        _check_names(f, found)
    if func.name.inplace:
        _check_inplace_self(f, found)
    if func.arguments.self_index is None and "method" in f.variants:
        data = {"operator": func.name.text}
        found.append(Fault("method-without-self", Place("native_functions", ("variants",)), data))
    if func.name.name in dialect.view_functions and func.kind == "functional" and not f.is_view:
        data = {"operator": func.name.text, "view": ""}
        found.append(Fault("missing-alias", operator_place(func), data))
    if f.structured_delegate is not None and dialect.variants is None:
        # Whether the delegate is there is seen when the fault is told.
        fault = delegate_fault(f, None)
        found.extend([] if fault is None else [fault._replace(origin="lint")])
    if "=" in text:
        _check_defaults(f, found)
    return tuple(found)


def _check_device(f: NativeFunction, key: str, kernel: str, entry: Entry, found: list[Fault]) -> None:
    """A kernel is not named after another device than that of its key."""
    devices = _KERNEL_DEVICE.findall(kernel)
    if len(devices) == 1 and devices[0] != "gpu":
        data = {"operator": f.func.name.text, "key": key, "device": devices[0], "kernel": kernel}
        place = _key_place(entry, key)._replace(part="value", start=None, end=None)
        found.append(Fault("kernel-device", place, data))


def _check_defaults(f: NativeFunction, found: list[Fault]) -> None:
    for index, argument in enumerate(f.func.arguments.all):
        if not argument.default_is_read:
            data = {"operator": f.func.name.text, "argument": argument.name, "type": str(argument.type)}
            data["value"] = argument.default or ""
            found.append(Fault("default-value", argument_place(f.func, index, "default"), data))


def _key_place(entry: Entry, key: str) -> Place:
    """A dispatch key where it is written, alone or among others."""
    field = entry.fields.get("dispatch")
    for keys in () if field is None else fields_of(field.value):
        found = re.search(rf"(?:\A|[,\s]){re.escape(key)}(?=\s|,|\Z)", keys)
        if found is not None:
            return Place("native_functions", ("dispatch", keys), "key", found.end() - len(key), found.end())
    return Place("native_functions", ("dispatch",), "key")


def _is_differentiable(f: NativeFunction, dialect: Dialect) -> bool:
    """Whether somebody may want its derivative, and autograd has nothing to give."""
    func = f.func
    return (
        func.kind == "functional"
        and _NOT_DIFFERENTIATED.match(func.name.name) is None
        and func.name.name not in dialect.dont_require_derivative
        and func.arguments.options_index is None
        and any(return_.type.is_tensor_like for return_ in func.returns)
        and any(argument.type.is_tensor_like for argument in func.arguments.non_out)
    )


def _check_result(f: NativeFunction, found: list[Fault]) -> None:
    """No argument has the name of the one value that is returned without a name; later releases refuse it."""
    returns = f.func.returns
    for index, argument in enumerate(f.func.arguments.non_out):
        if argument.name == "result" and len(returns) == 1 and returns[0].name is None:
            data = {"operator": f.func.name.text, "argument": argument.name}
            found.append(Fault("generated-name", argument_place(f.func, index), data))


def _check_names(f: NativeFunction, found: list[Fault]) -> None:
    """No argument has a name that derivative formulas, which there are none of yet, keep for the gradient."""
    for index, argument in enumerate(f.func.arguments.non_out):
        if argument.name in _GRADIENT_NAMES:
            data = {"operator": f.func.name.text, "argument": argument.name}
            found.append(Fault("gradient-argument", argument_place(f.func, index), data))


def _check_inplace_self(f: NativeFunction, found: list[Fault]) -> None:
    """In releases whose generator does not check it: what is in-place by its name writes to `self`."""
    func = f.func
    own = func.arguments.self_argument
    if (own is not None and own.is_write) or func.arguments.out:
        return
    index = func.arguments.self_index
    place = operator_place(func) if index is None else argument_place(func, index)
    data = {"operator": func.name.text, "what": "no-self" if own is None else "self-not-written"}
    found.append(Fault("inplace-self", place, data, "lint"))
