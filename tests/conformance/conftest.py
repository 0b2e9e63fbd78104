"""What all conformance tests share."""

from __future__ import annotations

import pytest

from tests.conformance.wheels import Wheels


@pytest.fixture(scope="session")
def wheels() -> Wheels:
    """The generators of the releases."""
    return Wheels()
