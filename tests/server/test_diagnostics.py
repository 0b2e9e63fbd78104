"""Diagnostics: pulled or pushed, never both; the same while nothing changes; what an edit does to the partner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.checkout import DERIVATIVES, NATIVE, Checkout, write
from tests.server.inprocess import PULLING, PUSHED, Session, replace
from vt_lsp.server.uris import path_uri, uri_path

BAD_KEY = DERIVATIVES.replace("  water: grad", "  watr: grad")
TO_OTHER_SCHEMA = replace((0, 38), (0, 38), "x")  # in native_functions.yaml: the derivatives entry has no function then


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def pull(session: Session, uri: str, previous: str | None = None) -> dict[str, Any]:
    params = {"textDocument": {"uri": uri}, "previousResultId": previous}
    report = session.request("textDocument/diagnostic", params)
    assert isinstance(report, dict)
    return report


def test_a_diagnostic(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, BAD_KEY)
    (found,) = session.pull(checkout.derivatives_uri)
    assert found["range"] == {"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 6}}
    assert (found["severity"], found["code"], found["source"]) == (1, "unknown-gradient-argument", "vt-lsp")
    assert found["data"]["origin"] == "lint" or found["data"]["origin"] == "generator"
    assert found["data"]["fix"]["safe"] in (True, False)
    page = uri_path(found["codeDescription"]["href"])
    assert page is not None
    assert Path(page).read_text().startswith("# unknown-gradient-argument\n")
    (related,) = found["relatedInformation"]
    assert related["location"]["uri"] == checkout.native_uri
    assert related["location"]["range"]["start"]["line"] == 0


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 11), ("utf-16", 9), ("utf-32", 8)])
def test_columns_in_the_clients_units(checkout: Checkout, encoding: str, column: int) -> None:
    session = Session(checkout.root, {**PULLING, "general": {"positionEncodings": ["x", encoding, "utf-16"]}})
    assert session.initialized["capabilities"]["positionEncoding"] == encoding
    text = DERIVATIVES.replace("  self: grad * water", '  self: "\U0001d11egrads[9]"')
    session.open(checkout.derivatives_uri, text)
    (found,) = [one for one in session.pull(checkout.derivatives_uri) if one["code"] == "grads-out-of-bounds"]
    assert found["range"]["start"] == {"line": 1, "character": column + 2}


def test_no_encodings_means_utf_16(checkout: Checkout) -> None:
    for general in ({}, {"positionEncodings": []}, {"positionEncodings": ["utf-7"]}):
        session = Session(checkout.root, {"general": general})
        assert session.initialized["capabilities"]["positionEncoding"] == "utf-16"


def test_result_ids(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, BAD_KEY)
    first = pull(session, checkout.derivatives_uri)
    again = pull(session, checkout.derivatives_uri, first["resultId"])
    assert again == {"kind": "unchanged", "resultId": first["resultId"]}
    assert pull(session, checkout.derivatives_uri)["kind"] == "full"
    assert pull(session, checkout.derivatives_uri, "other")["kind"] == "full"
    # An edit that leaves the diagnostics as they are.
    session.change(checkout.derivatives_uri, 2, replace((6, 0), (6, 0), "# more\n"))
    assert pull(session, checkout.derivatives_uri, first["resultId"])["kind"] == "unchanged"
    session.change(checkout.derivatives_uri, 3, replace((0, 0), (0, 0), "# more\n"))
    moved = pull(session, checkout.derivatives_uri, first["resultId"])
    assert moved["kind"] == "full"
    assert moved["items"][0]["range"]["start"]["line"] == 3


def test_line_breaks_of_the_same_length(checkout: Checkout) -> None:
    """The finding's offset stays, its line does not."""
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, "# a # b\n" + BAD_KEY)
    before = session.pull(checkout.derivatives_uri)
    session.change(checkout.derivatives_uri, 2, replace((0, 3), (0, 4), "\n"))
    after = session.pull(checkout.derivatives_uri)
    assert after[0]["range"]["start"]["line"] == before[0]["range"]["start"]["line"] + 1


def test_related_documents(checkout: Checkout) -> None:
    capabilities = {**PULLING, "textDocument": {"diagnostic": {"relatedDocumentSupport": True}}}
    session = Session(checkout.root, capabilities)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.open(checkout.native_uri, NATIVE)
    assert "relatedDocuments" not in pull(session, checkout.native_uri)
    session.change(checkout.native_uri, 2, TO_OTHER_SCHEMA)
    report = pull(session, checkout.native_uri)
    (uri, related) = next(iter(report["relatedDocuments"].items()))
    assert uri == checkout.derivatives_uri
    assert [item["code"] for item in related["items"]] == ["unknown-function"]
    assert "relatedDocuments" not in pull(session, checkout.native_uri)  # the client has it
    assert pull(session, checkout.derivatives_uri, related["resultId"])["kind"] == "unchanged"
    session.change(checkout.native_uri, 3, replace((0, 38), (0, 39), ""))
    assert pull(session, checkout.native_uri)["relatedDocuments"][checkout.derivatives_uri]["items"] == []
    assert session.take("workspace/diagnostic/refresh") == []


