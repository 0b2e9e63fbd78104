"""What YAML tags make of a node, as the generator's loader has it: PyYAML's `CLoader`, which knows Python's tags too.

A plain value has its tag from its looks (`2021-02-02` is a timestamp); `!!str 1` says it. Tags that name a class or a
function (`!!python/object:…`) are neither imported nor run.
"""

from __future__ import annotations

from typing import Literal

import yaml

from vt_core.syntax.nodes import ScalarKind
from vt_core.text.spans import Span

CollectionKind = Literal["list", "tuple", "set", "pairs", "mapping", "object"]

TAG = "tag:yaml.org,2002:"
MERGE_TAG = TAG + "merge"
VALUE_TAG = TAG + "value"
_STR = TAG + "str"
_NULL = TAG + "null"
_BOOL = TAG + "bool"
_PYTHON = TAG + "python/"
_SCALARS: dict[str, ScalarKind] = {
    "null": "null",
    "bool": "bool",
    "str": "str",
    "int": "int",
    "float": "float",
    "binary": "bytes",
    "timestamp": "other",
    "python/none": "null",
    "python/bool": "bool",
    "python/str": "str",
    "python/unicode": "str",
    "python/int": "int",
    "python/long": "int",
    "python/float": "float",
    "python/bytes": "bytes",
    "python/complex": "other",
}
# The tags that mean the same as Python's.
_SAME = {"none": "null", "unicode": "str", "long": "int", "bytes": "binary"}
_COLLECTIONS: dict[str, tuple[CollectionKind, str]] = {
    "seq": ("list", "sequence"),
    "map": ("mapping", "mapping"),
    "set": ("set", "mapping"),
    "omap": ("pairs", "sequence"),
    "pairs": ("pairs", "sequence"),
    "python/list": ("list", "sequence"),
    "python/tuple": ("tuple", "sequence"),
    "python/dict": ("mapping", "mapping"),
}
# What follows is a name in the program that reads the file: the value is empty, or says how to build an object.
_NAMES = (_PYTHON + "name:", _PYTHON + "module:")
_OBJECTS = (_PYTHON + "object:", _PYTHON + "object/new:", _PYTHON + "object/apply:")
_BOOLS = frozenset(("yes", "no", "true", "false", "on", "off"))


class YamlProblem(Exception):  # noqa: N818 - a finding about the text, not an error of the program
    """What YAML cannot read: its own message, and where (code points from the text's start)."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message, self.span = message, span


def scalar_kind(node: yaml.ScalarNode) -> ScalarKind:
    """What the loader builds from a scalar. Raises `YamlProblem` where it fails."""
    tag: str = node.tag
    if tag == _STR:
        return "str"
    if tag == _NULL:
        return "null"
    if tag == _BOOL and node.value.lower() in _BOOLS:
        return "bool"
    if tag.startswith(_NAMES):
        if node.value:
            raise YamlProblem(f"expected the empty value, but found '{_shown(node)}'", _span_of(node))
        return "other"
    if tag.startswith(_OBJECTS):
        raise YamlProblem("expected a mapping node, but found scalar", _span_of(node))
    name = tag.removeprefix(TAG) if tag.startswith(TAG) else ""
    if name in _COLLECTIONS:
        raise YamlProblem(f"expected a {_COLLECTIONS[name][1]} node, but found scalar", _span_of(node))
    if name not in _SCALARS:
        raise YamlProblem(f"could not determine a constructor for the tag '{tag}'", _span_of(node))
    _check_value(name.removeprefix("python/"), node)
    return _SCALARS[name]


def _check_value(tag: str, node: yaml.ScalarNode) -> None:
    """Build the value and forget it: what it is made of is read from its text where that matters."""
    try:
        if tag == "complex":
            complex(node.value)
            return
        plain = yaml.ScalarNode(TAG + _SAME.get(tag, tag), node.value, node.start_mark, node.end_mark)
        yaml.constructor.SafeConstructor().construct_object(plain)
    except yaml.YAMLError as error:
        problem = getattr(error, "problem", None) or str(error)
        raise YamlProblem(str(problem), _span_of(node)) from None
    except (ValueError, OverflowError) as error:
        raise YamlProblem(str(error), _span_of(node)) from None
    except (AttributeError, IndexError, KeyError):  # how PyYAML says that `!!timestamp x`, `!!int ''`, `!!bool x` fail
        raise YamlProblem(f"`{_shown(node)}` is no {tag}", _span_of(node)) from None


def collection_kind(node: yaml.CollectionNode) -> CollectionKind:
    """What the loader builds from a sequence or mapping. Raises `YamlProblem` where it fails."""
    tag: str = node.tag
    written = "sequence" if isinstance(node, yaml.SequenceNode) else "mapping"
    start = Span(node.start_mark.index, node.start_mark.index + 1)
    if tag.startswith(_OBJECTS):
        return "object"
    name = tag.removeprefix(TAG) if tag.startswith(TAG) else ""
    if name in _SCALARS or tag.startswith(_NAMES):
        raise YamlProblem(f"expected a scalar node, but found {written}", start)
    if name not in _COLLECTIONS:
        raise YamlProblem(f"could not determine a constructor for the tag '{tag}'", start)
    kind, wanted = _COLLECTIONS[name]
    if written != wanted:
        raise YamlProblem(f"expected a {wanted} node, but found {written}", start)
    return kind


def _shown(node: yaml.ScalarNode) -> str:
    """The value on one line, cut short."""
    return " ".join(node.value.split())[:40]


def _span_of(node: yaml.Node) -> Span:
    return Span(node.start_mark.index, node.end_mark.index)
