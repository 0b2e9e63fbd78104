"""Document links in comments."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from vt_core.ide.document_links import document_links


def links(text: str) -> list[tuple[str, str, int | None]]:
    found = parse(text)
    return [
        (found.text(link.span, "native_functions"), link.target, link.line)
        for link in document_links(found.snapshot, "native_functions")
    ]


@pytest.mark.parametrize(
    ("comment", "target"),
    [
        ("see https://example.org/a/b?c=d#e.", "https://example.org/a/b?c=d#e"),
        ("(https://example.org/x_(y))", "https://example.org/x_(y)"),
        ("http://example.org; more", "http://example.org"),
        ("<https://example.org/a>", "https://example.org/a"),
        ("`https://example.org/a`", "https://example.org/a"),
        ("see torch/csrc/autograd/FunctionsManual.cpp", "torch/csrc/autograd/FunctionsManual.cpp"),
        ("go read ../README.md, please", "../README.md"),
        ("in `gen_variable_type.py`'s list", "gen_variable_type.py"),
        ("is aten/src/ATen/native/README.md.", "aten/src/ATen/native/README.md"),
        ("a list in torch/_C/__init__.pyi", "torch/_C/__init__.pyi"),
    ],
)
def test_targets(comment: str, target: str) -> None:
    assert links(f"# {comment}\n- func: f() -> Tensor\n") == [(target, target, None)]
    assert links(f"- func: f() -> Tensor  # {comment}\n") == [(target, target, None)]


def test_lines() -> None:
    assert links("# tools/gen.py:12 and x.h:3.\n") == [("tools/gen.py:12", "tools/gen.py", 12), ("x.h:3", "x.h", 3)]
    assert links("# tools/gen.py:main\n") == [("tools/gen.py", "tools/gen.py", None)]


@pytest.mark.parametrize(
    "comment", ["f.out(x)", "e.g. this", "at::native", "x.pyc", "https://", "a/b/c", "me@x.py", ".py", "v1.8", "a.py/b"]
)
def test_no_links(comment: str) -> None:
    assert links(f"# {comment}\n") == []


def test_only_comments_and_in_order() -> None:
    text = """\
# a.py, https://example.org/b.py
- func: f() -> Tensor
  python_module: c.py
  category_override: 'x # d.py https://example.org'
# e.py
"""
    assert [target for _, target, _ in links(text)] == ["a.py", "https://example.org/b.py", "e.py"]


def test_broken_blocks() -> None:
    assert [target for _, target, _ in links("- func: f(\n   x: y  # a.py\n")] == ["a.py"]


def test_long_comments_cost_little() -> None:
    assert links(f"# {'a+' * 20_000}\n# {'a/' * 20_000}\n# {'a.' * 20_000}\n") == []
