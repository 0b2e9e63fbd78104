"""The functions that formulas call, by name, and what is wrong with the calls: patched with the two indexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vt_core.analysis.derivatives_index import DerivativesChange
from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.native_index import NativeChange, NativeIndex
from vt_core.dialects.dialect import Dialect
from vt_core.lint.called import CallSite, call_sites, called_key, is_known_elsewhere
from vt_core.lint.entry import EntryLint
from vt_core.lint.subject import Formula
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


class PlacedCall(NamedTuple):
    """A call in a formula of an entry."""

    placed: PlacedEntry
    site: CallSite


class CalledNames(NamedTuple):
    """The entries whose formulas call something, by the base name of what they call, and the faults of such calls.

    `unknown` are calls of what neither native_functions.yaml nor the release's list of functions written by hand has.
    """

    by_name: dict[str, tuple[PlacedEntry, ...]]
    faults: dict[str, tuple[tuple[PlacedEntry, Fault], ...]]
    unknown: dict[str, tuple[PlacedCall, ...]]

    @staticmethod
    def empty() -> CalledNames:
        return CalledNames({}, {}, {})


def change_called_names(
    old: CalledNames,
    lints: Mapping[PlacedEntry, EntryLint],
    native: NativeChange,
    derivatives: DerivativesChange,
    dialect: Dialect,
) -> CalledNames:
    """The calls after functions or entries changed. `lints` are the entries as they were."""
    if not (native.schemas or derivatives.entries):
        return old
    infos, now = derivatives.after.infos, derivatives.after.lints
    fresh = not old.by_name
    by_name = old.by_name.copy()
    touched: set[str] = set()
    if fresh:
        touched, by_name = _first_calls(infos, now, native.after, dialect)
        again = touched
    else:
        again = {schema.partition("(")[0].partition(".")[0].removesuffix("_") for schema in native.schemas}
        touched = set(again)
        for placed in derivatives.entries:
            if placed in lints:
                for name in _names(lints[placed].formulas):
                    touched.add(name)
                    kept = tuple([one for one in by_name.get(name, ()) if one is not placed])
                    if kept:
                        by_name[name] = kept
                    else:
                        by_name.pop(name, None)
        for placed in derivatives.entries:
            if placed in now:
                for name in _names(now[placed].formulas):
                    touched.add(name)
                    by_name[name] = (*by_name.get(name, ()), placed)
    faults, unknown = old.faults.copy(), old.unknown.copy()
    changed = set(derivatives.entries)
    for name in touched:
        # What is called is the same: the calls of entries that did not change are what they were.
        same = set() if name in again else {placed for placed in by_name.get(name, ()) if placed not in changed}
        sites = [
            PlacedCall(placed, site)
            for placed in by_name.get(name, ())
            if placed not in same
            for site in _sites_of(name, infos[placed], now[placed].formulas)
        ]
        faults[name] = tuple([one for one in faults.get(name, ()) if one[0] in same])
        unknown[name] = tuple([one for one in unknown.get(name, ()) if one.placed in same])
        _judge(name, sites, native.after, dialect, faults, unknown)
    return CalledNames(by_name, faults, unknown)


def _first_calls(
    infos: Mapping[PlacedEntry, DifferentiabilityInfo],
    lints: Mapping[PlacedEntry, EntryLint],
    index: NativeIndex,
    dialect: Dialect,
) -> tuple[set[str], dict[str, tuple[PlacedEntry, ...]]]:
    """All calls of a pair, and the names of those that are not plainly right: by far the most are."""
    by_name: dict[str, list[PlacedEntry]] = {}
    usual: dict[str, _Usual] = {}
    touched: set[str] = set()
    for placed, lint in lints.items():
        own: set[str] = set()
        for formula in lint.formulas:
            code = formula.code
            last = len(code) - 1
            plain = len(formula.names) == 1 or formula.derivative is None
            for start, name, bounds in formula.calls.calls:
                known = usual.get(name)
                if known is None:
                    known = usual[name] = _usual(name, index, dialect)
                key, as_function, as_method, one_value = known
                if not key:
                    continue
                own.add(key)
                given = len(bounds) - 1
                if given == 1 and bounds[0] + 1 == bounds[1]:
                    given = 0
                before = code[start - 1 : start]
                if before == "." or before == ">":
                    if as_method is not None and given not in as_method:
                        touched.add(key)
                elif as_function is not None and (
                    given not in as_function or not plain or (not one_value and not start and bounds[-1] == last)
                ):
                    touched.add(key)
            if formula.text.startswith("not_implemented"):
                for site in call_sites(infos[placed].func.func.name.text, formula):
                    if site.call.name.startswith('"'):
                        own.add(site.key)
                        touched.add(site.key)
        for key in own:
            by_name.setdefault(key, []).append(placed)
    return touched, {name: tuple(group) for name, group in by_name.items()}


class _Usual(NamedTuple):
    """What is plainly right of a called name: its key (empty: it is no operator), how many arguments functions and
    methods of that name have when all are given (None: nothing is wrong whatever they are given), and whether all give
    one value."""

    key: str
    as_function: frozenset[int] | None
    as_method: frozenset[int] | None
    one_value: bool


def _usual(name: str, index: NativeIndex, dialect: Dialect) -> _Usual:
    key = called_key(name)
    last = name.rpartition("::")[2].removesuffix("_symint")
    known = [index.functions[placed] for placed in index.by_name.get(last, ())] if key else []
    functions = [function for function in known if function.cpp_name == last]
    if not functions:
        declared = is_known_elsewhere(name.rpartition("::")[2], dialect)
        return _Usual(key, None if declared else frozenset(), None, False)
    as_function = [len(f.func.arguments.all) for f in functions if "function" in f.variants]
    as_method = [len(f.func.arguments.all) - 1 for f in functions if "method" in f.variants]
    one_value = all(len(f.func.returns) == 1 for f in functions)
    return _Usual(key, frozenset(as_function), frozenset(as_method), one_value)


def _names(formulas: Iterable[Formula]) -> set[str]:
    return {site.key for formula in formulas for site in call_sites("", formula)}


def _sites_of(name: str, info: DifferentiabilityInfo, formulas: Iterable[Formula]) -> list[CallSite]:
    operator = info.func.func.name.text
    return [site for formula in formulas for site in call_sites(operator, formula) if site.key == name]


def _judge(
    name: str,
    sites: Sequence[PlacedCall],
    index: NativeIndex,
    dialect: Dialect,
    faults: dict[str, tuple[tuple[PlacedEntry, Fault], ...]],
    unknown: dict[str, tuple[PlacedCall, ...]],
) -> None:
    """Put in what is wrong with calls of a name, beside what is known of others."""
    found: list[tuple[PlacedEntry, Fault]] = []
    strange: list[PlacedCall] = []
    if sites:
        from vt_core.lint.call_checks import call_faults, is_unknown  # for names that a first look does not clear

        functions: list[NativeFunction] = []
        for operator in (name, f"{name}_", f"_{name}_", f"__{name}__"):
            functions += [index.functions[placed] for placed in index.by_name.get(operator, ())]
        for placed, site in sites:
            found += [(placed, fault) for fault in call_faults(site, functions, dialect)]
        strange = [] if functions else [one for one in sites if is_unknown(one.site, dialect)]
    faults[name] = (*faults[name], *found)
    if not faults[name]:
        del faults[name]
    unknown[name] = (*unknown[name], *strange)
    if not unknown[name]:
        del unknown[name]
