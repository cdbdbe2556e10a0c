"""The named types of the records are those of the dtypes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from glory_env.core.stubs import stub


@pytest.mark.parametrize(
    ("name", "records"),
    [
        ("glory_env.core.state", ["GAME", "TABLES", "TRACE"]),
        ("glory_env.aleutians.tables", ["GAME", "TABLES"]),
        ("glory_agents.scripted.rows", ["SCRIPT", "PLAN"]),
    ],
)
def test_the_named_types_are_up_to_date(name, records):
    module = import_module(name)
    written = Path(module.__file__).with_name("records.py").read_text(encoding="utf-8")
    assert written == stub(module, records), (
        f"run python -m glory_env.core.stubs {name} {' '.join(records)}"
    )
