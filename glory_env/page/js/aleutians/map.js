// The map: areas, land, places, fleets, patrols; areas with a choice are outlined and take clicks.

import { h, replace, s } from "../dom.js";
import { t } from "../i18n.js";
import { textWidth } from "../map/measure.js";
import { drawingSize, showView } from "../map/view.js";
import { store } from "../store.js";
import { marked } from "./battle.js";
import { choices, holderOf, shipCount, unit, unitsWhere } from "./model.js";
import { around, place as placeLabels, within } from "./labels.js";
import { outlines, projection } from "./shape.js";

const ABOVE = 24; // fleets are drawn so far to the north, clear of the islands
const STEP = 27; // from one piece to the next one
const HALF = 12; // of a piece
const FAR = 14; // from a place to a name that needs a line
const CLEAR = 4; // by so much a name is to be nearer to its own place than to others
const LINE = 1.15; // from line to line, as a share of the type
const TALL = 0.4; // the same: by so much Japanese type is taller than a line

let drawn = null; // {board, shapes}: they change with the board only

export function drawMap(svg, onArea) {
  const { game, now } = store;
  if (drawn?.board !== game) drawn = { board: game, shapes: outlines(game) };
  const size = drawingSize(svg);
  const { place } = projection(game, size);
  const legal = new Set(choices().map((one) => one.area).filter(Boolean));
  const told = new Set(now.plan?.areas[store.ui.planLine] ?? marked()?.areas ?? []);
  svg.setAttribute("aria-label", t("campaign.page.map_label"));
  const spots = now.position.spots.map((spot) => spotOf(spot, place)).filter(Boolean);
  const marks = pieces(place);
  replace(
    svg,
    ...game.areas.map((area) => areaShape(area, place, { legal, told, onArea })),
    ...spots.map(spotMark),
    ...marks.map(({ mark }) => mark),
    ...labels(svg, size, place, spots, marks),
  );
  showView(svg);
}

// The names: of places with victory points first, then of the other places, then of the areas.
function labels(svg, size, place, spots, marks) {
  const type = fontSize(svg);
  const line = type * LINE;
  const taken = [
    ...marks.map(({ at: [x, y] }) => [x - HALF, y - HALF, x + HALF, y + HALF]),
    ...spots.map(({ at: [x, y] }) => [x - 9, y - 5, x + 7, y + 11]),
  ];
  const value = ({ spot }) => store.game.sites.find((one) => one.id === spot.id)?.vp ?? 0;
  const named = [...spots].sort((a, b) => value(b) - value(a)).map((one) => {
    const box = { width: Math.max(...one.words.map((words) => textWidth(words, type, 400) + 2)), height: line * one.words.length + tall(one.words) * type };
    return { key: `spot ${one.spot.id}`, kind: "spot-name", at: one.at, lines: one.words, ...box, places: around(one.at, box, 11) };
  });
  const areas = store.game.areas.map((area) => {
    const box = { width: textWidth(area.id, type, 400) + 1, height: line };
    return { key: `area ${area.id}`, kind: "area-name", lines: [area.id], ...box, places: within(cornersOf(area, place), box) };
  });
  const wanted = [...named, ...areas];
  const found = placeLabels(wanted, taken, size);
  return wanted.filter(({ key }) => found[key]).map(({ key, kind, lines, at, width, height }) => {
    const [x, y] = found[key];
    const text = s("text", { class: kind, "font-size": type, "data-label": key }, lines.map((words, k) =>
      s("tspan", { x: x.toFixed(1), y: (y + (k + 0.82) * line + (tall(lines) / 2) * type).toFixed(1), class: k ? "count" : "" }, words)));
    const others = spots.map((one) => one.at).filter((one) => one !== at);
    return at ? [leader(at, [x, y, x + width, y + height], others), text] : text;
  });
}

// A thin line from a place to its name, where that had to be put farther away, or near another place.
function leader(at, box, others) {
  const [x, y] = at;
  const to = nearest(at, box);
  const by = Math.hypot(to[0] - x, to[1] - y);
  const isUnclear = others.some((one) => {
    const [a, b] = nearest(one, box);
    return Math.hypot(a - one[0], b - one[1]) < by + CLEAR;
  });
  return (by > FAR || isUnclear) && s("path", { class: "leader", d: `M${x.toFixed(1)},${y.toFixed(1)}L${to.map((n) => n.toFixed(1)).join(",")}` });
}

const tall = ([words]) => (/[\u3040-\u9fff]/.test(words) ? TALL : 0);

const nearest = ([x, y], [left, top, right, bottom]) => [Math.min(right, Math.max(left, x)), Math.min(bottom, Math.max(top, y))];

