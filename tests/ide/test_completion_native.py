"""Completion in native_functions.yaml."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from tests.ide.offers import NATIVE, accepted, completions
from vt_core.ide.completion import complete
from vt_core.ide.completion_docs import resolve_completion

FUNC = "- func: ripple(Tensor self, int depth=1, float fade=0.5) -> Tensor\n"
OUT = "- func: ripple.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"


def labels(text: str) -> list[str]:
    return list(completions(text))


def schema_labels(schema: str) -> list[str]:
    return labels(f"- func: {schema}")


def test_fields_that_are_missing() -> None:
    found = completions(f"{FUNC}  variants: method\n  $0\n")
    assert "variants" not in found
    assert "func" not in found
    assert list(found)[:3] == ["use_c10_dispatcher", "dispatch", "structured_delegate"]
    assert found["dispatch"].text == "dispatch:\n    $0"
    assert found["device_guard"].text == "device_guard: False"
    assert labels(f"{FUNC}  $0: method\n")[1] == "variants"


@pytest.mark.parametrize(
    ("typed", "label", "line"),
    [
        ("vari$0", "variants", "  variants: function, method"),
        ("vari$0ants: method", "variants", "  variants: method"),
        ("variants: $0", "function, method", "  variants: function, method"),
        ("variants: function, me$0", "method", "  variants: function, method"),
        ("variants: fu$0nction", "method", "  variants: method"),
        ("structured: T$0", "True", "  structured: True"),
        ("device_guard:$0", "False", "  device_guard: False"),
        ("python_module: $0", "linalg", "  python_module: linalg"),
        ("use_c10_dispatcher: h$0", "hacky_wrapper_for_legacy_signatures",
         "  use_c10_dispatcher: hacky_wrapper_for_legacy_signatures"),
        ("cpp_no_default_args: ['$0']", "depth", "  cpp_no_default_args: ['depth']"),
        ("structured_delegate: $0", "ripple.out", "  structured_delegate: ripple.out"),
        ("structured_delegate: ripple.o$0ut", "ripple.out", "  structured_delegate: ripple.out"),
    ],
)  # fmt: skip
def test_a_value_or_field_is_replaced(typed: str, label: str, line: str) -> None:
    assert accepted(f"{OUT}{FUNC}  {typed}\n", "", label) == f"{OUT}{FUNC}{line}\n"


def test_values() -> None:
    assert labels(f"{FUNC}  variants: $0\n") == ["function, method", "function", "method"]
    assert labels(f"{FUNC}  variants: method, $0\n") == ["function"]
    assert labels(f"{FUNC}  cpp_no_default_args: ['depth', '$0']\n") == ["fade"]
    assert labels(f"{FUNC}  no_such_field: $0\n") == []


def test_dispatch_keys_not_yet_listed() -> None:
    found = completions(f"{FUNC}  dispatch:\n    CPU: ripple_cpu\n    $0\n")
    assert list(found)[:2] == ["CUDA", "DefaultBackend"]
    assert "CPU" not in found
    assert found["CUDA"].text == "CUDA: ripple_cuda"
    assert found["DefaultBackend"].text == "DefaultBackend: ripple"
    assert labels(f"{FUNC}  dispatch:\n    CPU, $0: ripple\n")[0] == "CUDA"
    assert accepted(f"{FUNC}  dispatch:\n    CPU, Sparse$0: ripple\n", "", "SparseCPU").endswith(
        "    CPU, SparseCPU: ripple\n"
    )
    assert labels(f"{FUNC}  dispatch:\n    $0\n")[:2] == ["CPU", "CUDA"]
    assert labels(f"{OUT}  structured: True\n  dispatch:\n    $0\n") == ["CPU", "CUDA"]
    assert "CUDA" not in labels(f"{FUNC}  dispatch:\n    $0\n    CUDA: ripple\n")
    assert labels(f"{FUNC}  variants: method\n    $0\n") == []


def test_kernels() -> None:
    section = f"{FUNC}  dispatch:\n    CPU: ripple_impl_cpu\n    CUDA: $0\n"
    assert labels(section) == ["ripple_impl_cuda", "ripple", "ripple_cuda", "ripple_impl_cpu"]
    assert labels(f"{OUT}  dispatch:\n    SparseCPU: $0\n") == ["ripple_out", "ripple_out_sparse_cpu"]
    assert labels("- func: ripple_(Tensor(a!) self) -> Tensor(a!)\n  dispatch:\n    CPU: $0\n") == [
        "ripple_",
        "ripple_cpu_",
    ]
    assert labels("- func: broken(Tnsor\n  dispatch:\n    CPU: bro$0ken\n")[:2] == ["broken", "broken_cpu"]


def test_types() -> None:
    first = schema_labels("f($0")
    assert first[:3] == ["Tensor self", "Tensor", "Tensor?"]
    assert schema_labels("f_($0")[0] == "Tensor(a!) self"
    later = schema_labels("f(Tensor self, *, $0")
    assert "*" not in later
    assert {"Tensor(a!) out", "Generator?", "int[2]"} <= set(later)
    assert "Tensor(b!) out" in schema_labels("f(Tensor self, *, Tensor(a!) one, $0")
    assert (
        accepted("- func: f(Tensor self, in$0) -> Tensor\n", "", "int[]") == "- func: f(Tensor self, int[]) -> Tensor\n"
    )
    assert accepted("- func: f(Te$0nsor? self) -> Tensor\n", "", "Tensor[]") == "- func: f(Tensor[] self) -> Tensor\n"


def test_annotations_names_and_defaults() -> None:
    assert schema_labels("f(Tensor($0") == ["a!", "a"]
    assert schema_labels("f(Tensor(a!) self, Tensor($0") == ["b!", "b", "a!"]
    assert accepted("- func: f(Tensor(a$0", "", "a!") == "- func: f(Tensor(a!)"
    assert accepted("- func: f(Tensor(a$0) self)", "", "a!") == "- func: f(Tensor(a!) self)"
    assert "dtype=None" in schema_labels("f(*, ScalarType? $0")
    assert schema_labels("f(Tensor self, *, Tensor(a!) $0") == ["out"]
    assert schema_labels("f(bool flag=$0") == ["False", "True"]
    assert schema_labels("f(int? flag=$0") == ["None"]
    assert schema_labels("f(int[] sizes=$0") == ["[]"]
    assert schema_labels("f(int[2] sizes=$0") == ["0", "1", "[0, 1]"]
    assert schema_labels("f(Tensor flag=$0") == []


@pytest.mark.parametrize(
    ("schema", "label", "after"),
    [
        ("f(Tensor self)$0", "-> Tensor", "f(Tensor self) -> Tensor"),
        ("f(Tensor self) $0", "-> Tensor", "f(Tensor self) -> Tensor"),
        ("f(Tensor self) -$0", "-> Tensor", "f(Tensor self) -> Tensor"),
        ("f(Tensor self) -> $0", "(Tensor, Tensor)", "f(Tensor self) -> (Tensor, Tensor)"),
        ("f(Tensor self) ->$0", "Tensor", "f(Tensor self) -> Tensor"),
        ("f(Tensor self) -> Ten$0", "Tensor[]", "f(Tensor self) -> Tensor[]"),
        ("f(Tensor self) -> (Tensor, $0)", "int", "f(Tensor self) -> (Tensor, int)"),
        ("f_(Tensor(a!) self)$0", "-> Tensor(a!)", "f_(Tensor(a!) self) -> Tensor(a!)"),
        ("f.out(Tensor self, *, Tensor(a!) x, Tensor(b!) y)$0", "-> (Tensor(a!), Tensor(b!))",
         "f.out(Tensor self, *, Tensor(a!) x, Tensor(b!) y) -> (Tensor(a!), Tensor(b!))"),
        ("f(Tensor(a) self) -> $0", "Tensor(a)", "f(Tensor(a) self) -> Tensor(a)"),
    ],
)  # fmt: skip
def test_returns(schema: str, label: str, after: str) -> None:
    assert accepted(f"- func: {schema}\n", "", label) == f"- func: {after}\n"


def test_the_returns_that_fit_come_first() -> None:
    assert schema_labels("f_(Tensor(a!) self)$0")[0] == "-> Tensor(a!)"
    assert schema_labels("f(Tensor self)$0")[0] == "-> Tensor"


def test_variants_that_are_missing() -> None:
    assert labels(f"{NATIVE}- func: gate_c$0\n") == ["gate_curve_", "gate_curve.out"]
    assert labels(f"{NATIVE}- func: gate_curve_$0\n") == ["gate_curve_", "gate_curve.out"]
    assert labels(f"{NATIVE}- func: soft_gate$0\n") == ["soft_gate.out"]
    after = "- func: gate_curve.out(Tensor self, Scalar sharpness, *, Tensor(a!) out) -> Tensor(a!)\n"
    assert accepted(f"{NATIVE}- func: gate_c$0\n", "", "gate_curve.out") == NATIVE + after


def test_a_whole_entry() -> None:
    assert labels(f"{NATIVE}\n$0") == ["func", "function", "function with kernels", "function for all backends"]
    text = accepted("- $0\n", "", "function with kernels")
    assert text == (
        "- func: name(Tensor self) -> Tensor\n  variants: function, method\n"
        "  dispatch:\n    CPU: name_cpu\n    CUDA: name_cuda\n"
    )
    assert not parse(text).snapshot.native_index.faults
    assert labels(f"- fu$0: f\n{FUNC}") == ["func"]


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        (f"{FUNC}  $0", "variants", "How C++ and Python offer the operator"),
        (f"{FUNC}  variants: $0", "method", "A method of tensors"),
        (f"{FUNC}  structured: $0", "True", "structured kernel"),
        (f"{FUNC}  dispatch:\n    $0", "CUDA", "GPUs"),
        ("- func: f($0", "Scalar", "a number of any kind"),
    ],
)
def test_documentation(text: str, label: str, expected: str) -> None:
    fixture = parse(text)
    (item,) = [i for i in complete(fixture.snapshot, fixture.file, fixture.offset).items if i.label == label]
    assert expected in resolve_completion(fixture.snapshot, item.data)
