// What the staff proposes: a short list with "Accept" and "Change", and what became of the last plan.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { answer } from "../link.js";
import { set, store, update } from "../store.js";

const FEW = 6; // so many choices are shown beside a plan

export const accept = () => store.now?.plan?.steps && answer({ type: "accept" });

// Whether the choices are shown: the plan alone is on show until the person wants to change it.
export const showsChoices = (count) =>
  store.settings.byHand || store.ui.change || !store.now.plan?.steps || count <= FEW;

export function planView(count) {
  const { plan } = store.now;
  if (!plan) return null;
  const { about, lines, areas, firsts, steps, stopped, followed, back } = plan;
  return [
    (stopped || followed > 1) && h("section", { class: stopped ? "plan-news stopped" : "plan-news", role: "status" },
      h("p", {}, stopped || t("staff.followed", { n: followed })),
      back && followed > 1 && button(t("staff.all_back"), () => answer({ type: "undo", whole: true }), { class: "small", "data-key": "undo-all" })),
    steps > 0 && h("section", { class: "plan", "data-plan": steps },
      h("h3", {}, t("staff.title")),
      h("p", { class: "small soft" }, about),
      h("ol", {}, lines.map((line, k) => planLine(line, areas[k], firsts[k], k))),
      h("div", { class: "row" },
        button(steps > 1 ? t("staff.accept_n", { n: steps }) : t("staff.accept"), accept, { class: "primary", "data-key": "accept" }),
        count > FEW && changeButton())),
  ];
}

// A click marks its areas on the map and offers to change it, another one takes both away.
function planLine(words, areas, first, k) {
  if (first === null) return h("li", {}, words);
  const isMarked = store.ui.planLine === k;
  return h("li", {},
    button(words, () => update({ planLine: isMarked ? null : k }), {
      class: isMarked ? "plan-line now" : "plan-line", "aria-expanded": String(isMarked), "data-key": `plan-line-${k}`,
      title: areas.length ? t("staff.show") : undefined,
    }),
    isMarked && button(t(first ? "staff.until" : "staff.change_line"), () => changeFrom(first), { class: "small", "data-key": "plan-until" }));
}

// The steps before a line are taken; then the person chooses.
function changeFrom(first) {
  if (first) {
    set({ byHand: true });
    answer({ type: "accept", steps: first });
  } else showChoices();
}

function showChoices() {
  store.ui.change = true;
  set({ byHand: true }); // who changes once wants to see the choices from then on
  requestAnimationFrame(() => document.querySelector(".by-hand")?.scrollIntoView({ block: "start" }));
}

function changeButton() {
  const open = showsChoices(Infinity);
  return button(t(open ? "staff.change_close" : "staff.change"), () => {
    if (!open) return showChoices();
    store.ui.change = false;
    return set({ byHand: false });
  }, { "data-key": "change", "aria-expanded": String(open), title: t("staff.change_about") });
}
