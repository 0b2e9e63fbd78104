"""What a change means to those who call or differentiate the operators, and how risky that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.analysis.snapshot import MatchedFunction
from vt_core.codegen.body_plan import view_base
from vt_core.codegen.saving import saved_kind
from vt_core.codegen.strategy import emits_definition
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DEFAULT_KEY, DifferentiabilityInfo
from vt_core.model.schema import FunctionSchema
from vt_core.review.causes import written
from vt_core.review.compare import Change, Comparison
from vt_core.review.texts import Texts

Kind = Literal["gradient", "memory", "inplace", "view", "registration", "schema", "refused"]
KINDS: tuple[Kind, ...] = ("gradient", "memory", "inplace", "view", "registration", "schema", "refused")
Risk = Literal["high", "medium", "low"]
RISKS: tuple[Risk, ...] = ("high", "medium", "low")


class Effect(NamedTuple):
    """One consequence of a change. `text` is the same for all operators that it happens to, `detail` says to what part
    of one: an argument, a value."""

    kind: Kind
    risk: Risk
    text: str
    detail: str = ""

    @property
    def said(self) -> str:
        """The whole sentence."""
        return f"{self.text}: {self.detail}" if self.detail else self.text


def effects_of(change: Change, comparison: Comparison) -> tuple[Effect, ...]:
    """What a function's or node's change means; nothing where only numbers of nodes differ."""
    if change.status in ("refused", "accepted"):
        return (_verdict(change),)
    old, new = comparison.old.dialect, comparison.new.dialect
    found: list[Effect] = []
    if change.kind == "node":
        was, now = _info(change, old=True), _info(change, old=False)
        if change.status == "changed" and was is not None and now is not None:
            found += _formulas(was, now)
            found += _saved(was, now, old, new)
    elif change.status == "changed":
        first, second = _matched(change, old=True), _matched(change, old=False)
        if first is not None and second is not None:
            found += _gradients(first, second, old, new)
            found += _forward(first, second)
            found += _views(first, second, old, new)
        found += _registrations(change.before, change.after)
        found += _inplace(change.before, change.after)
    return tuple(dict.fromkeys(found))


def _verdict(change: Change) -> Effect:
    what = "refuses" if change.status == "refused" else "no longer refuses"
    return Effect("refused", "high" if change.status == "refused" else "low", f"the generator {what} it")


def _info(change: Change, *, old: bool) -> DifferentiabilityInfo | None:
    item = change.old if old else change.new
    return None if item is None or item.node is None else item.node.info


def _matched(change: Change, *, old: bool) -> MatchedFunction | None:
    item = change.old if old else change.new
    return None if item is None else item.matched


def _formulas(was: DifferentiabilityInfo, now: DifferentiabilityInfo) -> Iterator[Effect]:
    before = {name: one.original for one in was.derivatives for name in one.var_names}
    after = {name: one.original for one in now.derivatives for name in one.var_names}
    for name in before:
        if name in after and _words(before[name]) != _words(after[name]):
            yield Effect("gradient", "high", "a gradient is computed by another formula", f"`{name}`")


def _words(formula: str) -> str:
    return "".join(formula.split())


_KEPT = {True: "a whole tensor", False: "a value"}


def _saved(was: DifferentiabilityInfo, now: DifferentiabilityInfo, old: Dialect, new: Dialect) -> Iterator[Effect]:
    before, after = _saved_names(was, old), _saved_names(now, new)
    for name, whole in after.items():
        if name not in before:
            yield Effect("memory", "medium" if whole else "low", f"the node now saves {_KEPT[whole]}", f"`{name}`")
        elif whole and not before[name]:
            yield Effect("memory", "medium", "the node now saves a whole tensor, and not a value of it", f"`{name}`")
    for name, whole in before.items():
        if name not in after:
            yield Effect("memory", "low", f"the node no longer saves {_KEPT[whole]}", f"`{name}`")


def _saved_names(info: DifferentiabilityInfo, dialect: Dialect) -> dict[str, bool]:
    """What a node keeps, and whether that is a tensor rather than a property of one."""
    found = {one.name: saved_kind(one, False, dialect) is not None for one in info.all_saved_inputs}
    found.update({one.name: saved_kind(one, True, dialect) is not None for one in info.all_saved_outputs})
    return found


def _gradients(was: MatchedFunction, now: MatchedFunction, old: Dialect, new: Dialect) -> Iterator[Effect]:
    defined = emits_definition(was.function, was.info, old), emits_definition(now.function, now.info, new)
    if defined[0] != defined[1]:
        yield Effect("gradient", "high", _other_method(now) if defined[1] else _NO_METHOD)
        return
    names = renamed(was.function.func, now.function.func)
    before, after = [names.get(one, one) for one in _differentiable(was)], _differentiable(now)
    for name in [one for one in after if one not in before]:
        yield Effect("gradient", "medium", "an argument became differentiable", f"`{name}`")
    for name in [one for one in before if one not in after]:
        yield Effect("gradient", "high", "an argument ceased to be differentiable", f"`{name}`")
    first, second = _unflagged(was.info), _unflagged(now.info)
    known = {one.name for one in was.function.func.arguments.all} & {o.name for o in now.function.func.arguments.all}
    for name in sorted((second - first) & known):
        yield Effect("gradient", "high", "an argument is now declared not differentiable", f"`{name}`")
    for name in sorted((first - second) & known):
        yield Effect("gradient", "medium", "an argument is no longer declared not differentiable", f"`{name}`")
    if _flags(was.info) != _flags(now.info):
        yield Effect(
            "gradient", "high", "other outputs are differentiable", f"{_flags(was.info)} became {_flags(now.info)}"
        )
    if was.info is not None and now.info is not None and was.exact != now.exact:
        ways = ("inherited from another variant", "its own")
        yield Effect(
            "gradient", "medium", f"the matched entry was {ways[bool(was.exact)]} and is now {ways[bool(now.exact)]}"
        )


_NO_METHOD = "its method is no longer generated: what it is composed of is differentiated"


def _other_method(now: MatchedFunction) -> str:
    if _differentiable(now):
        return "a method is now generated: it is differentiated as a whole, not by its parts"
    return "a method without a formula is now generated: a backward through it fails"


def renamed(old: FunctionSchema, new: FunctionSchema) -> dict[str, str]:
    """Arguments that only have another name: the same type at the same place, in a list of the same length."""
    before, after = old.arguments.all, new.arguments.all
    if len(before) != len(after):
        return {}
    known = {one.name for one in before} & {one.name for one in after}
    return {
        was.name: now.name
        for was, now in zip(before, after)
        if was.name != now.name and was.type == now.type and was.name not in known and now.name not in known
    }


def _differentiable(matched: MatchedFunction) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for keyed in matched.keyed:
        suffix = "" if keyed.autograd_key == DEFAULT_KEY else f" [{keyed.autograd_key}]"
        found.update(dict.fromkeys([binding.name + suffix for binding in keyed.info.args_with_derivatives]))
    return tuple(found)


def _unflagged(info: DifferentiabilityInfo | None) -> frozenset[str]:
    return frozenset() if info is None else frozenset(info.non_differentiable)


def _flags(info: DifferentiabilityInfo | None) -> str:
    if info is None:
        return "not said"
    if info.output_flags is None:
        stated = info.entry.output_differentiability
        return "not said" if stated is None else f"`{written(stated)}`"
    return ", ".join(["yes" if flag else "no" for flag in info.output_flags])


def _forward(was: MatchedFunction, now: MatchedFunction) -> Iterator[Effect]:
    before = {" ".join(one.var_names): one.formula for keyed in was.keyed for one in keyed.forward}
    after = {" ".join(one.var_names): one.formula for keyed in now.keyed for one in keyed.forward}
    for name in {**before, **after}:
        if name not in before:
            yield Effect("gradient", "medium", "forward mode: a tangent is now computed", f"`{name}`")
        elif name not in after:
            yield Effect("gradient", "high", "forward mode: a tangent is no longer computed", f"`{name}`")
        elif _words(before[name]) != _words(after[name]):
            yield Effect("gradient", "high", "forward mode: a tangent is computed by another formula", f"`{name}`")


def _views(was: MatchedFunction, now: MatchedFunction, old: Dialect, new: Dialect) -> Iterator[Effect]:
    before, after = view_base(was.function, old), view_base(now.function, new)
    if before == after:
        return
    if after is None:
        yield Effect("view", "high", "the results are no longer views", f"of `{before}`")
    elif before is None:
        yield Effect("view", "high", "the results are now views", f"of `{after}`")
    else:
        yield Effect("view", "high", "the results are views of another argument", f"`{before}` became `{after}`")


def _registrations(before: Texts, after: Texts) -> Iterator[Effect]:
    for place in {**before, **after}:
        if not place.endswith("registration"):
            continue
        where = place.removesuffix(" registration").removesuffix(".cpp").replace(".cpp ", " for ")
        if place not in after:
            yield Effect("registration", "high", f"it is no longer registered in {where}")
        elif place not in before:
            yield Effect("registration", "low", f"it is now registered in {where}")


# Words of the generated text that say how a function that writes to its arguments is treated.
_MARKS: tuple[tuple[str, Risk, str], ...] = (
    ("SavedVariable(self.clone()", "medium", "clones `self` before it is overwritten, for the backward"),
    ("original_self = self.clone()", "medium", "keeps a copy of `self` for its forward formula"),
    ("check_inplace(", "medium", "refuses to write to a leaf that requires grad"),
    ("increment_version(", "high", "raises the version of what it writes to"),
    ("rebase_history(", "medium", "gives what it writes to a new history"),
    ("throw_error_out_requires_grad(", "medium", "refuses arguments that require grad"),
)


def _inplace(before: Texts, after: Texts) -> Iterator[Effect]:
    was, now = ("\n".join([one.text for one in side.values()]) for side in (before, after))
    for mark, risk, what in _MARKS:
        first, second = mark in was, mark in now
        if first != second:
            yield Effect("inplace", risk, f"it {'now' if second else 'no longer'} {what}")
