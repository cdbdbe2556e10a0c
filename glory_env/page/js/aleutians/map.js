// The map: areas, land, places, fleets, patrols; areas with a choice are outlined and take clicks.

import { replace, s } from "../dom.js";
import { t } from "../i18n.js";
import { drawingSize, showView } from "../map/view.js";
import { store } from "../store.js";
import { choices, fresh, holderOf, unit, unitsWhere } from "./model.js";
import { outlines, projection } from "./shape.js";

const ABOVE = 22; // fleets are drawn so far to the north, clear of the names of islands

const NAME = [60, 14]; // about the size of a name on the map

let drawn = null; // {board, shapes}: they change with the board only

export function drawMap(svg, onArea) {
  const { game, now } = store;
  if (drawn?.board !== game) drawn = { board: game, shapes: outlines(game) };
  const { place } = projection(game, drawingSize(svg));
  const legal = new Set(choices().map((one) => one.area).filter(Boolean));
  const told = new Set(fresh()[store.ui.step]?.areas ?? []);
  svg.setAttribute("aria-label", t("campaign.page.map_label"));
  replace(
    svg,
    ...game.areas.map((area) => areaShape(area, place, { legal, told, onArea })),
    ...now.position.spots.map((spot) => spotMark(spot, place)),
    ...pieces(place),
  );
  showView(svg);
}

const path = (points, place) => points.length && `M${points.map((p) => place(p).map((n) => n.toFixed(1)).join(",")).join("L")}Z`;

function areaShape(area, place, { legal, told, onArea }) {
  const { cell, land } = drawn.shapes[area.id];
  const [x, y] = place(cell[1]); // the corner to the north-west
  const flags = [legal.has(area.id) && "legal", told.has(area.id) && "told", store.ui.area === area.id && "picked"];
  return s(
    "g",
    {
      class: ["area", area.land, ...flags].filter(Boolean).join(" "), "data-area": area.id, tabindex: "0",
      role: "button", "aria-label": area.id, "data-key": `area-${area.id}`,
      onclick: () => onArea(area.id),
      onkeydown: (event) => event.key === "Enter" && onArea(area.id),
    },
    s("path", { class: "cell", d: path(cell, place) }),
    land.length > 0 && s("path", { class: "land", d: path(land, place) }),
    s("path", { class: "frame", d: path(cell, place) }),
    s("text", { class: "area-name", x: x + 4, y: y + 12 }, area.id),
  );
}

// Whether the name of a site stands on its left, since another one is close on its right.
function isCrowded(site, place) {
  const [x, y] = place(site.xy);
  return store.game.sites.some((one) => {
    const [dx, dy] = [place(one.xy)[0] - x, place(one.xy)[1] - y];
    return dx > 0 && dx < NAME[0] && Math.abs(dy) < NAME[1];
  });
}

// Sites stand at their coordinates, open land and built fields in their area if there is anything.
function spotMark(spot, place) {
  const site = store.game.sites.find((one) => one.id === spot.id);
  const xy = site?.xy;
  const here = unitsWhere((one) => one.place === "spot" && one.at === spot.id);
  if (!xy && !here.length && !spot.field) return null;
  const area = store.game.areas.find((one) => one.id === spot.area);
  const [x, y] = place(xy ?? [area.xy[0], area.xy[1] + 60]);
  const text = site && isCrowded(site, place) ? { x: -11, "text-anchor": "end" } : { x: 8 };
  const count = (kind) => here.filter(([id]) => unit(id).kind === kind).length;
  const words = [count("ground") && `${count("ground")}▪`, count("aircraft") && `${count("aircraft")}✈`];
  return s(
    "g",
    { class: `spot ${holderOf(spot) ?? "nobody"}`, transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`, "data-spot": spot.id },
    s("circle", { r: site?.island ? 5 : 4 }),
    spot.field > 0 && s("path", { class: spot.field_disrupted ? "field closed" : "field", d: spot.field > 1 ? "M-7,8h14M-7,11h14" : "M-7,8h14" }),
    site?.port && s("rect", { class: spot.port_disrupted ? "port closed" : "port", x: -9, y: -3, width: 3, height: 6 }),
    s("text", { class: "spot-name", ...text, y: 0 }, spot.name.replace(/ \(.*/, "")),
    words.some(Boolean) && s("text", { class: "count", ...text, y: 10 }, words.filter(Boolean).join(" ")),
  );
}

// Fleets and patrols, side by side in their part of the sea.
function pieces(place) {
  const bySea = {};
  for (const fleet of store.now.position.fleets) {
    if (fleet.sea) (bySea[fleet.sea] ??= []).push(fleetMark(fleet));
  }
  const groups = {};
  for (const [id, one] of unitsWhere((unit_) => unit_.place === "sea")) {
    (groups[`${one.at} ${unit(id).side}`] ??= []).push(id);
  }
  for (const [key, ids] of Object.entries(groups)) {
    const [sea, side] = key.split(" ");
    (bySea[sea] ??= []).push(patrolMark(side, ids));
  }
  return Object.entries(bySea).flatMap(([sea, marks]) => {
    const [x, y] = place(store.game.seas.find((one) => one.id === sea).xy);
    return marks.map((mark, k) => {
      const [dx, dy] = [(k % 3) * 24 - 12 * (Math.min(marks.length, 3) - 1), -ABOVE - Math.floor(k / 3) * 19];
      mark.setAttribute("transform", `translate(${(x + dx).toFixed(1)},${(y + dy).toFixed(1)})`);
      return mark;
    });
  });
}

function fleetMark(fleet) {
  const flags = [fleet.found && "found", fleet.moving && "moving"].filter(Boolean).join(" ");
  const ships = fleet.ships ?? "?";
  return s(
    "g",
    { class: `fleet ${fleet.side} ${flags}`, "data-fleet": fleet.id },
    s("title", {}, `${fleet.name}, ${t("campaign.page.ships_n", { n: ships })}`),
    s("rect", { x: -10, y: -8, width: 20, height: 16, rx: 3 }),
    s("text", { x: 0, y: 4 }, `${fleet.letter}${ships}`),
  );
}

function patrolMark(side, ids) {
  return s(
    "g",
    { class: `patrol ${side}`, "data-units": ids.join(" ") },
    s("title", {}, ids.map((id) => unit(id).name).join(", ")),
    s("circle", { r: 6 }),
    s("text", { x: 0, y: 3.5 }, ids.length),
  );
}
