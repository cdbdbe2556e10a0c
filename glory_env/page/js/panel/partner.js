// Why the partner chose as it did: what it weighed, and how it values the position.

import { button, h } from "../dom.js";
import { language, t } from "../i18n.js";
import { portrait } from "./portraits.js";
import { shown, store, update } from "../store.js";

const MOST = 30; // choices on show

export function partnerView() {
  const explained = store.lines.filter(({ why, dull }) => why && !dull);
  const about = h(
    "p",
    { class: "small soft" },
    t("page.partner_about"),
  );
  const known = characters();
  if (!explained.length) return [...known, about, h("p", { class: "soft" }, t(hasChosen() ? "page.partner_not_kept" : "page.partner_nothing"))];
  const end = lastShown(explained);
  const newest = button(t("page.partner_newest"), () => update({ whyLine: null }), { class: "small", "data-key": "why-newest" });
  const shown = explained.slice(Math.max(0, end - MOST), end);
  return [...known, about, end < explained.length && newest, ...shown.reverse().map(block)].filter(Boolean);
}

// The partners with a character: who they are, what they remember, which promises were made.
function characters() {
  const seats = ["army", "navy"].filter((seat) => store.game.characters?.[seat]);
  return [...seats.map(characterCard), ledger()].filter(Boolean);
}

function characterCard(seat) {
  const { id, level } = store.game.characters[seat];
  const isBest = store.hello?.characters.some((one) => one.id === id && one.level === level);
  const memory = shown()?.memory?.[seat] ?? [];
  return h(
    "section",
    { class: seat, "data-character-card": id },
    h(
      "div",
      { class: "partner-card" },
      portrait(id, 64),
      h(
        "div",
        {},
        h("b", {}, isBest ? t(`character.${id}.name`) : t("character.level_of", { name: t(`character.${id}.name`), n: level })),
        h("div", { class: "small" }, t(`character.${id}.about`)),
        h("div", { class: "small soft" }, t(`character.${id}.temper`)),
      ),
    ),
    h("h3", {}, t("character.remembers")),
    memory.length
      ? h("ul", { class: "memories" }, memory.map(({ turn, good, words }) =>
        h("li", { class: good ? "good" : "bad" }, `${t("page.turn", { turn })}: ${words}`)))
      : h("p", { class: "small soft" }, t("character.remembers_nothing")),
  );
}

// Promises of both services, with what became of them.
export function ledger() {
  const rows = shown()?.ledger ?? [];
  if (!rows.length) return null;
  return h(
    "section",
    { class: "ledger", "data-ledger": rows.length },
    h("h3", {}, t("character.promises")),
    h("ul", { class: "memories" }, rows.map(({ turn, state, words }) =>
      h("li", { class: state === "broken" ? "bad" : state === "kept" ? "good" : "" }, `${t("page.turn", { turn })}: ${words}`))),
  );
}

// Reasons are not part of a saved game.
const hasChosen = () => store.lines.some(({ actor, dull }) => !dull && (store.game.players[actor] ?? "person") !== "person");

// Where the choices on show end: with the newest, or a little after the one that was asked for.
function lastShown(explained) {
  const wanted = explained.findIndex(({ line }) => line === store.ui.whyLine);
  if (wanted < 0 || wanted >= explained.length - MOST) return explained.length;
  return Math.min(explained.length, wanted + MOST / 2);
}

function block(entry) {
  const { why, actor, line } = entry;
  const here = store.ui.whyLine === line;
  const isWeighed = why.alternatives.length > 1;
  return h(
    "article",
    { class: `why ${actor}${here ? " here" : ""}`, "data-why": line, id: `why-${line}` },
    h(
      "div",
      { class: "entry-head" },
      h("span", { class: "pill" }, t(`service.${actor}`)),
      h("span", { class: "entry-words" }, entry.words),
      h("span", { class: "soft small" }, t("page.turn", { turn: entry.turn })),
    ),
    why.reasons?.length
      ? [
        h("ul", { class: "reasons" }, why.reasons.map((words) => h("li", {}, words))),
        h("details", { class: "numbers" }, h("summary", { class: "small" }, t("character.numbers")), numbers(why, isWeighed)),
      ]
      : numbers(why, isWeighed),
  );
}

// What the agent weighed, its own words and its value of the position.
function numbers(why, isWeighed) {
  return [
    isWeighed && h("div", { class: "alternatives" }, why.alternatives.map(alternative)),
    isWeighed && why.about && language() === "en" && h("p", { class: "small soft" }, why.about),
    why.text && h("details", { open: !isWeighed && why.before === null }, h("summary", { class: "small" }, t("page.partner_words", { agent: why.agent })), h("p", { class: "small", lang: "en" }, why.text)),
    value(why),
  ];
}

function alternative({ probability, chosen, words }) {
  return h(
    "div",
    { class: chosen ? "alternative chosen" : "alternative" },
    h("span", { class: "alternative-words" }, chosen ? "✓ " : "", words),
    h("span", { class: "bar thin", "aria-hidden": "true" }, h("span", { class: "fill", vars: { size: `${100 * probability}%` } })),
    h("b", {}, `${Math.round(100 * probability)}%`),
  );
}

function value({ before, after }) {
  if (before === null || before === undefined) return null;
  const to = after === null || after === undefined ? "" : ` → ${after.toFixed(2)}`;
  return h(
    "p",
    { class: "small policy", title: t("page.policy_estimate_about") },
    `${t("page.policy_estimate")}: `,
    h("b", {}, `${before.toFixed(2)}${to}`),
    ` ${t("page.policy_estimate_range")}`,
  );
}
