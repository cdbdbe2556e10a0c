// Counters and Allied markers: small SVG chips on the map, rows with all particulars in cards.

import { h, s } from "./dom.js";
import { language } from "./i18n.js";
import { face, isActive, isMarker, pieceName, stateWords, tone } from "./model.js";

export const CHIP = [36, 28];
export const PITCH = [39, 31];

const SHORT_JA = {
  ground: "軍", army_aircraft: "飛行", navy_aircraft: "航空", fort: "陣地", transport: "輸送",
};

export function shortCode(counter) {
  return (language() === "ja" && SHORT_JA[counter.kind]) || counter.code;
}

// A stack as one chip: solid = Active, dashed = not, a struck disc = damaged, a number = several.
export function chip(game, state, ids, [cx, cy], scale, title) {
  const id = ids[0];
  const counter = game.counter[id];
  const active = isActive(game, state, id);
  const flat = isMarker(counter);
  const [w, height] = CHIP;
  const classes = ["chip", tone(counter)];
  if (flat) classes.push("marker-chip");
  else classes.push(active ? "is-active" : "is-idle");
  const parts = [h_title(title)];
  if (ids.length > 1) {
    parts.push(s("rect", { class: "under", x: 3 - w / 2, y: 3 - height / 2, width: w, height, rx: 4 }));
  }
  parts.push(
    s("rect", { class: "face", x: -w / 2, y: -height / 2, width: w, height, rx: 4 }),
    s("text", { class: shortCode(counter).length > 3 ? "code long" : "code", y: -2.5 }, shortCode(counter)),
    s("text", { class: "values", x: ids.length > 1 ? -4 : 0, y: 9.5 }, face(game, state, id)),
  );
  if (ids.length > 1) {
    parts.push(
      s("circle", { class: "count-disc", cx: w / 2 - 1, cy: height / 2 - 2, r: 7.5 }),
      s("text", { class: "count", x: w / 2 - 1, y: height / 2 + 1.5 }, ids.length),
    );
  }
  if (state.counters[id].damage) {
    parts.push(
      s("circle", { class: "hurt", cx: 2 - w / 2, cy: 2 - height / 2, r: 6 }),
      s("path", {
        class: "hurt-mark",
        d: `M${-0.5 - w / 2} ${-0.5 - height / 2} l5 5 m0 -5 l-5 5`,
      }),
    );
  }
  return s(
    "g",
    { class: classes.join(" "), transform: `translate(${cx} ${cy}) scale(${scale})`, "data-counter": id },
    parts,
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

// A counter with everything that can be said of it.
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
      h("span", { class: "counter-state" }, stateWords(game, state, ids[0])),
    ),
    ...after,
  );
}
