// Dice as dice, with the row of the chart they are read in and the cell they hit.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { store } from "../store.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

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
  const hits = roll.hits ? roll.hits.filter(Boolean).length : null;
  const count = hits === null ? "" : hits === 1 ? t("roll.hits_1") : t("roll.hits_n", { n: hits });
  const words = `${t(`roll.${roll.purpose}`)}: ${roll.faces.join(", ")}${count && `; ${count}`}`;
  return h(
    "div",
    { class: "roll", "data-roll": roll.purpose },
    h(
      "div",
      { class: "roll-head" },
      h("span", {}, t(`roll.${roll.purpose}`)),
      count && h("b", {}, count),
    ),
    h(
      "div",
      { class: "dice", role: "img", "aria-label": words },
      roll.faces.map((face, k) => die(face, roll.hits?.[k])),
    ),
    roll.chart && chartRow(roll.chart),
    battle && roll.purpose === "combat" && outcome(battle),
  );
}

// The cells of the row a roll was read in: {title, heads, cells, at}.
function rowOf({ name, path, index }) {
  const { charts } = store.game;
  if (name === "crt") {
    const [nation, band] = path;
    const cells = charts.crt[nation][band];
    return {
      title: t("chart.crt", { nation: t(`nation.${nation}`), band: band.replace("-", "–") }),
      heads: cells.map((_, k) => (k === cells.length - 1 ? `${k}+` : k)),
      cells,
      at: Math.min(index, cells.length - 1),
    };
  }
  if (name === "convoy_crt") {
    const [method, escorts] = path;
    const cells = charts.convoy_crt[method][escorts];
    return {
      title: t("chart.convoy_crt", { method: t(method), n: escorts }),
      heads: cells.map((_, k) => k + 1),
      cells,
      at: Math.min(index, cells.length - 1),
    };
  }
  if (name === "sea_transport_loss") {
    const faces = charts.sea_transport_loss[path[0]];
    return {
      title: t("chart.sea_transport_loss", { column: t(path[0]) }),
      heads: [1, 2, 3, 4, 5, 6],
      cells: [1, 2, 3, 4, 5, 6].map((face) => (faces.includes(face) ? "D" : "–")),
      at: index - 1,
    };
  }
  return {
    title: t("chart.invasion", { turn: path[0] }),
    heads: [1, 2, 3, 4, 5, 6],
    cells: (charts.invasion[path[0]] ?? []).map((cell) => (cell === "-" ? "–" : cell)),
    at: index,
  };
}

// A window of the row around the cell that was hit, so that long rows fit.
function chartRow(chart) {
  const { title, heads, cells, at } = rowOf(chart);
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

function outcome(battle) {
  const said = [t("result.gp", { n: battle.gp })];
  if (battle.retreat) said.push(t("result.retreat"));
  else if (battle.loss) {
    said.push(t("result.loss", { n: battle.loss }) + (battle.doubled ? ` (${t("result.doubled")})` : ""));
  } else said.push(t("result.none"));
  return h(
    "div",
    { class: "outcome" },
    h("span", { class: "evaluation" }, battle.evaluation),
    h("span", {}, said.join(" · ")),
  );
}
