"""A small checkout, made for a test."""

from __future__ import annotations

from pathlib import Path

from vt_lsp.server.uris import path_uri

NATIVE = """\
- func: wash(Tensor self, Tensor water) -> Tensor
  variants: function, method
  dispatch:
    CPU: wash_cpu

- func: rinse(Tensor self) -> Tensor
  dispatch:
    CPU: rinse_cpu
"""
DERIVATIVES = """\
- name: wash(Tensor self, Tensor water) -> Tensor
  self: grad * water
  water: grad * self

- name: rinse(Tensor self) -> Tensor
  self: grad
"""


class Checkout:
    """The files of a checkout, and their URIs."""

    def __init__(self, root: Path, *, native: str | None = NATIVE, derivatives: str | None = DERIVATIVES) -> None:
        self.root = root
        self.native = root / "aten/src/ATen/native/native_functions.yaml"
        self.derivatives = root / "tools/autograd/derivatives.yaml"
        for path, text in ((self.native, native), (self.derivatives, derivatives)):
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                write(path, text)
        write(root / "version.txt", "1.8.1\n")

    @property
    def native_uri(self) -> str:
        return path_uri(self.native)

    @property
    def derivatives_uri(self) -> str:
        return path_uri(self.derivatives)


def write(path: Path, text: str) -> None:
    """Write a file as it is, all at once, as editors do: its inode is another one afterwards."""
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(text.encode())
    temporary.replace(path)
