"""What is checked in an entry of native_functions.yaml once it is read, where functions have tags."""

from __future__ import annotations

from keyword import iskeyword

from vt_core.codegen.entry_fields import NativeFields, is_given, place, text_of
from vt_core.codegen.native_functions import FIELD_CHECKS
from vt_core.codegen.places import argument_place, operator_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.model.types import base_name
from vt_core.syntax.faults import Fault

DEVICE_CHECKS = ("NoCheck", "ExactSame")
_NESTED = "CompositeImplicitAutogradNestedTensor"
_NON_FUNCTIONAL = "CompositeExplicitAutogradNonFunctional"
_SEEDED = "nondeterministic_seeded"


def check_function(function: NativeFunction, fields: NativeFields, dialect: Dialect, found: list[Fault]) -> None:
    """All checks of one entry by itself."""
    if len(function.dispatch) > 1:
        _check_composites(function, found)
    for field in fields:
        if field in _TAGGED:
            _TAGGED[field](function, fields, dialect, found)
        elif field in FIELD_CHECKS and field not in ("dispatch", "structured"):
            FIELD_CHECKS[field](function, fields, dialect, found)
    name = function.func.name.text
    if name.startswith("_foreach") and text_of(fields, "device_check") != "NoCheck":
        at = place("device_check") if is_given(fields, "device_check") else operator_place(function.func)
        found.append(Fault("foreach-device-check", at, {"operator": name}))
    assert dialect.checks is not None
    if dialect.checks.python_keywords:
        _check_keywords(function, found)
    if _SEEDED not in function.tags:
        _check_random(function, dialect, found)


# Arguments that were called so before the check was made.
_OLD_KEYWORDS = (("_has_compatible_shallow_copy_type", "from"), ("random_.from", "from"), ("uniform_", "from"))


def _check_keywords(function: NativeFunction, found: list[Fault]) -> None:
    """Python's keywords name no arguments."""
    name = function.func.name.text
    for index, argument in enumerate(function.func.arguments.all):
        if iskeyword(argument.name) and (name, argument.name) not in _OLD_KEYWORDS:
            data = {"operator": name, "argument": argument.name, "what": "python"}
            found.append(Fault("reserved-argument-name", argument_place(function.func, index), data))


def _check_composites(function: NativeFunction, found: list[Fault]) -> None:
    """One composite kernel, beside which only nested tensors may have one of their own."""
    keys = [key for key in function.dispatch if key.startswith("Composite")]
    if len(keys) < 2 or (len(keys) == 2 and _NESTED in keys and _NON_FUNCTIONAL not in keys):
        return
    first, second = keys[0], keys[1]
    data = {"operator": str(function.func.name), "first": first, "second": second}
    found.append(Fault("two-composite-kernels", place("dispatch", part="key"), data))


def _check_structured(function: NativeFunction, fields: NativeFields, dialect: Dialect, found: list[Fault]) -> None:
    if function.structured and function.func.kind != "out":
        data = {"operator": str(function.func.name)}
        found.append(Fault("structured-not-out", place("structured", part="key"), data))


def _check_module(function: NativeFunction, fields: NativeFields, dialect: Dialect, found: list[Fault]) -> None:
    if function.python_module is not None and "method" in function.variants:
        data = {"operator": str(function.func.name), "module": function.python_module}
        found.append(Fault("python-module-method", place("python_module", part="key"), data))


def _check_device(function: NativeFunction, fields: NativeFields, dialect: Dialect, found: list[Fault]) -> None:
    value = text_of(fields, "device_check")
    if value is not None and value not in DEVICE_CHECKS:
        data = {"operator": str(function.func.name), "value": value, "known": ", ".join(DEVICE_CHECKS)}
        found.append(Fault("unknown-device-check", place("device_check"), data))


def _check_inherits(function: NativeFunction, fields: NativeFields, dialect: Dialect, found: list[Fault]) -> None:
    value = text_of(fields, "structured_inherits") or ""
    if "::" in value:
        found.append(_namespaced("structured_inherits", value))
    FIELD_CHECKS["structured_inherits"](function, fields, dialect, found)


def _check_delegate(function: NativeFunction, fields: NativeFields, dialect: Dialect, found: list[Fault]) -> None:
    if "::" in (function.structured_delegate or ""):
        found.append(_namespaced("structured_delegate", function.structured_delegate or ""))
    else:
        FIELD_CHECKS["structured_delegate"](function, fields, dialect, found)


def _namespaced(field: str, value: str) -> Fault:
    at = place(field, start=0, end=value.rfind("::") + 2)
    return Fault("operator-name", at, {"what": "namespace", "operator": value})


def _check_const_ref(function: NativeFunction, fields: NativeFields, dialect: Dialect, found: list[Fault]) -> None:
    assert dialect.checks is not None
    if function.use_const_ref_for_mutable_tensors and function.func.is_out and not dialect.checks.const_ref_with_out:
        at = place("use_const_ref_for_mutable_tensors", part="key")
        found.append(Fault("const-ref-with-out", at, {"operator": str(function.func.name)}))


_TAGGED = {
    "structured": _check_structured,
    "python_module": _check_module,
    "device_check": _check_device,
    "structured_inherits": _check_inherits,
    "structured_delegate": _check_delegate,
    "use_const_ref_for_mutable_tensors": _check_const_ref,
}


def _check_random(function: NativeFunction, dialect: Dialect, found: list[Fault]) -> None:
    """What seems to draw random numbers says so by its tag."""
    assert dialect.checks is not None
    func = function.func
    name = func.name.text
    data = {"operator": name, "tag": _SEEDED}
    exempt = dialect.checks.untagged_random_part
    if "rand" in name and not (exempt and exempt in name):
        found.append(Fault("random-tag", operator_place(func), {**data, "what": "name"}))
        return
    arguments = func.arguments.all
    dropout = "backward" not in name and func.name.name != "_cudnn_init_dropout_state"
    inputs = len(func.arguments.non_out)
    for index, argument in enumerate(arguments):
        if "dropout" not in argument.name and "Generator" not in str(argument.type):
            continue
        generator = index < inputs and base_name(argument.type) == "Generator"
        if generator or (dropout and "dropout" in argument.name):
            what = "generator" if generator else "argument"
            at = argument_place(func, index)
            found.append(Fault("random-tag", at, {**data, "what": what, "argument": argument.name}))
            return
    if dropout and "dropout" in name:
        found.append(Fault("random-tag", operator_place(func), {**data, "what": "name"}))
