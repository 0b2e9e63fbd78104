from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from vt_core.syntax.scalars import ValueMap, value_offsets
from vt_core.text.spans import Span

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
RELEASES = ["v1.8.0a0-c39fb97", "v1.8.1", "v2.1.2", "v2.5.1", "v2.9.1", "v2.13.0", "v2.15.0"]


class Surroundings(NamedTuple):
    """What stands before a scalar, between its start and its text, and after it; `indent` suits its later lines."""

    before: str
    properties: str
    after: str
    indent: int


SURROUNDINGS = [
    Surroundings("", "", "", 1),
    Surroundings("- ", "", "\n- b\n", 1),
    Surroundings("- name: ", "", "\n", 3),
    Surroundings("key: ", "", "\nnext: b\n", 1),
    Surroundings("- name: a\n  self: ", "", "\n  other: b\n", 3),
    Surroundings("- name: a\n  dispatch:\n     Default: ", "", "\n- name: b\n", 6),
    Surroundings("key: ", "!!str &anchor  ", "\n", 2),
    Surroundings("- name: a\n  self: ", "!!str # why\n    ", "\n", 4),
]

WORD = "W"  # becomes a character that stands nowhere else in the file
LINE_BREAKS = st.sampled_from(["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
BLANKS = st.text(" \t", max_size=3)
FOLDS = st.tuples(BLANKS, st.lists(st.tuples(LINE_BREAKS, BLANKS), min_size=1, max_size=3))
SINGLE_QUOTED = st.sampled_from([WORD, WORD, "''", '"', "\\", " ", "  \t", ": ", " #", "\U0001f600"])
ESCAPES = st.sampled_from(
    ["\\" + letter for letter in '0abt\tnvfre "/\\N_LP'] + ["\\x41", "\\xe9", "\\u2028", "\\u20AC", "\\U0001F600"]
)
DOUBLE_QUOTED = st.one_of(st.sampled_from([WORD, WORD, "'", " ", "  \t", ": ", " #", "\U0001f600"]), ESCAPES)
PLAIN_INSIDE = st.sampled_from([WORD, WORD, "*", "'", '"', "\\", "::", "->", "(", "\U0001f600"])


def number_words(text: str) -> str:
    numbered = map(chr, count(0x4E00))
    return "".join(next(numbered) if character == WORD else character for character in text)


def lay_out(pieces: list[str | tuple[str, list[tuple[str, str]]]], indent: int) -> str:
    """Writes folds (blanks, then line breaks each with more blanks on the next line) with their indentation."""
    text = ""
    for piece in pieces:
        if isinstance(piece, str):
            text += piece
        else:
            text += piece[0] + "".join(line_break + " " * indent + blanks for line_break, blanks in piece[1])
    return text


def scalar_node(text: str, start: int, loader: type = yaml.CSafeLoader) -> yaml.ScalarNode:
    """The scalar that starts at `start`; the example is dropped where the loader refuses the file."""
    try:
        root = yaml.compose(text, loader)
    except yaml.YAMLError:
        assume(False)
    for node in scalar_nodes(root):
        if node.start_mark.index == start:
            return node
    raise AssertionError(f"no scalar at {start} in {text!r}")


def scalar_nodes(node: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from scalar_nodes(item)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from scalar_nodes(key)
            yield from scalar_nodes(value)


def source_of(text: str, node: yaml.ScalarNode) -> str:
    return text[node.start_mark.index : node.end_mark.index]


def check_map(source: str, style: str | None, value: str) -> ValueMap:
    """What holds of every exact map, and that words stand where they stand."""
    offsets = value_offsets(source, style, value)
    assert offsets.exact, (source, value)
    assert offsets.length == len(value)
    starts = [offsets.to_source(index) for index in range(len(value) + 1)]
    assert starts == sorted(set(starts)), "each character has a place of its own"
    assert 0 <= starts[0] <= starts[-1] <= len(source)
    assert [offsets.to_value(start) for start in starts] == list(range(len(value) + 1))
    reached = [offsets.to_value(place) for place in range(-1, len(source) + 2)]
    assert reached == sorted(reached), "no step back"
    assert (reached[0], reached[-1]) == (0, len(value))
    words = [index for index, character in enumerate(value) if "\u4e00" <= character < "\u9fff"]
    assert [starts[index] for index in words] == [source.index(value[index]) for index in words]
    for index, character in enumerate(value):
        check_character(source, style, character, offsets.span(index, index + 1))
    for first, last in zip(words, words[::-1], strict=True):
        if first <= last:
            span = offsets.span(first, last + 1)
            assert (source[span.start], source[span.end - 1]) == (value[first], value[last])
    return offsets


def check_character(source: str, style: str | None, character: str, span: Span) -> None:
    written = source[span.start : span.end]
    if style == '"' and written.startswith("\\") and len(written) > 1:
        return
    if written == "''":
        assert (style, character) == ("'", "'")
    elif written in ("\n", "\r", "\r\n", "\x85"):
        assert character in "\n "
    else:
        assert written == character


@given(
    st.sampled_from(SURROUNDINGS),
    st.one_of(
        st.tuples(st.just("'"), st.lists(st.one_of(SINGLE_QUOTED, FOLDS), max_size=12)),
        st.tuples(st.just('"'), st.lists(st.one_of(DOUBLE_QUOTED, FOLDS, FOLDS.map(lambda fold: ("\\", fold[1]))))),
    ),
)
def test_quoted_scalars(place: Surroundings, quoted: tuple[str, list[str | tuple[str, list[tuple[str, str]]]]]) -> None:
    style, pieces = quoted
    text = number_words(f"{place.properties}{style}{lay_out(pieces, place.indent)}{style}")
    node = scalar_node(place.before + text + place.after, len(place.before))
    assert node.style == style
    check_map(text, style, node.value)


@given(
    st.sampled_from(SURROUNDINGS),
    st.lists(
        st.tuples(st.one_of(st.just(" "), st.just(" \t "), FOLDS), st.lists(PLAIN_INSIDE, max_size=3)), max_size=6
    ),
)
def test_plain_scalars(
    place: Surroundings, words: list[tuple[str | tuple[str, list[tuple[str, str]]], list[str]]]
) -> None:
    pieces: list[str | tuple[str, list[tuple[str, str]]]] = [WORD]
    for separator, inside in words:
        pieces += [separator, WORD, *inside, WORD]
    text = number_words(place.properties + lay_out(pieces, place.indent))
    node = scalar_node(place.before + text + place.after, len(place.before))
    assert not node.style
    assert source_of(place.before + text + place.after, node) == text
    check_map(text, None, node.value)
    check_map(text, "", node.value)


@given(
    st.sampled_from(SURROUNDINGS),
    st.sampled_from("|>"),
    st.sampled_from(["", "+", "-"]),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from(["", "  ", " # why"]),
    LINE_BREAKS,
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.sampled_from(["", WORD, WORD, WORD + " \t" + WORD, "\t" + WORD, "# " + WORD]),
            LINE_BREAKS,
        ),
        max_size=6,
    ),
    st.booleans(),
)
def test_block_scalars(
    place: Surroundings,
    style: str,
    chomping: str,
    deeper: int,
    explicit: bool,
    after_header: str,
    first_break: str,
    lines: list[tuple[int, str, str]],
    ends: bool,
) -> None:
    # The indentation indicator counts from the parent's indentation, one less than what later lines need at least;
    # at the root there is no parent.
    parent = place.indent - 1 if place.before else 0
    indent = parent + 1 + deeper
    indicator = str(indent - parent) if explicit else ""
    body = "".join(" " * (indent + more if content or more else 0) + content + end for more, content, end in lines)
    if not ends:
        body = body.rstrip("\r\n\x85\u2028\u2029")
    header = style + (indicator + chomping if deeper % 2 else chomping + indicator) + after_header + first_break
    whole = place.before + number_words(place.properties + header + body) + place.after
    node = scalar_node(whole, len(place.before))
    assert node.style == style
    check_map(source_of(whole, node), style, node.value)


@given(
    st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from(" \n\t'\"\\:#")), max_size=40),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([20, 80]),
    st.sampled_from([yaml.CSafeLoader, yaml.SafeLoader]),
)
def test_what_the_dumper_writes(value: str, style: str | None, width: int, loader: type) -> None:
    dumped = yaml.serialize(
        yaml.MappingNode("tag:yaml.org,2002:map", [(string_node("key"), string_node(value, style))]),
        Dumper=yaml.CSafeDumper,
        width=width,
        allow_unicode=True,
    )
    try:
        _, node = scalar_nodes(yaml.compose(dumped, loader))
    except yaml.YAMLError:
        assume(False)
    offsets = value_offsets(source_of(dumped, node), node.style, node.value)
    assert offsets.exact
    assert [offsets.to_value(offsets.to_source(index)) for index in range(len(node.value) + 1)] == list(
        range(len(node.value) + 1)
    )


