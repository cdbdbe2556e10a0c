// Motion: what has happened is shown in steps, one after the other, on a layer over the map. The
// page knows the newest position all the time; only the drawing lags behind, and catches up at once
// when a person skips or decides.

import { alliedMarker, chipIcon } from "../map/chips.js";
import { areaOf } from "../map/map.js";
import { onView } from "../map/view.js";
import { button, byId, h, s, settle, signed } from "../dom.js";
import { t } from "../i18n.js";
import { on } from "../net.js";
import { die } from "../panel/dice.js";
import { placeIn } from "../frame/past.js";
import { changed, set, store } from "../store.js";
import { sound } from "./sound.js";
import { glideTime, stepOf, TIME } from "./steps.js";

const PACES = { normal: 1, fast: 2.5 };
const MOST = 5000; // milliseconds that wait at the normal pace; more make the steps shorter
const LOOK = 800; // the most of a step while a person looks back
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

const isOn = () => store.settings.motion in PACES && !reduced.matches && !document.hidden;
const isTooFast = ({ pace }) => pace?.playing && pace.delay < 0.3; // a game watched at speed

let queue = [];
let running = [];
let rate = 1;
let falling = false; // dice of the step on show have not settled
let last = null; // the newest position heard of
let count = 0; // lines heard of
let fresh = []; // of those the ones since that position
let later = []; // what waits for the end of the motion

export const isMoving = () => store.scene !== null;

// Dice are still to be seen falling: what is asked because of them would give them away.
export const isRolling = () => falling || queue.some(({ rolls }) => rolls.length > 0);

// Does something when nothing moves any more.
export function whenStill(act) {
  if (isMoving()) later.push(act);
  else act();
}

// The newest position is shown at once.
export function endMotion() {
  queue = [];
  rate = 1;
  falling = false;
  for (const animation of running.splice(0)) animation.cancel();
  for (const id of ["motion", "leaving"]) byId(id).replaceChildren();
  if (!isMoving()) return;
  store.scene = null;
  changed();
  for (const act of later.splice(0)) act();
}

// --- what is heard ------------------------------------------------------------------------
on("game", () => {
  last = null;
  endMotion();
});

on("log", ({ from, entries }) => {
  if (from < count) last = null; // taken back, or another game
  count = from + entries.length;
  fresh.push(...entries);
});

on("state", (state) => {
  const before = last;
  const entries = fresh;
  last = state;
  fresh = [];
  if (!before || !isOn() || isTooFast(state) || store.past || store.game.mode === "replay") return endMotion();
  const step = stepOf(store.game, before, state, entries);
  if (!step.length && !isMoving()) return undefined;
  queue.push(step);
  const waiting = queue.reduce((sum, { length }) => sum + length, 0);
  rate = Math.max(rate, waiting / MOST);
  if (isMoving()) return undefined;
  store.scene = { state: before, line: (entries[0]?.line ?? Infinity) - 1 };
  return play();
});

// Looking back: a step to the moment before or after is shown, a leap is not.
on("moment", ({ line, state }) => {
  endMotion();
  const { past, lines, game } = store;
  if (past?.line !== line || !isOn() || Math.abs(placeIn(line) - placeIn(past.from.line)) !== 1) return;
  const between = lines.filter((entry) => entry.line > past.from.line && entry.line <= line);
  const step = stepOf(game, past.from.state, state, between);
  if (!step.length) return;
  queue.push({ ...step, line });
  rate = Math.max(1, step.length / LOOK);
  store.scene = { state: past.from.state, line };
  play();
});
reduced.addEventListener("change", endMotion);
document.addEventListener("visibilitychange", endMotion);

// --- steps --------------------------------------------------------------------------------
async function play() {
  while (queue.length) {
    const step = queue.shift();
    try {
      if (step.length) await show(step);
    } catch (error) {
      if (error.name === "AbortError") return; // ended meanwhile
      endMotion();
      throw error;
    }
    store.scene = { state: step.to, line: step.line ?? store.scene.line };
  }
  endMotion();
}

