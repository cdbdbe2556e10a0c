// The map: boxes, lines, invasion arrows, bases, markers and counters; where choices lie it glows.

import { alliedMarker, chip, moreChip } from "./chips.js";
import { coast } from "./coast.js";
import { crowd, isRoomy } from "./crowd.js";
import { clamp, patch, s, signed } from "../dom.js";
import { t } from "../i18n.js";
import { arrange, clip, nearest } from "./layout.js";
import { textWidth } from "./measure.js";
import { drawingSize, panKey, reveal, showView } from "./view.js";
import {
  at, batchesOf, boxName, countersAt, groupsOf, hotBoxes, kinds, markerName, markersAt, pieceName, stacks, stateWords,
} from "../model.js";
import { shown, shownLine, store } from "../store.js";

const NAME = 18; // height of the strip with a box's name
const NAME_SIZE = 11.5; // of its letters
const NAME_LEAST = 0.82; // of that size, before letters are squeezed
const BESIDE = 8; // how far arrows run beside the connection lines
let focusBox = null;

export function drawMap(svg, onBox, onBase) {
  const { game } = store;
  const state = shown();
  if (!game || !state) return;
  const { width, height } = drawingSize(svg);
  const layout = places(game, width, height);
  const group = store.past ? null : chosenGroup();
  const hot = store.past || store.scene ? new Set() : hotBoxes(game, store.now, group);
  if (!game.box[focusBox]) focusBox = game.boxes[0].id;
  const kept = svg.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  showView(svg);
  svg.setAttribute("aria-label", t("page.map_label"));
  const other = changedBoxes(store);
  patch(
    svg,
    made.backdrop,
    ...game.markers.map((marker) => base(game, state, marker, layout.bases[marker.id], width, onBase)),
    ...game.boxes.map((box) =>
      boxGroup(game, state, box, layout, { hot, group, other }, onBox),
    ),
  );
  if (kept) svg.querySelector(`[data-key="${CSS.escape(kept)}"]`)?.focus({ preventScroll: true });
  svg.onkeydown = (event) => moveFocus(event, svg, layout);
}

// Boxes have the same room whatever stands in them, so that one turn can be laid beside another.
const STACKS = 4; // in a box of the usual area
const USUAL = 144 * 84; // on the server's map
const made = { key: "", layout: null, backdrop: null };

function places(game, width, height) {
  const key = [width, height, game.language, game.name].join();
  if (made.key === key) return made.layout;
  const names = Object.fromEntries(game.boxes.map((box) => [box.id, nameRoom(box)]));
  made.key = key;
  made.layout = arrange(game, width, height, (id, area) => ({
    wide: names[id] - area.w,
    room: !isRoomy(insideOf(game.box[id], area), ...roomFor(game.box[id])),
    share: (roomFor(game.box[id])[1] * USUAL) / (area.w * area.h),
  }));
  made.backdrop = backdrop(game, made.layout, width, height);
  return made.layout;
}

// What does not change with the position.
function backdrop(game, layout, width, height) {
  const still = [coast(game, width, height), ...lines(game, layout), ...routes(game, layout)];
  return s("g", {}, arrowHeads(), graticule(width, height), still);
}

// Where a box or a base lies in the drawing.
export const areaOf = (id) => made.layout.boxes[id] ?? made.layout.bases[id];

// So many Allied markers and stacks: more in a large box, and where there is more to be had.
function roomFor({ kind, gp, area: [, , w, high] }) {
  const prize = Math.min(3, Math.round((gp.army + gp.navy) / 3));
  return [kind === "convoy" ? 0 : 1, Math.round(STACKS * ((w * high) / USUAL) ** 2) + prize];
}

// The width a box needs for its name and what stands beside it.
function nameRoom(box) {
  const name = textWidth(boxName(store.game, box.id), NAME_SIZE, 650);
  const words = box.kind === "convoy" ? textWidth(escortWords(4, 1), 10, 400) + 9 : 0;
  return Math.max(words, nameInset(box) + name + 4 - pills(box, 0, 0).left + 5);
}

function escortWords(ships, air) {
  const { convoy_ships: shipsMost, convoy_aircraft: airMost } = store.game.limits;
  return t("page.escorts_of", { ships, max_ships: shipsMost, air, max_air: airMost });
}

