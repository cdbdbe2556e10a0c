// What has happened, with its dice, and the surface battle that is fought.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { store, update } from "../store.js";
import { fresh, unit } from "./model.js";

const FEW = 4; // entries that are shown before the person asks for all

const wording = ({ doing, said }) =>
  said.length ? t("campaign.log_choice", { line: doing, words: counted(said).join(t("list.comma")) }) : doing;

// Words of choices, equal ones counted.
function counted(said) {
  const times = new Map();
  for (const words of said) times.set(words, (times.get(words) ?? 0) + 1);
  return [...times].map(([words, n]) => (n > 1 ? t("campaign.page.times", { n, name: words }) : words));
}

// whole: with what is no news, as an aircraft that goes home.
export function entryView(entry, whole = true) {
  return h(
    "div",
    { class: `entry ${entry.actor}` },
    h("p", { class: "what" }, wording(entry)),
    entry.dice.map((roll) =>
      h("p", { class: "roll" }, `${roll.words} `, roll.faces.map((face) => h("span", { class: "die" }, face)))),
    [...entry.events, ...(whole ? entry.also : [])].map((words) => h("p", { class: "event" }, words)),
  );
}

// Entries in a row of the same work as one, as long as it has led to nothing.
export function joined(entries) {
  const found = [];
  for (const entry of entries) {
    const last = found.at(-1);
    const isSame = last && !last.news && !last.dice.length && !last.events.length && !last.also.length && last.told && entry.told &&
      ["turn", "actor", "decision"].every((key) => last[key] === entry[key]);
    if (isSame) {
      found[found.length - 1] = { ...entry, said: [...last.said, ...entry.said], areas: [...new Set([...last.areas, ...entry.areas])] };
    } else found.push(entry);
  }
  return found;
}

// What has happened since the last decision: what matters, or all of it.
function shown() {
  const all = joined(fresh());
  return { all, few: all.filter((one) => one.news).slice(-FEW) };
}

// The entry whose areas are marked on the map: the one that was clicked, else the last one.
export function marked() {
  const { all, few } = shown();
  const listed = store.ui.wholeNews ? all : few;
  return listed[store.ui.step] ?? listed.at(-1);
}

export function newsView() {
  const { all, few } = shown();
  if (!few.length) return null;
  const whole = Boolean(store.ui.wholeNews);
  const at = marked();
  return h(
    "section",
    { class: "news" },
    h("div", { class: "news-head" },
      h("h3", {}, t("campaign.page.happened")),
      few.length < all.length && button(whole ? t("campaign.page.happened_few") : t("campaign.page.happened_all", { n: all.length }),
        () => update({ wholeNews: !whole, step: null }), { class: "small quiet", "data-key": "news-all", "aria-expanded": String(whole) })),
    (whole ? all : few).map((entry, k) => item(entry, k, { isMarked: entry === at, whole })),
  );
}

// A click marks its areas on the map.
function item(entry, k, { isMarked, whole }) {
  const mark = () => update({ step: k });
  return h(
    "div",
    {
      class: isMarked ? "news-item now" : "news-item", "data-news": k, "data-key": `news-${k}`, tabindex: "0", role: "button",
      "aria-pressed": String(isMarked), onclick: mark, onkeydown: ({ key }) => key === "Enter" && mark(),
    },
    entryView(entry, whole),
  );
}

// Both lines square by square, as far as they may be seen.
export function battleView() {
  const { battle } = store.now.position;
  if (!battle) return null;
  return h(
    "section",
    { class: "battle" },
    h("h3", {}, [t("campaign.page.battle"), battle.place, battle.round > 0 && t("campaign.page.battle_round", { n: battle.round })]
      .filter(Boolean).join(" · ")),
    Object.entries(battle.lines).map(([side, line]) =>
      h("div", { class: `line ${side}` },
        h("span", { class: "label" }, t(`campaign.side_short.${side}`)),
        line.length
          ? line.map((id) => h("span", { class: id ? "square" : "square gap" }, id ? unit(id).name : "·"))
          : h("span", { class: "soft" }, t("campaign.page.line_hidden")))),
    h("p", { class: "small soft" }, battle.apart),
    battle.weapon > 0 && h("p", {}, t(`campaign.page.weapon_${battle.weapon}`)),
  );
}
