// The task force display: fleets with what is seen in them, and what is off the map.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { inFleet, kindOf, shipCount, unit, unitsWhere } from "./model.js";

const RATINGS = ["strength", "defence", "aa", "torpedo", "lift", "capacity", "range"];

// Units as chips: name and kind, ratings in the tooltip, damage and disruption in words.
export function chips(ids) {
  return h("ul", { class: "chips" }, ids.map((id) => {
    const facts = unit(id);
    const state = store.now.position.units[id] ?? {};
    const flags = ["damaged", "disrupted"].filter((flag) => state[flag]);
    const ratings = RATINGS.filter((key) => facts[key] !== undefined)
      .map((key) => `${t(`campaign.rating.${key}`)} ${facts[key]}`);
    return h(
      "li",
      { class: `chip ${facts.side} ${flags.join(" ")}`, title: [kindOf(id), ...ratings].join(", "), "data-unit": id },
      facts.name, " ", h("small", { class: "kind" }, kindOf(id)),
      flags.map((flag) => h("em", {}, t(`campaign.page.${flag}`))),
    );
  }));
}

export function fleetsView() {
  const { fleets } = store.now.position;
  const own = fleets.filter(({ side }) => side === store.now.seat);
  const enemy = fleets.filter(({ side }) => side !== store.now.seat);
  return [
    h("h2", {}, t("campaign.page.own")),
    own.length ? own.map(fleetCard) : h("p", { class: "soft" }, t("campaign.page.fleets_none")),
    h("h2", {}, t("campaign.page.enemy")),
    enemy.length ? enemy.map(fleetCard) : h("p", { class: "soft" }, t("campaign.page.fleets_none")),
    ...boxes(),
  ];
}

function fleetCard(fleet) {
  const { ships, cargo, decks } = inFleet(fleet.id);
  return h(
    "section",
    { class: `force ${fleet.side}`, "data-force": fleet.id },
    h("h3", {},
      fleet.name, " · ", fleet.place, " · ", shipCount(fleet.ships ?? "?"),
      fleet.found && h("span", { class: "pill solid" }, t("campaign.page.found")),
      fleet.moving && h("span", { class: "pill" }, t("campaign.page.moves"))),
    ships.length ? chips(ships) : h("p", { class: "soft" }, t("campaign.page.ships_hidden")),
    decks.length > 0 && [h("p", { class: "label" }, t("campaign.page.decks")), chips(decks)],
    cargo.length > 0 && [h("p", { class: "label" }, t("campaign.page.cargo")), chips(cargo)],
    fleet.supply > 0 && h("p", { class: "label" }, t("campaign.page.load", { n: fleet.supply })),
  );
}

// Units in no fleet off the map, in repair and lost, of both sides.
function boxes() {
  return [["box", "in_box"], ["repair", "repair"], ["lost", "lost"]].flatMap(([place, key]) => {
    const ids = unitsWhere((one) => one.place === place).map(([id]) => id);
    return ids.length ? [h("h2", {}, t(`campaign.page.${key}`)), chips(ids)] : [];
  });
}
