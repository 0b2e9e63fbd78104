"""Mistakes in backends' files of kinds that people reported, against the functions of real releases."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from tests.corpora import corpus_dialect, corpus_texts
from vt_core.analysis.backend import backend_findings
from vt_core.analysis.backend_checks import Kernels
from vt_core.analysis.snapshot import Snapshot, new_snapshot

CORPORA = ("v1.8.1", "v2.15.0")
HEAD = "backend: XLA\ncpp_namespace: torch_xla\n"


class Mistake(NamedTuple):
    """A file with `«»` around what the finding points at, without it for one that is right; rule and severity."""

    name: str
    backend: str
    rule: str = ""
    severity: str = "error"


MISTAKES = (
    Mistake("nothing wrong", f"{HEAD}supported:\n- abs\n- add.Tensor\nautograd:\n- max_pool2d\n"),
    Mistake("no operators, no dispatch key", "backend: XLAA\ncpp_namespace: torch_xla\nsupported:\n"),
    Mistake("an empty section", f"{HEAD}supported:\n- abs\n«autograd»:\n", "backend-empty-list", "hint"),
    Mistake("an operator that never was", f"{HEAD}supported:\n- «abs_BAD»\n", "backend-unknown-operator"),
    Mistake("an operator without its overload", f"{HEAD}supported:\n- «add»\n", "backend-unknown-operator"),
    Mistake("a kernel's name", f"{HEAD}supported:\n- «add_out»\n", "backend-unknown-operator"),
    Mistake("an unknown key", f"{HEAD}«suported»:\n- abs\n", "backend-unknown-key"),
    Mistake("a key that is only said to exist", f"{HEAD}supported:\n«extra_headers»: h\n", "backend-unknown-key"),
    Mistake("one name for a list", f"{HEAD}supported: «abs»\n", "backend-field-type"),
    Mistake(
        "an unknown dispatch key",
        "backend: «XLAA»\ncpp_namespace: torch_xla\nsupported:\n- abs\n",
        "backend-dispatch-key",
    ),
    Mistake(
        "a backend without autograd",
        "backend: Vulkan\ncpp_namespace: n\nsupported:\n- abs\n«autograd»:\n- max_pool2d\n",
        "backend-dispatch-key",
    ),
    Mistake("both lists", f"{HEAD}supported:\n- abs\nautograd:\n- «abs»\n", "backend-mixed-variants"),
    Mistake(
        "functional and out", f"{HEAD}supported:\n- add.Tensor\nautograd:\n- «add.out»\n", "backend-mixed-variants"
    ),
    Mistake(
        "functional and in-place",
        f"{HEAD}supported:\n- add.Tensor\nautograd:\n- «add_.Tensor»\n",
        "backend-mixed-variants",
    ),
    Mistake(
        "listed twice", f"{HEAD}supported:\n- abs\n- sub.Tensor\n- «abs»\n", "backend-repeated-operator", "warning"
    ),
    Mistake("no backend", "«cpp_namespace»: n\nsupported:\n- abs\n", "backend-missing-key"),
    Mistake("an empty backend", "«backend»:\ncpp_namespace: n\nsupported:\n- abs\n", "backend-missing-key"),
    Mistake("a blank namespace", "backend: XLA\n«cpp_namespace»: \nsupported:\n- abs\n", "backend-missing-key"),
    Mistake("a key twice", f"{HEAD}supported:\n- abs\n«supported»:\n- sub.Tensor\n", "duplicate-key"),
)


@cache
def base(corpus: str) -> Snapshot:
    return new_snapshot({**corpus_texts(corpus), "derivatives": "[]\n"}, corpus_dialect(corpus))


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.name for mistake in MISTAKES])
def test_a_mistake_is_found_at_its_token(mistake: Mistake, corpus: str) -> None:
    before, _, rest = mistake.backend.partition("«")
    token, _, after = rest.partition("»")
    text = before + token + after
    found = [
        (one.rule, one.severity, one.span.start, text[slice(*one.span)]) for one in backend_findings(text, base(corpus))
    ]
    assert found == ([(mistake.rule, mistake.severity, len(before), token)] if mistake.rule else [])


def test_an_operator_that_has_gone() -> None:
    """It was there in 1.8, and is not any more."""
    text = f"{HEAD}supported:\n- _s_where\n"
    assert backend_findings(text, base(CORPORA[0])) == ()
    (found,) = backend_findings(text, base(CORPORA[-1]))
    assert (found.rule, text[slice(*found.span)]) == ("backend-unknown-operator", "_s_where")


@pytest.mark.parametrize("corpus", CORPORA)
def test_a_kernel_that_is_not_defined(corpus: str) -> None:
    text = f"{HEAD}supported:\n- abs\n- add.Tensor\n- add.Scalar\n"
    tensor = "at::Tensor XLANativeFunctions::add(const at::Tensor& a, const at::Tensor& b, const at::Scalar& s) {\n}\n"
    scalar = "at::Tensor XLANativeFunctions::add(const at::Tensor& a, const at::Scalar& b, const at::Scalar& s) {\n}\n"
    unary = "at::Tensor XLANativeFunctions::abs(const at::Tensor& self) {\n}\n"
    call = "at::Tensor f(const at::Tensor& self) {\n  return torch_xla::XLANativeFunctions::abs(self);\n}\n"
    for defined, lacking in (
        (tensor + scalar + unary, []),
        (tensor + unary, ["add.Tensor"]),
        (call, ["abs", "add.Tensor"]),
    ):
        found = backend_findings(text, base(corpus), Kernels("kernels.cpp", defined))
        assert [text[slice(*one.span)] for one in found] == lacking
        assert {one.rule for one in found} <= {"backend-missing-kernel"}
