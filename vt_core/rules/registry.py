"""All rules by id. A rule's module is loaded when its first finding, or its explanation, is asked for."""

from __future__ import annotations

from importlib import import_module

from vt_core.rules.rule import Rule

RULE_IDS = (
    "alias-annotation",
    "argument-syntax",
    "c10-dispatcher-value",
    "canonical-function",
    "cpp-no-default-args",
    "cpp-type",
    "delegate-with-dispatch",
    "derivative-ignored",
    "duplicate-function",
    "entry-not-mapping",
    "field-type",
    "formula-type",
    "grad-and-grads",
    "gradient-key-type",
    "grads-out-of-bounds",
    "inplace-and-out",
    "inplace-output-not-differentiable",
    "inplace-return",
    "list-default",
    "manual-kernel-registration",
    "manual-registration-with-dispatch",
    "merge-conflict",
    "missing-dispatch",
    "missing-field",
    "mutable-return",
    "name-syntax",
    "not-a-list",
    "only-grads-0",
    "operator-name",
    "out-annotation",
    "out-return-count",
    "out-variants",
    "output-differentiability-type",
    "overlapping-differentiability",
    "reserved-argument-name",
    "reset-grad-accumulator",
    "schema-syntax",
    "strides-of-other",
    "structured-c10-dispatcher",
    "structured-delegate-on-out",
    "structured-device-guard",
    "structured-inherits",
    "structured-not-out",
    "two-composite-kernels",
    "unknown-dispatch-key",
    "unknown-field",
    "unknown-function",
    "unknown-gradient-argument",
    "unknown-type",
    "unknown-variant",
    "view-argument-type",
    "view-outputs",
    "yaml-syntax",
)


def rule(rule_id: str) -> Rule:
    """The rule of an id. Raises KeyError for an unknown one."""
    if rule_id not in RULE_IDS:
        raise KeyError(rule_id)
    found = import_module("vt_core.rules." + rule_id.replace("-", "_")).RULE
    assert isinstance(found, Rule)
    return found
