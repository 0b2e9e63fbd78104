"""Go to definition, declaration, type definition and implementation."""

from __future__ import annotations

import re

import pytest

from tests.corpora import SOME, corpus_snapshot
from tests.ide.fixtures import example, parse
from tests.ide.navigation import HELPERS, KERNELS, at, shown
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.goto import Link, declaration, definition, implementation, type_definition
from vt_core.ide.helpers_index import Helper

NATIVE = """\
- func: sway(Tensor self, Tensor other, *, float reach=1) -> Tensor
  variants: function, method
  structured_delegate: sway.out
- func: sway_(Tensor(a!) self, Tensor other, *, float reach=1) -> Tensor(a!)
  variants: method
- func: sway.out(Tensor self, Tensor other, *, float reach=1, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU: sway_cpu
- func: sway.Scalar(Tensor self, Scalar other) -> Tensor
- func: halves(Tensor self, int count=2) -> (Tensor low, Tensor high)
  cpp_no_default_args: [count]
- func: lone(Tensor self) -> Tensor
- func: broken(Tnsor self) -> Tensor
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other, *, float reach=1) -> Tensor
  self: sway_back(grad).mul(other).sway(result, reach)
  other: at::sway(grad, self) + sway(grad, self, reach) + undo(grad, self)
- name: halves(Tensor self, int count=2) -> (Tensor low, Tensor high)
  self: grads[0] + grads[1] * low
- name: broken(Tnsor self) -> Tensor
  self, other: pair(grad, grad_input_mask)
"""


def links(found: tuple[Link, ...], snapshot: Snapshot) -> list[str]:
    """What is gone to, by its selection."""
    shapes: list[str] = []
    for _, target in found:
        if isinstance(target, Helper):
            shapes.append(f"{target.file}:{target.line + 1}:{target.column + 1} {target.name}")
        else:
            assert target.span.start <= target.selection.start <= target.selection.end <= target.span.end
            shapes.append(shown(snapshot, target.file, target.selection))
    return shapes


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("name: sw|ay", ["native:1:9 sway"]),
        ("name: |sway", ["native:1:9 sway"]),
        ("name: sway|(", ["native:1:9 sway"]),
        ("name: brok|en", ["native:14:9 broken"]),
        ("func: sw|ay(", ["derivatives:1:9 sway"]),
        ("func: sw|ay_", ["derivatives:1:9 sway"]),
        ("func: sway.o|ut", ["derivatives:1:9 sway"]),
        ("func: lo|ne", ["native:13:9 lone"]),
        ("func: bro|ken", ["derivatives:6:9 broken"]),
        ("delegate: sway|.out", ["native:6:9 sway.out"]),
        ("Tensor ot|her, *, float reach=1) -> Tensor\n  var", ["native:1:34 other"]),
        ("Tensor ot|her, *, float reach=1) -> Tensor\n  self", ["native:1:34 other"]),
        ("  ot|her: at", ["native:1:34 other"]),
        ("mul(oth|er)", ["native:1:34 other"]),
        ("res|ult", ["native:1:62 Tensor"]),
        ("gra|d).mul", ["native:1:62 Tensor"]),
        ("gra|ds[0]", ["native:11:53 low"]),
        ("gr|ads[1]", ["native:11:65 high"]),
        ("* lo|w", ["native:11:53 low"]),
        ("[cou|nt]", ["native:11:33 count"]),
        ("at::sw|ay(grad", ["native:1:9 sway", "native:10:9 sway.Scalar"]),
        ("+ sw|ay(grad", ["native:1:9 sway"]),
        (".sw|ay(", ["native:1:9 sway"]),
        ("sway|_back", ["FunctionsManual.cpp:1:8 sway_back"]),
        ("un|do", ["FunctionsManual.h:2:8 undo"]),
        ("grad_input|_mask", ["derivatives:7:3 self"]),
        ("sway_c|pu", ["Sway.cpp:1:8 sway_cpu"]),
        (".mu|l(", []),
        ("pa|ir(", []),
        ("CP|U", []),
        ("str|uctured:", []),
        ("self, oth|er: pair", []),
    ],
)
def test_definition(where: str, expected: list[str]) -> None:
    snapshot, file, offset, _ = at(where, NATIVE, DERIVATIVES)
    assert links(definition(snapshot, file, offset, HELPERS, KERNELS), snapshot) == expected


