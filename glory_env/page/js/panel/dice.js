// Dice as dice, with the row of the chart they are read in and the cell they hit.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

// A battle whose dice stand in an earlier entry.
export const battleBlock = (battle) =>
  h("div", { class: "roll" }, h("div", { class: "roll-head" }, h("b", {}, battle.count)), chartRow(battle.chart), outcome(battle));

// One die; a hit is filled and ticked.
export function die(face, hit) {
  const pips = PIPS[face];
  return s(
    "svg",
    { class: `die${hit ? " hit" : ""}`, viewBox: "-15 -15 30 30", width: 26, height: 26, "aria-hidden": "true" },
    s("rect", { x: -13, y: -13, width: 26, height: 26, rx: 6 }),
    pips
      ? pips.map(([x, y]) => s("circle", { cx: 6.6 * x, cy: 6.6 * y, r: 2.7 }))
      : s("text", { y: 4 }, face),
    hit && s("path", { class: "tick", d: "M5 -9.5 l2.6 2.6 l5 -5.6" }),
  );
}

export function rollBlock(roll, battle) {
  return h(
    "div",
    { class: "roll", "data-roll": roll.purpose },
    h(
      "div",
      { class: "roll-head" },
      h("span", {}, roll.title),
      roll.count && h("b", {}, roll.count),
    ),
    h(
      "div",
      { class: "dice", role: "img", "aria-label": roll.words },
      roll.faces.map((face, k) => die(face, roll.hits?.[k])),
    ),
    roll.note && h("p", { class: "small soft" }, roll.note),
    roll.chart && chartRow(roll.chart),
    battle && [chartRow(battle.chart), outcome(battle)],
  );
}

// A window of the row around the cell that was hit, so that long rows fit.
function chartRow(chart) {
  const { title, heads, cells, at } = chart;
  const most = 8;
  const from = Math.max(0, Math.min(at - 3, cells.length - most));
  const seen = [...cells.keys()].slice(from, from + most);
  return h(
    "table",
    { class: "chart-row" },
    h("caption", {}, title),
    h("tbody", {}, [
      h("tr", { class: "heads" }, seen.map((k) => h("th", { scope: "col", class: k === at ? "at" : "" }, heads[k]))),
      h(
        "tr",
        {},
        seen.map((k) => h("td", { class: k === at ? "at" : "", "aria-current": k === at ? "true" : undefined }, cells[k])),
      ),
    ]),
  );
}

// What dice can bring, before they are rolled: columns of the chart with their chances.
export function oddsTable({ title, heads, cells, chances, gp, words }) {
  const row = (name, values, head) =>
    h("tr", { class: head ? "heads" : "" }, h("th", { scope: "row" }, name), values.map((value) => h(head ? "th" : "td", {}, value)));
  return h(
    "div",
    { class: "odds", "data-odds": "true" },
    h(
      "table",
      { class: "chart-row" },
      h("caption", {}, title),
      h("tbody", {}, [
        row("", heads, true),
        row(t("page.odds_result"), cells),
        gp && row(t("page.gp_short"), gp),
        row(t("page.odds_chance"), chances.map((chance) => `${Math.round(100 * chance)}%`)),
      ]),
    ),
    h("p", { class: "small soft" }, words.join(" · ")),
  );
}

function outcome(battle) {
  return h(
    "div",
    { class: "outcome" },
    h("span", { class: "evaluation" }, battle.evaluation),
    h("span", {}, battle.words.join(" · ")),
  );
}
