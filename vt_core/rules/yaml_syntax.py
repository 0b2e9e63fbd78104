"""A text that is not YAML."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault

# By a part of the reader's own words, what is most often behind them in these files.
_HINTS = (
    ("mapping values are not allowed", "put the value between quotes if it holds `: `, else mend the indentation"),
    ("found character '\\t'", "indent with blanks, not with tabs"),
    ("tab character", "indent with blanks, not with tabs"),
    ("could not find expected ':'", "write `key: value`, with a colon and a blank after the key"),
    (
        "did not find expected key",
        "indent the key like the others of its entry, or close the quote or bracket before it",
    ),
    ("did not find expected ',' or", "close the bracket, or write the missing comma"),
    ("did not find expected '-'", "start each entry with `-` in the first column"),
    ("unexpected end of stream", "close the quote that is open"),
    ("did not find expected comment or line break", "let a block scalar's text start in the next line"),
    ("found character that cannot start any token", "put the value between quotes"),
    (
        "did not find expected alphabetic",
        "put the value between quotes: `*` and `&` at its start have a meaning in YAML",
    ),
    ("undefined alias", "put the value between quotes: `*` at its start refers to an anchor"),
    ("did not find expected <document start>", "start each entry with `-` in the first column"),
    ("but found another document", "remove the `---`: the file is one document"),
    ("unknown escape", "double the backslash, or use single quotes"),
    ("acceptable", "remove the character"),
    ("could not determine a constructor", "put the value between quotes: `!` at its start is a tag in YAML"),
)


def describe(fault: Fault, site: Site) -> Description:
    """`message` is the reader's complaint."""
    complaint = fault.data.get("message", "") or "not readable as YAML"
    for part, hint in _HINTS:
        if part in complaint:
            return Description(f"not YAML: {complaint}; {hint}")
    return Description(f"not YAML: {complaint}")


RULE = Rule("yaml-syntax", "error", "generator", "the text is not YAML", describe)
