"""References and document highlights."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import Fixture
from tests.ide.navigation import HELPERS, KERNELS, at, shown
from vt_core.ide.highlight import highlights
from vt_core.ide.references import references

NATIVE = """\
- func: sway(Tensor self, Tensor other, *, float reach=1) -> Tensor
  variants: function, method
  structured_delegate: sway.out
- func: sway_(Tensor(a!) self, Tensor other, *, float reach=1) -> Tensor(a!)
  cpp_no_default_args: ['reach']
- func: sway.out(Tensor self, Tensor other, *, float reach=1, Tensor(a!) out) -> Tensor(a!)
  dispatch:
    CPU: sway_kernel
    CUDA: sway_kernel
- func: sway.Many(Tensor[] self, int other) -> Tensor
  dispatch:
    CPU: sway_kernel
- func: halves(Tensor self, int count) -> (Tensor low, Tensor high)
  variants: function
- func: halves.out(Tensor self, int count, *, Tensor(a!) one, Tensor(b!) two) -> (Tensor(a!) low, Tensor(b!) high)
- func: size.int(Tensor self, int dim) -> int
  variants: method
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other, *, float reach=1) -> Tensor
  self, other: |-
    undo(grad, other, "other", grad.other(), reach) * self.size(1)
- name: halves(Tensor self, int count) -> (Tensor low, Tensor high)
  self: sway(grads[0], low) + sway(grads, count, reach) + undo(low.low(), high)
- name: sway_(Tensor(a!) self, Tensor other, *, float reach=1) -> Tensor(a!)
  other: at::native::sway(grad, other) + grad.sway(result) + grads.size()
  self: "o\\x74her + \\
    other"
- name: gone(Tensor self) -> Tensor
  self: undo(self.sway(1), &undo)
"""

REFERENCES = {
    "func: sw|ay(": [
        "native:1:9 sway declaration",
        "derivatives:1:9 sway definition",
        "derivatives:5:9 sway use",
        "derivatives:5:31 sway use",
        "derivatives:7:47 sway use",
        "derivatives:11:19 sway use",
    ],
    "func: sway.o|ut": ["native:3:24 sway.out use", "native:6:9 sway.out declaration"],
    "delegate: s|way.out": ["native:3:24 sway.out use", "native:6:9 sway.out declaration"],
    "name: swa|y_": ["native:4:9 sway_ declaration", "derivatives:6:9 sway_ definition"],
    '(grad, oth|er, "': [
        "native:1:34 other declaration",
        "native:4:39 other declaration",
        "native:6:38 other declaration",
        "derivatives:1:34 other declaration",
        "derivatives:2:9 other definition",
        "derivatives:3:16 other use",
        "derivatives:6:39 other declaration",
        "derivatives:7:3 other definition",
        "derivatives:7:33 other use",
        "derivatives:8:10 o\\x74her use",
        "derivatives:9:5 other use",
    ],
    "['rea|ch']": [
        "native:1:50 reach declaration",
        "native:4:55 reach declaration",
        "native:5:26 reach use",
        "native:6:54 reach declaration",
        "derivatives:1:50 reach declaration",
        "derivatives:3:46 reach use",
        "derivatives:6:55 reach declaration",
    ],
    "Tensor(a!) o|ut) -> Tensor(a!)": ["native:6:74 out declaration"],
    "[0], lo|w)": [
        "native:13:51 low declaration",
        "native:15:94 low declaration",
        "derivatives:4:51 low declaration",
        "derivatives:5:24 low use",
        "derivatives:5:64 low use",
    ],
    "grad.sway(res|ult": ["derivatives:7:52 result use"],
    "un|do(grad": [
        "derivatives:3:5 undo use",
        "derivatives:5:59 undo use",
        "derivatives:11:9 undo use",
        "derivatives:11:29 undo use",
    ],
    "CUDA: sway|_kernel": [
        "native:8:10 sway_kernel use",
        "native:9:11 sway_kernel use",
        "native:12:10 sway_kernel use",
    ],
    "func: size|.int": ["native:16:9 size.int declaration", "derivatives:3:60 size use"],
    "gr|ads[0]": [],
    "variants: function|, method": [],
}


@pytest.mark.parametrize("where", REFERENCES)
def test_references(where: str) -> None:
    fixture = at(where, NATIVE, DERIVATIVES)
    found = references(fixture.snapshot, fixture.file, fixture.offset)
    assert [f"{shown(fixture.snapshot, *place[:2])} {place.kind}" for place in found.places] == REFERENCES[where]
    without = references(fixture.snapshot, fixture.file, fixture.offset, include_declaration=False)
    assert without.places == tuple([place for place in found.places if place.kind != "declaration"])


def test_cpp_declarations_are_references() -> None:
    fixture = at("un|do(grad", NATIVE, DERIVATIVES)
    place = fixture.snapshot, fixture.file, fixture.offset
    assert references(*place, helpers=HELPERS).sources == HELPERS["undo"]
    assert references(*place, include_declaration=False, helpers=HELPERS).sources == ()
    assert references(*place).sources == ()
    native = NATIVE.replace("CPU: sway_kernel", "CPU: sway_cpu", 1)
    kernel = at("sway_|cpu", native, DERIVATIVES)
    assert references(kernel.snapshot, kernel.file, kernel.offset, kernels=KERNELS).sources == KERNELS["sway_cpu"]


def marked(fixture: Fixture) -> list[str]:
    found = highlights(fixture.snapshot, fixture.file, fixture.offset)
    return [f"{shown(fixture.snapshot, fixture.file, mark.span)} {mark.kind}" for mark in found]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("func: sw|ay(", ["native:1:9 sway write"]),
        (
            "name: sw|ay(",
            [
                "derivatives:1:9 sway write",
                "derivatives:5:9 sway read",
                "derivatives:5:31 sway read",
                "derivatives:7:47 sway read",
                "derivatives:11:19 sway read",
            ],
        ),
        ("  ot|her: at", REFERENCES['(grad, oth|er, "'][3:]),
        ("int cou|nt) -> (Tensor low, Tensor high)\n  self", ["derivatives:4:33 count", "derivatives:5:43 count use"]),
        ("gr|ads[0]", ["derivatives:5:14 grads read", "derivatives:5:36 grads read"]),
        ("lo|w.low()", ["derivatives:4:51 low write", "derivatives:5:24 low read", "derivatives:5:64 low read"]),
        ("low.l|ow()", ["derivatives:5:24 low read", "derivatives:5:64 low read", "derivatives:5:68 low read"]),
        ("variants: function|, method", []),
    ],
)
def test_highlights(where: str, expected: list[str]) -> None:
    shapes = [
        shape.replace("declaration", "write").replace("definition", "write").replace(" use", " read")
        for shape in expected
    ]
    shapes = [shape if shape.endswith(("write", "read")) else f"{shape} write" for shape in shapes]
    assert marked(at(where, NATIVE, DERIVATIVES)) == shapes


def test_highlights_in_an_entry_that_yaml_cannot_read() -> None:
    broken = "- name: lone(Tensor self, Tensor mask) -> Tensor\n  self: grad * mask\n   mask: ma|sk\n"
    assert marked(at(broken, "", broken.replace("|", ""))) == [
        "derivatives:1:34 mask write",
        "derivatives:2:16 mask read",
        "derivatives:3:4 mask write",
        "derivatives:3:10 mask read",
    ]
