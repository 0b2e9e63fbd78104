"""How an out variant's arguments differ from those of the functional one that it seems to belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vt_core.codegen.places import operator_place
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault

# No Python bindings are made for these (`SKIP_PYTHON_BINDINGS`); of `normal` they are written by hand.
_WITHOUT_BINDING = re.compile(
    r"(?:.*_backward|.*_forward|_?sparse_coo_tensor.*|_?arange.*|_?range.*|_linspace.*|_logspace.*|_cumsum.*|_cumprod.*"
    r"|_sum.*|_prod.*|_th_.*|_thnn_.*|_solve.*|_inverse.*|full|_cholesky.*|_triangular_solve.*|_qr.*|_symeig.*|_svd.*"
    r"|_sparse_.*|randint|nonzero|.*_overrideable|normal)\Z"
)


def lone_out_fault(f: NativeFunction, functional: Sequence[NativeFunction], origin: str | None = None) -> Fault:
    """An out variant without a functional one. `functional` are those of its name: the most similar is told."""
    data = {"operator": f.func.name.text}
    own = _listed(f)
    others = sorted(functional, key=lambda other: len(own ^ _listed(other)))
    if others:
        listed = _listed(others[0])
        data["closest"] = others[0].func.name.text
        data["missing"] = ", ".join([a for a in _texts(others[0]) if a in listed - own])
        data["extra"] = ", ".join([a for a in _texts(f) if a in own - listed])
    return Fault("lone-out-variant", operator_place(f.func), data, origin)


def lacks_functional(f: NativeFunction, functional: Sequence[NativeFunction]) -> bool:
    """Whether the step that writes Python bindings finds no functional variant (`group_overloads`)."""
    if _WITHOUT_BINDING.match(f.func.name.name) is not None:
        return False
    own = _texts(f)
    return all(_texts(other) != own for other in functional)


def _texts(f: NativeFunction) -> list[str]:
    """The arguments as Python's signatures have them: what makes a new tensor, and out arguments, do not count."""
    arguments = f.func.arguments
    options = arguments.options
    keyword = [argument.without_annotation for argument in arguments.kwarg_only if argument not in options]
    positional = [argument.without_annotation for argument in arguments.positional]
    return [text.replace('"', "'") for text in (*positional, *(["*"] if keyword else []), *keyword)]


def _listed(f: NativeFunction) -> frozenset[str]:
    return frozenset(_texts(f)) - {"*"}
