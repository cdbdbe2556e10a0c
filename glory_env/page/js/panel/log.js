// What happened: the latest exchange beside the decision, and the whole log by turn and phase.

import { rollBlock } from "./dice.js";
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { look } from "../net.js";
import { store } from "../store.js";
import { entryWords, eventWords } from "../words.js";

const told = ({ dull }) => !dull;

// One entry: who, what, the dice, what followed.
export function entryBlock(entry, actions, { open = true } = {}) {
  const tools = [];
  if (entry.why) {
    tools.push(
      button(t("page.why"), () => actions.why(entry.line), { class: "link small", "data-key": `why-${entry.line}` }),
    );
  }
  return h(
    "article",
    { class: `entry ${entry.actor}`, "data-line": entry.line },
    h(
      "div",
      { class: "entry-head" },
      h("span", { class: "pill" }, t(`service.${entry.actor}`)),
      h("span", { class: "entry-words" }, entryWords(entry)),
      tools,
    ),
    open && entry.rolls.map((roll) => rollBlock(roll, entry.battle)),
    store.settings.flavour && entry.communique && communique(entry),
    followed(entry),
  );
}

function followed(entry) {
  const said = eventWords(entry);
  if (!said.length) return null;
  const most = 6;
  const rest = said.length - most;
  return h(
    "ul",
    { class: "events" },
    said.slice(0, rest > 1 ? most : said.length).map((words) => h("li", {}, words)),
    rest > 1 && h("li", { class: "soft" }, t("page.and_more", { n: rest })),
  );
}

function communique(entry) {
  const words = typeof entry.communique === "string" ? entry.communique : entry.communique[store.settings.language];
  return words ? h("p", { class: "communique" }, words) : null;
}

// Everything since the person's last own choice, newest last.
export function latest(actions) {
  const end = store.past?.line ?? Infinity; // of an earlier moment: what was the latest then
  const entries = store.lines.filter((entry) => told(entry) && entry.line <= end);
  const { seats } = store.game;
  let from = entries.length - 1;
  while (from > 0 && !(seats.includes(entries[from].actor) && from < entries.length - 1)) from -= 1;
  const since = entries.slice(Math.max(from, entries.length - 8));
  if (!since.length) return null;
  return h(
    "section",
    { class: "latest", "aria-label": t("page.latest"), "data-guide": "latest" },
    h("h3", {}, t("page.latest")),
    since.reverse().map((entry) => entryBlock(entry, actions)),
  );
}

// The whole game so far by turn and phase; a click shows that moment on the map.
export function logView(actions) {
  const entries = store.lines.filter(told);
  if (!entries.length) return [h("p", { class: "soft" }, t("page.log_empty"))];
  const groups = [];
  for (const entry of entries) {
    const key = `${entry.turn}/${entry.phase}`;
    if (groups.at(-1)?.key !== key) groups.push({ key, entry, entries: [] });
    groups.at(-1).entries.push(entry);
  }
  return [
    h("p", { class: "soft small" }, t("page.log_about")),
    ...groups.reverse().map(({ key, entry, entries: here }) =>
      h(
        "section",
        { class: "log-group", "data-group": key },
        h("h3", {}, `${t("page.turn", { turn: entry.turn })} · ${t(`phase.${entry.phase}`)}`),
        [...here].reverse().map((item) => logRow(item, actions)),
      ),
    ),
  ];
}

function logRow(entry, actions) {
  const here = store.past?.line === entry.line;
  const faces = entry.rolls.flatMap((roll) => roll.faces);
  const said = eventWords(entry);
  return h(
    "div",
    { class: here ? "log-row here" : "log-row" },
    h(
      "button",
      {
        type: "button", class: `log-look ${entry.actor}`, "data-look": entry.line, "data-key": `look-${entry.line}`,
        "aria-current": here ? "true" : undefined, title: t("page.look_here"), onclick: () => look(entry.line),
      },
      h("span", { class: "pill" }, t(`service.${entry.actor}`)),
      h(
        "span",
        { class: "log-words" },
        h("span", {}, entryWords(entry)),
        faces.length > 0 && h("span", { class: "faces" }, faces.length > 14 ? t("piece.dice_n", { n: faces.length }) : faces.join(" ")),
        said.length > 0 && h("span", { class: "soft small" }, said.slice(0, 3).join(" · ")),
      ),
    ),
    entry.why && button(t("page.why"), () => actions.why(entry.line), { class: "link small" }),
  );
}