// The corners of an area: north-west, north-east, south-west, south-east.
function cornersOf(area, place) {
  const [ne, nw, sw, se] = drawn.shapes[area.id].cell.map(place);
  return [nw, ne, sw, se];
}

// Names are no smaller than 8 pixels of the page, however small the map is drawn.
function fontSize(svg) {
  const { width } = svg.getBoundingClientRect();
  return Math.max(9.5, (8 * drawingSize(svg).width) / Math.max(1, width));
}

const path = (points, place) => points.length && `M${points.map((p) => place(p).map((n) => n.toFixed(1)).join(",")).join("L")}Z`;

function areaShape(area, place, { legal, told, onArea }) {
  const { cell, land } = drawn.shapes[area.id];
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
  );
}

// Sites stand at their coordinates, open land and built fields in their area if there is anything.
function spotOf(spot, place) {
  const site = store.game.sites.find((one) => one.id === spot.id);
  const here = unitsWhere((one) => one.place === "spot" && one.at === spot.id);
  if (!site && !here.length && !spot.field) return null;
  const area = store.game.areas.find((one) => one.id === spot.area);
  const count = (kind) => here.filter(([id]) => unit(id).kind === kind).length;
  const counts = [count("ground") && `${count("ground")}▪`, count("aircraft") && `${count("aircraft")}✈`].filter(Boolean).join(" ");
  const name = spot.name.replace(/ \(.*/, "");
  return { spot, site, at: place(site?.xy ?? [area.xy[0], area.xy[1] + 60]), words: [name, counts].filter(Boolean) };
}

function spotMark({ spot, site, at: [x, y] }) {
  return s(
    "g",
    { class: `spot ${holderOf(spot) ?? "nobody"}`, transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`, "data-spot": spot.id },
    s("title", {}, spot.name),
    s("circle", { r: site?.island ? 5 : 4 }),
    spot.field > 0 && s("path", { class: spot.field_disrupted ? "field closed" : "field", d: spot.field > 1 ? "M-7,8h14M-7,11h14" : "M-7,8h14" }),
    site?.port && s("rect", { class: spot.port_disrupted ? "port closed" : "port", x: -9, y: -3, width: 3, height: 6 }),
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
      const at = [x + (k % 3) * STEP - (STEP / 2) * (Math.min(marks.length, 3) - 1), y - ABOVE - Math.floor(k / 3) * STEP];
      mark.setAttribute("transform", `translate(${at.map((value) => value.toFixed(1)).join(",")})`);
      return { mark, at };
    });
  });
}

const HULL = "M-12,2H12L8,11H-8Z";

// A ship with a round flag (Japan) or a square one (the Allies): its letter on the flag, the number
// of ships on the hull.
function fleetMark(fleet) {
  const flags = [fleet.found && "found", fleet.moving && "moving"].filter(Boolean).join(" ");
  const ships = fleet.ships ?? "?";
  return s(
    "g",
    { class: `fleet ${fleet.side} ${flags}`, "data-fleet": fleet.id },
    s("title", {}, `${fleet.name}, ${shipCount(ships)}`),
    ...shipShape(fleet.side, fleet.letter, ships),
  );
}

const shipShape = (side, letter, ships) => [
  s("path", { class: "hull", d: HULL }),
  side === "japan" ? s("circle", { class: "flag", cx: 0, cy: -5, r: 7 }) : s("rect", { class: "flag", x: -6.5, y: -12, width: 13, height: 13 }),
  s("text", { x: 0, y: -1.6 }, letter),
  s("text", { class: "ships", x: 0, y: 9.6 }, ships),
];

// What the shapes on the map mean.
export function legendView() {
  const row = (mark, key) => h("li", {}, s("svg", { viewBox: "-14 -14 28 28", width: 24, height: 24, "aria-hidden": "true" }, mark), t(`campaign.page.legend_${key}`));
  const fleet = (side, flags = "") => s("g", { class: `fleet ${side} ${flags}` }, ...shipShape(side, "A", 4));
  return h(
    "details",
    { class: "legend", open: store.ui.legend || undefined, ontoggle: ({ target }) => { store.ui.legend = target.open; } },
    h("summary", { "data-key": "legend" }, t("campaign.page.legend")),
    h("ul", {},
      row(fleet("japan"), "japan"), row(fleet("allies"), "allies"), row(fleet("allies", "found"), "found"),
      row(s("g", { class: "patrol allies" }, s("circle", { r: 7 }), s("text", { x: 0, y: 3.5 }, 2)), "patrol"),
      row(s("g", { class: "spot japan" }, s("circle", { r: 6 })), "place"),
      row(s("g", { class: "area legal" }, s("rect", { class: "frame", x: -10, y: -10, width: 20, height: 20 })), "legal")),
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
