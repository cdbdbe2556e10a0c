// Where games are kept for a study: the question at the start, the answers after the end.

import { close, isOpen, open } from "./dialog.js";
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { on, send } from "../net.js";
import { changed, store } from "../store.js";

on("people", (message) => {
  store.people = message;
});

function agree(keep) {
  if (send({ type: "agree", keep })) store.people.asks = false; // not once more before the answer comes
  close();
}

// Asks as soon as nothing else does.
export function askToKeep() {
  if (!store.people?.asks || isOpen() || !store.now) return;
  open("people", () => [
    t("people.title"),
    h("p", {}, t("people.about")),
    h(
      "div",
      { class: "actions" },
      button(t("people.no"), () => agree(false), { "data-key": "people-no" }),
      button(t("people.yes"), () => agree(true), { class: "primary", autofocus: true, "data-key": "people-yes" }),
    ),
  ], { closed: changed });
}

// After the end: the questions, then where the game is kept.
export function afterGame() {
  const { people } = store;
  if (!people || !people.agreed) return null;
  if (people.problem) return h("p", { class: "small", role: "alert" }, people.problem);
  if (people.questions.length && !people.answered) return form(people.questions);
  return people.kept && h("p", { class: "small soft", "data-people": people.kept }, t("people.kept", { game: people.kept }));
}

function form(questions) {
  const fields = questions.map((one) => [one, field(one)]);
  const submit = (event) => {
    event.preventDefault();
    const given = fields.map(([{ id, scale }, { value }]) => [id, scale ? value() : value().trim()]);
    send({ type: "answers", answers: Object.fromEntries(given.filter(([, answer]) => answer)) });
  };
  return h(
    "form",
    { class: "keep-game questions", onsubmit: submit },
    h("h3", {}, t("people.questions")),
    fields.map(([, { element }]) => element),
    h("div", { class: "actions" }, h("button", { type: "submit", class: "primary", "data-key": "people-send" }, t("people.send"))),
  );
}

// A question as an element, and what reads its answer; 0 or "" where there is none.
function field({ id, text, scale, low, high }) {
  if (!scale) {
    const words = h("textarea", { rows: 2, maxlength: 2000, "aria-label": text, "data-key": `question-${id}` });
    return { element: h("label", {}, h("span", {}, text), words), value: () => words.value };
  }
  const numbers = Array.from({ length: scale }, (_, k) =>
    h("input", { type: "radio", name: `question-${id}`, value: String(k + 1), "aria-label": String(k + 1) }));
  const element = h(
    "fieldset",
    { "data-key": `question-${id}` },
    h("legend", {}, text),
    low && h("span", { class: "small soft" }, low),
    numbers.map((one, k) => h("label", {}, one, String(k + 1))),
    high && h("span", { class: "small soft" }, high),
  );
  return { element, value: () => numbers.findIndex((one) => one.checked) + 1 };
}
