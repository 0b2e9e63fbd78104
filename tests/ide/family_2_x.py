"""A pair with what only family 2.x has: forward formulas, sections by autograd key, tags, generated functions."""

from __future__ import annotations

from tests.corpora import corpus_dialect
from tests.ide.fixtures import Fixture
from vt_core.analysis.snapshot import new_snapshot
from vt_core.syntax.nodes import FileRole

DIALECT = corpus_dialect("v2.13.0")
NATIVE = """\
- func: sway(Tensor self, Tensor other) -> Tensor
  device_check: NoCheck
  variants: function, method
  dispatch:
    CPU, CUDA: sway
  tags: [calm, pointwise]

- func: sway_(Tensor(a!) self, Tensor other) -> Tensor(a!)
  variants: function, method
  dispatch:
    CPU, CUDA: sway_
  autogen: sway.out

- func: peak(Tensor self, int dim) -> (Tensor values, Tensor spots)
  dispatch:
    CPU: peak

- func: window(Tensor(a) self, SymInt[] size) -> Tensor(a)
  variants: method
  dispatch:
    CompositeExplicitAutograd: window

- func: window_copy(Tensor self, SymInt[] size) -> Tensor
  dispatch:
    CompositeExplicitAutogradNonFunctional: window_copy
  tags: view_copy

- func: _foreach_sway(Tensor[] self, Tensor[] other) -> Tensor[]
  device_check: NoCheck
  dispatch:
    CPU: foreach_sway
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other) -> Tensor
  self: grad * other
  other: grad * self
  result: self_t * other_p + other_t * self_p

- name: peak(Tensor self, int dim) -> (Tensor values, Tensor spots)
  output_differentiability: [True, False]
  self: peak_backward(grad_values, self, spots)
  values: peak_forward(self_t, spots)

- name: window(Tensor(a) self, SymInt[] size) -> Tensor(a)
  dispatch:
    Default:
      self: grad.window(self.sym_sizes())
      result: auto_linear
    AutogradNestedTensor:
      self: nested_window(grad, self)
"""
TAGS = """\
- tag: calm
  desc: |
      It does not
      make waves.
- tag: pointwise
  desc: It works on each element.
- tag: view_copy
  desc: A copy of a view.
- tag: nondeterministic_seeded
  desc: It is random.
"""
TEXTS: dict[FileRole, str] = {"native_functions": NATIVE, "derivatives": DERIVATIVES, "tags": TAGS}


def at(file: FileRole, where: str, new: str = "") -> Fixture:
    """The pair; the cursor is where `where`, a text that is once in the file, has its `|`, with `new` typed there."""
    needle = where.replace("|", "", 1)
    assert TEXTS[file].count(needle) == 1, f"{needle!r} is not there just once"
    offset = TEXTS[file].index(needle) + where.index("|")
    text = TEXTS[file][:offset] + new + TEXTS[file][offset:]
    return Fixture(new_snapshot({**TEXTS, file: text}, DIALECT), file, offset + len(new), ())
