// How the map is seen: the size in which it is drawn, zoom and pan by wheel, fingers, keys, buttons.

import { button, clamp, h, settle } from "../dom.js";
import { t } from "../i18n.js";

const WIDE = [900, 560]; // on more pixels than these all on the map grows
const NARROW = 620; // on fewer all becomes smaller, so that the boxes stay apart
const LARGEST = 2;
const DEEPEST = 4; // zoom
const STEP = 1.5;
const DRAG = 6; // pixels from which a press is a drag
const SAME = 0.12; // a change of height up to this share keeps the boxes where they are

const frame = { window: "", width: 0, height: 0 };
const seen = { zoom: 1, x: 0, y: 0 }; // the corner is in units of the drawing
const watchers = [];
let map = null;

// The size of the drawing. It stays as long as the window does, so that no line of words above or
// below the map moves a box.
export function drawingSize(svg) {
  const { width, height } = svg.getBoundingClientRect();
  const unit = Math.min(width / NARROW, clamp(Math.min(width / WIDE[0], height / WIDE[1]), 1, LARGEST)) || 1;
  const next = { width: Math.max(NARROW, Math.round(width / unit)), height: Math.max(320, Math.round(height / unit)) };
  const size = `${innerWidth} ${innerHeight}`;
  const isSame = frame.window === size && Math.abs(next.height / next.width / (frame.height / frame.width) - 1) < SAME;
  if (!isSame) Object.assign(frame, next, { window: size });
  return frame;
}

// From units of the drawing to pixels of the page.
export function toPage(svg, x, y) {
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return { x: left, y: top };
}

const toDrawing = (x, y) => new DOMPoint(x, y).matrixTransform(map.getScreenCTM().inverse());

// Calls back whenever the map is seen otherwise.
export const onView = (watcher) => watchers.push(watcher);

export function showView(svg) {
  const { width, height } = frame;
  const [w, high] = [width / seen.zoom, height / seen.zoom];
  seen.x = clamp(seen.x, 0, width - w);
  seen.y = clamp(seen.y, 0, height - high);
  svg.setAttribute("viewBox", [seen.x, seen.y, w, high].map((value) => value.toFixed(2)).join(" "));
  svg.dataset.zoom = seen.zoom.toFixed(2);
  for (const watcher of watchers) watcher();
}

// Zooms by a factor; the point of the page (the middle of the map, if none) stays where it is.
export function zoomBy(factor, at) {
  const box = map.getBoundingClientRect();
  const { x, y } = at ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const point = toDrawing(x, y);
  const zoom = clamp(seen.zoom * factor, 1, DEEPEST);
  const share = seen.zoom / zoom;
  Object.assign(seen, { zoom, x: point.x - (point.x - seen.x) * share, y: point.y - (point.y - seen.y) * share });
  showView(map);
}

// Moves what is seen by shares of its own size.
export function panBy(dx, dy) {
  seen.x += (dx * frame.width) / seen.zoom;
  seen.y += (dy * frame.height) / seen.zoom;
  showView(map);
}

export function resetView() {
  Object.assign(seen, { zoom: 1, x: 0, y: 0 });
  showView(map);
}

// Brings an area of the drawing into sight.
export function reveal({ x, y, w, h: high }) {
  if (seen.zoom === 1) return;
  seen.x = clamp(seen.x, x + w - frame.width / seen.zoom, x);
  seen.y = clamp(seen.y, y + high - frame.height / seen.zoom, y);
  showView(map);
}

// --- wheel and fingers --------------------------------------------------------------------
const fingers = new Map();
let dragged = false;

export function startView(svg) {
  map = svg;
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomBy(Math.exp(-clamp(event.deltaY, -120, 120) / 400), event);
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    if (!fingers.size) dragged = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  svg.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, ({ pointerId }) => fingers.delete(pointerId), true);
  }
  // The end of a drag is no press on a box or a piece.
  svg.addEventListener("click", (event) => dragged && event.stopImmediatePropagation(), true);
  svg.addEventListener("dblclick", resetView);
}

function move(event) {
  const was = fingers.get(event.pointerId);
  if (!was) return;
  const now = { x: event.clientX, y: event.clientY };
  if (!dragged && Math.hypot(now.x - was.x, now.y - was.y) < DRAG) return;
  if (!dragged) map.setPointerCapture(event.pointerId);
  dragged = true;
  const [first, second] = [...fingers.keys()].map((id) => (id === event.pointerId ? now : fingers.get(id)));
  const [a, b] = fingers.size > 1 ? [...fingers.values()] : [was, null];
  const [from, to] = [between(a, b), between(first, second)].map(({ x, y }) => toDrawing(x, y));
  seen.x += from.x - to.x;
  seen.y += from.y - to.y;
  fingers.set(event.pointerId, now);
  if (b) zoomBy(apart(first, second) / apart(a, b), between(first, second));
  else showView(map);
}

const between = (a, b) => (b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : a);
const apart = (a, b) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

// --- buttons and keys ---------------------------------------------------------------------
export function drawZoom(root) {
  const tool = (sign, key, words, act) => button(sign, act, { "aria-label": words, title: words, "data-key": key });
  settle(
    root,
    h("div", { class: "zoom-tools", role: "group", "aria-label": t("page.zoom") },
      tool("+", "zoom-in", t("page.zoom_in"), () => zoomBy(STEP)),
      tool("−", "zoom-out", t("page.zoom_out"), () => zoomBy(1 / STEP)),
      tool("⤢", "zoom-reset", t("page.zoom_reset"), resetView)),
  );
}

export const viewKeys = {
  "+": () => zoomBy(STEP),
  "=": () => zoomBy(STEP),
  "-": () => zoomBy(1 / STEP),
  0: resetView,
};

const WAYS = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, -0.2], ArrowDown: [0, 0.2] };

// Shift and an arrow move the map; whether it was that.
export function panKey({ key, shiftKey }) {
  if (!shiftKey || !(key in WAYS)) return false;
  panBy(...WAYS[key]);
  return true;
}
