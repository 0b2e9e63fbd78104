"""The YAML boundary: one text in, nodes with exact spans out, or YAML's own complaint at its place.

Uses PyYAML's C loader where it is there (`HAS_C_LOADER`) and its pure one, many times slower, where it is not. Only
`mark.index` is used: it counts code points, whatever the line breaks are.
"""

from __future__ import annotations

import yaml

from vt_core.syntax.nodes import Mapping, Node, Scalar, ScalarKind, Sequence, SequenceKind
from vt_core.syntax.yaml_tags import MERGE_TAG, VALUE_TAG, YamlProblem, collection_kind, scalar_kind
from vt_core.text.spans import Span

HAS_C_LOADER = hasattr(yaml, "CSafeLoader")

if HAS_C_LOADER:

    class _CComposer(yaml.cyaml.CParser, yaml.resolver.Resolver):  # type: ignore[misc, name-defined]
        """What of `CSafeLoader` makes nodes, without what builds objects: a fifth quicker on small texts."""

        def __init__(self, text: str) -> None:
            yaml.cyaml.CParser.__init__(self, text)  # type: ignore[attr-defined]
            yaml.resolver.Resolver.__init__(self)


MOST_LEVELS = 60
MOST_MERGED = 10_000


def read_document(text: str) -> tuple[Node | None, YamlProblem | None]:
    """The content of one document and what is wrong with it; see `yaml_text.read_yaml`."""
    try:
        root = _compose(text)
        return None if root is None else _Converter().convert(root, 0), None
    except YamlProblem as problem:
        return None, problem.with_traceback(None)
    except yaml.MarkedYAMLError as error:
        return None, _marked_problem(error, text)
    except yaml.reader.ReaderError as error:
        return None, _character_problem(error, text)
    except UnicodeEncodeError as error:
        span = Span(error.start, error.start + 1)
        return None, YamlProblem("a surrogate code point is no character of its own", span)


def scan_for_anchor(text: str) -> bool:
    """See `yaml_text.has_anchor`."""
    try:
        return any(
            isinstance(token, yaml.AnchorToken)
            for token in yaml.scan(text, Loader=yaml.CSafeLoader if HAS_C_LOADER else yaml.SafeLoader)
        )
    except (yaml.YAMLError, UnicodeEncodeError):
        return False


def _compose(text: str) -> yaml.Node | None:
    composer = _CComposer(text) if HAS_C_LOADER else yaml.SafeLoader(text)
    try:
        root: yaml.Node | None = composer.get_single_node()
        return root
    finally:
        composer.dispose()


