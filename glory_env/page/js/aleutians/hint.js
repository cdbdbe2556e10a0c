// The hint: choices with a reason, from games played out. Where there is none the button says so.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { send } from "../link.js";
import { store, update } from "../store.js";

export function askHint() {
  if (store.now?.waiting !== "person" || store.hinting || isSilent()) return;
  if (!send({ type: "hint", seq: store.now.seq })) return;
  store.hinting = true;
  update({ tab: "decide" });
}

// Whether a hint has been worked out for this question, and has nothing to say.
const isSilent = () => Boolean(store.ui.hint && !store.ui.hint.more && !store.ui.hint.candidates.length);

export const hintButton = () =>
  button(
    store.hinting ? t("page.hint_working") : isSilent() ? t("campaign.page.hint_silent") : [t("page.hint"), h("kbd", {}, "H")], askHint,
    { class: "small hint-button", disabled: store.hinting || isSilent(), "data-key": "hint", "data-silent": isSilent() || undefined },
  );

export function hintView(choose) {
  const { hint } = store.ui;
  if (!hint?.candidates.length) return null;
  return h(
    "div",
    { class: "hint-box", "data-hint": hint.rollouts, "data-more": String(hint.more) },
    h(
      "div",
      { class: "hint-head" },
      h("h3", {}, t("page.hint_title")),
      button("×", () => update({ hint: null }), { class: "quiet small", "aria-label": t("page.close"), "data-key": "hint-close" }),
    ),
    hint.candidates.map((one) => row(one, choose)),
    h("details", { class: "small soft" }, h("summary", {}, t("campaign.page.hint_how")), hint.about.map((words) => h("p", {}, words))),
  );
}

function row(one, choose) {
  return h(
    "button",
    { type: "button", class: `hint-row ${one.good ? "good" : "bad"}`, "data-key": `hint-${one.id}`, onclick: () => choose(one) },
    h("span", { class: "hint-words" }, h("b", { "aria-hidden": "true" }, one.good ? "+ " : "− "), one.words,
      one.reasons.map((words) => h("span", { class: "hint-reason small" }, words))),
  );
}
