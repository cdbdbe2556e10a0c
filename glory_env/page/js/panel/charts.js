// The course of the game in two small charts: the pool, and the glory points.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { shown, store } from "../store.js";

const W = 360;
const H = 150;
const PAD = { left: 34, right: 46, top: 12, bottom: 22 };

export function chartsView() {
  const state = store.now;
  if (!state?.history?.length) return [];
  const { limits } = store.game;
  const turns = Math.max(limits.last_turn, state.turn);
  const rows = state.history;
  return [
    chart({
      title: t("page.chart_pool"), turns, top: limits.cap,
      lines: [{ who: "total", label: t("page.total"), points: rows.map(({ turn, total }) => [turn, total]) }],
      marks: [{ at: limits.floor, words: t("page.floor", { n: limits.floor }) }],
      par: limits.par && [limits.start, ...limits.par],
    }),
    chart({
      title: t("page.gp"), turns, top: Math.max(20, ...rows.flatMap(({ army, navy }) => [army, navy])),
      lines: ["army", "navy"].map((who) => ({
        who, label: t(`service.${who}`), points: rows.map((row) => [row.turn, row[who]]),
      })),
    }),
    table(rows),
  ];
}

// par: what is to be expected, by turn from 0, drawn behind the lines.
function chart({ title, turns, top, lines, marks = [], par = null }) {
  const x = (turn) => PAD.left + ((W - PAD.left - PAD.right) * turn) / turns;
  const y = (value) => H - PAD.bottom - ((H - PAD.top - PAD.bottom) * value) / top;
  const ends = spread(lines.map(({ points }) => y(points.at(-1)[1])));
  const now = shown()?.turn ?? 0;
  const expected = par ? [{ label: t("page.par"), points: [...par.entries()] }] : [];
  const words = [...lines, ...expected]
    .map(({ label, points }) => `${label}: ${points.map(([turn, value]) => `${turn}: ${value}`).join(", ")}`)
    .join("; ");
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title),
    s(
      "svg",
      { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title}. ${words}` },
      [0, 0.5, 1].map((share) => {
        const value = Math.round(top * share);
        return [
          s("path", { class: "rule", d: `M${PAD.left} ${y(value)}H${W - PAD.right}` }),
          s("text", { class: "tick", x: PAD.left - 6, y: y(value) + 4, "text-anchor": "end" }, value),
        ];
      }),
      Array.from({ length: turns + 1 }, (_, turn) =>
        s("text", { class: turn === now ? "tick now" : "tick", x: x(turn), y: H - 6, "text-anchor": "middle" }, turn),
      ),
      marks.map(({ at, words: said }) => [
        s("path", { class: "limit", d: `M${PAD.left} ${y(at)}H${W - PAD.right}` }),
        s("text", { class: "limit-text", x: PAD.left + 4, y: y(at) - 4 }, said),
      ]),
      par && [
        s("path", { class: "par", d: curve([...par.entries()], x, y) }),
        s("text", { class: "par-text", x: x(1), y: y(par[1]) - 6 }, t("page.par")),
      ],
      lines.map(({ who, label, points }, k) => [
        s("path", {
          class: `curve ${who}`,
          d: curve(points, x, y),
        }),
        points.map(([turn, value]) =>
          who === "army"
            ? s("rect", { class: `dot ${who}`, x: x(turn) - 3, y: y(value) - 3, width: 6, height: 6 })
            : s("circle", { class: `dot ${who}`, cx: x(turn), cy: y(value), r: 3.2 }),
        ),
        s("text", { class: `end ${who}`, x: x(points.at(-1)[0]) + 7, y: ends[k] + 4 }, label),
      ]),
    ),
  );
}

const curve = (points, x, y) => points.map(([turn, value], i) => `${i ? "L" : "M"}${x(turn)} ${y(value)}`).join("");

// Labels at the ends of curves, moved apart where they would cover each other.
function spread(heights) {
  if (heights.length < 2 || Math.abs(heights[0] - heights[1]) > 13) return heights;
  const middle = (heights[0] + heights[1]) / 2;
  const down = heights[0] > heights[1] ? 1 : -1;
  return [middle + 6.5 * down, middle - 6.5 * down];
}

// The same figures in words, for those who do not see curves, and for the shares.
function table(rows) {
  return h(
    "table",
    { class: "figures" },
    h("thead", {}, h("tr", {}, [t("page.turn_short"), t("page.total"), t("service.army"), t("service.navy"), t("page.shares_short")].map(
      (words) => h("th", { scope: "col" }, words)))),
    h("tbody", {}, [...rows].reverse().map(({ turn, total, army, navy, shares, deadlock }) =>
      h("tr", {}, [
        h("th", { scope: "row" }, turn),
        h("td", {}, total),
        h("td", {}, army),
        h("td", {}, navy),
        h("td", {}, shares && shares.army + shares.navy + shares.civil ? `${shares.army} / ${shares.navy} / ${shares.civil}${deadlock ? " ✕" : ""}` : "–"),
      ]))),
  );
}
