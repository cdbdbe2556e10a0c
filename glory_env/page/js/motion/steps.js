// What is to be seen of one change of the game: pieces that move or leave, dice, the pool.

import { at } from "../model.js";

// Milliseconds. `leg`: for each line beyond the first. `pool`: until the next step begins; the
// number that leaves the pool takes `fade` to be gone. `moment`: what is said large stays.
export const TIME = { glide: 460, leg: 170, roll: 1000, leave: 500, pool: 350, fade: 900, moment: 1400 };

// A step {to, glides, leaves, rolls, pool, moments, line, length}; `length` 0: nothing is shown.
export function stepOf(game, from, to, entries) {
  const pieces = game.counters.filter(({ id }) => at(from, id) !== at(to, id) && game.box[at(from, id)]);
  const isGlide = ({ id }) => game.box[at(to, id)];
  const glides = [
    ...together(pieces.filter(isGlide), from, to),
    ...game.markers.filter(({ id }) => from.markers[id] !== to.markers[id] && game.box[to.markers[id]])
      .map(({ id }) => ({ marker: id, way: [game.box[from.markers[id]] ? from.markers[id] : id, to.markers[id]] })),
  ];
  for (const glide of glides) if (!glide.marker) glide.way = way(game, ...glide.way);
  const leaves = pieces.filter((piece) => !isGlide(piece)).map(({ id }) => ({ id, box: at(from, id) }));
  const rolls = entries.flatMap((entry) => rollsOf(game, entry));
  const pool = to.total - from.total;
  const pieceTimes = [...glides.map(glideTime), ...leaves.map(() => TIME.leave)];
  const moments = entries.flatMap((entry) => entry.moments ?? []);
  const length =
    Math.max(0, ...pieceTimes) + (rolls.length && TIME.roll) + (pool && TIME.pool) + (moments.length && TIME.moment);
  return { from, to, glides, leaves, rolls, pool, moments, line: entries.at(-1)?.line, length };
}

export const glideTime = (glide) => TIME.glide + TIME.leg * (glide.way.length - 2);

// Look-alikes that go the same way go as one.
function together(pieces, from, to) {
  const groups = new Map();
  for (const { id } of pieces) {
    const key = [from.counters[id].alike ?? id, at(from, id), at(to, id)].join();
    if (!groups.has(key)) groups.set(key, { ids: [], way: [at(from, id), at(to, id)] });
    groups.get(key).ids.push(id);
  }
  return [...groups.values()];
}

// The boxes from one to another along the fewest lines; straight on where no line leads.
export function way(game, from, to) {
  const before = new Map([[from, null]]);
  for (const box of before.keys()) {
    for (const { from: a, to: b } of game.lines) {
      const next = box === a ? b : box === b ? a : null;
      if (next && !before.has(next)) before.set(next, box);
    }
  }
  if (!before.has(to)) return [from, to];
  const found = [];
  for (let box = to; box; box = before.get(box)) found.unshift(box);
  return found;
}

function rollsOf(game, { rolls, boxes }) {
  return rolls.flatMap(({ purpose, faces, hits }) => {
    const box = purpose === "convoy" ? game.convoy : boxes.find((id) => game.box[id]);
    return box ? [{ box, faces, hits }] : [];
  });
}
