"""The notebooks under examples/ hold what they printed and drew, and run with small numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
# Notebook -> its cell of parameters in this test, the library it needs, what it prints.
SMALL = {
    "first_game": ("GAMES = 10", "glory_agents", "withdraw_in_time   completed"),
    "what_selfishness_costs": (
        'GAMES, MINE = 4, "competitive-0"',
        "safetensors",
        "army cooperates beside one that defects",
    ),
    "small_policy": ("STEPS, GAMES = 256, 3", "sb3_contrib", "mean reward"),
    "train_against_my_script": (
        'MINE, ROUNDS, STEPS, GAMES = "stonewaller", 1, 4096, 3',
        "sb3_contrib",
        "steps: reward",
    ),
}


def test_all_notebooks_are_run():
    assert {file.stem for file in EXAMPLES.glob("*.ipynb")} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_notebook_holds_what_a_whole_run_printed_and_drew(name):
    """As GitHub and the site of a notebook show it; run in order, without an error."""
    notebook = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} == {"stream", "display_data"}
    assert {output.get("name", "stdout") for output in outputs} == {"stdout"}
    printed = "".join("".join(output.get("text", ())) for output in outputs)
    assert SMALL[name][2] in printed
    assert any("image/png" in output.get("data", ()) for output in outputs)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_notebook_runs(name):
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    parameters, library, printed = SMALL[name]
    pytest.importorskip(library, reason=f"{library} is not installed")
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
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
