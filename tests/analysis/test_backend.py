"""Backends' files of any content: nothing raises, and findings lie in the text, on one line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vt_core.analysis.backend import backend_findings
from vt_core.analysis.backend_checks import Kernels
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.codegen.backend_file import is_backend_file
from vt_core.dialects.v1_8 import V1_8_1
from vt_core.dialects.v2_x import V2_13
from vt_core.ide.backend import backend_definition, backend_hover, complete_backend

NATIVE = """\
- func: wash(Tensor self) -> Tensor
  dispatch:
    CPU: wash
- func: rinse.Tensor(Tensor self, Tensor water) -> Tensor
  dispatch:
    CPU: rinse
"""
BACKEND = """\
backend: XLA  # whose
cpp_namespace: 'torch_xla'
supported: &all
  - wash
  - {func: rinse}
  - "rinse.Tensor"
full_codegen: [wash, wsah]
autograd: *all
symint:
- rinse.Tensor
custom:
  - func: own(Tensor self) -> Tensor
    exposed: True
"""
SNAPSHOTS = [new_snapshot({"native_functions": NATIVE, "derivatives": "[]\n"}, one) for one in (V1_8_1, V2_13)]
KERNELS = Kernels("kernels.cpp", "Tensor XLANativeFunctions::wash(const Tensor& self) {}\n")
PIECES = (
    "",
    "\n",
    ":",
    "- ",
    "  ",
    "*all",
    "&b ",
    "<<: *all\n",
    "[",
    "}",
    "'",
    "\t",
    "\ufeff",
    "\u2028",
    "? ",
    "!!int ",
    "\r\n",
)


def holds(text: str, snapshot: Snapshot) -> None:
    for found in backend_findings(text, snapshot, KERNELS):
        for span in (found.span, *[one.span for one in found.related]):
            assert 0 <= span.start <= span.end <= len(text)
            assert "\n" not in text[slice(*span)]
        if found.fix is not None:
            assert all(0 <= edit.span.start <= edit.span.end <= len(text) for edit in found.fix.edits)
    for offset in range(0, len(text) + 1, 7):
        backend_hover(text, snapshot, offset)
        backend_definition(text, snapshot, offset)
        for item in complete_backend(text, snapshot, offset).items:
            assert item.span.start <= offset <= item.span.end


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(12):
        text = BACKEND
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(len(text))
            text = text[:at] + source.choice(PIECES) + text[at + source.randrange(12) :]
        holds(text, source.choice(SNAPSHOTS))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    is_backend_file(text)
    holds(text, SNAPSHOTS[1])
    holds("backend: XLA\nsupported:\n" + text, SNAPSHOTS[1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("backend: XLA\ncpp_namespace: n\n", True),
        ("cpp_namespace: n\nsupported:\n- abs\n", True),
        ("# a comment\n\nbackend: XLA\nautograd:\n", True),
        ("backend: gloo\nworkers: 3\n", False),
        ("supported:\n- x\nautograd:\n", False),
        ("  backend: XLA\n  supported:\n", False),
        ("- func: f(Tensor self) -> Tensor\n", False),
        ("backend: XLA\nbackend: CPU\n", False),
        ("", False),
    ],
)
def test_what_is_a_backends_file(text: str, expected: bool) -> None:
    assert is_backend_file(text) is expected
