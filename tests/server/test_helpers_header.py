"""FunctionsManual.h of a checkout decides which helpers formulas may call: on the command line and in the server."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import run
from tests.server.checkout import DERIVATIVES, Checkout, write
from tests.server.inprocess import Session

HEADER = "torch/csrc/autograd/FunctionsManual.h"
FORMULAS = DERIVATIVES.replace("self: grad\n", "self: rinse_back(grad)\n")


def declare(root: Path, *names: str) -> None:
    path = root / HEADER
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, "".join([f"at::Tensor {name}(const at::Tensor& grad);\n" for name in names]))


def test_command_line(tmp_path: Path) -> None:
    Checkout(tmp_path, derivatives=FORMULAS)
    assert run("--check", "--format", "concise", cwd=tmp_path).returncode == 0  # a new helper, for all that is known
    declare(tmp_path, "wash_back")
    done = run("--check", "--format", "concise", cwd=tmp_path)
    assert done.returncode == 1
    assert (
        "6:9: error[unknown-helper] `rinse_back` is no operator, and FunctionsManual.h does not declare it"
        in done.stdout
    )
    declare(tmp_path, "wash_back", "rinse_back")
    assert run("--check", "--format", "concise", cwd=tmp_path).returncode == 0


def test_server_follows_the_header(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, derivatives=FORMULAS)
    session = Session(tmp_path)
    session.open(checkout.derivatives_uri, FORMULAS)
    assert session.rules(checkout.derivatives_uri) == []
    declare(tmp_path, "rinse_bak")
    assert session.rules(checkout.derivatives_uri) == [("unknown-helper", 5)]
    declare(tmp_path, "rinse_back")
    assert session.rules(checkout.derivatives_uri) == []
    (tmp_path / HEADER).unlink()
    assert session.rules(checkout.derivatives_uri) == []
