// A click on a piece of the map: one that can move is taken in hand, an idle one becomes Active.
// Where it is not clear which of several is meant, the click opens the card of the box.

import { chosenGroup } from "./map.js";
import { allChoices, at, groupsOf, isTwoStep } from "../model.js";
import { store } from "../store.js";

export function startPieces(svg, actions) {
  svg.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-pieces]");
    if (chip && take(chip.dataset.pieces.split(" "), actions)) event.stopPropagation();
  }, true);
}

// Whether the click has been used.
function take(ids, actions) {
  const state = store.now;
  if (store.past || state?.waiting !== "person") return false;
  const has = ({ counters }) => ids.some((id) => counters.includes(id));
  if (isTwoStep(state)) {
    const isGoal = chosenGroup()?.choices.some(({ boxes }) => boxes.includes(at(state, ids[0])));
    const here = isGoal ? [] : groupsOf(state).filter(has);
    if (here.length === 1) actions.pick(here[0]);
    return here.length === 1;
  }
  const here = state.decision === "activate" ? allChoices(state).filter(has) : [];
  if (here.length === 1) actions.choose(here[0]);
  return here.length === 1;
}
