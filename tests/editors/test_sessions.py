"""One editing session in each real editor, with lines that end in LF and in CRLF."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.editors import checkouts
from tests.editors.clients import assert_recorded
from tests.editors.programs import Seen, package, program, run
from tests.pages import blocks
from tests.server.checkout import Checkout

HERE = Path(__file__).parent


class Session(NamedTuple):
    """An editor's session, and the checkout that it left behind."""

    editor: str
    line_end: str
    checkout: Checkout
    seen: Seen


def init_file(folder: Path, *names: str) -> str:
    """The set-up that the page shows."""
    shown = blocks("editors.md")
    init = folder / names[0]
    init.write_text("\n".join([shown[name] for name in names]), encoding="utf-8")
    return str(init)


def neovim(path: Path, init: str, folder: Path, checkout: Checkout) -> Seen:
    script = HERE / "neovim_session.lua"
    command = [str(path), "--headless", "-n", "-i", "NONE", "-u", init, "-c", f"luafile {script}", "-c", "cquit 2"]
    return run(command, folder, checkout.root)


def neovim_0_11(folder: Path, checkout: Checkout) -> Seen:
    init = init_file(folder, "neovim-0.11.lua", "neovim-settings.lua")
    return neovim(program("nvim", Path(sys.executable).parent), init, folder, checkout)


def neovim_0_7(folder: Path, checkout: Checkout) -> Seen:
    return neovim(program("nvim", Path("/usr/bin")), init_file(folder, "neovim-0.7.lua"), folder, checkout)


def emacs(client: str, init: str, folder: Path, checkout: Checkout) -> Seen:
    package(f"/usr/share/emacs/site-lisp/elpa/{client}-*")
    # A session in batch has no packages unless it is told so.
    command = [str(program("emacs")), "--batch", "-f", "package-initialize"]
    scripts = ["-l", init, "-l", str(HERE / "emacs_session.el")]
    return run([*command, *scripts], folder, checkout.root, CLIENT=client)


def eglot(folder: Path, checkout: Checkout) -> Seen:
    return emacs("eglot", init_file(folder, "eglot.el", "eglot-settings.el"), folder, checkout)


def lsp_mode(folder: Path, checkout: Checkout) -> Seen:
    return emacs("lsp-mode", init_file(folder, "lsp-mode.el"), folder, checkout)


EDITORS: dict[str, Callable[[Path, Checkout], Seen]] = {
    "neovim_0.11": neovim_0_11,
    "neovim_0.7": neovim_0_7,
    "eglot": eglot,
    "lsp-mode": lsp_mode,
}


@pytest.fixture(scope="module", params=[(name, end) for name in EDITORS for end in ("\n", "\r\n")], ids=repr)
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Session:
    editor, line_end = request.param
    folder = tmp_path_factory.mktemp(editor)
    checkout = checkouts.lay_out(folder / "checkout", line_end)
    return Session(editor, line_end, checkout, EDITORS[editor](folder, checkout))


def lines(text: str) -> list[str]:
    return text.splitlines()


def test_it_went_through(session: Session) -> None:
    assert session.seen.notes.get("failure") is None, session.seen.output
    assert session.seen.notes["errors"] == ""


def test_attached_to_the_two_files_alone(session: Session) -> None:
    assert session.seen.notes["others"] == 0
    assert session.seen.notes["root"].rstrip("/") == str(session.checkout.root)
    assert len(session.seen.opened) == 1


def test_diagnostics(session: Session) -> None:
    assert sorted(session.seen.notes["diagnostics"]) == [
        ["grads-out-of-bounds", "grads[1]"],
        ["unknown-gradient-argument", "watr"],
    ]


def test_settings(session: Session) -> None:
    """The set-ups of two editors make a warning of a rule's error."""
    lowered = session.editor in ("neovim_0.11", "eglot")
    assert session.seen.notes["severity"] == ("warning" if lowered else "error")


def test_hover(session: Session) -> None:
    assert "const at::Tensor & water" in session.seen.notes["hover"]


def test_definition(session: Session) -> None:
    assert session.seen.notes["definition"] == ["water", 2]


def test_completion(session: Session) -> None:
    assert "water" in session.seen.notes["completion"]
    assert session.seen.notes["completed"] == lines(checkouts.DERIVATIVES)[2]


def test_code_actions(session: Session) -> None:
    assert session.seen.notes["fixed"] == lines(checkouts.FIXED)


def test_rename(session: Session) -> None:
    assert session.seen.notes["renamed"] == lines(checkouts.RENAMED)
    assert session.seen.notes["renamed_native"] == lines(checkouts.RENAMED_NATIVE)


def test_preview(session: Session) -> None:
    preview = session.seen.notes["preview"]
    assert preview[0] == f"// {lines(checkouts.RENAMED)[1].removeprefix('- name: ')}"
    assert any("grad * soap" in line for line in preview)
    assert session.seen.notes["followed"] is True


def test_from_the_preview_to_the_token(session: Session) -> None:
    file, line, rest = session.seen.notes["jump"]
    assert (file, line) == ("derivatives.yaml", 3)
    assert f"'{rest.lstrip(chr(39))}" == lines(checkouts.EDITED)[2].partition(": ")[2]


def test_the_commands(session: Session) -> None:
    diff = session.seen.notes["diff"]
    assert diff[0].startswith("--- ")
    assert any(line.startswith("+") and "soap" in line for line in diff)
    assert session.seen.notes["other"] is True


def test_lenses(session: Session) -> None:
    """Those that list functions, and those that show the preview."""
    if session.editor == "eglot":
        assert "codeLens" not in session.seen.opened[0]["capabilities"]["textDocument"]
    else:
        assert session.seen.notes["lens"] == "1 function"


def test_saved_as_it_was(session: Session) -> None:
    """Lines still end as they did."""
    end = session.line_end
    assert session.checkout.derivatives.read_bytes() == checkouts.EDITED.replace("\n", end).encode()
    assert session.checkout.native.read_bytes() == checkouts.RENAMED_NATIVE.replace("\n", end).encode()


def test_the_server_had_nothing_to_complain_of(session: Session) -> None:
    assert session.seen.complaints() == []


def test_the_client_is_as_recorded(session: Session) -> None:
    (params,) = session.seen.opened
    assert_recorded(session.editor, params)
