// The decision: question, guide, choices as a list (of one area, after a click on the map), undo.

import { button, h } from "../dom.js";
import { t, texts } from "../i18n.js";
import { answer } from "../link.js";
import { store, update } from "../store.js";
import { battleView, stepsView } from "./battle.js";
import { chips } from "./fleets.js";
import { hintButton, hintView } from "./hint.js";
import { choices, choicesAt, holderOf, inFleet, unitsWhere } from "./model.js";
import { reviewView } from "./review.js";

export const choose = (one) => answer({ type: "choose", id: one.id });

export function decideView(actions) {
  return [guideView(actions), stepsView(), battleView(), questionView(), areaView()];
}

function questionView() {
  const { now } = store;
  if (now.waiting === "nobody") {
    return h("section", { class: "question over" }, h("h2", {}, t("campaign.page.over")), h("p", {}, now.position.level), reviewView());
  }
  if (!now.decision) return h("p", { class: "soft" }, t("campaign.page.partner_turn"));
  const { question, about } = now.decision;
  const area = store.ui.only ? store.ui.area : null;
  const listed = area ? [...choicesAt(area), ...choices().filter((one) => !one.area)] : choices();
  return h(
    "section",
    { class: "question" },
    h("h2", { tabindex: "-1", "data-key": "question" }, question),
    about.words && h("p", { class: "about" }, about.words),
    hintButton(),
    hintView(choose),
    area && h("p", { class: "here" }, t("campaign.page.here", { name: area }), " ",
      button(t("campaign.page.all"), () => update({ only: false }), { class: "quiet small", "data-key": "all" })),
    h("div", { class: "choices" }, listed.map((one) =>
      button(one.words, () => choose(one), { "data-choice": one.id, "data-key": `choice-${one.id}`, class: one.verb ? "verb" : "" }))),
  );
}

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
