"""URIs as clients write them: one document, whatever the spelling."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/?([A-Za-z])[:|](?=/|\Z)")


@lru_cache(maxsize=1024)
def uri_key(uri: str) -> str:
    """What all spellings of a document's URI have in common: a file's path, else the URI with its escapes undone."""
    path = uri_path(uri)
    if path is not None:
        return path_key(path)
    scheme, colon, rest = uri.partition(":")
    return f"{scheme.lower()}{colon}{unquote(rest)}"


def path_key(path: str | Path) -> str:
    """The same for a path."""
    return os.path.normcase(str(path))


@lru_cache(maxsize=1024)
def uri_path(uri: str) -> str | None:
    """The path of a `file:` URI in this system's form, its drive letter (if it has one) lower-case; None for other
    schemes. On systems without drives, `file:///C%3A/x` is `c:/x`."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file":
        return None
    # `?` and `#` are no part of a path: clients escape them; those that do not mean the path all the same.
    tail = (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
    path = unquote(parts.path + tail)
    if "\0" in path:
        return None
    host = unquote(parts.netloc)
    if host and host.lower() != "localhost":
        path = f"//{host}{path}"
    drive = _DRIVE.match(path)
    if drive is not None and not path.startswith("//"):
        path = f"{drive[1].lower()}:{path[drive.end() :] or '/'}"
    return os.path.normpath(path) if path else None


def path_uri(path: str | Path) -> str:
    """The `file:` URI of an absolute path."""
    text = str(path).replace("\\", "/") if os.name == "nt" else str(path)
    if text.startswith("//"):
        return "file:" + quote(text, safe="/~-._!$&'()*+,;=@")
    return "file://" + quote(text if text.startswith("/") else "/" + text, safe="/~-._!$&'()*+,;=@")