def string_node(value: str, style: str | None = None) -> yaml.ScalarNode:
    return yaml.ScalarNode("tag:yaml.org,2002:str", value, style=style)


def test_a_plain_scalar_is_its_own_value() -> None:
    offsets = value_offsets("grad * self", None, "grad * self")
    assert offsets == ValueMap(0, 11, 11)
    assert offsets.to_source(5) == offsets.to_value(5) == 5
    assert offsets.span(0, 4) == Span(0, 4)
    assert offsets.span(7, 99) == Span(7, 11)
    assert offsets.span(-3, 2) == Span(0, 2)
    assert offsets.span(4, 2) == Span(4, 4)
    assert (offsets.to_value(-1), offsets.to_value(99)) == (0, 11)


def test_a_range_before_a_fold_leaves_the_fold_out() -> None:
    source = "grad *\n    self"
    offsets = value_offsets(source, None, "grad * self")
    assert offsets.span(0, 6) == Span(0, 6)
    assert offsets.span(5, 7) == Span(5, 7), "the fold's space is the line break"
    assert offsets.span(7, 11) == Span(11, 15)
    assert offsets.span(0, 11) == Span(0, 15)
    assert offsets.to_value(9) == 7, "indentation leads to what follows it"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *zip('0abtnvfre "/\\N_LP\t', '\0\a\b\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029\t', strict=True),
        ("x41", "A"),
        ("xe9", "é"),
        ("u20aC", "\u20ac"),
        ("U0001F600", "\U0001f600"),
    ],
)
def test_each_escape(written: str, value: str) -> None:
    source = f'"a\\{written}b"'
    assert scalar_node(source, 0).value == f"a{value}b"
    offsets = value_offsets(source, '"', f"a{value}b")
    assert offsets.exact
    assert source[slice(*offsets.span(1, 2))] == f"\\{written}"