def test_origin_is_the_word_under_the_cursor() -> None:
    fixture = parse(NATIVE, DERIVATIVES.replace("mul(other)", "mul($1ot$0her$1)"))
    (link,) = definition(fixture.snapshot, fixture.file, fixture.offset)
    assert [("derivatives", link.origin)] == list(fixture.spans)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("func: sw|ay_", ["native:4:9 sway_"]),
        ("name: sw|ay", ["native:1:9 sway"]),
        ("sway|_back", ["FunctionsManual.h:1:8 sway_back"]),
        ("  ot|her: at", ["native:1:34 other"]),
        ("sway_c|pu", ["Sway.cpp:1:8 sway_cpu"]),
    ],
)
def test_declaration(where: str, expected: list[str]) -> None:
    snapshot, file, offset, _ = at(where, NATIVE, DERIVATIVES)
    assert links(declaration(snapshot, file, offset, HELPERS, KERNELS), snapshot) == expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("func: sw|ay_", ["native:4:67 Tensor(a!)"]),
        ("mul(oth|er)", ["native:1:27 Tensor"]),
        ("reac|h)\n", ["native:1:44 float"]),
        ("* lo|w", ["native:11:46 Tensor"]),
        ("gr|ads[1]", ["native:11:65 high"]),
        ("sway|_back", ["FunctionsManual.h:1:8 sway_back"]),
        ("func: bro|ken", ["native:14:9 broken"]),
    ],
)
def test_type_definition(where: str, expected: list[str]) -> None:
    snapshot, file, offset, _ = at(where, NATIVE, DERIVATIVES)
    assert links(type_definition(snapshot, file, offset, HELPERS), snapshot) == expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("func: sw|ay(", ["native:4:9 sway_", "native:6:9 sway.out", "derivatives:1:9 sway"]),
        (
            "func: sway.o|ut",
            ["native:1:9 sway", "native:4:9 sway_", "derivatives:1:9 sway", "Sway.cpp:1:8 sway_cpu"],
        ),
        ("name: ha|lves", ["derivatives:4:9 halves"]),
        ("  ot|her: at", ["derivatives:3:3 other"]),
        ("sway|_back", ["FunctionsManual.cpp:1:8 sway_back"]),
        ("func: lo|ne", []),
    ],
)
def test_implementation(where: str, expected: list[str]) -> None:
    snapshot, file, offset, _ = at(where, NATIVE, DERIVATIVES)
    found = implementation(snapshot, file, offset, HELPERS, KERNELS)
    assert links(found, snapshot) == expected


@pytest.mark.parametrize(
    ("derivatives", "expected"),
    [
        ("- name: swa$0y(Tensor self, Tensor othe) -> Tensor\n  self: grad\n", ["native:1:9 sway"]),
        ("- name: sw$0ay\n", ["native:1:9 sway"]),
        (
            "- name: sway.Nothi$0ng(Tensor self)\n",
            ["native:1:9 sway", "native:6:9 sway.out", "native:10:9 sway.Scalar"],
        ),
        ("- name: sw$0ay(Tensor self, Tensor other, *, float reach=1) -> Tensor\n  self: [\n", ["native:1:9 sway"]),
        ("- name: 'sw$0ay(Tensor self\n   self: grad\n", ["native:1:9 sway"]),
        (
            "- name: sway(Tensor self, Tensor other, *, float reach=1) -> Tensor\n  self: grad: ot$0her\n",
            ["native:1:34 other"],
        ),
        ("- name: broken(Tnsor self) -> Tensor\n  self: gr$0ad\n", ["native:14:31 Tensor"]),
        ("- name: broken(Tnsor self) -> Tensor\n  se$0lf: grad\n", ["native:14:22 self"]),
        ("- name: gone() -> (Tensor a, Tensor b)\n  self: b$0 * grad\n", ["derivatives:1:37 b"]),
        ("- name: gone(Tensor sel$0f) -> Tensor\n", ["derivatives:1:21 self"]),
        ("- name: gone(Tensor other) -> Tensor\n  self: oth$0er * 2\n", ["derivatives:1:21 other"]),
    ],
)
def test_half_typed_entries(derivatives: str, expected: list[str]) -> None:
    fixture = parse(NATIVE, derivatives)
    assert links(definition(fixture.snapshot, fixture.file, fixture.offset), fixture.snapshot) == expected


def test_operator_whose_block_is_no_yaml() -> None:
    fixture = parse("- func: bent(Tensor self) -> Tensor\n   dispatch:\n", "- name: be$0nt(Tensor self) -> Tensor\n")
    assert links(definition(fixture.snapshot, fixture.file, fixture.offset), fixture.snapshot) == ["native:1:9 bent"]


def everywhere_in_names(snapshot: Snapshot) -> list[str]:
    """Operator names of both files at an offset of which the definition is empty, or leads to another operator."""
    known = {function.func.name.text for function in snapshot.native_index.functions.values()}
    wrong: list[str] = []
    for document, key in ((snapshot.native, "func"), (snapshot.derivatives, "name")):
        for found in re.finditer(rf"^- {key}: '?([\w.]+)\(", document.text, re.MULTILINE):
            for offset in (found.start(1), (found.start(1) + found.end(1)) // 2, found.end(1)):
                targets = [link.target for link in definition(snapshot, document.file, offset)]
                if found[1] in known and not targets:
                    wrong.append(found[0])
    return wrong


@pytest.mark.parametrize("name", ["clean", "mistakes"])
def test_operators_of_examples_have_definitions(name: str) -> None:
    assert everywhere_in_names(new_snapshot(example(name), DEFAULT)) == []


@pytest.mark.parametrize("name", SOME)
def test_operators_of_releases_have_definitions(name: str) -> None:
    assert everywhere_in_names(corpus_snapshot(name)) == []
