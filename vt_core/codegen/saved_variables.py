"""What a backward formula saves, and the formula with that put in place (torchgen's `saved_variables`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from vt_core.dialects.dialect import Dialect, SavedRewrite
from vt_core.model.derivatives import Derivative, SavedAttribute
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


class Saved(NamedTuple):
    """The rewritten formula, its words, and what it saves in the generator's order."""

    formula: str
    words: frozenset[str]
    attributes: tuple[SavedAttribute, ...]


class FormulaContext(NamedTuple):
    """Where a formula stands: its gradient key as written, the names in it, its own text, the keys above it."""

    key: str
    var_names: tuple[str, ...]
    original: str
    path: tuple[str, ...] = ()

    def place_of(self, text: str) -> Place:
        """The first place of a text in the formula; the whole formula where a rewrite made it."""
        start = self.original.find(text)
        if start < 0:
            return Place("derivatives", (*self.path, self.key))
        return Place("derivatives", (*self.path, self.key), "value", start, start + len(text))

    def place_of_word(self, word: str) -> Place:
        """The first place of an identifier in the formula."""
        start = self.original.find(word)
        while start >= 0:
            end = start + len(word)
            if not _is_word(self.original[start - 1 : start]) and not _is_word(self.original[end : end + 1]):
                return Place("derivatives", (*self.path, self.key), "value", start, end)
            start = self.original.find(word, start + 1)
        return Place("derivatives", (*self.path, self.key))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_WORDS = re.compile(r"\w+")


def words_of(formula: str) -> frozenset[str]:
    """The identifiers and numbers of a formula as the generator's word test sees them: maximal runs of `\\w`."""
    return frozenset(_WORDS.findall(formula))


def saved_variables(
    formula: str,
    words: frozenset[str],
    names: Sequence[tuple[str, str]],
    context: FormulaContext,
    dialect: Dialect,
    faults: list[Fault],
) -> Saved:
    """Find what of `names` (each with its C++ type) the formula reads; `faults` takes what the generator refuses."""
    saved: list[SavedAttribute] = []
    # No rewrite makes text that another one looks for.
    candidates = [rewrite for rewrite in dialect.saved_rewrites if rewrite.core in formula]
    for name, type_ in names:
        if is_word(name):
            if name not in formula:
                continue
            rewrites: Sequence[SavedRewrite] = candidates
        elif _is_costly(name) or not can_be_searched(name, dialect):
            continue
        else:
            rewrites = dialect.saved_rewrites
        for rewrite in rewrites:
            if len(formula) <= _LONGEST and _may_match(rewrite, name, formula):
                rewritten = _apply(rewrite, name, formula, context, saved, faults)
                if rewritten != formula:
                    formula, words = rewritten, words_of(rewritten)
        if _names(formula, words, name):
            plain = type_.replace("const ", "").replace(" &", "")
            if dialect.string_view_rewrite and plain.endswith("optional<c10::string_view>"):
                formula = re.sub(rf"\b{name}\b", dialect.string_view_rewrite.format(name), formula)
                words = words_of(formula)
            saved.append(SavedAttribute(name, plain, name, context.place_of_word(name)))
    return Saved(formula, words, tuple(saved))


# References that a node keeps a copy of what they refer to.
_COPIED = (
    *("at::IntArrayRef", "c10::SymIntArrayRef", "at::OptionalIntArrayRef", "at::OptionalSymIntArrayRef"),
    *("c10::string_view", "at::ArrayRef<at::Scalar>", "at::ITensorListRef"),
)
_COPIED_OPTIONALS = ("at::IntArrayRef", "c10::SymIntArrayRef", "at::ArrayRef<double>", "c10::string_view")


def check_saved_types(name: str, derivatives: Sequence[Derivative], dialect: Dialect, faults: list[Fault]) -> None:
    """A node keeps nothing that refers to what it does not own."""
    for derivative in derivatives:
        for saved in (*derivative.saved_inputs, *derivative.saved_outputs):
            lower = saved.type.lower()
            if not any(mark in lower for mark in ("ref", "view", "*", "&")):
                continue
            optional = saved.type.startswith(f"{dialect.cpp_optional}<")
            plain = saved.type[len(dialect.cpp_optional) + 1 : -1] if optional else saved.type
            if plain in (_COPIED_OPTIONALS if optional else _COPIED):
                continue
            data = {"operator": name, "saved": saved.name, "type": saved.type}
            faults.append(Fault("saved-reference", saved.source, data))


def check_texts(formula: str, context: FormulaContext, dialect: Dialect, faults: list[Fault]) -> None:
    """Sizes and strides are saved as symbolic ones: the concrete ones are refused."""
    if "size" not in formula and "strides" not in formula:
        return
    for pattern, instead in dialect.refused_texts:
        found = re.search(pattern, formula)
        if found is not None:
            data = {"text": found.group(0), "instead": instead, "key": context.key}
            faults.append(Fault("concrete-size", context.place_of(found.group(0)), data))


def _may_match(rewrite: SavedRewrite, name: str, formula: str) -> bool:
    """Whether trying the rewrite's expression is worth compiling it."""
    if not is_word(name):
        return True
    if not rewrite.pattern.startswith("{}"):
        return f"{rewrite.core}{name})" in formula
    at = formula.find(name)
    while at >= 0:
        if formula.startswith(rewrite.core, at + len(name) + 1):
            return True
        at = formula.find(name, at + 1)
    return False


def _names(formula: str, words: frozenset[str], name: str) -> bool:
    """The generator's `(^|\\W)name($|\\W)`; a name that is no word is searched for as the expression it then is."""
    return name in words if is_word(name) else re.search(_WORD.format(name), formula) is not None


def is_word(name: str) -> bool:
    """Whether a name means itself in a regular expression, and `words_of` finds it."""
    return (name.isascii() and name.isidentifier()) or re.fullmatch(r"\w+", name) is not None


def can_be_searched(name: str, dialect: Dialect) -> bool:
    """Whether the generator can look for a name: it puts it into regular expressions as it is."""
    if is_word(name):
        return True
    try:
        for pattern in (*[rewrite.pattern for rewrite in dialect.saved_rewrites], _WORD):
            re.compile(pattern.format(name))
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _is_costly(name: str) -> bool:
    """Whether searching for an expression might never end: it repeats more than once."""
    return sum([name.count(mark) for mark in "*+{"]) > 1


_WORD = r"(^|\W){}($|\W)"

# A name such as `|x`, read as an expression, matches between any two characters and multiplies the formula with each
# rewrite. No formula that compiles comes near this length.
_LONGEST = 100_000


def _apply(
    rewrite: SavedRewrite,
    name: str,
    formula: str,
    context: FormulaContext,
    saved: list[SavedAttribute],
    faults: list[Fault],
) -> str:
    """Replace every match of one rewrite by the attribute's name, and note what is saved."""
    parts: list[str] = []
    end = 0
    for match in re.finditer(rewrite.pattern.format(name), formula):
        source = context.place_of(match.group(0))
        if rewrite.own_variable and context.var_names != (name,):
            data = {"argument": name, "key": context.key, "text": match.group(0)}
            faults.append(Fault("strides-of-other", source, data))
        attribute = name + rewrite.suffix.format(*[str(group).replace("-", "minus_") for group in match.groups()])
        expr = match.group(0) if rewrite.expr is None else rewrite.expr.format(name)
        saved.append(SavedAttribute(attribute, rewrite.type, expr, source))
        parts += [formula[end : match.start()], attribute if rewrite.result is None else rewrite.result.format(name)]
        end = match.end()
    return "".join(parts) + formula[end:]
