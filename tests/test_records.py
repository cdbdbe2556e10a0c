"""The named types of the records are those of the dtypes."""

from __future__ import annotations

from importlib import import_module

import pytest

from glory_env.core.stubs import stub, target_of
from glory_env.core.trace import TRACE, Trace


@pytest.mark.parametrize(
    ("name", "records"),
    [
        ("glory_env.games.glory.state", ["GAME", "TABLES"]),
        ("glory_env.games.aleutians.tables", ["GAME", "TABLES"]),
        ("glory_env.games.empire.tables", ["GAME", "TABLES"]),
        ("glory_agents.glory.scripted.rows", ["SCRIPT", "PLAN"]),
    ],
)
def test_the_named_types_are_up_to_date(name, records):
    module = import_module(name)
    written = target_of(module).read_text(encoding="utf-8")
    assert written == stub(module, records), (
        f"run python -m glory_env.core.stubs {name} {' '.join(records)}"
    )


def test_the_trace_has_the_fields_of_its_dtype():
    assert {*Trace.__annotations__, "spare"} == set(TRACE.names)
