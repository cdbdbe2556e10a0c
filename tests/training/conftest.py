"""What the tests of training share."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session")
def torch() -> Any:
    """PyTorch. It takes seconds to load, so no test module imports it where it is collected."""
    import torch

    return torch
