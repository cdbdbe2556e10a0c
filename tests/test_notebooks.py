"""The notebooks under examples/ run from the first cell to the last, with small numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
# Notebook -> its cell of parameters in this test, the library it needs, what it prints.
SMALL = {
    "first_game": ("GAMES = 10", "glory_agents", "withdraw_in_time   completed"),
    "small_policy": ("STEPS, GAMES = 256, 3", "sb3_contrib", "mean reward"),
}


def test_all_notebooks_are_run():
    assert {file.stem for file in EXAMPLES.glob("*.ipynb")} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_notebook_runs(name):
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    parameters, library, printed = SMALL[name]
    pytest.importorskip(library, reason=f"{library} is not installed")
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "expected without outputs"
    (cell,) = (c for c in notebook.cells if "parameters" in c.metadata.get("tags", ()))
    cell.source = parameters
    nbclient.NotebookClient(notebook, timeout=500, kernel_name="python3").execute()
    texts = [
        output.text
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.output_type == "stream" and output.name == "stdout"
    ]
    assert any(printed in text for text in texts)
