"""The whole answer to `initialize`, for each client as it is. To take over a change: VT_LSP_REWRITE=1."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.server.client_files import CLIENTS, client_file
from tests.server.inprocess import Session
from vt_core import __version__

EXPECTED = Path(__file__).parent / "expected"


@pytest.mark.parametrize("name", CLIENTS)
def test_the_answer_to_initialize(tmp_path: Path, name: str) -> None:
    client = client_file(name)
    session = Session(tmp_path, client["capabilities"], clientInfo=client["clientInfo"])
    got = {"initialize": session.initialized, "afterwards": session.sent}
    for message in got["afterwards"]:
        message.pop("id", None)
    text = json.dumps(got, indent=2, sort_keys=True) + "\n"
    text = text.replace(tmp_path.as_uri(), "ROOT").replace(f'"version": "{__version__}"', '"version": "VERSION"')
    file = EXPECTED / f"capabilities_{name}.json"
    if os.environ.get("VT_LSP_REWRITE") == "1":
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_a_client_that_can_do_nothing(tmp_path: Path) -> None:
    session = Session(tmp_path, {})
    assert session.initialized["capabilities"]["positionEncoding"] == "utf-16"
    assert session.sent == []
