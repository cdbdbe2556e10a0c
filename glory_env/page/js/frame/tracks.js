// What stands below the map: production track, invasion rows, convoy method.

import { chipIcon } from "../map/chips.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { allChoices, countersAt, pieceName, stacks } from "../model.js";
import { shown, store } from "../store.js";

export function tracks(onTrack) {
  const state = shown();
  return state ? [production(state, onTrack), invasion(state), method(state)] : [];
}

function production(state, onTrack) {
  const { game } = store;
  const here = countersAt(game, state, "track");
  const choices = store.past ? [] : allChoices(store.now);
  const cells = Array.from({ length: game.limits.track_spaces }, (_, k) => {
    const space = k + 1;
    const ids = here.filter((id) => state.counters[id].space === space);
    const items = stacks(game, state, ids);
    const most = game.limits.track_spaces > 4 ? 2 : 3;
    const columns = items.length > most ? Math.min(most, Math.ceil(items.length / 2)) : items.length;
    return h(
      "div",
      { class: "space", role: "listitem", vars: { columns: Math.max(1, columns), most: items.length > 2 ? "30px" : "40px" } },
      h("span", { class: "space-number" }, space),
      items.map((stack) => {
        const choice = choices.find(({ counters }) => counters.includes(stack[0]));
        const name = `${pieceName(game, stack[0])}, ${t("page.space_n", { n: space })}`;
        return h(
          "button",
          {
            type: "button", class: choice ? "on-track hot" : "on-track", title: name,
            "aria-label": name, "data-key": `track-${stack[0]}`,
            onclick: () => onTrack(stack[0], choice),
          },
          chipIcon(game, state, stack),
        );
      }),
    );
  });
  // A space with more on it is wider, or its counters could not be read.
  const widths = cells.map((cell) => `minmax(0, ${[0.6, 1][cell.children.length - 1] ?? 1.9}fr)`);
  return h(
    "div",
    { class: "track-block production", "data-guide": "production" },
    h("h3", {}, t("page.production")),
    h("div", { class: "spaces", role: "list", vars: { widths: widths.join(" ") } }, cells),
  );
}

function invasion(state) {
  const { game } = store;
  const rows = state.invasion ?? [];
  const last = store.lines.findLast(({ decision, turn }) => decision === "invasion" && turn === state.turn);
  const rolled = store.past ? null : last?.rolls[0]?.faces[0];
  return h(
    "div",
    { class: "track-block invasion", "data-guide": "invasion" },
    h("h3", {}, t("page.invasion")),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, t("page.die"))),
          [1, 2, 3, 4, 5, 6].map((die) => h("th", { scope: "col" }, die)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ turn, row }, k) =>
          h(
            "tr",
            { class: k ? "next" : "now" },
            h("th", { scope: "row", title: t(k ? "page.invasion_next" : "page.invasion_now") }, t("page.turn", { turn })),
            invasionCells(game, turn, row, turn === state.turn ? rolled : null),
          ),
        ),
      ),
    ),
  );
}

function invasionCells(game, turn, row, rolled) {
  const cells = row.length ? row : Array(6).fill("-");
  return cells.map((cell, k) => {
    const calls = cell !== "-";
    const classes = [calls ? "calls" : "calm", rolled === k + 1 ? "rolled" : ""];
    return h("td", { class: classes.join(" ") }, calls ? cell : "–");
  });
}

function method(state) {
  return h(
    "div",
    { class: "track-block method" },
    h("h3", {}, t("page.method")),
    h("span", { class: "pill civil", "data-method": state.method }, t(`page.method_${state.method}`)),
  );
}
