// The decision: question, guide, choices as a list (of one area, after a click on the map), undo.

import { button, h } from "../dom.js";
import { t, texts } from "../i18n.js";
import { answer } from "../link.js";
import { store, update } from "../store.js";
import { battleView, newsView } from "./battle.js";
import { chips } from "./fleets.js";
import { hintButton, hintView } from "./hint.js";
import { choices, choicesAt, holderOf, inFleet, kindOf, unitsWhere } from "./model.js";
import { planView, showsChoices } from "./plan.js";
import { reviewView } from "./review.js";

export const choose = (one) => answer({ type: "choose", id: one.id });

export function decideView(actions) {
  return [newsView(), battleView(), questionView(), guideView(actions), byHandView(), areaView()];
}

function questionView() {
  const { now } = store;
  if (now.waiting === "nobody") {
    return overView(now);
  }
  if (!now.decision) return h("p", { class: "soft" }, t("campaign.page.partner_turn"));
  const { question, about } = now.decision;
  return [
    h(
      "section",
      { class: "question" },
      h("h2", { tabindex: "-1", "data-key": "question" }, question),
      about.words && h("p", { class: "about" }, about.words),
    ),
    planView(choices().length),
  ];
}

// Who has won, and what can be done then.
function overView({ position, seat }) {
  const isShared = Object.values(store.game.players).every((one) => one === "person");
  const title = isShared ? "over" : position.winner === seat ? "won" : "not_won";
  return h(
    "section",
    { class: "question over" },
    h("h2", {}, t(`campaign.page.${title}`)),
    h("p", {}, t("campaign.page.ended", { level: position.level, vp: position.vp })),
    reviewView(),
  );
}

// The hint, and the choices to take one by one; those of one area after a click on the map.
function byHandView() {
  if (!store.now.decision) return null;
  const area = store.ui.only ? store.ui.area : null;
  return h(
    "section",
    { class: "by-hand" },
    hintButton(),
    hintView(choose),
    area && h("p", { class: "here" }, t("campaign.page.here", { name: area }), " ",
      button(t("campaign.page.all"), () => update({ only: false }), { class: "quiet small", "data-key": "all" })),
    (area || showsChoices(choices().length)) && groupsView(area),
  );
}

// Choices of one kind under their title, with what can be taken of them in one go.
function groupsView(area) {
  const here = area ? new Set(choicesAt(area)) : null;
  const byId = Object.fromEntries(choices().map((one) => [one.id, one]));
  return h("div", { class: "choices" }, store.now.decision.groups.map(({ title, ids, together }) => {
    const listed = ids.map((id) => byId[id]).filter((one) => one && (!here || here.has(one) || !one.area));
    if (!listed.length) return null;
    const short = listed.some((one) => one.sea);
    return h(
      "div",
      { class: short ? "group chips-wide" : "group" },
      title && h("h3", {}, title),
      !here && together.map((one) =>
        button(one.words, () => answer({ type: "together", key: one.key }), { class: "together", "data-together": one.key, "data-key": `together-${one.key}` })),
      listed.map((one) =>
        button(choiceWords(one, title), () => choose(one), { "data-choice": one.id, "data-key": `choice-${one.id}`, class: one.verb ? "verb" : "" })),
    );
  }));
}

// A unit is named with its kind: who does not know the types has to know what they are for.
const choiceWords = (one, title) =>
  [title ? one.name : one.words, one.unit && [" ", h("small", { class: "kind" }, kindOf(one.unit))]];

// A short text the first time a decision of this kind comes up.
function guideView(actions) {
  const name = store.now.decision?.name;
  const words = texts(`campaign.guide.${name}`);
  if (!words || store.settings.guide === false || actions.isMet(name)) return null;
  return h(
    "section",
    { class: "guide", "data-guide": name },
    h("h3", {}, t("campaign.page.guide")),
    h("p", {}, words),
    button(t("campaign.page.guide_close"), () => actions.meet(name), { class: "small primary", "data-key": "guide-close" }),
    button(t("campaign.page.guide_off"), actions.guide, { class: "small quiet", "data-key": "guide-off" }),
  );
}

// What is seen in the area that was clicked.
function areaView() {
  const { area } = store.ui;
  if (!area) return null;
  const { position } = store.now;
  const fleets = position.fleets.filter((one) => one.area === area);
  const spots = position.spots.filter((one) => one.area === area);
  const patrols = unitsWhere((one) => one.area === area && one.place === "sea").map(([id]) => id);
  const flown = unitsWhere((one) => one.area === area && one.place === "target").map(([id]) => id);
  const group = (words, ids) => ids.length > 0 && [h("p", { class: "label" }, words), chips(ids)];
  const empty = !fleets.length && !spots.length && !patrols.length && !flown.length;
  return h(
    "section",
    { class: "area-card", "data-card": area },
    h("h3", {}, area),
    empty && h("p", { class: "soft" }, t("campaign.page.area_empty")),
    fleets.map((fleet) => group(fleet.name, inFleet(fleet.id).ships) || h("p", {}, fleet.name)),
    spots.map((spot) => [
      h("p", { class: "label" }, [spot.name, ...spotWords(spot)].join(" · ")),
      chips(unitsWhere((one) => one.place === "spot" && one.at === spot.id).map(([id]) => id)),
    ]),
    group(t("campaign.page.on_patrol"), patrols),
    group(t("campaign.page.over_here"), flown),
  );
}

function spotWords(spot) {
  const site = store.game.sites.find((one) => one.id === spot.id);
  const closed = (flag) => (flag ? ` (${t("campaign.page.closed")})` : "");
  return [
    holderOf(spot) && t("campaign.page.held", { side: t(`campaign.side_short.${holderOf(spot)}`) }),
    spot.field > 0 && t(`campaign.page.airfield_${spot.field}`) + closed(spot.field_disrupted),
    site?.port && t("campaign.page.port") + closed(spot.port_disrupted),
  ].filter(Boolean);
}
