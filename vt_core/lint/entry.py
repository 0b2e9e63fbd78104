"""What an entry of derivatives.yaml shows by itself, with its function, that the generator lets through.

Nearly all entries are fine, and all are looked at when a pair is opened: a first look says which checks could find
anything, without values or modules that only those need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.dialects.dialect import Dialect
from vt_core.lint.calls import NO_CALLS, code_of, read_calls
from vt_core.lint.first_look import formula_checks, function_checks
from vt_core.lint.subject import Formula
from vt_core.model.derivatives import Derivative, DerivativesEntry, DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


class EntryLint(NamedTuple):
    """What is wrong with an entry's formulas, and the formulas with calls, which others may be wrong about."""

    faults: tuple[Fault, ...]
    formulas: tuple[Formula, ...]


def lint_entry(
    entry: DerivativesEntry,
    info: DifferentiabilityInfo,
    group: Sequence[NativeFunction],
    dialect: Dialect,
    *,
    thoroughly: bool = False,
) -> EntryLint:
    """Check an entry that is loaded. `group` are the functions of its schema's signature. `thoroughly`: run all checks,
    whatever the first look says."""
    faults: tuple[Fault, ...] = ()
    formulas: list[Formula] = []
    for keyed, one in zip(entry.by_key, info.by_key):
        backward = [_formula(d.key, d.var_names, d.path, d.original, d) for d in one.derivatives]
        forward = [
            _formula(d.key, d.var_names, d.path, keyed.formulas.get(d.key, d.formula), None)
            for d in one.forward_derivatives
        ]
        checks = formula_checks(keyed, one, backward, forward, group, dialect)
        if one is info:
            checks |= function_checks(entry, info)
        if checks or thoroughly:
            from vt_core.lint.checks import run_checks  # for what is suspicious only

            wanted = None if thoroughly else checks
            faults += run_checks(wanted, keyed, one, backward, forward, group, dialect)
        formulas += [formula for formula in (*backward, *forward) if formula.calls.calls]
    return EntryLint(faults, tuple(formulas))


def _formula(
    key: str, names: tuple[str, ...], path: tuple[str, ...], text: str, derivative: Derivative | None
) -> Formula:
    code = code_of(text) if '"' in text or "'" in text or "/" in text or "<" in text else text
    has_brackets = "(" in code or "[" in code or "{" in code or ")" in code or "]" in code or "}" in code
    return Formula(key, names, path, text, code, read_calls(code) if has_brackets else NO_CALLS, derivative)
