"""All spellings of a URI reach one document."""

from __future__ import annotations

from pathlib import Path

import pytest

from vt_lsp.server.uris import path_uri, uri_key, uri_path


@pytest.mark.parametrize(
    "uris",
    [
        [
            "file:///c%3A/pytorch/x.yaml",
            "file:///C:/pytorch/x.yaml",
            "file:///c:/pytorch/x.yaml",
            "FILE:///C%3a/pytorch/x.yaml",
        ],
        ["file:///home/a%20b/x.yaml", "file:///home/a b/x.yaml", "file://localhost/home/a%20b/x.yaml"],
        ["file:///home/%C3%A9/x.yaml", "file:///home/é/x.yaml"],
        ["file:///home/a/../b/x.yaml", "file:///home/b/x.yaml", "file:///home//b/./x.yaml"],
        ["file:///home/a%23b%3Fc/x.yaml", "file:///home/a#b?c/x.yaml"],
        ["untitled:Untitled-1", "UNTITLED:Untitled-1"],
        ["untitled:a%20b", "untitled:a b"],
    ],
)
def test_spellings(uris: list[str]) -> None:
    assert len({uri_key(uri) for uri in uris}) == 1


@pytest.mark.parametrize(
    "uris",
    [
        ["file:///home/a/x.yaml", "file:///home/A/x.yaml"],
        ["untitled:Untitled-1", "untitled:Untitled-2"],
        ["file:///x.yaml", "git:/x.yaml"],
        ["file://server/share/x", "file:///server/share/x"],
    ],
)
def test_different_documents(uris: list[str]) -> None:
    assert len({uri_key(uri) for uri in uris}) == len(uris)


@pytest.mark.parametrize("path", ["/home/a b/ü#?%/x.yaml", "/x", "/a:b/c"])
def test_paths_come_back(path: str) -> None:
    assert uri_path(path_uri(Path(path))) == path


@pytest.mark.parametrize(
    "uri", ["", ":", "file:", "file://", "http://[", "%", "file:///%00", "untitled:", "a b", "//x"]
)
def test_odd_uris(uri: str) -> None:
    assert isinstance(uri_key(uri), str)
    uri_path(uri)
