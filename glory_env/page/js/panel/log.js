// What happened: the latest exchange beside the decision, and the whole log by turn and phase.

import { battleBlock, rollBlock } from "./dice.js";
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { look } from "../net.js";
import { shownLine, store } from "../store.js";
import { spoken } from "./talk.js";

const happened = ({ dull }) => !dull;

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
      h("span", { class: "entry-words" }, entry.words),
      tools,
    ),
    spoken(entry.speech),
    open && dice(entry),
    store.settings.flavour && entry.communique && h("p", { class: "communique" }, entry.communique),
    followed(entry),
  );
}

// The dice of an entry, those of a battle with what came of it.
function dice({ rolls, battle }) {
  const isBattle = ({ purpose }) => battle && purpose === "combat";
  return [
    rolls.map((roll) => rollBlock(roll, isBattle(roll) ? battle : null)),
    battle && !rolls.some(isBattle) && battleBlock(battle),
  ];
}

function followed({ details }) {
  if (!details.length) return null;
  const most = 6;
  const rest = details.length - most;
  return h(
    "ul",
    { class: "events" },
    details.slice(0, rest > 1 ? most : details.length).map((words) => h("li", {}, words)),
    rest > 1 && h("li", { class: "soft" }, t("page.and_more", { n: rest })),
  );
}

// Everything since the person's last own choice, newest last.
export function latest(actions) {
  const end = shownLine(); // of an earlier moment: what was the latest then
  const entries = store.lines.filter((entry) => happened(entry) && entry.line <= end);
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
  const entries = store.lines.filter(happened);
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
        h("span", {}, entry.words),
        faces.length > 0 && h("span", { class: "faces" }, faces.length > 14 ? t("piece.dice_n", { n: faces.length }) : faces.join(" ")),
        entry.details.length > 0 && h("span", { class: "soft small" }, entry.details.slice(0, 3).join(" · ")),
      ),
    ),
    entry.why && button(t("page.why"), () => actions.why(entry.line), { class: "link small" }),
  );
}
