"""An edit that touches none of the deciding words cannot change the release that is found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vt_core.dialects.detection import deciding_words, detect
from vt_core.dialects.registry import DIALECTS

WORDS = [
    "autogen:",
    "SymInt",
    "CompositeExplicitAutograd",
    "use_c10_dispatcher:",
    "DefaultBackend:",
    "to_args_scalartypes(",
]
TEXTS = st.lists(st.sampled_from([*WORDS, "self", "\n", "grad"]), max_size=6).map(" ".join)
VERSIONS = st.sampled_from([None, "", "1.8.0a0", "1.8.1", "1.9.0", "2.1.2", "99.0", "nonsense"])


@given(TEXTS, TEXTS, VERSIONS, st.sampled_from([None, *DIALECTS]))
def test_other_words_decide_nothing(native: str, derivatives: str, version: str | None, configured: object) -> None:
    chosen = next((one for one in DIALECTS if one is configured), None)
    words = deciding_words(chosen, version)
    kept = {}
    for role, text in (("native_functions", native), ("derivatives", derivatives)):
        kept[role] = " ".join([word for word in text.split() if word in words])
    full = detect(chosen, version, {"native_functions": native, "derivatives": derivatives})
    assert (
        detect(chosen, version, {"native_functions": kept["native_functions"], "derivatives": kept["derivatives"]})
        == full
    )
