"""Mistakes of kinds that people reported, in native_functions.yaml and in what the generator refuses: where the finding
points, how grave it is, and who would have said it, by the rules of both families."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.registry import dialect_named

# Each dialect, and how what is meant here is written in it.
RELEASES = ("1.8", "2.15")


class Mistake(NamedTuple):
    """A pair with `«»` around what each finding points at; severity, rule and, for each of `RELEASES`, the origin
    (None: the text means nothing there)."""

    name: str
    native: str
    derivatives: str
    severity: str
    rule: str
    origins: tuple[str | None, str | None]


MISTAKES = (
    Mistake(
        "a CUDA line copied from the CPU's",
        "- func: rinse(Tensor self) -> Tensor\n  dispatch:\n    CPU: rinse_cpu\n    CUDA: «rinse_cpu»\n",
        "",
        "warning",
        "kernel-device",
        ("lint", "lint"),
    ),
    Mistake(
        "both devices with the kernel of one",
        "- func: rinse(Tensor self) -> Tensor\n  dispatch:\n    CPU, CUDA: «rinse_kernel_cuda»\n",
        "",
        "warning",
        "kernel-device",
        ("lint", "lint"),
    ),
    Mistake(
        "one overload of a view says nothing",
        "- func: bend.up(Tensor(a) self) -> Tensor(a)\n- func: «bend.down»(Tensor self, int by) -> Tensor\n",
        "",
        "hint",
        "missing-alias",
        ("lint", "lint"),
    ),
    Mistake(
        "one kernel for all and no derivative",
        "- func: rinse(Tensor self) -> Tensor\n  dispatch:\n    «CompositeExplicitAutograd»: rinse\n",
        "",
        "warning",
        "explicit-without-derivative",
        (None, "lint"),
    ),
    Mistake(
        "the same under its old name",
        "- func: rinse(Tensor self) -> Tensor\n  dispatch:\n    CPU: rinse_cpu\n    «DefaultBackend»: rinse\n",
        "",
        "warning",
        "explicit-without-derivative",
        ("lint", None),
    ),
    Mistake(
        "a new optional argument",
        "- func: spin.by(Tensor turns, «int? limit=None») -> Tensor\n  dispatch:\n    CPU: spin\n"
        "- func: spin(Tensor self, int turns, int? dim=None) -> Tensor\n",
        "",
        "warning",
        "ambiguous-default",
        ("lint", "lint"),
    ),
    Mistake(
        "in-place by name only",
        "- func: rinse_(«Tensor self») -> Tensor\n  dispatch:\n    CPU: rinse_\n",
        "",
        "error",
        "inplace-self",
        ("lint", "generator"),
    ),
    Mistake(
        "an argument called like the gradient",
        "- func: rinse_backward(«Tensor grad», Tensor self) -> Tensor\n  dispatch:\n    CPU: rinse_backward\n",
        "- name: rinse_backward(Tensor grad, Tensor self) -> Tensor\n  grad: grad * 2\n  self: not_implemented('r')\n",
        "error",
        "generated-name",
        ("build", "build"),
    ),
    Mistake(
        "the same without formulas",
        "- func: rinse_backward(«Tensor grad», Tensor self) -> Tensor\n  dispatch:\n    CPU: rinse_backward\n",
        "",
        "hint",
        "gradient-argument",
        ("lint", "lint"),
    ),
    Mistake(
        "a default that only C++ knows",
        "- func: rinse(Tensor self, bool hot=«true») -> Tensor\n",
        "",
        "error",
        "default-value",
        ("lint", "lint"),
    ),
    Mistake(
        "a method of an input",
        "- func: rinse(Tensor input) -> Tensor\n  variants: «function, method»\n",
        "",
        "error",
        "method-without-self",
        ("build", "build"),
    ),
    Mistake(
        "a schema's default differs",
        "- func: rinse(Tensor self, float heat) -> Tensor\n  dispatch:\n    CPU: rinse\n",
        "- name: rinse(Tensor self, float heat=«0.5») -> Tensor\n  self: grad * heat\n",
        "error",
        "unknown-function",
        ("generator", "generator"),
    ),
    Mistake(
        "a formula for what has no kernels",
        "- func: rinse(Tensor self) -> Tensor\n",
        "- name: «rinse»(Tensor self) -> Tensor\n  self: grad * self\n",
        "error",
        "missing-dispatch",
        ("generator", "generator"),
    ),
    Mistake(
        "an out argument given by position",
        "- func: rinse.out(Tensor self, «Tensor(a!) out») -> Tensor(a!)\n",
        "",
        "error",
        "mutable-return",
        ("generator", "generator"),
    ),
    Mistake(
        "a delegate that is not structured",
        "- func: rinse(Tensor self) -> Tensor\n  structured_delegate: «rinse.out»\n"
        "- func: rinse.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n  dispatch:\n    CPU: rinse_out\n",
        "",
        "error",
        "structured-delegate",
        ("lint", "generator"),
    ),
    Mistake(
        "a delegate that is not there",
        "- func: rinse(Tensor self) -> Tensor\n  structured_delegate: «rinse.into»\n",
        "",
        "error",
        "structured-delegate",
        ("lint", "generator"),
    ),
    Mistake(
        "a dispatch key of no release",
        "- func: rinse(Tensor self) -> Tensor\n  dispatch:\n    «CPPU»: rinse\n",
        "",
        "error",
        "unknown-dispatch-key",
        ("generator", "generator"),
    ),
    Mistake(
        "out and functional arguments differ",
        "- func: rinse(Tensor self, *, bool hot=False) -> Tensor\n  dispatch:\n    CPU: rinse\n"
        "- func: «rinse.out»(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n  dispatch:\n    CPU: rinse_out\n",
        "",
        "error",
        "lone-out-variant",
        ("build", "generator"),
    ),
    Mistake(
        "in-place without an out variant",
        "- func: rinse(Tensor self) -> Tensor\n  dispatch:\n    CPU: rinse\n"
        "- func: «rinse_»(Tensor(a!) self) -> Tensor(a!)\n  dispatch:\n    CPU: rinse_\n",
        "",
        "error",
        "autogen-list",
        (None, "build"),
    ),
    Mistake(
        "a concrete size",
        "- func: rinse(Tensor self) -> Tensor\n  dispatch:\n    CPU: rinse\n",
        "- name: rinse(Tensor self) -> Tensor\n  self: grad.expand(self«.sizes()»)\n",
        "error",
        "concrete-size",
        (None, "generator"),
    ),
    Mistake(
        "a bare name in a forward formula",
        "- func: rinse(Tensor self, Tensor soap) -> Tensor\n  dispatch:\n    CPU: rinse\n",
        "- name: rinse(Tensor self, Tensor soap) -> Tensor\n  self: grad * soap\n  soap: grad * self\n"
        "  result: self_t * «soap» + soap_t * self_p\n",
        "error",
        "forward-base-name",
        (None, "generator"),
    ),
)


def cut(marked: str) -> tuple[str, str | None, int]:
    """A text without its mark, what was marked, and where that begins."""
    before, mark, rest = marked.partition("«")
    inner, _, after = rest.partition("»")
    return before + inner + after, inner if mark else None, len(before)


def found_in(mistake: Mistake, release: str) -> list[tuple[Finding, str]]:
    dialect = dialect_named(release)
    assert dialect is not None
    texts = {"native_functions": cut(mistake.native)[0], "derivatives": cut(mistake.derivatives)[0] or "[]\n"}
    found = findings(new_snapshot(texts, dialect))  # type: ignore[arg-type]
    return [(one, texts[one.file][one.span.start : one.span.end]) for one in found]


@pytest.mark.parametrize("at", range(len(RELEASES)), ids=RELEASES)
@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.name for mistake in MISTAKES])
def test_a_mistake_is_found_at_its_token(mistake: Mistake, at: int) -> None:
    origin = mistake.origins[at]
    found = found_in(mistake, RELEASES[at])
    if origin is None:
        assert mistake.rule not in [one.rule for one, _ in found]
        return
    where = "native_functions" if "«" in mistake.native else "derivatives"
    _, token, start = cut(mistake.native if "«" in mistake.native else mistake.derivatives)
    here = [one for one, _ in found if (one.file, one.span.start, one.rule) == (where, start, mistake.rule)]
    assert here, found
    (one,) = here
    assert (one.severity, one.origin) == (mistake.severity, origin)
    assert cut(mistake.native if where == "native_functions" else mistake.derivatives)[0][slice(*one.span)] == token


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.name for mistake in MISTAKES])
def test_nothing_else_is_an_error(mistake: Mistake) -> None:
    for release, origin in zip(RELEASES, mistake.origins):
        if origin is not None:
            others = [one for one, _ in found_in(mistake, release) if one.severity == "error"]
            assert {one.rule for one in others} <= {mistake.rule}