async function show({ from, to, glides, leaves, rolls, pool, moments, line }) {
  const away = [...glides.flatMap(({ ids }) => ids ?? []), ...leaves.map(({ id }) => id)];
  falling = rolls.length > 0;
  const flyers = [...glides.map((glide) => glider(from, glide)), ...leaves.map((leave) => leaver(from, leave))];
  store.scene = { state: without(from, away, glides), line: store.scene.line };
  await drawn();
  if (flyers.length) {
    sound("glide");
    await all(flyers.map(({ element, frames, length }) => fly("motion", element, frames, length, "ease-in-out")));
  }
  if (rolls.length) {
    sound("dice");
    await all(rolls.flatMap(diceOf).map(([element, frames]) => fly("motion", element, frames, TIME.roll, "ease-out")));
    falling = false;
  }
  store.scene = { state: to, line: line ?? store.scene.line };
  const was = pool && poolPlace();
  await drawn();
  byId("motion").replaceChildren();
  const said = moments.length ? sayLarge(moments) : null;
  if (pool) {
    sound("loss");
    leavePool(was, from.total, pool);
    await fly("motion", h("i"), [{}, {}], TIME.pool, "linear");
  }
  await said;
}

// Words over the map, large, for a moment.
async function sayLarge(moments) {
  const { x, y, width, height } = byId("board").getBoundingClientRect();
  const place = { left: `${x + width / 2}px`, top: `${y + height / 4}px`, most: `${0.86 * width}px` };
  const words = h("div", { class: "moments", vars: place }, moments.map((one) => h("p", { class: one.tone }, one.words)));
  const frames = [
    { opacity: 0, transform: "translate(-50%, 12px)" },
    { opacity: 1, transform: "translate(-50%, 0)", offset: 0.12 },
    { opacity: 1, transform: "translate(-50%, 0)", offset: 0.85 },
    { opacity: 0, transform: "translate(-50%, 0)" },
  ];
  await fly("leaving", words, frames, TIME.moment, "ease-out");
  words.remove();
}

// The position with what is on its way left out.
function without(state, ids, glides) {
  const counters = { ...state.counters };
  const markers = { ...state.markers };
  for (const id of ids) counters[id] = { ...counters[id], at: "moving" };
  for (const { marker } of glides) if (marker) markers[marker] = "moving";
  return { ...state, counters, markers };
}

// The page is drawn in the next frame; this comes right after it.
function drawn() {
  changed();
  return new Promise((done, stop) => {
    const scene = store.scene;
    requestAnimationFrame(() => (store.scene === scene ? done() : stop(new DOMException("ended", "AbortError"))));
  });
}

// An element on a layer, moving; it stays where it ends until the layer is cleared.
function fly(layer, element, frames, length, easing) {
  byId(layer).append(element);
  const duration = length / rate / PACES[store.settings.motion];
  const animation = element.animate(frames, { duration, easing, fill: "both" });
  running.push(animation);
  return animation.finished;
}

const all = (promises) => Promise.all(promises);

