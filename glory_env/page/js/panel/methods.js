// Small or large convoys: what the charts say of both, for the choice between them.

import { h } from "../dom.js";
import { t } from "../i18n.js";

export function methods(state) {
  const { ships, aircraft: air, counts, faces, means, periods } = state.facts.methods;
  return h(
    "section",
    { class: "methods", "data-methods": "true" },
    h("h3", {}, t("convoy.title")),
    table(t("convoy.now", { ships, air }), [1, 2, 3, 4, 5, 6], faces),
    h("p", { class: "small soft" }, t("convoy.cell")),
    table(t("convoy.mean"), counts, means, ships),
    h("p", { class: "small" }, `${t("convoy.periods")} `, periods),
  );
}

// One row of cells a method. now: the head of the column that holds at present.
function table(caption, heads, rows, now) {
  return h(
    "table",
    { class: "chart-row" },
    h("caption", {}, caption),
    h("tbody", {}, [
      h("tr", { class: "heads" }, h("td"), heads.map((head) => h("th", { scope: "col", class: head === now ? "at" : "" }, head))),
      Object.entries(rows).map(([method, cells]) =>
        h("tr", { "data-method-row": method },
          h("th", { scope: "row" }, t(`page.method_short_${method}`)),
          cells.map((cell, k) => h("td", { class: heads[k] === now ? "at" : "" }, cell)))),
    ]),
  );
}
