// The map: boxes, lines, invasion arrows, bases, markers and counters; where choices lie it glows.

import { alliedMarker, chip, PITCH } from "./chips.js";
import { clamp, s, signed } from "./dom.js";
import { t } from "./i18n.js";
import { arrange, clip, nearest, slots } from "./layout.js";
import {
  at, baseName, boxName, countersAt, hotBoxes, markerName, markersAt, pieceName, stacks, stateWords,
} from "./model.js";
import { shown, store } from "./store.js";

const NAME = 18; // height of the strip with a box's name
const BESIDE = 8; // how far arrows run beside the connection lines
let focusBox = null;

export function drawMap(svg, onBox, onBase) {
  const { game } = store;
  const state = shown();
  if (!game || !state) return;
  const rect = svg.getBoundingClientRect();
  const width = Math.max(420, Math.round(rect.width));
  const height = Math.max(320, Math.round(rect.height));
  const layout = arrange(game, width, height);
  const group = store.past ? null : chosenGroup();
  const hot = store.past ? new Set() : hotBoxes(game, store.now, group);
  if (!game.box[focusBox]) focusBox = game.boxes[0].id;
  const kept = svg.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-label", t("map_label"));
  svg.replaceChildren(
    arrowHeads(),
    graticule(width, height),
    ...lines(game, layout),
    ...routes(game, layout),
    ...game.markers.map((marker) => base(game, state, marker, layout.bases[marker.id], width, onBase)),
    ...game.boxes.map((box) =>
      boxGroup(game, state, box, layout, hot, group, (id) => onBox(id, layout.boxes[id])),
    ),
  );
  if (kept) svg.querySelector(`[data-key="${CSS.escape(kept)}"]`)?.focus({ preventScroll: true });
  svg.onkeydown = (event) => moveFocus(event, svg, layout);
}

export function chosenGroup() {
  return store.now?.choices?.groups.find(({ id }) => id === store.ui.group) ?? null;
}

function moveFocus(event, svg, layout) {
  if (!event.key.startsWith("Arrow") || event.altKey || event.ctrlKey) return;
  const next = nearest(layout.boxes, focusBox, event.key);
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  svg.querySelector(`[data-box="${CSS.escape(focusBox)}"]`)?.setAttribute("tabindex", "-1");
  focusBox = next;
  const target = svg.querySelector(`[data-box="${CSS.escape(next)}"]`);
  target.setAttribute("tabindex", "0");
  target.focus({ preventScroll: true });
}

function arrowHeads() {
  const heads = ["us", "uk", "cn"].map((nation) =>
    s(
      "marker",
      {
        id: `head-${nation}`, class: `head ${nation}`, viewBox: "0 0 8 8", refX: 6.5, refY: 4,
        markerWidth: 5.2, markerHeight: 5.2, orient: "auto",
      },
      s("path", { d: "M0 0.6 L8 4 L0 7.4 Z" }),
    ),
  );
  return s("defs", {}, heads);
}

function graticule(width, height) {
  const parts = [];
  for (let k = 1; k < 8; k += 1) {
    parts.push(`M${(width * k) / 8} 0V${height}`, `M0 ${(height * k) / 8}H${width}`);
  }
  return s("path", { class: "graticule", d: parts.join("") });
}

function lines(game, layout) {
  return game.lines.flatMap(({ from, to, kind }) => {
    const [a, b] = [layout.boxes[from], layout.boxes[to]];
    const d = `M${a.cx} ${a.cy}L${b.cx} ${b.cy}`;
    return [s("path", { class: "line-edge", d }), s("path", { class: `line ${kind}`, d })];
  });
}

// Routes from the bases outward; of a marker never called, the way back to base (dashed).
function routes(game, layout) {
  const out = [];
  const done = new Set();
  for (const marker of game.markers) {
    const stops = [baseAreas(game, marker, layout.bases[marker.id]), ...marker.route.map((id) => [layout.boxes[id]])];
    marker.route.forEach((id, k) => {
      const leg = `${k ? marker.route[k - 1] : marker.id}>${id}/${marker.nation}`;
      if (done.has(leg)) return;
      done.add(leg);
      const [from, to] = marker.called ? [stops[k], stops[k + 1]] : [stops[k + 1], stops[k]];
      out.push(arrow(from, to, marker, k ? BESIDE : 0));
    });
  }
  return out.filter(Boolean);
}

