"""The checkout that every editor is tried on: characters of all lengths stand before what is looked at.

Neovim counts columns in bytes, Emacs in code points, the protocol in what both agree on: each mistake shows as another
column.
"""

from __future__ import annotations

from pathlib import Path

from tests.server.checkout import Checkout, write

# Two, two and four bytes; one, one and two UTF-16 units.
ODD = "\u00e9\u00df\U0001d11e"
NATIVE = f"""\
# Schemas {ODD}.
- func: wash(Tensor self, str mode="{ODD}", Tensor water) -> Tensor
  variants: function, method
  dispatch:
    CPU: wash_cpu

- func: rinse(Tensor self) -> Tensor
  dispatch:
    CPU: rinse_cpu

# Inherits the formula of `rinse`: an entry for two operators.
- func: rinse_(Tensor(a!) self) -> Tensor(a!)
  dispatch:
    CPU: rinse_cpu_
"""
DERIVATIVES = f"""\
# Gradients {ODD}.
- name: wash(Tensor self, str mode="{ODD}", Tensor water) -> Tensor
  self: 'mark("{ODD}") * grads[1] * water'
  watr: grad * self

- name: rinse(Tensor self) -> Tensor
  self: grad
"""
# What the session of an editor does to derivatives.yaml, in this order.
FIXED = DERIVATIVES.replace("watr", "water").replace("grads[1]", "grad")
RENAMED = FIXED.replace("water", "soap")
RENAMED_NATIVE = NATIVE.replace("water", "soap")
EDITED = RENAMED.replace("grad * soap", "grad + soap")


def lay_out(root: Path, line_end: str) -> Checkout:
    """The checkout, with lines that end in a way, and files of other people beside it."""
    root.mkdir()
    checkout = Checkout(root, native=NATIVE.replace("\n", line_end), derivatives=DERIVATIVES.replace("\n", line_end))
    write(root / "version.txt", "2.13.0a0\n")
    write(root / "other.yaml", "- name: other\n")
    strange = root / "finance" / "derivatives.yaml"
    strange.parent.mkdir()
    write(strange, "- name: swap\n  notional: 100\n")
    return checkout
