// The hint: the most promising choices with what became of them in games played out; again, better.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { send } from "../link.js";
import { store, update } from "../store.js";

export function askHint() {
  if (store.now?.waiting !== "person" || store.hinting) return;
  if (!send({ type: "hint", seq: store.now.seq })) return;
  store.hinting = true;
  update({ tab: "decide" });
}

export const hintButton = () =>
  button(
    store.hinting ? t("page.hint_working") : [t("page.hint"), h("kbd", {}, "H")], askHint,
    { class: "small hint-button", disabled: store.hinting, "data-key": "hint" },
  );

export function hintView(choose) {
  const { hint } = store.ui;
  if (!hint) return null;
  const allEven = hint.candidates.every((one) => one.even); // then `about` says so
  return h(
    "div",
    { class: "hint-box", "data-hint": hint.rollouts, "data-more": String(hint.more) },
    h(
      "div",
      { class: "hint-head" },
      h("h3", {}, t("page.hint_title")),
      button("×", () => update({ hint: null }), { class: "quiet small", "aria-label": t("page.close"), "data-key": "hint-close" }),
    ),
    hint.about.map((words) => h("p", { class: "small soft" }, words)),
    hint.candidates.map((one, k) => row(one, k > 0 && one.even && !allEven, choose)),
  );
}

function row(one, isUnsure, choose) {
  const figure = (value, words) => h("span", { class: "hint-figure" }, h("b", {}, value), ` ${words}`);
  return h(
    "button",
    { type: "button", class: "hint-row", "data-key": `hint-${one.id}`, onclick: () => choose(one) },
    h("span", { class: "hint-words" }, one.words,
      isUnsure && h("span", { class: "hint-reason small soft" }, t("campaign.hint.unsure"))),
    figure(signed(one.outcome), t("campaign.page.hint_outcome")),
    figure(`${Math.round(100 * one.won)}%`, t("campaign.page.hint_won")),
    figure(one.points.toFixed(1), t("campaign.page.vp_short")),
  );
}

const signed = (value) => (value > 0 ? "+" : "") + value.toFixed(2);
