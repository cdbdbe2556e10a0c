// Making an offer: three linked sliders, what each share could activate, the deadlock rule.

import { button, clamp, h } from "../dom.js";
import { t } from "../i18n.js";
import { affordable, other, SERVICES } from "../model.js";
import { answer } from "../net.js";
import { store } from "../store.js";
import { judge, verdict } from "./judge.js";
import { linesPanel, ticked } from "./lines.js";
import { conversation, splitBar } from "./talk.js";

// Where the sliders start: the last word of the other, one's own, last turn's split; a split by needs
// where there is none that fits, and none that leaves the other something.
function start(state) {
  const { last, previous, fair, room, grid } = state.bargain;
  const theirs = other(state.actor);
  const from = last[theirs] ?? last[state.actor] ?? previous;
  if (!from || from.army + from.navy > room || !from[theirs]) return fair;
  const on = (value) => Math.floor(value / grid) * grid;
  return { army: on(from.army), navy: on(from.navy) };
}

export function currentSplit(state) {
  const split = store.ui.split ?? start(state);
  return { ...split, civil: state.total - split.army - split.navy };
}

// One share moves, the others give way: a service's share comes from civil first, then from the
// other service; civil's comes from both services in proportion.
export function moved(split, who, value, room, grid) {
  const on = (amount) => Math.round(amount / grid) * grid;
  if (who === "civil") {
    const rest = clamp(on(room - value), 0, room);
    const both = split.army + split.navy;
    const army = both ? on((rest * split.army) / both) : on(rest / 2);
    return { army: clamp(army, 0, rest), navy: rest - clamp(army, 0, rest) };
  }
  const mine = clamp(on(value), 0, room);
  const theirs = Math.min(split[other(who)], room - mine);
  return who === "army" ? { army: mine, navy: theirs } : { army: theirs, navy: mine };
}

export function offerPanel(state) {
  const { room, grid } = state.bargain;
  let split = currentSplit(state);
  const bar = h("div", { class: "offer-bar" });
  const move = (to) => {
    show(to);
    judge(state, to);
  };
  const rows = [...SERVICES, "civil"].map((who) => slider(state, who, (value) => {
    move(moved(split, who, value, room, grid));
  }));
  // In place: a slider that is being dragged must stay the same element.
  const show = ({ army, navy }) => {
    store.ui.split = { army, navy };
    split = currentSplit(state);
    bar.replaceChildren(splitBar(split));
    rows.forEach((row) => row.show(split));
  };
  show(split);
  return h(
    "div",
    { class: "offer", "data-guide": "offer" },
    conversation(state, TALKS),
    bar,
    verdict(state),
    rows.map(({ element }) => element),
    presets(state, move),
    linesPanel(state, () => judge(state, split)),
    h(
      "div",
      { class: "actions" },
      button(
        [t(store.game.options.solo ? "page.offer_decide" : "page.offer_send"), h("kbd", {}, "↵")],
        () => answer({ type: "offer", army: split.army, navy: split.navy, lines: ticked() }),
        { class: "primary wide", "data-key": "send-offer", disabled: store.busy },
      ),
    ),
    deadlockBox(state),
  );
}

export const TALKS = ["say", "ask", "offer", "accept", "counter", "walk", "take", "hand", "break_off", "in_force"];

function slider(state, who, change) {
  const { room, grid } = state.bargain;
  const input = h("input", {
    id: `slide-${who}`, type: "range", min: 0, max: room, step: grid, "data-key": `slide-${who}`,
    "aria-label": t(`service.${who}`), oninput: () => change(Number(input.value)),
  });
  const amount = h("output", { for: `slide-${who}`, "data-share": who });
  const words = h("span", { class: "meaning" });
  const stepper = (sign, by) =>
    button(sign, () => change(Number(amount.value) + by), {
      class: "step", "aria-label": `${t(`service.${who}`)} ${sign}${grid}`, "data-key": `step${by}-${who}`,
    });
  const element = h(
    "div",
    { class: `slider ${who}` },
    h("label", { for: `slide-${who}` }, t(`service.${who}`)),
    stepper("−", -grid),
    input,
    stepper("+", grid),
    amount,
    words,
  );
  const show = (split) => {
    input.value = split[who];
    input.style.setProperty("--share", `${(100 * split[who]) / Math.max(1, room)}%`);
    amount.value = split[who];
    words.textContent = meaning(state, split, who);
    input.setAttribute("aria-valuetext", `${split[who]}. ${words.textContent}`);
  };
  return { element, show };
}

// What a split on the table would mean for everybody.
export function splitMeaning(state, split) {
  return h(
    "dl",
    { class: "split-meaning" },
    [...SERVICES, "civil"].map((who) => [
      h("dt", { class: who }, h("i", { class: "swatch" }), `${t(`service.${who}`)} ${split[who]}`),
      h("dd", {}, meaning(state, split, who)),
    ]),
  );
}

// What a share could do.
function meaning(state, split, who) {
  if (who === "civil") return civilMeaning(state, split.civil);
  const { count, of, all } = affordable(state.bargain.prices[who], split[who]);
  return t("page.could_activate", { count, of, all });
}

function civilMeaning({ bargain: { track_cost: cost } }, civil) {
  if (!cost) return t("page.could_build", { n: civil });
  return t(civil >= cost ? "page.could_advance" : "page.could_not_advance", { cost, rest: civil - cost });
}

function presets(state, show) {
  const { last, previous, room } = state.bargain;
  const fits = (split) => split && split.army + split.navy <= room;
  const named = [
    ["theirs", last[other(state.actor)]],
    ["mine", last[state.actor]],
    ["previous", previous],
  ].filter(([, split]) => fits(split));
  if (!named.length) return null;
  return h(
    "div",
    { class: "presets" },
    named.map(([key, { army, navy }]) =>
      button(t(`page.preset_${key}`), () => show({ army, navy }), { class: "quiet small", "data-key": `preset_${key}` }),
    ),
  );
}

// What happens if the talks fail, before they do.
export function deadlockBox(state) {
  const { deadlock, offers, max_offers: most, protocol } = state.bargain;
  if (!deadlock.words) return null;
  const left = most - offers;
  return h(
    "div",
    { class: "deadlock", "data-guide": "deadlock" },
    protocol === "alternating" &&
      h(
        "div",
        { class: "offer-dots", role: "img", "aria-label": t("deadlock.offers_left", { left, most }) },
        Array.from({ length: most }, (_, k) => h("i", { class: k < offers ? "used" : "" })),
        h("span", { class: "small soft" }, t("deadlock.offers_left", { left, most })),
      ),
    h("p", { class: "small" }, h("b", {}, t("deadlock.if_talks_fail")), " ", deadlock.words),
  );
}
