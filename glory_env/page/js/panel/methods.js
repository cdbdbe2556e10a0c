// Small or large convoys: what the charts say of both, for the choice between them.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { countersAt } from "../model.js";
import { store } from "../store.js";

const METHODS = [["A", "small_convoys"], ["B", "large_convoys"]];
const FACES = [0, 1, 2, 3, 4, 5];

export function methods(state) {
  const { charts } = store.game;
  const here = countersAt(store.game, state, store.game.convoy);
  const air = here.filter((id) => store.game.counter[id].kind.endsWith("aircraft")).length;
  const ships = here.length - air;
  const row = (name, count) => rowOf(charts.convoy_crt[name], count, air);
  const counts = charts.convoy_crt.small_convoys.map((_, count) => count);
  return h(
    "section",
    { class: "methods", "data-methods": "true" },
    h("h3", {}, t("convoy.title")),
    table(t("convoy.now", { ships, air }), FACES.map((face) => face + 1), ([, name]) => row(name, ships), (cell) => cell),
    h("p", { class: "small soft" }, t("convoy.cell")),
    table(t("convoy.mean"), counts, ([, name]) => counts.map((count) => row(name, count)), mean, ships),
    h("p", { class: "small" }, `${t("convoy.periods")} `, periods(charts.production)),
  );
}

// The cells of the six faces; an air unit adds one to the die.
function rowOf(rows, ships, air) {
  const cells = rows[Math.min(ships, rows.length - 1)];
  return FACES.map((face) => cells[Math.min(face + (air ? 1 : 0), cells.length - 1)]);
}

const mean = (cells) => Math.round(cells.reduce((sum, cell) => sum + parseInt(cell, 10), 0) / cells.length);

function table(caption, heads, cellsOf, words, now) {
  return h(
    "table",
    { class: "chart-row" },
    h("caption", {}, caption),
    h("tbody", {}, [
      h("tr", { class: "heads" }, h("td"), heads.map((head) => h("th", { scope: "col", class: head === now ? "at" : "" }, head))),
      METHODS.map((method) =>
        h("tr", { "data-method-row": method[0] },
          h("th", { scope: "row", title: t(method[1]) }, t(`page.method_short_${method[0]}`)),
          cellsOf(method).map((cell, k) => h("td", { class: heads[k] === now ? "at" : "" }, words(cell))))),
    ]),
  );
}

// What takes longer to build, item by item.
function periods(production) {
  const slower = Object.entries(production).filter(([, { period }]) => period.A !== period.B);
  if (!slower.length) return t("convoy.same_periods");
  return slower.map(([kind, { period }]) => {
    const piece = t(NAMES[kind] ?? `kind_${kind}`);
    return t("convoy.period", { piece, a: period.A, b: period.B });
  }).join(t("list.comma"));
}

const NAMES = { aircraft: "kind_navy_aircraft" };
