"""What of the Emacs package a session does not show."""

from __future__ import annotations

import re
from pathlib import Path

from tests.editors.programs import ROOT, emacs

PACKAGE = ROOT / "editors/emacs/vt-lsp.el"


def test_it_compiles_without_a_warning(tmp_path: Path) -> None:
    elsewhere = f'(lambda (_) "{tmp_path / "vt-lsp.elc"}")'
    strict = f"(setq byte-compile-error-on-warn t byte-compile-dest-file-function {elsewhere})"
    assert emacs(strict, f'(princ (byte-compile-file "{PACKAGE}"))') == "t"


def test_commands_are_documented() -> None:
    text = PACKAGE.read_text(encoding="utf-8")
    page = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
    commands = re.findall(r";;;###autoload\n\(defun (vt-lsp-[a-z-]+)", text)
    assert len(commands) == 5
    assert [command for command in commands if command not in page] == []


def test_a_formula_is_no_comment() -> None:
    """Without a `yaml-mode`: comments, keys and strings."""
    form = (
        '(with-temp-buffer (insert "- name: f(Tensor self) -> Tensor\\n  self: g # why\\n") (vt-lsp-yaml-mode)'
        ' (font-lock-ensure) (goto-char 1) (search-forward "self:") (princ (get-text-property (- (point) 3) \'face))'
        ' (search-forward "why") (princ (get-text-property (- (point) 1) \'face)))'
    )
    assert emacs("(require 'vt-lsp)", form) == "font-lock-variable-name-facefont-lock-comment-face"
