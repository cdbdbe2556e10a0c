// Counters and Allied markers: small SVG chips on the map, rows with all particulars in cards.

import { h, s } from "../dom.js";
import { face, isActive, isMarker, pieceName, stateWords, tone } from "../model.js";

const CHIP = [36, 28];
const SHORT = [43, 17]; // one line: the type, and how many
export const PITCH = [41, 32]; // from chip to chip, their badges included
export const SHORT_PITCH = [45, 19];

// A stack as one chip: solid = Active, dashed = not, a struck disc = damaged, a number = several.
// Counters of one type whose values differ show the type alone.
export function chip(game, state, ids, [cx, cy], scale, title, isShort = false) {
  const id = ids[0];
  const counter = game.counter[id];
  const active = isActive(game, state, id);
  const flat = isMarker(counter);
  const [w, height] = isShort ? SHORT : CHIP;
  const classes = ["chip", tone(counter)];
  if (flat) classes.push("marker-chip");
  else classes.push(active ? "is-active" : "is-idle");
  const parts = [h_title(title)];
  if (ids.length > 1 && !isShort) {
    parts.push(s("rect", { class: "under", x: 3 - w / 2, y: 3 - height / 2, width: w, height, rx: 4 }));
  }
  parts.push(
    s("rect", { class: "face", x: -w / 2, y: -height / 2, width: w, height, rx: 4 }),
    ...(isShort ? oneLine(counter, ids) : twoLines(game, state, ids)),
  );
  if (state.counters[id].damage) {
    parts.push(
      s("circle", { class: "hurt", cx: 1 - w / 2, cy: 1 - height / 2, r: 5 }),
      s("path", {
        class: "hurt-mark",
        d: `M${-1 - w / 2} ${-1 - height / 2} l4 4 m0 -4 l-4 4`,
      }),
    );
  }
  return s(
    "g",
    { class: classes.join(" "), transform: `translate(${cx} ${cy}) scale(${scale})`, "data-counter": id, "data-pieces": ids.join(" ") },
    parts,
  );
}

// The badge stands beside the shorter line, so that it covers neither words nor neighbours.
function twoLines(game, state, ids) {
  const counter = game.counter[ids[0]];
  const code = counter.code;
  const faces = new Set(ids.map((id) => face(game, state, id)));
  const many = ids.length > 1;
  const long = code.length > 3;
  const alone = faces.size > 1;
  const up = many && !long;
  const middle = alone ? 4 : -2.5;
  const parts = [s("text", { class: long ? "code long" : "code", x: up ? -6 : 0, y: middle }, code)];
  if (!alone) parts.push(s("text", { class: "values", x: many && long ? -6 : 0, y: 10 }, [...faces][0]));
  if (many) {
    const [cx, cy] = [CHIP[0] / 2 - 4, (up ? -1 : 1) * (CHIP[1] / 2 - 5)];
    parts.push(
      s("circle", { class: "count-disc", cx, cy, r: 7 }),
      s("text", { class: "count", x: cx, y: cy + 3.6 }, ids.length),
    );
  }
  return parts;
}

function oneLine(counter, ids) {
  const code = counter.code;
  const words = ids.length > 1 ? `${code}×${ids.length}` : code;
  return [s("text", { class: code.length > 3 ? "code long" : "code", y: 4 }, words)];
}

// Counters for which there is no room any more.
export function moreChip(count, [cx, cy], scale) {
  return s(
    "text", { class: "more-chip", transform: `translate(${cx} ${cy}) scale(${scale})`, y: 4 }, `+${count}`,
  );
}

const h_title = (text) => (text ? s("title", {}, text) : null);

// An Allied marker; hollow where it only shows a base whose marker is away.
export function alliedMarker(game, id, [cx, cy], scale, here, title) {
  const classes = ["allied", game.marker[id].nation, here ? "here" : "away"];
  return s(
    "g",
    { class: classes.join(" "), transform: `translate(${cx} ${cy}) scale(${scale})`, "data-marker": id },
    h_title(title),
    s("circle", { class: "disc", r: 14 }),
    here && s("circle", { class: "ring", r: 11 }),
    s("text", { class: "letter", y: 4.5 }, id),
  );
}

// A chip alone, for lists and cards outside the map.
export function chipIcon(game, state, ids) {
  return s(
    "svg",
    { class: "chip-icon", viewBox: "-23 -19 46 38", width: 46, height: 38, "aria-hidden": "true" },
    chip(game, state, ids, [0, 0], 1),
  );
}

// A counter with its name and its state.
export function counterRow(game, state, ids, props, ...after) {
  const count = ids.length > 1 ? ` ×${ids.length}` : "";
  return h(
    props?.onclick ? "button" : "div",
    { class: "counter-row", ...(props?.onclick ? { type: "button" } : {}), ...props },
    chipIcon(game, state, ids),
    h(
      "span",
      { class: "counter-words" },
      h("span", { class: "counter-name" }, pieceName(game, ids[0]) + count),
      h("span", { class: "counter-state" }, stateWords(state, ids[0])),
    ),
    ...after,
  );
}
