// The talks of a turn as a conversation: offers with their split, answers, requests.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { portrait } from "./portraits.js";
import { store } from "../store.js";

const PARTS = ["army", "navy", "civil"];

const LEAST = 0.09; // a smaller share has no room for its number

// A split as a bar of three with its numbers; where one has no room in it, all stand below.
export function splitBar(split) {
  const total = PARTS.reduce((sum, who) => sum + split[who], 0) || 1;
  const narrow = PARTS.some((who) => split[who] / total <= LEAST);
  return h("div", { class: "split" }, bar(split, total), narrow && splitWords(split));
}

function bar(split, total) {
  return h(
    "div",
    {
      class: "split-bar", role: "img",
      "aria-label": PARTS.map((who) => `${t(`service.${who}`)} ${split[who]}`).join(", "),
    },
    PARTS.map((who) =>
      h(
        "span",
        { class: `part ${who}`, vars: { size: `${(100 * split[who]) / total}%` } },
        split[who] / total > LEAST ? split[who] : "",
      ),
    ),
  );
}

function splitWords(split) {
  return h(
    "span",
    { class: "split-words", "aria-hidden": "true" },
    PARTS.map((who) => h("span", { class: who }, h("i", { class: "swatch" }), `${t(`service.${who}`)} `, h("b", {}, split[who]))),
  );
}

// The conversation; `kinds` limits it to what belongs to the decision.
export function conversation(state, kinds) {
  const talk = (state.bargain?.talk ?? []).filter(
    ({ kind, actor }, k, all) =>
      (!kinds || kinds.includes(kind)) &&
      !(kind === "counter" && all[k + 1]?.kind === "offer" && all[k + 1].actor === actor),
  );
  if (!talk.length) return null;
  return h(
    "div",
    { class: "talk", role: "log", "aria-label": t("page.talk"), "data-guide": "talk" },
    withLines(talk).map(bubble),
  );
}

// Lines stand in the bubble of the offer that they went with.
function withLines(talk) {
  const lines = [];
  return talk.flatMap((one) => {
    const isLine = one.kind === "say" || one.kind === "ask";
    if (isLine) lines.push(one);
    if (one.kind !== "offer") return isLine ? [] : [...lines.splice(0), one];
    return [{ ...one, lines: lines.splice(0) }];
  }).concat(lines);
}

const besideOffer = (lines) =>
  lines?.length > 0 && h("ul", { class: "beside" }, lines.map(({ kind, beside }) => h("li", { class: kind, "data-kind": kind }, beside)));

function bubble({ actor, kind, split, words, beside, speech, lines }) {
  if (kind === "in_force" || kind === "break_off" || actor === "system") {
    return h(
      "div",
      { class: "bubble verdict", "data-kind": kind },
      h("span", { class: "said" }, t(`page.said_${kind}`)),
      split && splitBar(split),
    );
  }
  const mine = store.game.seats.includes(actor) && store.game.seats.length === 1;
  const character = store.game.characters?.[actor];
  const service = t(`service.${actor}`);
  const who = character ? t("character.of_service", { name: t(`character.${character.id}.name`), service }) : service;
  return h(
    "div",
    { class: `bubble ${actor} ${mine ? "mine" : "theirs"}`, "data-kind": kind },
    character && portrait(character.id, 34),
    h("span", { class: "speaker" }, mine ? t("page.speaker_you", { who }) : who),
    // An offer is shown by its bar.
    h("span", { class: "said" }, kind === "offer" ? t("page.said_offer") : beside ?? words),
    spoken(speech),
    besideOffer(lines),
    split && splitBar(split),
  );
}

// What a partner with a character says with its choice.
export function spoken(speech) {
  if (!speech?.length) return null;
  return h("p", { class: "speech", "data-speech": true }, t("character.quote", { words: speech.join(t("list.space")) }));
}
