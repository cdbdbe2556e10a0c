// What stands above the map: title and tools; turn, points, supply, the strategy card.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { set, store } from "../store.js";

export function topBar(actions) {
  const dark = store.settings.theme === "dark";
  const other = store.settings.language === "ja" ? "en" : "ja";
  const undo = store.now?.undo;
  return [
    h("h1", { class: "brand" }, t("campaign.title")),
    store.now?.position && h("span", { class: "phase" }, store.now.position.phase_words),
    h("div", { class: "spacer" }),
    button(t("campaign.page.undo"), actions.undo, {
      "aria-disabled": undo?.possible ? undefined : "true", class: undo?.possible ? "" : "dim", "data-key": "undo", title: undo?.words ?? undefined,
    }),
    button(t(`campaign.page.guide_${store.settings.guide === false ? "on" : "off"}`), actions.guide, { "data-key": "guide" }),
    button(t("campaign.page.about"), actions.welcome, { "data-key": "about" }),
    button(t("campaign.page.new_game"), actions.newGame, { "data-key": "new" }),
    button(t("page.language"), () => set({ language: other }), { "data-key": "language", title: t("page.language_long") }),
    button(t(dark ? "page.light" : "page.dark"), () => set({ theme: dark ? "light" : "dark" }), { "data-key": "theme" }),
  ];
}

export function strip() {
  const { position, seat } = store.now;
  const [japan, allies] = position.supply;
  const [most, mostAllies] = store.game.supply_cap;
  const track = (side, n, of) =>
    h("p", { class: side }, h("span", { class: "label" }, t(`campaign.side_short.${side}`)), " ",
      h("b", {}, n), " / ", of);
  return [
    box(t("campaign.page.turn", { turn: position.turn, last: position.last_turn }),
      h("p", {}, position.date, " · ", h("span", { class: position.side }, t(`campaign.side_short.${position.side}`))),
      h("p", { class: "soft" }, [position.winter && t("campaign.page.winter"), position.fog && t("campaign.page.fog")].filter(Boolean).join(", "))),
    box(t("campaign.page.vp"), scale(position), h("p", { class: "soft" }, t("campaign.page.vp_scale", { win: position.win }))),
    box(t("campaign.page.supply"), track("japan", japan, most), track("allies", allies, mostAllies),
      h("p", { class: "soft", title: t("campaign.page.seattle_about") }, t("campaign.page.seattle", { n: position.seattle }))),
    box(t("campaign.page.strategy"), h("p", { class: `card ${seat}`, "data-strategy": position.strategy.number }, position.strategy.name),
      income(position, seat)),
  ];
}

const box = (title, ...inner) => h("section", { class: "box" }, h("h3", {}, title), ...inner);

// Victory points as squares from 0 to what wins the game.
function scale(position) {
  const squares = Array.from({ length: position.win + 1 }, (_, k) =>
    h("span", { class: k === Math.max(0, Math.min(position.win, position.vp)) ? "vp now" : "vp" }, k));
  return h("div", { class: "scale", role: "img", "aria-label": String(position.vp) }, squares);
}

const AHEAD = 5; // turns whose supply is told

function income(position, seat) {
  const rows = store.game.income[seat];
  const row = rows[position.strategy.number - 1];
  if (!row) return null;
  return h("p", { class: "soft" }, t("campaign.page.income", { list: row.slice(Math.max(0, position.turn - 1)).slice(0, AHEAD).join(", ") }));
}