def test_refresh_when_the_other_file_changes(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.open(checkout.native_uri, NATIVE)
    pull(session, checkout.derivatives_uri)
    pull(session, checkout.native_uri)
    session.change(checkout.native_uri, 2, TO_OTHER_SCHEMA)
    assert "relatedDocuments" not in pull(session, checkout.native_uri)
    assert len(session.take("workspace/diagnostic/refresh")) == 1
    pull(session, checkout.native_uri)
    assert session.take("workspace/diagnostic/refresh") == []  # asked once
    assert len(pull(session, checkout.derivatives_uri)["items"]) == 1
    pull(session, checkout.native_uri)
    assert session.take("workspace/diagnostic/refresh") == []
    assert session.take("textDocument/publishDiagnostics") == []  # never both


def test_refresh_when_a_file_changes_on_disk(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    pull(session, checkout.derivatives_uri)
    changed = {"changes": [{"uri": checkout.native_uri, "type": 2}]}
    session.notify("workspace/didChangeWatchedFiles", changed)
    assert session.take("workspace/diagnostic/refresh") == []
    write(checkout.native, NATIVE.replace("rinse(", "rinsed("))
    session.notify("workspace/didChangeWatchedFiles", changed)
    assert len(session.take("workspace/diagnostic/refresh")) == 1
    assert len(pull(session, checkout.derivatives_uri)["items"]) == 1


def published(session: Session) -> list[tuple[str, int | None, list[str]]]:
    found = session.take("textDocument/publishDiagnostics")
    return [(one["uri"], one.get("version"), [item["code"] for item in one["diagnostics"]]) for one in found]


def test_pushed_to_clients_that_do_not_pull(checkout: Checkout) -> None:
    session = Session(checkout.root, PUSHED)
    assert "diagnosticProvider" not in session.initialized["capabilities"]
    derivatives, native = checkout.derivatives_uri, checkout.native_uri
    session.open(derivatives, BAD_KEY)
    assert published(session) == [(derivatives, 1, ["unknown-gradient-argument"])]
    session.open(native, NATIVE)
    assert published(session) == [(native, 1, [])]
    session.change(derivatives, 2, replace((2, 5), (2, 5), "e"))
    assert published(session) == [(derivatives, 2, [])]
    session.change(native, 2, TO_OTHER_SCHEMA)
    assert sorted(published(session)) == sorted([(native, 2, []), (derivatives, 2, ["unknown-function"])])
    session.request("vt-lsp/status", None)
    assert published(session) == []
    session.close(native)
    assert sorted(published(session)) == [(derivatives, 2, [])]
    session.close(derivatives)
    assert published(session) == [(derivatives, None, [])]


def test_what_the_partner_on_disk_has_is_pushed_too(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, native=NATIVE + "- func: broken(\n")
    session = Session(checkout.root, PUSHED)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    found = published(session)
    assert (checkout.derivatives_uri, 1, []) in found
    assert [one[1] for one in found if one[0] == checkout.native_uri] == [None]
    write(checkout.native, NATIVE)
    session.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert published(session) == [(checkout.native_uri, None, [])]


def test_typing_is_pushed_once_at_its_end(checkout: Checkout) -> None:
    session = Session(checkout.root, PUSHED)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    published(session)
    for version in range(2, 12):
        document = {"uri": checkout.derivatives_uri, "version": version}
        changes = [replace((1, 8), (1, 8), "x")]
        session.put(
            {"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": changes}}
        )
    session.work()
    assert [version for _, version, _ in published(session)][-1] == 11


def test_clients_that_show_no_related_places(checkout: Checkout) -> None:
    session = Session(checkout.root, {"textDocument": {"publishDiagnostics": {"relatedInformation": False}}})
    session.open(checkout.derivatives_uri, BAD_KEY)
    (sent,) = session.take("textDocument/publishDiagnostics")
    assert "relatedInformation" not in sent["diagnostics"][0]
    assert "version" not in sent


def test_lone_files_are_taken_back_when_closed(tmp_path: Path) -> None:
    session = Session(tmp_path, PUSHED)
    uri = path_uri(tmp_path / "derivatives.yaml")
    session.open(uri, DERIVATIVES + "- name: [\n")
    assert published(session) == [(uri, 1, ["yaml-syntax"])]
    session.close(uri)
    assert published(session) == [(uri, None, [])]


def test_a_comment_leaves_a_diagnostic_out(checkout: Checkout) -> None:
    session = Session(checkout.root)
    ignored = BAD_KEY.replace("watr: grad", "watr: grad  # vt-lsp: ignore[unknown-gradient-argument]", 1)
    session.open(checkout.derivatives_uri, ignored)
    assert session.pull(checkout.derivatives_uri) == []
    # Without the mistake the comment is one.
    session.change(checkout.derivatives_uri, 2, replace((2, 2), (2, 6), "water"))
    (found,) = session.pull(checkout.derivatives_uri)
    assert found["code"] == "unused-ignore"
    assert found["range"]["start"]["line"] == 2


def test_a_rule_that_is_off_by_default_is_on_where_it_has_a_level(checkout: Checkout) -> None:
    text = NATIVE + "- func: rinse_backward(Tensor grad_output) -> Tensor\n"
    write(checkout.root / "vt-lsp.toml", '[rules]\ncomposite-backward = "information"\n')
    session = Session(checkout.root)
    session.open(checkout.native_uri, text)
    assert "composite-backward" in [one["code"] for one in session.pull(checkout.native_uri)]
