// Promises and requests beside an offer: few chips, and behind "other words" all there are.

import { button, h } from "../dom.js";
import { language, t } from "../i18n.js";
import { allChoices } from "../model.js";
import { on, send } from "../net.js";
import { store, update } from "../store.js";

let all = { seq: null, groups: [] }; // all lines, as they came for a question
let asked = ""; // the question and the language for which they were asked for

on("lines", (message) => { all = message; });
on("game", () => { all = { seq: null, groups: [] }; });

const ARGUMENT = ["box", "amount", "kind"];
const hasArgument = ({ choice }) => ARGUMENT.some((key) => key in choice);

// The ids of the lines that are ticked, in the order in which they were.
export const ticked = () => store.ui.lines ?? [];

// changed: called when a line has been ticked or left out.
export function linesPanel(state, changed) {
  const { lines } = state.choices;
  if (!lines?.most) return null;
  const every = all.seq === state.seq ? all.groups : [];
  const by = new Map([...every.flatMap(({ choices }) => choices), ...allChoices(state)].map((choice) => [choice.id, choice]));
  const chosen = ticked();
  const toggle = (id) => {
    const rest = chosen.filter((one) => one !== id);
    update({ lines: rest.length < chosen.length ? rest : [...chosen, id] });
    changed();
  };
  const more = chosen.filter((id) => !lines.ids.includes(id)); // taken from all words
  const isFull = chosen.length >= lines.most;
  return h(
    "div",
    { class: "lines", role: "group", "aria-labelledby": "lines-title", "data-guide": "lines" },
    h("h3", { id: "lines-title" }, t("beside.title"), " ", h("span", { class: "soft small" }, t("beside.most", { n: lines.most }))),
    h("div", { class: "line-chips" }, [...lines.ids, ...more].map((id) => chip(by.get(id), chosen.includes(id), isFull, toggle))),
    otherWords(every, [...lines.ids, ...more], isFull, toggle),
  );
}

function chip({ id, label, choice }, isOn, isFull, toggle) {
  const kind = "ask" in choice ? "wants" : "gives";
  return h(
    "button",
    {
      type: "button", class: `line-chip ${kind}`, "aria-pressed": String(isOn), "data-says": id,
      "data-key": `line-${id}`, disabled: store.busy || (isFull && !isOn), onclick: () => toggle(id),
    },
    h("span", { class: "tag" }, t(`beside.${kind}`)),
    h("span", { class: "line-words" }, label),
  );
}

// --- all words, in groups ---------------------------------------------------------------------
function otherWords(groups, shown, isFull, toggle) {
  const isOpen = Boolean(store.ui.allLines);
  if (isOpen) ask();
  const open = button(t(isOpen ? "beside.fewer" : "beside.other"), () => update({ allLines: !isOpen }), {
    class: "quiet small", "aria-expanded": String(isOpen), "data-key": "all-lines",
  });
  if (!isOpen) return open;
  return [
    open,
    isFull && h("p", { class: "small soft" }, t("beside.all_said")),
    h("div", { class: "all-lines" }, groups.map((group) => words(group, shown, isFull, toggle))),
  ];
}

// They are many: they come when the person wants to see them.
function ask() {
  const question = `${store.now.seq} ${language()}`;
  if (question !== asked && send({ type: "lines", seq: store.now.seq })) asked = question;
}

function words({ key, title, choices }, shown, isFull, toggle) {
  const rest = choices.filter(({ id, end }) => !end && !shown.includes(id));
  if (!rest.length) return null;
  const has = rest.every(hasArgument);
  return h(
    "div",
    { class: "section" },
    h("h4", {}, title),
    has ? oneOf(key, title, rest, isFull, toggle)
      : h("div", { class: "line-chips" }, rest.map((choice) => chip(choice, false, isFull, toggle))),
  );
}

// One list instead of a chip for every box or amount.
function oneOf(key, title, choices, isFull, toggle) {
  const [{ choice }] = choices;
  const name = `line-${key}-${choice.for ?? choice.say}`;
  const list = h(
    "select",
    { "aria-label": title, "data-key": name, disabled: isFull },
    choices.map(({ id, label }) => h("option", { value: id }, label)),
  );
  return h(
    "div",
    { class: "line-of" },
    list,
    button(t("beside.take"), () => toggle(list.value), { class: "small", "data-key": `${name}-take`, disabled: store.busy || isFull }),
  );
}
