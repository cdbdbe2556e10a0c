// The only battle that is left: its chances stand in the panel, and the dice are the person's to roll.

import { die, oddsTable } from "./dice.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { groupsOf } from "../model.js";
import { store } from "../store.js";

// Null where something else is asked.
export function battlePage(state, actions) {
  const choices = groupsOf(state).flatMap((group) => group.choices);
  if (state.decision !== "battle" || choices.length > 1) return null;
  const [choice] = choices;
  const roll = h(
    "button",
    {
      type: "button", class: "choice primary", "data-choice": choice.id, "data-does": "box", "data-key": "roll",
      disabled: store.busy, onclick: () => actions.choose({ ...choice, dice: false }),
    },
    h("span", { class: "choice-words" }, h("span", { class: "choice-label" }, t("page.roll_dice"))),
    h("span", { class: "dice-flag" }, die(5)),
  );
  return [
    h("h3", {}, choice.full ?? choice.label),
    choice.odds && oddsTable(choice.odds),
    h("div", { class: "groups few", "data-guide": "choices" }, h("div", { class: "section" }, h("div", { class: "options plain" }, roll))),
  ];
}