class _Converter:
    """Our nodes for PyYAML's; an alias is the node of its anchor, converted once however often it stands."""

    def __init__(self) -> None:
        self._done: dict[int, Node | None] = {}

    def convert(self, node: yaml.Node, level: int) -> Node:
        """Raises `YamlProblem` for what PyYAML's constructor would refuse."""
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node, scalar_kind(node))
        if id(node) in self._done:
            # What contains itself is nothing that either file has a use for.
            return self._done[id(node)] or Scalar(*_start_of(node), "", "other", None)
        if level >= MOST_LEVELS:
            raise YamlProblem(f"nested more than {MOST_LEVELS} levels deep", _start_of(node))
        assert isinstance(node, yaml.CollectionNode)
        self._done[id(node)] = None
        found = self._collection(node, level)
        self._done[id(node)] = found
        return found

    def _collection(self, node: yaml.CollectionNode, level: int) -> Node:
        kind = collection_kind(node)
        if kind == "mapping":
            return self._mapping(node, level)
        if kind == "object":
            return Scalar(node.start_mark.index, node.end_mark.index, "", "other", None)
        if kind == "set":
            mapping = self._mapping(node, level)
            return Sequence(mapping.span, tuple([key for key, _ in mapping.pairs]), "set")
        if kind == "pairs":
            return _sequence(node, [self._pair(item, level + 1) for item in node.value])
        return _sequence(node, [self.convert(item, level + 1) for item in node.value], kind)

    def _mapping(self, node: yaml.Node, level: int) -> Mapping:
        merged: list[tuple[Node, Node]] = []
        pairs: list[tuple[Node, Node]] = []
        for key, value in node.value:
            if key.tag == MERGE_TAG:
                merged += self._merged(value, level + 1)
            elif isinstance(key, yaml.ScalarNode):
                kind = "str" if key.tag == VALUE_TAG else scalar_kind(key)  # `=`, a text as a key
                pairs.append((_scalar(key, kind), self.convert(value, level + 1)))
            else:
                raise YamlProblem("found unhashable key", Span(key.start_mark.index, key.end_mark.index))
        end = pairs[-1][1].span.end if pairs else node.end_mark.index
        return Mapping(Span(node.start_mark.index, end), (*merged, *pairs))

    def _merged(self, node: yaml.Node, level: int) -> list[tuple[Node, Node]]:
        """The pairs that `<<` brings in."""
        sources = node.value if isinstance(node, yaml.SequenceNode) else [node]
        pairs: list[tuple[Node, Node]] = []
        for source in reversed(sources):
            if not isinstance(source, yaml.MappingNode):
                message = "expected a mapping or list of mappings for merging"
                raise YamlProblem(message, Span(source.start_mark.index, source.end_mark.index))
            if id(source) in self._done and self._done[id(source)] is None:
                continue  # merged into itself
            converted = self.convert(source, level)
            pairs.extend(converted.pairs if isinstance(converted, Mapping) else self._mapping(source, level).pairs)
            if len(pairs) > MOST_MERGED:
                raise YamlProblem(f"merges more than {MOST_MERGED} keys", _start_of(node))
        return pairs

    def _pair(self, node: yaml.Node, level: int) -> Sequence:
        """An item of `!!omap` and `!!pairs`: a mapping of one pair, made a tuple."""
        if not isinstance(node, yaml.MappingNode) or len(node.value) != 1:
            raise YamlProblem("expected a single mapping item", _start_of(node))
        key, value = node.value[0]
        return _sequence(node, [self.convert(key, level), self.convert(value, level)], "tuple")


def _scalar(node: yaml.ScalarNode, kind: ScalarKind) -> Scalar:
    return Scalar(node.start_mark.index, node.end_mark.index, node.value, kind, node.style or None)


def _sequence(node: yaml.CollectionNode, items: list[Node], kind: SequenceKind = "list") -> Sequence:
    # A block collection's own end is the start of what follows it.
    end = items[-1].span.end if items and not node.flow_style else node.end_mark.index
    return Sequence(Span(node.start_mark.index, end), tuple(items), kind)


def _start_of(node: yaml.Node) -> Span:
    start: int = node.start_mark.index
    return Span(start, start + 1)


def _marked_problem(error: yaml.MarkedYAMLError, text: str) -> YamlProblem:
    message = error.problem or "not readable as YAML"
    mark = error.problem_mark or error.context_mark
    if error.context:
        message = f"{message} {error.context}"
    # A key without its colon is found out at the next token: the key is what is wrong.
    if error.problem == "could not find expected ':'" and error.context_mark is not None:
        mark = error.context_mark
    index = 0 if mark is None else mark.index
    if message.startswith("mapping values are not allowed"):
        # The mark is at the colon: what stands before it is the key.
        while index > 0 and not text[index - 1].isspace():
            index -= 1
    return YamlProblem(message, _word_at(text, index))


def _character_problem(error: yaml.reader.ReaderError, text: str) -> YamlProblem:
    """libyaml counts bytes here, the pure reader code points."""
    position = error.position
    if HAS_C_LOADER:
        position = len(text.encode("utf-8", "surrogatepass")[:position].decode("utf-8", "replace"))
    code = error.character if isinstance(error.character, int) else ord(str(error.character)[:1] or "\0")
    return YamlProblem(f"unacceptable character #x{code:04x}: {error.reason}", Span(position, position + 1))


def _word_at(text: str, index: int) -> Span:
    """A span on one line at an index: the word there, else one code point, else the last one of the line before."""
    index = min(index, len(text))
    while index > 0 and (index == len(text) or text[index] in " \r\n"):
        if text[index - 1] not in "\r\n \t":
            return Span(index - 1, index)
        index -= 1
    end = index
    while end < len(text) and not text[end].isspace():
        end += 1
    return Span(index, max(end, min(index + 1, len(text))))
