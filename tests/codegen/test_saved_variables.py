"""What a formula saves, where a name is no plain word. Generator: load_derivatives.py, saved_variables."""

from __future__ import annotations

import pytest

from vt_core.codegen.saved_variables import FormulaContext, saved_variables, words_of
from vt_core.dialects.v1_8 import V1_8_0A0


@pytest.mark.parametrize("name", ["|x", "x|", "x*", "x?|", "(|x)", "|" * 20])
def test_a_name_that_matches_everywhere_does_not_run_away(name: str) -> None:
    formula = "grad * self.sizes() + zeros_like(self) + to_args_sizes(tensors)"
    names = [(f"{name}{i}", "const Tensor &") for i in range(12)]
    context = FormulaContext("self", ("self",), formula)
    saved = saved_variables(formula, words_of(formula), names, context, V1_8_0A0, [])
    assert len(saved.formula) < 50_000_000


@pytest.mark.parametrize("name", ["self", "other_"])
def test_a_plain_name_is_saved_as_written(name: str) -> None:
    formula = f"grad * {name}.sizes() + {name}"
    context = FormulaContext("self", (name,), formula)
    saved = saved_variables(formula, words_of(formula), [(name, "const Tensor &")], context, V1_8_0A0, [])
    assert saved.formula == f"grad * {name}_sizes + {name}"
