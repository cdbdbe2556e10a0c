// The only battle that is left: its chances stand in the panel, and the dice are the person's to roll.

import { oddsTable } from "./dice.js";
import { h } from "../dom.js";
import { groupsOf } from "../model.js";

// Null where something else is asked.
export function onlyBattle(state) {
  const choices = groupsOf(state).flatMap((group) => group.choices);
  return state.decision === "battle" && choices.length === 1 ? choices[0] : null;
}

export const battlePage = (choice, roll) => [
  h("h3", {}, choice.full ?? choice.label),
  choice.odds && oddsTable(choice.odds),
  h("div", { class: "groups few", "data-guide": "choices" }, h("div", { class: "section" }, h("div", { class: "options plain" }, roll))),
];
