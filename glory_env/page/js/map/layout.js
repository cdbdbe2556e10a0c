// The board's areas stretched over a map of a given size in pixels, and how chips fill an area.

function stretched([x, y, w, h], sx, sy) {
  const area = { x: x * sx, y: y * sy, w: w * sx, h: h * sy };
  return { ...area, cx: area.x + area.w / 2, cy: area.y + area.h / 2 };
}

// {boxes: {id: area}, bases: {marker: area}}. The server has laid them out without overlaps, and
// stretching keeps them apart. Boxes begin small and grow, those first that lack most: `lacks`
// says by id and area how much is wanting in width, whether there is too little room, and how
// much is to stand there for its area.
export function arrange(game, width, height, lacks) {
  const sx = width / game.map.width;
  const sy = height / game.map.height;
  const of = (items, key) =>
    Object.fromEntries(items.map((item) => [item.id, stretched(item[key], sx, sy)]));
  const boxes = of(game.boxes, "area");
  const bases = of(game.markers, "base");
  for (const area of Object.values(bases)) area.y = Math.min(area.y, height - BASE_HEIGHT);
  for (const area of Object.values(boxes)) shrink(area);
  const all = [...Object.values(boxes), ...Object.values(bases)];
  const free = (area, next) =>
    next.x >= EDGE && next.y >= EDGE && next.x + next.w <= width - EDGE && next.y + next.h <= height - EDGE &&
    all.every((item) => item === area || apart(next, item) >= ROOM);
  const growing = new Map(Object.entries(boxes).map(([id, area]) => [id, lacks(id, area)]));
  while (growing.size) {
    const [id, lack] = [...growing].reduce((a, b) => (urgency(b) > urgency(a) ? b : a));
    if (grow(boxes[id], lack, free)) growing.set(id, lacks(id, boxes[id]));
    else growing.delete(id);
  }
  for (const area of Object.values(boxes)) {
    area.cx = area.x + area.w / 2;
    area.cy = area.y + area.h / 2;
  }
  return { boxes, bases };
}

const BASE_HEIGHT = 50; // a disc with its name below, whatever the map's size
const ROOM = 13; // left between areas, for lines and arrows
const EDGE = 5; // left to the edge of the map
const SMALLEST = [76, 54];
const HIGHEST = 140;
const WIDEST = 1.35; // times the width on the server's map
const urgency = ([, { wide, room, share }]) => Math.max(wide, room ? share : 0);
const SIDES = [[-2, 0, 2, 0], [0, 0, 2, 0]];
const ENDS = [[0, -2, 0, 2], [0, 0, 0, 2]];

function shrink(area) {
  area.most = Math.max(area.w * WIDEST, SMALLEST[0]);
  area.w = Math.min(area.w, SMALLEST[0]);
  area.h = Math.min(area.h, SMALLEST[1]);
  area.x = area.cx - area.w / 2;
  area.y = area.cy - area.h / 2;
}

// Moves the sides outward by a step where the neighbours allow it; whether any has moved.
function grow(area, { wide, room }, free) {
  let moved = false;
  for (const [x, y, w, h] of [...(wide > 0 || room ? SIDES : []), ...(room ? ENDS : [])]) {
    const next = { x: area.x + x, y: area.y + y, w: area.w + w, h: area.h + h };
    if ((next.w > area.most && wide <= 0) || next.h > HIGHEST || !free(area, next)) continue;
    Object.assign(area, next);
    moved = true;
  }
  return moved;
}

function apart(a, b) {
  const dx = Math.max(b.x - a.x - a.w, a.x - b.x - b.w);
  const dy = Math.max(b.y - a.y - a.h, a.y - b.y - b.h);
  return Math.max(dx, dy);
}

// The share of the way from (x0, y0) to (x1, y1) at which the line leaves an area; 0 if it misses.
export function clip(x0, y0, x1, y1, area) {
  let enter = 0;
  let leave = 1;
  for (const [from, to, low, extent] of [
    [x0, x1, area.x, area.w],
    [y0, y1, area.y, area.h],
  ]) {
    const delta = to - from;
    if (Math.abs(delta) < 1e-9) {
      if (from < low || from > low + extent) return 0;
      continue;
    }
    const a = (low - from) / delta;
    const b = (low + extent - from) / delta;
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return leave > enter ? leave : 0;
}

// Scale and centres of `count` chips that fill an area row by row, as large as `most` if they
// can be; null if they would be smaller than `least`.
export function slots(area, count, { pitch, most, least }) {
  if (!count) return { scale: most, centres: [] };
  let scale = most;
  let columns = 0;
  for (; ; scale -= 0.02) {
    if (scale < least - 1e-9) return null;
    columns = Math.floor(area.w / (pitch[0] * scale));
    if (columns * Math.floor(area.h / (pitch[1] * scale)) >= count) break;
  }
  const used = Math.ceil(count / columns);
  columns = Math.ceil(count / used);
  const centres = [];
  for (let k = 0; k < count; k += 1) {
    const row = Math.floor(k / columns);
    const inRow = Math.min(columns, count - row * columns);
    centres.push([
      area.x + area.w / 2 + ((k % columns) - (inRow - 1) / 2) * pitch[0] * scale,
      area.y + area.h / 2 + (row - (used - 1) / 2) * pitch[1] * scale,
    ]);
  }
  return { scale, centres };
}

// The nearest area from one of them in a direction: "ArrowLeft" and so on; null if none.
export function nearest(areas, from, key) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const [dx, dy] = ways[key];
  const here = areas[from];
  let best = null;
  for (const [id, area] of Object.entries(areas)) {
    const along = (area.cx - here.cx) * dx + (area.cy - here.cy) * dy;
    if (id === from || along <= 4) continue;
    const aside = Math.abs((area.cx - here.cx) * dy) + Math.abs((area.cy - here.cy) * dx);
    const cost = along + 2.2 * aside;
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}
