"""What the method of a function is written from, whatever the release's family."""

from __future__ import annotations

from typing import Union

from vt_core.codegen.body_plan import BodyPlan, plan_body
from vt_core.codegen.method_plan import MethodPlan, plan_method
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction

Plan = Union[BodyPlan, MethodPlan]


def plan_of(f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect) -> Plan:
    """The plan of a function's method, for the autograd key of `info`."""
    return plan_body(f, info, dialect) if dialect.family == "1.8" else plan_method(f, info, dialect)
