"""The pair and the C++ functions that the tests of go to, references, call hierarchy and rename share."""

from __future__ import annotations

from tests.ide.fixtures import Fixture, parse
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.helpers_index import kernel_definitions, read_helpers
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

HELPERS = read_helpers(
    {
        "FunctionsManual.h": "Tensor sway_back(const Tensor& grad);\nTensor undo(Tensor grad, Tensor self);\n",
        "FunctionsManual.cpp": "Tensor sway_back(const Tensor& grad) {\n  return grad;\n}\n",
    }
)
KERNELS = {
    kernel.name: (kernel,)
    for kernel in kernel_definitions("Sway.cpp", "Tensor sway_cpu(Tensor a) {\n}\n", {"sway_cpu"})
}


def at(where: str, *pair: str) -> Fixture:
    """The pair (native, derivatives); the cursor is where `where`, a text that is there once, has its `|`."""
    needle = where.replace("|", "", 1)
    texts = [text.replace(needle, where.replace("|", "$0", 1)) for text in pair]
    assert sum(text.count("$0") for text in texts) == 1, f"{needle!r} is not there just once"
    return parse(*texts)


def shown(snapshot: Snapshot, file: FileRole, span: Span) -> str:
    """`native_functions:3:8 text`, lines and columns from 1."""
    document = snapshot.document(file)
    line, column = document.position(span.start)
    short = "native" if file == "native_functions" else file
    return f"{short}:{line + 1}:{column + 1} {document.text[span.start : span.end]}"