// A base is a disc and, below it, its name.
function baseAreas(game, marker, area) {
  const wide = nameWidth(baseName(game, marker.id));
  return [
    { x: area.cx - 15, y: area.y, w: 30, h: 30, cx: area.cx, cy: area.y + 15 },
    { x: area.cx - wide / 2, y: area.y + 32, w: wide, h: 14 },
  ];
}

const nameWidth = (words) => [...words].reduce((sum, one) => sum + (one > "⺀" ? 11 : 6.2), 0);

// From edge to edge, beside the straight line between the centres; it avoids all that is drawn
// at either end.
function arrow(from, to, marker, beside) {
  const [start, end] = [from[0], to[0]];
  const length = Math.max(1, Math.hypot(end.cx - start.cx, end.cy - start.cy));
  const dx = (-(end.cy - start.cy) / length) * beside;
  const dy = ((end.cx - start.cx) / length) * beside;
  const a = [start.cx + dx, start.cy + dy];
  const b = [end.cx + dx, end.cy + dy];
  const first = Math.max(...from.map((area) => clip(...a, ...b, area))) + 2 / length;
  const last = 1 - Math.max(...to.map((area) => clip(...b, ...a, area))) - 3 / length;
  if (first >= last) return null;
  const point = (share) => `${a[0] + (b[0] - a[0]) * share} ${a[1] + (b[1] - a[1]) * share}`;
  return s("path", {
    class: `route ${marker.nation}${marker.called ? "" : " way-back"}`,
    d: `M${point(first)}L${point(last)}`,
    "marker-end": `url(#head-${marker.nation})`,
  });
}

function base(game, state, marker, area, width, onBase) {
  const here = state.markers[marker.id] === "base";
  const [disc] = baseAreas(game, marker, area);
  const name = baseName(game, marker.id);
  const half = Math.min(nameWidth(name), area.w + 12) / 2 + 3;
  const words = `${t("base_of", { m: marker.id, base: name })}, ${t(
    `nation_${marker.nation}`,
  )}: ${t(here ? "base_here" : "base_away")}`;
  return s(
    "g",
    { class: "base", onclick: () => onBase(marker.id) },
    alliedMarker(game, marker.id, [disc.cx, disc.cy], 1, here, words),
    s("text", {
      class: "base-name", x: clamp(area.cx, half, width - half), y: disc.y + 43, ...fitted(name, 6.2, area.w + 12),
    }, name),
  );
}

// "A1", "N10", "−50": what a box gives or costs, from right to left.
function pills(box, right, y) {
  const labels = [];
  if (box.if_allied) labels.push([signed(box.if_allied), "ink"]);
  if (box.gp.navy) labels.push([`N${box.gp.navy}`, "navy"]);
  if (box.gp.army) labels.push([`A${box.gp.army}`, "army"]);
  const parts = [];
  let x = right;
  for (const [text, colour] of labels) {
    const w = 7 + text.length * 6.2;
    parts.push(
      s("rect", { class: `value ${colour}`, x: x - w, y: y - 6.5, width: w, height: 13, rx: 6.5 }),
      s("text", { class: `value-text ${colour}`, x: x - w / 2, y: y + 3.5 }, text),
    );
    x -= w + 2;
  }
  return { parts, left: x };
}

function boxWords(game, state, box, hot) {
  const said = [boxName(game, box.id), t(`box_${box.kind}`)];
  for (const service of ["army", "navy"]) {
    if (box.gp[service]) said.push(t("box_gp", { n: box.gp[service], who: t(service) }));
  }
  if (box.if_allied) said.push(t("box_tonnage", { n: signed(box.if_allied) }));
  if (box.home_islands) said.push(t("box_home"));
  markersAt(game, state, box.id).forEach((id) => said.push(markerName(game, id)));
  const here = stacks(game, state, countersAt(game, state, box.id));
  for (const ids of here) {
    const count = ids.length > 1 ? `${ids.length} × ` : "";
    said.push(`${count}${pieceName(game, ids[0])} (${stateWords(game, state, ids[0])})`);
  }
  if (!here.length) said.push(t("box_empty"));
  if (hot.has(box.id)) said.push(t("has_choices"));
  return said.join("; ");
}

