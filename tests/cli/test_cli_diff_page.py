"""The HTML page of `--diff` in a real browser, without a network: what it shows, searches and folds."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import Run
from tests.cli.test_cli_diff import FORMULA, OTHER, edit
from tests.corpora import need

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_MARKUP = '<img src="x" onerror="document.title=1">'


@pytest.fixture
def page(vt_lsp: Run, clean: Path, tmp_path: Path) -> Path:
    """The page of two changed formulas, one of them with markup in it."""
    other = Path(shutil.copytree(clean, tmp_path / "other"))
    edit(other, FORMULA, OTHER)
    edit(other, "grad.mul(self.abs().lt(ceiling))", f"grad.mul(self.abs().lt(ceiling)) /* {_MARKUP} $title */")
    result = vt_lsp("--diff", "--old", "clean", "--new", "other", "--format", "html", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    path = tmp_path / "page.html"
    path.write_text(result.stdout, encoding="utf-8")
    return path


def rendered(page: Path, search: str = "") -> str:
    """The document as the browser has it after its scripts ran."""
    browser = next((found for found in map(shutil.which, _BROWSERS) if found is not None), None)
    need("a browser (chromium)", there=browser is not None)
    assert browser is not None
    profile = page.parent / "profile"
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--dump-dom")
    address = page.as_uri() + (f"#search={search}" if search else "")
    run = subprocess.run([browser, *options, address], capture_output=True, text=True, timeout=120, check=True)
    return run.stdout


def groups(document: str) -> list[tuple[bool, bool, str]]:
    """Whether each group is open, and hidden, with its first line."""
    found = re.findall(r'<details class="group"([^>]*)><summary>(.*?)</summary>', document)
    return [("open" in attributes, "hidden" in attributes, title) for attributes, title in found]


def test_the_page_needs_nothing_else(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"https?://|<link|<img|<script[^>]+src|@import|url\(", text)


def test_it_marks_words_and_escapes_what_the_files_hold(page: Path) -> None:
    document = rendered(page)
    assert "ring_shift(grad<mark> * self</mark>, -offset, axis)" in document
    assert "<img" not in document
    assert "$title" in document  # of the formula, and no placeholder of the page
    assert [(is_open, hidden) for is_open, hidden, _ in groups(document)] == [(False, False)] * 2


def test_it_searches(page: Path) -> None:
    document = rendered(page, "RingShift")
    shown = [(is_open, hidden) for is_open, hidden, title in groups(document) if "ring_shift" in title]
    others = [(is_open, hidden) for is_open, hidden, title in groups(document) if "ring_shift" not in title]
    assert (shown, others) == ([(True, False)], [(False, True)])
    assert '<span id="found">1 of 2</span>' in document