@pytest.mark.parametrize(
    "body",
    [
        "  a\n  b\n",
        "  a\n\n  b\n",
        "  a\n   b\n  c\n",
        "  a\n   b\n\n   c\n\n  d\n",
        "  a\n  \tb\n  c\n",
        "\n\n  a\n\n\n  b\n\n\n",
        "\n  \n  a\n    \n  b\n \n",
        "    \n  \n",
        "  a\u2028  b\u2029\n  c\x85  d\r\n\r  e",
    ],
)
@pytest.mark.parametrize("header", ["|", ">", "|-", ">-", "|+", ">+"])
def test_block_scalars_by_line(header: str, body: str) -> None:
    text = f"key: {header}\n{body}"
    node = scalar_node(text, 5)
    source = source_of(text, node)
    offsets = check_map(source, node.style, node.value)
    for letter in set("abcde").intersection(node.value):
        assert offsets.to_source(node.value.index(letter)) == source.index(letter)


def test_escapes_are_indivisible() -> None:
    source = '"a\\x41b"'
    offsets = value_offsets(source, '"', "aAb")
    assert offsets.span(1, 2) == Span(2, 6)
    assert [offsets.to_value(place) for place in range(9)] == [0, 0, 1, 1, 1, 1, 2, 3, 3]


@pytest.mark.parametrize(
    ("header", "value"),
    [("|", "a\n  b\n"), ("|-", "a\n  b"), ("|2", "  a\n    b\n"), ("|2-", "  a\n    b"), ("|3+", " a\n   b\n")],
)
def test_the_indentation_of_a_block_scalar(header: str, value: str) -> None:
    source = f"{header}\n      a\n        b\n"
    offsets = value_offsets(source, "|", value)
    assert offsets.exact
    assert offsets.to_source(value.index("a")) == source.index("a")
    assert offsets.to_source(value.index("b")) == source.index("b")


@pytest.mark.parametrize(
    ("source", "style", "start"), [("", None, 0), ("''", "'", 1), ('""', '"', 1), ("|\n\n", "|", 2)]
)
def test_empty_values(source: str, style: str | None, start: int) -> None:
    offsets = value_offsets(source, style, "")
    assert offsets.exact
    assert offsets.to_source(0) == start
    assert offsets.span(0, 5) == Span(start, start)
    assert offsets.to_value(99) == 0


@pytest.mark.parametrize("style", [None, "", "'", '"', "|", ">", "?"])
@pytest.mark.parametrize("source", ["something else", "", "'", '"', '"\\', "|", "|x\n a", "!", "&", "''"])
def test_a_source_of_another_value_gives_one_whole(style: str | None, source: str) -> None:
    offsets = value_offsets(source, style, "value")
    assert not offsets.exact
    assert offsets.span(1, 3) == Span(0, len(source))
    assert offsets.to_source(3) == 0
    assert offsets.to_source(5) == len(source)
    assert offsets.to_value(len(source)) == 5
    if source:
        assert offsets.to_value(len(source) - 1) == 0


@given(
    st.text("a'\"\\|>+-12 \t\n\r\x85\u2028#!&xuU0", max_size=16),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.text("a\n "),
)
def test_nothing_raises(source: str, style: str | None, value: str) -> None:
    offsets = value_offsets(source, style, value)
    for place in range(-1, 20):
        assert 0 <= offsets.to_source(place) <= len(source)
        assert 0 <= offsets.to_value(place) <= len(value)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", ["derivatives.yaml", "native_functions.yaml"])
def test_every_scalar_of_the_releases(release: str, name: str) -> None:
    path = CORPUS / release / name
    if not path.exists():
        if os.environ.get("VT_LSP_REQUIRE_ALL") == "1":
            pytest.fail("../shared/corpus is missing")
        pytest.skip("NOT CHECKED: ../shared/corpus is missing")
    text = path.read_text(encoding="utf-8")
    nodes = list(scalar_nodes(yaml.compose(text, yaml.CSafeLoader)))
    assert len(nodes) > 1000
    for node in nodes:
        source = source_of(text, node)
        offsets = value_offsets(source, node.style, node.value)
        assert offsets.exact, source
        for index, character in enumerate(node.value):
            if not character.isspace():
                assert source[offsets.to_source(index)] in (character, "\\", "'")
