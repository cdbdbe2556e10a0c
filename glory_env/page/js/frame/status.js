// What stands above the map: title, phases and turns, the shared pool, the glory points.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { SERVICES } from "../model.js";
import { set, shown, store } from "../store.js";

const PHASES = [
  "invasion", "tonnage", "activation", "movement", "combat", "convoy", "production", "turn_end",
];

export function topBar(actions) {
  const state = shown();
  return [
    h("h1", { class: "brand" }, t("page.title")),
    state && turns(state),
    state && phases(state),
    h("div", { class: "spacer" }),
    ...tools(actions),
  ];
}

function turns(state) {
  const last = Math.max(store.game.limits.last_turn, state.turn);
  const words = t("page.turn_of", { turn: state.turn, last });
  const pips = Array.from({ length: last }, (_, k) => {
    const turn = k + 1;
    const when = turn < state.turn ? "done" : turn === state.turn ? "now" : "ahead";
    return h("span", { class: `pip ${when}` }, turn);
  });
  return h(
    "div",
    { class: "turns", role: "img", "aria-label": words, title: words },
    pips,
    h("span", { class: "of" }, `/ ${last}`),
  );
}

function phases(state) {
  const at = PHASES.indexOf(state.phase);
  const steps = PHASES.map((phase, k) =>
    h(
      "li",
      {
        class: k === at ? "now" : k < at ? "done" : "ahead",
        "aria-current": k === at ? "step" : undefined, title: t(`phase.${phase}`),
      },
      h("span", {}, t(`phase.${phase}`)),
    ),
  );
  if (at < 0) {
    steps.push(h("li", { class: "now", "aria-current": "step" }, h("span", {}, t(`phase.${state.phase}`))));
  }
  return h("ol", { class: "phases", "aria-label": t("page.phases"), "data-guide": "phases" }, steps);
}

function tools(actions) {
  const undo = store.now?.undo;
  return [
    button([t("page.undo"), h("kbd", {}, "U")], actions.undo, {
      "data-key": "undo", title: undo?.words ?? "", "data-guide": "undo",
      "aria-disabled": undo?.possible ? undefined : "true", class: undo?.possible ? "" : "dim",
    }),
    button([t("page.help"), h("kbd", {}, "?")], actions.help, { "data-key": "help" }),
    button(store.settings.theme === "dark" ? t("page.light") : t("page.dark"), () => {
      set({ theme: store.settings.theme === "dark" ? "light" : "dark" });
    }, { "data-key": "theme", class: "quiet", title: t("page.theme_long") }),
    button(t("page.language"), () => {
      set({ language: store.settings.language === "ja" ? "en" : "ja" });
    }, { "data-key": "language", class: "quiet", title: t("page.language_long") }),
    button(t("page.menu"), actions.menu, { "data-key": "menu", "aria-haspopup": "dialog" }),
  ];
}

export function strip() {
  const state = shown();
  return state ? [shipping(state), points(state), forecast(state)].filter(Boolean) : [];
}

// --- what is to be expected of the pool ---------------------------------------------------
// An alarm is one line, and only where something can be done about it now; the rest is its tooltip.
function forecast({ forecast: found }) {
  if (!found) return null;
  const { alarm, words, help_words: helps, totals } = found;
  const by_turn = totals.map(({ turn, total }) => `${t("page.turn", { turn })}: ${total}`);
  return h(
    "p",
    {
      class: alarm ? "forecast alarm" : "forecast", "data-forecast": found.falls ?? "lasts",
      title: [...(alarm ? [words, helps] : []), ...by_turn].join("\n"),
    },
    alarm ? [h("b", { "aria-hidden": "true" }, "⚠ "), h("b", {}, alarm)] : words,
  );
}

// --- the pool -----------------------------------------------------------------------------
function shipping(state) {
  const { cap, floor } = store.game.limits;
  const share = (value) => `${(100 * value) / cap}%`;
  const near = state.total < floor + 60;
  return h(
    "div",
    { class: "gauge shipping", "data-guide": "total" },
    h(
      "div",
      { class: "gauge-head" },
      h("h3", {}, t("page.total")),
      h("strong", { class: near ? "figure alarm" : "figure", "data-total": state.total }, state.total),
      h("span", { class: "soft small" }, t("page.unit_note")),
      h("span", { class: "small limits-note" }, h("b", {}, t("page.floor", { n: floor })), ` · ${t("page.cap", { n: cap })}`),
      howHard(),
    ),
    h(
      "div",
      {
        class: "bar", role: "img", title: t("page.floor_long", { n: floor }),
        "aria-label": `${t("page.total")} ${state.total}; ${t("page.floor", { n: floor })}; ${t("page.cap", { n: cap })}`,
      },
      h("span", { class: near ? "fill alarm" : "fill", vars: { size: share(state.total) } }),
      h("span", { class: "floor-mark", vars: { at: share(floor) } }),
    ),
    shares(state, share),
  );
}

// Of a game that is not played as printed; on a phone the menu says it.
function howHard() {
  const { name, words, about } = store.game.handicap;
  if (name === "normal") return null;
  return h("span", { class: "small how-hard", title: about, "data-handicap": name ?? "own" }, words);
}

function shares(state, share) {
  const parts = ["army", "navy", "civil"];
  const any = parts.some((who) => state.shares[who]);
  return h(
    "div",
    { class: "shares", "data-guide": "shares" },
    h(
      "div",
      { class: "bar thin", "aria-hidden": "true" },
      parts.map((who) => [
        h("span", { class: `part ${who}`, vars: { size: share(state.left[who]) } }),
        h("span", { class: `part spent ${who}`, vars: { size: share(state.shares[who] - state.left[who]) } }),
      ]),
    ),
    h(
      "div",
      { class: "legend" },
      parts.map((who) =>
        h(
          "span",
          { class: who, title: any ? t("page.left_of", { left: state.left[who], share: state.shares[who] }) : "" },
          h("i", { class: "swatch" }),
          `${t(`service.${who}`)} `,
          h("b", {}, any ? state.left[who] : "–"),
          any && h("span", { class: "soft" }, ` / ${state.shares[who]}`),
        ),
      ),
    ),
  );
}

// --- glory points -------------------------------------------------------------------------
function points(state) {
  const most = Math.max(30, state.gp.army, state.gp.navy) + 5;
  return h(
    "div",
    { class: "gauge points", "data-guide": "points" },
    h(
      "div",
      { class: "gauge-head" },
      h("h3", {}, t("page.gp")),
      h("span", { class: "soft small" }, leadWords(state)),
    ),
    SERVICES.map((who) =>
      h(
        "div",
        { class: `gp-row ${who}`, role: "img", "aria-label": `${t(`service.${who}`)} ${state.gp[who]} ${t("page.gp_short")}` },
        h(
          "span",
          { class: "who" },
          t(`service.${who}`),
          store.game.seats.length === 1 && store.game.seats[0] === who && h("span", { class: "me" }, t("page.you")),
        ),
        h(
          "span",
          { class: "bar" },
          h("span", { class: "fill", vars: { size: `${(100 * state.gp[who]) / most}%` } }),
        ),
        h("b", { "data-gp": who }, state.gp[who]),
      ),
    ),
  );
}

function leadWords(state) {
  if (store.game.options.solo) return "";
  const { margin } = store.game.limits;
  return t("page.lead", { n: [...new Set(SERVICES.map((who) => margin[who]))].join(" / ") });
}
