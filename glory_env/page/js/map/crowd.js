// How what stands in a box fills its room: counters in full, and more and more together or in
// short where they are many. They never become too small to read.

import { PITCH, SHORT_PITCH } from "./chips.js";
import { slots } from "./layout.js";

const FULL = { pitch: PITCH, most: 1.08, least: 0.88 };
const SHORT = { pitch: SHORT_PITCH, most: 1, least: 0.88 };
const DISC = 31;
const LEAST_DISC = 0.65;

// `stacks` are counters that look the same, `kinds` those of one type and state. What comes back:
// discs [{centre, scale}], chips {items, centres, scale, short}, and how many counters `left` out.
export function crowd(room, discs, stacks, kinds) {
  for (const items of [stacks, kinds]) {
    const places = slots(room, discs + items.length, FULL);
    if (places) return inFull(places, discs, items);
  }
  const { found, rest } = aside(room, discs);
  for (let count = kinds.length; count > 0; count -= 1) {
    const places = slots(rest, count, SHORT);
    if (places) return { discs: found, ...places, short: true, ...counted(kinds, count) };
  }
  const middle = [rest.x + rest.w / 2, rest.y + rest.h / 2];
  return { discs: found, scale: SHORT.least, centres: [middle], short: true, ...counted(kinds, 1) };
}

function inFull({ scale, centres }, discs, items) {
  const found = centres.slice(0, discs).map((centre) => ({ centre, scale }));
  return { discs: found, scale, centres: centres.slice(discs), items, short: false, left: 0 };
}

// Where there are fewer places than kinds, the last one tells how many more counters there are.
function counted(kinds, places) {
  if (places >= kinds.length) return { items: kinds, left: 0 };
  return { items: kinds.slice(0, places - 1), left: kinds.slice(places - 1).flat().length };
}

// Whether so many discs and stacks can be drawn in full.
export const isRoomy = (room, discs, stacks) => slots(room, discs + stacks, { ...FULL, least: 1 }) !== null;

// Allied markers beside counters in short.
function aside(room, count) {
  if (!count) return { found: [], rest: room };
  let columns = 0;
  let scale = 0;
  let rows = 1;
  while (scale < LEAST_DISC && columns < count) {
    columns += 1;
    rows = Math.ceil(count / columns);
    scale = Math.min(1, room.h / (rows * DISC));
  }
  const step = DISC * scale;
  const found = Array.from({ length: count }, (_, k) => ({
    scale,
    centre: [
      room.x + step * ((k % columns) + 0.5),
      room.y + room.h / 2 + (Math.floor(k / columns) - (rows - 1) / 2) * step,
    ],
  }));
  return { found, rest: { ...room, x: room.x + columns * step, w: room.w - columns * step } };
}
