from __future__ import annotations

from tests.codegen.values import DIALECT, entry_of, function, kernel
from vt_core.codegen.family_1_8 import shard_of
from vt_core.codegen.files import MatchedFunction, generated_files, template_names, template_problems
from vt_core.codegen.selective_build import read_selection
from vt_core.codegen.template_files import Templates
from vt_core.model.derivatives import KeyedInfo

TEXTS = {
    "VariableType.h": "// ${generated_comment}\n${type_derived_method_declarations}\n",
    "VariableType.cpp": "// $generated_comment\n$type_derived_method_definitions\n  ${wrapper_registrations}\n",
    "Functions.h": "${autograd_function_declarations}\n",
    "Functions.cpp": "${autograd_function_definitions}\n",
}


def files_of(selection: str = "include_all_operators: true") -> dict[str, str]:
    tilt, turn = kernel("tilt(Tensor self) -> Tensor"), kernel("Turn(Tensor self) -> Tensor")
    info = entry_of(tilt, self="grad")
    functions = [
        MatchedFunction(tilt, (KeyedInfo("Default", info, "TiltBackward", ()),)),
        MatchedFunction(turn, ()),
        MatchedFunction(function("bend(int n) -> int"), ()),
    ]
    chosen = read_selection(selection, "1.8").selection
    assert chosen is not None
    templates = Templates(TEXTS, "made/templates")
    infos = [(info, "TiltBackward"), (entry_of(turn, self="non_differentiable"), None)]
    return dict(generated_files(functions, infos, templates, DIALECT, chosen))


def test_files() -> None:
    files = files_of()
    shards = [f"VariableType_{index}.cpp" for index in range(DIALECT.variable_type_shards)]
    assert [*files] == ["VariableType.h", *shards, "VariableTypeEverything.cpp", "Functions.h", "Functions.cpp"]
    assert files["VariableType.h"] == (
        "// @generated from made/templates/VariableType.h\n"
        "Tensor Turn(const Tensor & self) ;\nint64_t bend(int64_t n) ;\nTensor tilt(const Tensor & self) ;\n"
    )
    everything = files["VariableTypeEverything.cpp"]
    assert everything.startswith("// @generated from made/templates/VariableType.cpp\nTensor Turn(")
    assert everything.endswith('\n  m.impl("tilt",\n         TORCH_FN(VariableType::tilt)\n  );\n')
    shard = files[f"VariableType_{shard_of('tilt', DIALECT.variable_type_shards)}.cpp"]
    assert "\nTensor tilt(" in shard
    assert sum(files[name].count("Tensor tilt(") for name in shards) == 1
    assert files["Functions.h"].count("struct TORCH_API") == 1


def test_a_selective_build_leaves_out_methods_but_no_nodes() -> None:
    files = files_of("operators: {'aten::Turn': {}}")
    assert "tilt" not in files["VariableType.h"] + files["VariableTypeEverything.cpp"]
    assert "TiltBackward" in files["Functions.cpp"]


def test_shards_are_sums_of_code_points() -> None:
    assert shard_of("ab", 5) == (97 + 98) % 5
    assert shard_of("add_out", 1) == 0


def test_problems_of_templates_are_told() -> None:
    assert template_problems(Templates(TEXTS, "t"), DIALECT) == ()
    assert set(template_names(DIALECT)) == set(TEXTS)
    broken = {**TEXTS, "Functions.h": "$autograd_function_declaration"}
    del broken["VariableType.h"]
    assert template_problems(Templates(broken, "t"), DIALECT) == (
        "t/VariableType.h is missing",
        "t/Functions.h asks for `autograd_function_declaration`, which the generator does not provide",
    )
