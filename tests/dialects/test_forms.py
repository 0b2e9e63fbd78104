"""Every switch of the generated text's forms is used: another value gives another text."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.codegen.pairs import NEWEST, OLDEST, formulas, native, pair, with_forms
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.files import MatchedFunction, generated_files, template_names
from vt_core.codegen.template_files import Templates
from vt_core.dialects import forms
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.forms import AutogradForms

SCHEMAS = (
    "many(Tensor self, Tensor? w, Tensor[] xs) -> (Tensor, Tensor y)",
    "lean(Tensor self, Scalar by) -> Tensor",
    "lean_(Tensor(a!) self, Scalar by) -> Tensor(a!)",
    "t(Tensor(a) self) -> Tensor(a)",
)
LISTED = ("_foreach_lean_(Tensor(a!)[] self, Scalar by) -> ()", "_foreach_lean(Tensor[] self, Scalar by) -> Tensor[]")
ENTRIES = (
    formulas(SCHEMAS[0], self="grad * w * y", w="grad * self", xs="f(grad, self, xs)"),
    formulas(SCHEMAS[1], self="grad * by * result", result="self_t * by"),
    formulas(SCHEMAS[3], self="grad.t()"),
    formulas("two(Tensor z, Tensor a) -> Tensor", z__a="f(grad, wrap_opt_if(z, grad_input_mask[1]), a)"),
)
TEXTS = {
    "VariableType.cpp": "// ${generated_comment}\n${type_derived_method_definitions}\n",
    "ADInplaceOrViewType.cpp": "${inplace_or_view_method_definitions}\n",
    "Functions.h": '// """\n  class Three;\n${autograd_function_declarations}\n',
    "Functions.cpp": "${autograd_function_definitions}\n",
    "ViewFuncs.h": "${view_func_declarations}\n",
}
RELEASES = [value for value in vars(forms).values() if isinstance(value, AutogradForms)]


def snapshot(dialect: Dialect) -> Snapshot:
    functions = native(*SCHEMAS, "two(Tensor z, Tensor a) -> Tensor") + native(*LISTED, device_check="NoCheck")
    return pair(functions, "".join(ENTRIES), dialect)


def generated(base: Dialect, values: dict[str, object]) -> dict[str, str]:
    dialect = with_forms(base, values)
    made = snapshot(dialect)
    templates = Templates({name: TEXTS.get(name, "") for name in template_names(dialect)}, "t")
    functions = [MatchedFunction(one.function, one.keyed) for one in made.functions]
    return dict(generated_files(functions, [(n.info, n.node_name) for n in made.nodes], templates, dialect))


@pytest.mark.parametrize("switch", AutogradForms._fields)
def test_a_switch_changes_the_text(switch: str) -> None:
    values = list(dict.fromkeys(getattr(release, switch) for release in RELEASES))
    assert len(values) > 1, "no release differs in it"
    for value, other in pairwise(values):
        assert any(generated(base, {switch: value}) != generated(base, {switch: other}) for base in (OLDEST, NEWEST)), (
            value,
            other,
        )


def test_releases_differ_from_the_one_before_them() -> None:
    history = [value for name, value in vars(forms).items() if name.startswith("FORMS_2_")]
    assert all(one != other for one, other in pairwise(history))
    assert history[0] == AutogradForms()
