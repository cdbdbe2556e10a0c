// The card of a box: everything in it fanned out, and what can be chosen there.

import { alliedMarker, chipIcon, counterRow } from "./chips.js";
import { button, byId, clamp, h, replace, s } from "../dom.js";
import { t } from "../i18n.js";
import { batchView, choiceButton } from "../panel/decide.js";
import { chosenGroup } from "./map.js";
import {
  batchesOf, boxName, choicesAt, countersAt, groupsAt, isTwoStep, markerName, markersAt, pieceName, stacks,
} from "../model.js";
import { shown, store, update } from "../store.js";

export function drawCard(root, actions) {
  const state = shown();
  const { box } = store.ui;
  const was = root.hidden;
  root.hidden = !state || !box || !store.game.box[box];
  if (root.hidden) return;
  const { notice } = store.ui;
  const note = notice && h("p", { class: "card-note", role: "alert" }, notice.text);
  replace(root, head(state, box), note, ...markers(state, box), ...ways(box, actions), together(state, box, actions), list(state, box, actions));
  root.setAttribute("aria-label", boxName(store.game, box));
  place(root, byId("map").querySelector(`[data-box="${CSS.escape(box)}"] .frame`));
  if (was) root.querySelector("button:not(.card-close)")?.focus({ preventScroll: true });
}

// Beside the box, inside the map.
function place(root, frame) {
  const board = root.parentElement.getBoundingClientRect();
  const area = frame.getBoundingClientRect();
  root.style.maxHeight = `${board.height - 24}px`;
  const { offsetWidth: w, offsetHeight: height } = root;
  const right = area.right - board.left + 10;
  const left = right + w < board.width - 6 ? right : area.left - board.left - w - 10;
  const top = area.top - board.top + (area.height - height) / 2;
  root.style.left = `${clamp(left, 6, Math.max(6, board.width - w - 6))}px`;
  root.style.top = `${clamp(top, 6, Math.max(6, board.height - height - 6))}px`;
}

function head(state, id) {
  const box = store.game.box[id];
  const facts = box.words;
  return h(
    "div",
    { class: "card-head" },
    h("div", {}, h("h2", {}, boxName(store.game, id)), h("p", { class: "small soft" }, facts.join(" · "))),
    button("×", () => update({ box: null }), {
      class: "quiet card-close", "aria-label": t("page.close"), "data-key": "card-close",
    }),
  );
}

function markers(state, box) {
  return markersAt(store.game, state, box).map((id) =>
    h(
      "div",
      { class: "counter-row" },
      s("svg", { viewBox: "-23 -19 46 38", width: 46, height: 38, "aria-hidden": "true" },
        alliedMarker(store.game, id, [0, 0], 1, true)),
      h("span", { class: "counter-name" }, markerName(store.game, id)),
    ),
  );
}

// With a piece in hand: the ways it can come here, if there are several.
function ways(box, actions) {
  const group = store.past ? null : chosenGroup();
  const piece = group?.key === "piece" ? pieceName(store.game, group.counters[0]) : group?.title;
  const here = group?.choices.filter(({ boxes }) => boxes.includes(box)) ?? [];
  if (!here.length) return [];
  return [
    h("h3", {}, t("page.pick_way", { piece })),
    ...here.map((choice) => choiceButton(store.now, choice, actions)),
  ];
}

// What can be done with all pieces here, or with those of one kind.
function together(state, box, actions) {
  if (store.past || state.waiting !== "person") return null;
  const here = batchesOf(state).filter(({ boxes }) => boxes.includes(box));
  return here.length > 0 && h("div", { class: "options" }, here.map((batch) => batchView(state, batch, actions)));
}

function list(state, box, actions) {
  const here = stacks(store.game, state, countersAt(store.game, state, box));
  if (!here.length) return h("p", { class: "soft small empty" }, t("page.box_empty"));
  return h("div", { class: "card-list" }, here.map((ids) => stackRow(state, box, ids, actions)));
}

function stackRow(state, box, ids, actions) {
  const { game, now } = store;
  const key = `card-${ids[0]}`;
  if (store.past || now.waiting !== "person") {
    return counterRow(game, state, ids, { "data-key": key, class: "counter-row" }, fan(state, ids));
  }
  const hit = ({ counters }) => ids.some((id) => counters.includes(id));
  if (isTwoStep(now)) {
    const group = groupsAt(now, box).find(hit);
    const props = {
      "data-key": key, class: group ? "counter-row hot" : "counter-row",
      onclick: () => (group ? actions.pick(group) : actions.whyNot({ counter: ids[0] })),
    };
    return counterRow(game, state, ids, props, fan(state, ids));
  }
  const choice = choicesAt(now, box).find((item) => item.counters.length && hit(item));
  if (choice) return choiceButton(now, choice, actions, { "data-key": key, class: "choice hot" });
  return counterRow(
    game, state, ids,
    { "data-key": key, class: "counter-row", onclick: () => actions.whyNot({ counter: ids[0] }) },
    fan(state, ids),
  );
}

// A stack spread out: every counter with its own name.
function fan(state, ids) {
  if (ids.length < 2) return null;
  return h(
    "span",
    { class: "fan" },
    ids.map((id) =>
      h("span", { class: "fanned" }, chipIcon(store.game, state, [id]), h("span", {}, pieceName(store.game, id))),
    ),
  );
}
