"""What tags make of a node: what PyYAML's own loader makes of it, errors included."""

from __future__ import annotations

import pytest
import yaml

from vt_core.syntax.nodes import Mapping, Node, Scalar
from vt_core.syntax.yaml_text import read_yaml

TAGS = [
    *["!!null", "!!bool", "!!str", "!!int", "!!float", "!!binary", "!!timestamp", "!!seq", "!!map", "!!set"],
    *["!!omap", "!!pairs", "!!value", "!!merge", "!!python/none", "!!python/bool", "!!python/str", "!!python/unicode"],
    *["!!python/int", "!!python/long", "!!python/float", "!!python/bytes", "!!python/complex", "!!python/list"],
    *["!!python/tuple", "!!python/dict", "!!python/name:len", "!!python/module:os", "!!nosuch", "!nosuch", "!", ""],
]
VALUES = [
    *["", "x", "yes", "NO", "''", "1", "'1'", "0x_", "-0b1", "1:30", "1.5", ".inf", "2020-01-01", "2020-13-45"],
    *["2020-01-01 10:00:00 +99:00", "aGk=", "é", "=", "<<", "1j", "[]", "[a, 1]", "[a: 1, b: 2]", "[{}]"],
    *["{}", "{a: 1}", "{a, b}", "{<<: {a: 1}, b: 2}", "{<<: [{a: 1}, {b: 2}]}", "{<<: x}", "{<<: [x]}"],
    *["{<<: !!set {a}}", "{[a]: 1}", "{2020-01-01: 1}"],
]


def described(value: object, above: tuple[int, ...] = ()) -> object:
    """The kind of a Python value, and those of what it holds."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (str, int, float, bytes)):
        return type(value).__name__
    if value is None:
        return "null"
    if not isinstance(value, (list, tuple, set, dict)) or id(value) in above:
        return "other"
    inside = (*above, id(value))
    if isinstance(value, dict):
        return "mapping", [(described(key, inside), described(item, inside)) for key, item in value.items()]
    items = [described(item, inside) for item in value]
    return type(value).__name__, sorted(items, key=str) if isinstance(value, set) else items


def described_node(node: Node) -> object:
    """The same of a node."""
    if isinstance(node, Scalar):
        return node.kind
    if isinstance(node, Mapping):
        return "mapping", [(described_node(key), described_node(value)) for key, value in node.pairs]
    items = [described_node(item) for item in node.items]
    return node.kind, sorted(items, key=str) if node.kind == "set" else items


def loaded(text: str) -> object:
    """What the generator's loader builds, the error where it fails."""
    try:
        return described(yaml.load(text, Loader=yaml.CLoader))
    except (yaml.YAMLError, ValueError, OverflowError, AttributeError, IndexError, KeyError) as error:
        return type(error)


@pytest.mark.parametrize("tag", TAGS)
def test_tags_make_what_the_loader_makes(tag: str) -> None:
    for value in VALUES:
        text = f"{tag} {value}"
        expected = loaded(text)
        reading = read_yaml(text)
        if isinstance(expected, type):
            assert reading.problem is not None, text
        elif reading.node is None:
            assert (reading.problem, text.strip()) == (None, ""), text
        else:
            assert described_node(reading.node) == expected, text


@pytest.mark.parametrize("text", ["{=: 1}", "&a [*a]", "&a {b: *a}", "&a {b: 1, <<: *a}", "[&a {<<: *a, b: 1}, *a]"])
def test_what_contains_itself_and_a_key_that_is_a_tag(text: str) -> None:
    reading = read_yaml(text)
    assert reading.node is not None
    assert described_node(reading.node) == loaded(text)


def test_the_first_of_several_merged_mappings_wins() -> None:
    """YAML's own order for a list; keys of their own go before merged ones, whatever their order."""
    node = read_yaml("{own: 0, <<: [{a: first, own: 1}, {a: second, b: second}]}").node
    assert isinstance(node, Mapping)
    last = {
        key.value: value.value for key, value in node.pairs if isinstance(key, Scalar) and isinstance(value, Scalar)
    }
    assert last == {"own": "0", "a": "first", "b": "second"}


def test_names_and_objects_of_python_are_not_made() -> None:
    for text in ("!!python/object/apply:datetime.date [2020, 1, 1]", "!!python/object:datetime.date {}"):
        node = read_yaml(text).node
        assert isinstance(node, Scalar)
        assert node.kind == "other"