const nameInset = (box) => 7 + (box.home_islands ? 14 : 0);

// Where the counters of a box stand; the convoy box has a line of words below them.
const insideOf = (box, { x, y, w, h }) => ({
  x: x + 4, y: y + NAME + 1, w: w - 8, h: h - NAME - 4 - (box.kind === "convoy" ? 13 : 0),
});

export function chosenGroup() {
  return [...groupsOf(store.now), ...batchesOf(store.now)].find(({ id }) => id === store.ui.group) ?? null;
}

function moveFocus(event, svg, layout) {
  if (panKey(event)) event.preventDefault();
  if (event.shiftKey || !event.key.startsWith("Arrow") || event.altKey || event.ctrlKey) return;
  const next = nearest(layout.boxes, focusBox, event.key);
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  svg.querySelector(`[data-box="${CSS.escape(focusBox)}"]`)?.setAttribute("tabindex", "-1");
  focusBox = next;
  const target = svg.querySelector(`[data-box="${CSS.escape(next)}"]`);
  target.setAttribute("tabindex", "0");
  reveal(layout.boxes[next]);
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
  const wide = nameWidth(marker.base_name);
  return [
    { x: area.cx - 15, y: area.y, w: 30, h: 30, cx: area.cx, cy: area.y + 15 },
    { x: area.cx - wide / 2, y: area.y + 32, w: wide, h: 14 },
  ];
}

const nameWidth = (words) => textWidth(words, 11, 400);

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
  const name = marker.base_name;
  const half = Math.min(nameWidth(name), area.w + 12) / 2 + 3;
  const words = `${t("page.base_of", { m: marker.id, base: name })}, ${t(
    `nation_${marker.nation}`,
  )}: ${t(here ? "page.base_here" : "page.base_away")}`;
  return s(
    "g",
    { class: "base", onclick: () => onBase(marker.id) },
    alliedMarker(game, marker.id, [disc.cx, disc.cy], 1, here, words),
    s("text", {
      class: "base-name", x: clamp(area.cx, half, width - half), y: disc.y + 43, ...fitted(name, 11, 400, area.w + 12),
    }, name),
  );
}

// "A1", "N10", "−50": what a box gives or costs, from right to left.
function pills(box, right, y, scale = 1) {
  const labels = [];
  if (box.if_allied) labels.push([signed(box.if_allied), "ink"]);
  if (box.gp.navy) labels.push([`N${box.gp.navy}`, "navy"]);
  if (box.gp.army) labels.push([`A${box.gp.army}`, "army"]);
  const parts = [];
  let x = right;
  for (const [text, colour] of labels) {
    const w = (6 + text.length * 6.2) * scale;
    const size = `${10 * scale}px`;
    parts.push(
      s("rect", { class: `value ${colour}`, x: x - w, y: y - 6.5, width: w, height: 13, rx: 6.5 }),
      s("text", { class: `value-text ${colour}`, x: x - w / 2, y: y + 3.5, vars: { size } }, text),
    );
    x -= w + 2 * scale;
  }
  return { parts, left: x };
}

function boxWords(game, state, box, { hot, other }) {
  const words = [box.name, ...box.words];
  markersAt(game, state, box.id).forEach((id) => words.push(markerName(game, id)));
  const here = stacks(game, state, countersAt(game, state, box.id));
  for (const ids of here) {
    const count = ids.length > 1 ? `${ids.length} × ` : "";
    words.push(`${count}${pieceName(game, ids[0])} (${stateWords(state, ids[0])})`);
  }
  if (!here.length) words.push(t("page.box_empty"));
  if (hot.has(box.id)) words.push(t("page.has_choices"));
  if (other.has(box.id)) words.push(t(store.ui.compare ? "page.differs_now" : "page.differs_then"));
  return words.join("; ");
}

