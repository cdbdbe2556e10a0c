// What has happened step by step, with its dice, and the surface battle that is fought.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { store, update } from "../store.js";
import { fresh, unit } from "./model.js";

export function entryView(entry) {
  return h(
    "div",
    { class: `entry ${entry.actor}` },
    h("p", { class: "what" }, entry.words),
    entry.dice.map((roll) =>
      h("p", { class: "roll" }, `${roll.words} `, roll.faces.map((face) => h("span", { class: "die" }, face)))),
    entry.events.map((words) => h("p", { class: "event" }, words)),
  );
}

// One entry at a time, its areas marked on the map.
export function stepsView() {
  const entries = fresh();
  if (!entries.length) return null;
  const at = Math.min(store.ui.step ?? 0, entries.length - 1);
  const go = (by) => () => update({ step: at + by });
  return h(
    "section",
    { class: "steps" },
    h("h3", {}, t("campaign.page.happened")),
    entryView(entries[at]),
    entries.length > 1 && h(
      "div",
      { class: "stepper" },
      button(t("campaign.page.step_back"), go(-1), { disabled: at === 0, "data-key": "step-back" }),
      h("span", { class: "at" }, t("campaign.page.step", { k: at + 1, n: entries.length })),
      button(t("campaign.page.step_next"), go(1), { disabled: at === entries.length - 1, "data-key": "step-next" }),
    ),
  );
}

// Both lines square by square, as far as they may be seen.
export function battleView() {
  const { battle } = store.now.position;
  if (!battle) return null;
  return h(
    "section",
    { class: "battle" },
    h("h3", {}, [t("campaign.page.battle"), battle.place, battle.round > 0 && t("campaign.page.battle_round", { n: battle.round })]
      .filter(Boolean).join(" · ")),
    Object.entries(battle.lines).map(([side, line]) =>
      h("div", { class: `line ${side}` },
        h("span", { class: "label" }, t(`campaign.side_short.${side}`)),
        line.length
          ? line.map((id) => h("span", { class: id ? "square" : "square gap" }, id ? unit(id).name : "·"))
          : h("span", { class: "soft" }, t("campaign.page.line_hidden")))),
    h("p", { class: "soft" }, t("campaign.page.battle_gap", { n: battle.shift })),
    battle.weapon > 0 && h("p", {}, t(`campaign.page.weapon_${battle.weapon}`)),
  );
}