function boxGroup(game, state, box, layout, hot, group, onBox) {
  const area = layout.boxes[box.id];
  const allied = markersAt(game, state, box.id);
  const middle = area.y + NAME / 2 + 0.5;
  const values = pills(box, area.x + area.w - 5, middle);
  const classes = ["box", box.kind];
  if (allied.length) classes.push("contested");
  if (hot.has(box.id)) classes.push("hot");
  if (store.ui.box === box.id) classes.push("open");
  if (group && group.counters.some((id) => at(state, id) === box.id)) classes.push("origin");
  if (freshBoxes().has(box.id)) classes.push("fresh");
  const frame = { x: area.x, y: area.y, width: area.w, height: area.h, rx: 8 };
  const nameLeft = area.x + 7 + (box.home_islands ? 14 : 0);
  const act = () => {
    focusBox = box.id;
    onBox(box.id);
  };
  const inside = { x: area.x + 3, y: area.y + NAME + 1, w: area.w - 8, h: area.h - NAME - 4 };
  return s(
    "g",
    {
      class: classes.join(" "), role: "button", tabindex: focusBox === box.id ? 0 : -1,
      "aria-label": boxWords(game, state, box, hot), "data-box": box.id, "data-key": `map-${box.id}`,
      onclick: act,
      onfocus: () => { focusBox = box.id; },
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        act();
      },
    },
    hot.has(box.id) && s("rect", { class: "halo", ...outset(frame, 4) }),
    s("rect", { class: "frame", ...frame }),
    s("path", { class: "body", d: bodyPath(area) }),
    box.home_islands && s("path", { class: "house", d: house(area.x + 12, middle) }),
    s(
      "text",
      { class: "box-name", x: nameLeft, y: middle + 4, ...fitted(boxName(game, box.id), 7.1, values.left - nameLeft - 2) },
      boxName(game, box.id),
    ),
    values.parts,
    contents(game, state, box, inside, allied),
  );
}

// Long words are squeezed rather than cut; `letter` is the width of a Latin letter.
function fitted(words, letter, room) {
  const wide = [...words].reduce((sum, one) => sum + (one > "⺀" ? 1.77 * letter : letter), 0);
  return wide > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
}

const outset = (frame, by) => ({
  x: frame.x - by, y: frame.y - by, width: frame.width + 2 * by, height: frame.height + 2 * by, rx: 11,
});

function bodyPath({ x, y, w, h }) {
  const [left, top, right, bottom] = [x + 2, y + NAME, x + w - 2, y + h - 2];
  return `M${left} ${top}H${right}V${bottom - 5}q0 5 -5 5H${left + 5}q-5 0 -5 -5Z`;
}

const house = (x, y) => `M${x - 6} ${y} l6 -6 l6 6 h-2 v5 h-8 v-5 Z`;

function contents(game, state, box, inside, allied) {
  const here = stacks(game, state, countersAt(game, state, box.id));
  let room = inside;
  const parts = [];
  if (box.kind === "convoy") {
    const ids = here.flat();
    const air = ids.filter((id) => game.counter[id].kind.endsWith("aircraft")).length;
    const { convoy_ships: most, convoy_aircraft: mostAir } = game.limits;
    const words = t("escorts_of", { ships: ids.length - air, max_ships: most, air, max_air: mostAir });
    room = { ...inside, h: inside.h - 14 };
    parts.push(s("text", { class: "limits", x: inside.x + inside.w / 2, y: inside.y + inside.h - 3, ...fitted(words, 5.6, inside.w) }, words));
  }
  const { scale, centres } = slots(room, allied.length + here.length, PITCH, 1.08);
  allied.forEach((id, k) => {
    parts.push(alliedMarker(game, id, centres[k], scale * 0.95, true, markerName(game, id)));
  });
  here.forEach((ids, k) => {
    const title = `${pieceName(game, ids[0])}${ids.length > 1 ? ` ×${ids.length}` : ""}: ${stateWords(
      game, state, ids[0],
    )}`;
    parts.push(chip(game, state, ids, centres[allied.length + k], scale, title));
  });
  return parts;
}

// Boxes touched by what was told last.
function freshBoxes() {
  const last = store.past
    ? store.lines.find(({ line }) => line === store.past.line)
    : store.lines.findLast((entry) => !entry.dull);
  return new Set(last?.boxes ?? []);
}
