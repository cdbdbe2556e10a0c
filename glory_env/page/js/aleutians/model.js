// The map and the position as the modules of this page ask for them.

import { t } from "../i18n.js";
import { store } from "../store.js";

let units = {};
let areas = {};
let seas = {};

export function prepare(board) {
  units = Object.fromEntries(board.units.map((one) => [one.id, one]));
  areas = Object.fromEntries(board.areas.map((one) => [one.id, one]));
  seas = Object.fromEntries(board.seas.map((one) => [one.id, one]));
  return board;
}

export const unit = (id) => units[id];
export const area = (id) => areas[id];
export const sea = (id) => seas[id];

export const shipCount = (n) => (n === 1 ? t("campaign.page.ships_1") : t("campaign.page.ships_n", { n }));

// What a unit is: a destroyer, a dive bomber, infantry.
export const kindOf = (id) => t(`campaign.kind.${units[id].type === "DD" && units[id].lift ? "APD" : units[id].type}`);

// Units that are seen, as [id, where and in what state], by a test.
export const unitsWhere = (test) =>
  Object.entries(store.now.position.units).filter(([id, one]) => test(one, units[id], id));

// The units of a fleet: ships first, then what is aboard them and on their decks.
export function inFleet(id) {
  const aboard = unitsWhere((one) => one.place === "fleet" && one.at === id).map(([key]) => key);
  const ships = aboard.filter((key) => units[key].kind === "ship");
  const cargo = aboard.filter((key) => units[key].kind !== "ship");
  const decks = unitsWhere((one) => one.place === "carrier" && ships.includes(one.at)).map(([key]) => key);
  return { ships, cargo, decks };
}

// Who holds a place: an island as a whole, on land its field or port.
export const holderOf = (spot) => spot.holder ?? spot.field_owner ?? spot.port_owner;

export const choices = () => store.now.decision?.choices ?? [];

// The choices that name something in an area.
export const choicesAt = (id) => choices().filter((one) => one.area === id);

// What has happened since the person's last decision.
export const fresh = () => store.lines.slice(store.now.since);
