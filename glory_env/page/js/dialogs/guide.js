// The guided first turn: a card that explains what is on the screen, then each decision of turn 1
// as it comes up, in the teaching scenario.

import { button, h, replace } from "../dom.js";
import { t, texts } from "../i18n.js";
import { send } from "../net.js";
import { store, update } from "../store.js";

const NEXT = { next: "page.next", seen: "page.understood", finish: "page.finish" };
const SEED = 12;
const PARTNER = "withdraw_in_time";

// Whether a game is the one of the guide: it says nothing of what a person wants to play next.
export const isGuided = (game) => game.scenario === "teaching" && game.seed === SEED;

export function startGuide() {
  const partner = store.hello.partners.some(({ name }) => name === PARTNER) ? PARTNER : null;
  send({ type: "new", seat: "navy", partner, scenario: "teaching", seed: SEED, options: {} });
  update({ guide: { at: 0, seen: [], after: store.game }, tab: "decide" });
}

// The step on show: {title, text, target, next}, or null.
function current() {
  const { guide } = store.ui;
  const { intro, moments, done } = texts("guide");
  if (!guide || !store.now || guide.after === store.game) return null; // its own game is still to come
  if (store.now.turn > 1 || store.now.over) return { ...done, key: "done", next: "finish" };
  if (guide.at < intro.length) {
    const count = `${guide.at + 1} / ${intro.length}`;
    return { ...intro[guide.at], key: `intro-${guide.at}`, next: "next", count };
  }
  const { waiting, decision } = store.now;
  if (waiting !== "person") return null;
  const moment = moments[decision];
  return moment && !guide.seen.includes(decision) ? { ...moment, key: decision, next: "seen" } : null;
}

export function drawGuide(root) {
  const step = current();
  root.hidden = !step;
  document.querySelectorAll(".guided").forEach((element) => element.classList.remove("guided"));
  if (!step) return;
  const target = step.target && document.querySelector(`[data-guide="${step.target}"], #${step.target}`);
  target?.classList.add("guided");
  const { guide } = store.ui;
  const on = () => {
    if (step.next === "next") update({ guide: { ...guide, at: guide.at + 1 } });
    else if (step.next === "seen") update({ guide: { ...guide, seen: [...guide.seen, step.key] } });
    else update({ guide: null });
  };
  replace(
    root,
    h(
      "div",
      { class: "coach-head" },
      h("h3", {}, step.title),
      step.count && h("span", { class: "soft small" }, step.count),
      button("×", () => update({ guide: null }), { class: "quiet small", "aria-label": t("page.guide_end"), "data-key": "coach-end" }),
    ),
    h("div", { class: "coach-text", "data-step": step.key }, step.text.split("\n").map((line) => h("p", {}, line))),
    h("div", { class: "actions" }, button(t(NEXT[step.next]), on, {
      class: "primary small", "data-key": "coach-next",
    })),
  );
}