// --- pieces -------------------------------------------------------------------------------
const middle = ({ x, y, w, h: high }) => [x + w / 2, y + high / 2];
const moved = ([x, y], more = "") => ({ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${more}` });

// Where a chip or marker stands on the map now.
function placeOf(selector, box) {
  const place = byId("map").querySelector(selector)?.transform.baseVal.consolidate()?.matrix;
  return place ? [place.e, place.f] : middle(areaOf(box));
}

function glider(state, { ids, marker, way }) {
  const selector = marker ? `[data-marker="${marker}"]` : `[data-box="${way[0]}"] [data-counter="${ids[0]}"]`;
  const points = [placeOf(selector, way[0]), ...way.slice(1).map((id) => middle(areaOf(id)))];
  const lengths = points.slice(1).map(([x, y], k) => Math.hypot(x - points[k][0], y - points[k][1]));
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  const frames = points.map((point, k) => {
    gone += k ? lengths[k - 1] : 0;
    return { ...moved(point), offset: Math.min(1, gone / total) };
  });
  frames.at(-1).offset = 1;
  const icon = marker
    ? s("svg", { viewBox: "-23 -19 46 38", width: 46, height: 38 }, alliedMarker(store.game, marker, [0, 0], 1, true))
    : chipIcon(store.game, state, ids);
  return { element: h("div", { class: "flyer" }, icon), frames, length: glideTime({ way }) };
}

function leaver(state, { id, box }) {
  const [x, y] = placeOf(`[data-box="${box}"] [data-counter="${id}"]`, box);
  const frames = [{ ...moved([x, y]), opacity: 1 }, { ...moved([x, y + 26], " scale(0.6)"), opacity: 0 }];
  return { element: h("div", { class: "flyer" }, chipIcon(store.game, state, [id])), frames, length: TIME.leave };
}

// Dice fall on their box, turning, and lie there in rows.
function diceOf({ box, faces, hits }) {
  const [cx, cy] = middle(areaOf(box));
  const columns = Math.min(faces.length, 6);
  const rows = Math.ceil(faces.length / columns);
  return faces.map((face, k) => {
    const x = cx + ((k % columns) - (columns - 1) / 2) * 29;
    const y = cy + (Math.floor(k / columns) - (rows - 1) / 2) * 29;
    const turn = (k % 2 ? -1 : 1) * (400 + 40 * k);
    return [
      h("div", { class: "flyer" }, die(face, hits?.[k])),
      [
        { ...moved([x - turn / 20, y - 90], ` rotate(${turn}deg) scale(1.5)`), opacity: 0 },
        { ...moved([x, y], " rotate(0deg) scale(1)"), opacity: 1, offset: 0.45 + 0.02 * (k % 6) },
        { ...moved([x, y]), opacity: 1 },
      ],
    ];
  });
}

// --- the pool -----------------------------------------------------------------------------
function poolPlace() {
  const strip = byId("strip");
  const figure = strip.querySelector("[data-total]");
  return figure && { figure: figure.getBoundingClientRect(), bar: strip.querySelector(".shipping .bar").getBoundingClientRect() };
}

// The part of the bar that goes or comes, and its number, leave the gauge.
function leavePool(place, from, change) {
  if (!place) return;
  const { figure, bar } = place;
  const share = bar.width / store.game.limits.cap;
  const by = change < 0 ? 26 : -14;
  const kind = change < 0 ? "loss" : "gain";
  const chunk = { left: `${bar.x + share * Math.min(from, from + change)}px`, top: `${bar.y}px`, width: `${share * Math.abs(change)}px` };
  const items = [
    h("div", { class: `pool-part ${kind}`, vars: { ...chunk, height: `${bar.height}px` } }),
    h("b", { class: `pool-change ${kind}`, vars: { left: `${figure.right + 4}px`, top: `${figure.y}px` } }, signed(change)),
  ];
  for (const item of items) {
    const frames = [{ ...moved([0, 0]), opacity: 1 }, { ...moved([0, by]), opacity: 0 }];
    fly("leaving", item, frames, TIME.fade, "ease-in").then(() => item.remove(), () => {});
  }
}

// --- the layers and the buttons -----------------------------------------------------------
// The layer lies over the map as that is seen, zoomed or not.
onView(() => {
  const matrix = byId("map").getScreenCTM();
  if (!matrix) return;
  const { x, y } = byId("board").getBoundingClientRect();
  byId("motion").style.transform = `matrix(${matrix.a}, 0, 0, ${matrix.d}, ${matrix.e - x}, ${matrix.f - y})`;
});

export function drawPace(root) {
  root.hidden = !isMoving();
  if (root.hidden) return;
  const isFast = store.settings.motion === "fast";
  settle(
    root,
    button([t("page.skip"), h("kbd", {}, "Esc")], endMotion, { "data-key": "skip", class: "primary" }),
    button(t("page.motion_fast"), () => set({ motion: isFast ? "normal" : "fast" }), {
      "data-key": "motion-fast", "aria-pressed": String(isFast),
    }),
  );
}
