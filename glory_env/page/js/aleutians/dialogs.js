// Dialogs: the welcome, another game; and the cover between two people's views.

import { button, h, replace } from "../dom.js";
import { close, open } from "../dialogs/dialog.js";
import { firstPartner, partnerFields } from "../dialogs/partners.js";
import { t } from "../i18n.js";
import { send } from "../link.js";
import { set, store } from "../store.js";

// Of whoever has a portrait: `campaign.commander.${id}.name`, `campaign.commander.${id}.about` and
// `campaign.commander.${id}.temper`.
const KEY = "campaign.commander";
const SIDES = ["japan", "allies"];
const OTHER = "other";

// What the job is, how one wins, and what one has to know.
export function welcome(actions) {
  const seat = store.now?.seat ?? "japan";
  open("welcome", () => [
    t("campaign.welcome.title", { side: t(`campaign.side_short.${seat}`) }),
    h("p", {}, t(`campaign.welcome.job_${seat}`)),
    h("p", {}, t("campaign.welcome.points")),
    levels(),
    h("ul", { class: "know" }, ["turn", "plan", "hidden", "supply"].map((one) => h("li", {}, t(`campaign.welcome.${one}`)))),
    h("div", { class: "actions" },
      button(t("campaign.welcome.begin"), close, { class: "primary", autofocus: true, "data-key": "welcome-begin" }),
      button(t("campaign.page.new_game"), () => { close(); actions.newGame(); }, { "data-key": "welcome-new" }),
      button(t("page.language"), () => set({ language: store.settings.language === "ja" ? "en" : "ja" }), {
        "data-key": "welcome-language", title: t("page.language_long"),
      })),
  ], { closed: () => set({ campaignWelcomed: true }) });
}

// The victory points at the end, by level: who has won.
function levels() {
  const { levels: ends } = store.game;
  const [zero, allied, moderate, strategic] = ends;
  const spans = [`≤ ${zero}`, `${zero + 1} – ${allied}`, `${allied + 1} – ${moderate}`, `${moderate + 1} – ${strategic}`, `≥ ${strategic + 1}`];
  return h("table", { class: "levels" }, spans.map((span, level) =>
    h("tr", { class: level < 2 ? "allies" : "japan" }, h("th", {}, span), h("td", {}, t(`campaign.level.${level}`)))));
}

export function newGame() {
  const { hello } = store;
  const want = { seat: store.now?.seat ?? "japan", partner: first(hello), seed: "" };
  open("new", () => [t("campaign.page.new_game"), form(want, hello), saved(hello)]);
}

function first(hello) {
  const playing = Object.values(store.game?.players ?? {}).find((who) => hello.characters.some(({ id }) => id === who));
  return playing ? { ...firstPartner(hello), id: playing } : firstPartner(hello);
}

function form(want, hello) {
  const partners = h("div", {});
  const others = (pick) => {
    want.partner.agent ??= hello.partners[0];
    return h("label", { class: "field" }, t("campaign.page.agent"), h("select", { "data-key": "agent", onchange: ({ target }) => pick(target.value) },
      hello.partners.map((name) => h("option", { value: name, selected: name === want.partner.agent }, name))));
  };
  const show = () => partners.replaceChildren(...(want.seat === "both" ? [] : [partnerFields(hello, want.partner, others, KEY, "campaign.page.opponent")]));
  const begin = (event) => {
    event.preventDefault();
    const { id, agent } = want.partner;
    const partner = want.seat === "both" ? null : id === OTHER ? agent : id;
    const given = want.seed.trim();
    send({ type: "new", seat: want.seat, partner, seed: /^\d{1,15}$/.test(given) ? Number(given) : null });
    close();
  };
  show();
  return h(
    "form",
    { class: "new-game", onsubmit: begin },
    h("fieldset", { class: "seats" }, h("legend", {}, t("campaign.page.your_side")), [...SIDES, "both"].map((seat) =>
      h("label", { class: `seat ${seat}` },
        h("input", { type: "radio", name: "seat", value: seat, checked: want.seat === seat, "data-key": `seat-${seat}`, onchange: () => { want.seat = seat; show(); } }),
        h("b", {}, seat === "both" ? t("campaign.page.as_both") : t(`campaign.side_short.${seat}`)),
        h("span", { class: "small soft" }, t(`campaign.page.seat_${seat}`))))),
    partners,
    h("details", {}, h("summary", {}, t("campaign.page.more")),
      h("label", { class: "field", for: "seed" }, t("campaign.page.seed")),
      h("input", { type: "text", inputmode: "numeric", id: "seed", value: want.seed, oninput: ({ target }) => { want.seed = target.value; } })),
    h("div", { class: "actions" }, h("button", { type: "submit", class: "primary", "data-key": "start" }, t("campaign.page.start"))),
  );
}

function saved({ saved: games }) {
  return [
    h("h3", {}, t("campaign.page.open_saved")),
    games.length
      ? h("div", { class: "row" }, games.map((one) => button(`${one.name} · ${one.turn}`, () => { send({ type: "load", name: one.name }); close(); }, { "data-load": one.name })))
      : h("p", { class: "soft" }, t("campaign.page.none_saved")),
  ];
}

export function drawCover(root) {
  const covered = store.now?.waiting === "cover";
  root.hidden = !covered;
  if (!covered) return replace(root, []);
  const side = store.now.next && t(`campaign.side_short.${store.now.next}`);
  return replace(
    root,
    side && h("h2", {}, t("campaign.page.cover_title", { side })),
    side && h("p", {}, t("campaign.page.cover_words", { side })),
    side && button(t("campaign.page.cover_button", { side }), () => send({ type: "ready", seat: store.now.next }), {
      class: "primary", "data-key": "ready",
    }),
  );
}
