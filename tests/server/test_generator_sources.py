"""The generator's own source in a checkout: what it states counts, and counts again when it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.checkout import Checkout, write
from tests.server.inprocess import Session
from vt_lsp.server.uris import path_uri

NATIVE = """\
- func: weigh(Tensor self) -> int
  dispatch:
    CompositeExplicitAutograd: weigh
"""
DERIVATIVES = "[]\n"
LIST = "FUNCTIONAL_OPS_THAT_CANNOT_GET_AN_OUT_VARIANT of native_function_generation.py"
LISTS = "FUNCTIONAL_OPS_THAT_CANNOT_GET_AN_OUT_VARIANT = [\n    {},\n]\n"


@pytest.fixture
def native(tmp_path: Path) -> Path:
    checkout = Checkout(tmp_path, native=NATIVE, derivatives=DERIVATIVES)
    write(tmp_path / "version.txt", "2.13.0\n")
    return checkout.native


def test_a_change_on_disk_counts_at_once(tmp_path: Path, native: Path) -> None:
    session = Session(tmp_path)
    session.open(path_uri(native), native.read_text())
    assert session.rules(path_uri(native)) == [("no-out-variant", 0)]
    source = tmp_path / "torchgen" / "native_function_generation.py"
    source.parent.mkdir()
    write(source, LISTS.format('"weigh"'))
    assert session.pull(path_uri(native)) == []
    [pair] = session.request("vt-lsp/status", {})["pairs"]
    assert pair["release"] == "2.13.0"
    assert pair["generator"] == [f"taken from the generator's source here, which is not that of 2.13.0: {LIST}"]
    write(source, LISTS.format('"another"'))
    assert session.rules(path_uri(native)) == [("no-out-variant", 0)]
    source.unlink()
    assert session.rules(path_uri(native)) == [("no-out-variant", 0)]


def test_what_cannot_be_read_is_told_once(tmp_path: Path, native: Path) -> None:
    source = tmp_path / "torchgen" / "native_function_generation.py"
    source.parent.mkdir()
    write(source, LISTS.format("*read()"))
    session = Session(tmp_path)
    session.open(path_uri(native), native.read_text())
    for _ in range(2):
        assert session.rules(path_uri(native)) == [("no-out-variant", 0)]
    told = [m["params"]["message"] for m in session.sent if m.get("method") == "window/showMessage"]
    assert told == [f"not readable without running the generator's source, so taken from 2.13.0: {LIST}"]