function boxGroup(game, state, box, layout, { hot, group, other }, onBox) {
  const area = layout.boxes[box.id];
  const allied = markersAt(game, state, box.id);
  const middle = area.y + NAME / 2 + 0.5;
  const right = area.x + area.w - 5;
  const values = pills(box, right, middle, nameRoom(box) * NAME_LEAST > area.w ? 0.86 : 1);
  const classes = ["box", box.kind];
  if (allied.length) classes.push("contested");
  if (hot.has(box.id)) classes.push("hot");
  if (store.ui.box === box.id) classes.push("open");
  if (group && group.counters.some((id) => at(state, id) === box.id)) classes.push("origin");
  if (freshBoxes().has(box.id)) classes.push("fresh");
  if (other.has(box.id)) classes.push("differs");
  const frame = { x: area.x, y: area.y, width: area.w, height: area.h, rx: 8 };
  const name = boxName(game, box.id);
  const nameLeft = area.x + nameInset(box);
  const act = () => {
    focusBox = box.id;
    onBox(box.id);
  };
  return s(
    "g",
    {
      class: classes.join(" "), role: "button", tabindex: focusBox === box.id ? 0 : -1,
      "aria-label": boxWords(game, state, box, { hot, other }), "data-box": box.id, "data-key": `map-${box.id}`,
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
      { class: "box-name", x: nameLeft, y: middle + 4, ...fitted(name, NAME_SIZE, 650, values.left - nameLeft - 2) },
      name,
    ),
    values.parts,
    contents(game, state, box, area, allied),
  );
}

// Long words are made a little smaller, and only then squeezed; they are never cut.
function fitted(words, size, weight, room) {
  const wide = textWidth(words, size, weight);
  if (wide <= room) return {};
  const share = Math.max(room / wide, NAME_LEAST);
  const rest = wide * share > room + 0.5 ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
  return { vars: { size: `${(size * share).toFixed(2)}px` }, ...rest };
}

const outset = (frame, by) => ({
  x: frame.x - by, y: frame.y - by, width: frame.width + 2 * by, height: frame.height + 2 * by, rx: 11,
});

function bodyPath({ x, y, w, h }) {
  const [left, top, right, bottom] = [x + 2, y + NAME, x + w - 2, y + h - 2];
  return `M${left} ${top}H${right}V${bottom - 5}q0 5 -5 5H${left + 5}q-5 0 -5 -5Z`;
}

const house = (x, y) => `M${x - 6} ${y} l6 -6 l6 6 h-2 v5 h-8 v-5 Z`;

function contents(game, state, box, area, allied) {
  const here = stacks(game, state, countersAt(game, state, box.id));
  const room = insideOf(box, area);
  const parts = [];
  if (box.kind === "convoy") {
    const ids = here.flat();
    const air = ids.filter((id) => game.counter[id].kind.endsWith("aircraft")).length;
    const words = escortWords(ids.length - air, air);
    parts.push(s("text", {
      class: "limits", x: room.x + room.w / 2, y: area.y + area.h - 6, ...fitted(words, 10, 400, room.w),
    }, words));
  }
  const { discs, items, centres, scale, short, left } = crowd(room, allied.length, here, kinds(game, state, here));
  allied.forEach((id, k) => {
    parts.push(alliedMarker(game, id, discs[k].centre, discs[k].scale * 0.95, true, markerName(game, id)));
  });
  items.forEach((ids, k) => parts.push(chip(game, state, ids, centres[k], scale, stackWords(game, state, ids), short)));
  if (left) parts.push(moreChip(left, centres[items.length], scale));
  return parts;
}

function stackWords(game, state, ids) {
  return stacks(game, state, ids).map((stack) => {
    const count = stack.length > 1 ? ` ×${stack.length}` : "";
    return `${pieceName(game, stack[0])}${count}: ${stateWords(state, stack[0])}`;
  }).join("\n");
}

// Boxes touched by what happened last.
function freshBoxes() {
  const end = shownLine();
  const last = store.past
    ? store.lines.find(({ line }) => line === end)
    : store.lines.findLast(({ dull, line }) => !dull && line <= end);
  return new Set(last?.boxes ?? []);
}

// While looking back: boxes in which something else stands now than then.
function changedBoxes({ past, now, game }) {
  if (!past) return new Set();
  const then = past.state;
  const moved = game.counters.filter(({ id }) => seenAs(then.counters[id]) !== seenAs(now.counters[id]));
  const places = moved.flatMap(({ id }) => [at(then, id), at(now, id)]);
  const called = game.markers.filter(({ id }) => then.markers[id] !== now.markers[id]);
  return new Set([...places, ...called.flatMap(({ id }) => [then.markers[id], now.markers[id]])]);
}

const seenAs = ({ at: place, active, damage }) => `${place} ${active} ${damage}`;
