// Names on the map, so placed that no name lies on another one or on a piece.

// The boxes of names that find room: of each wanted one the first of its places that is free.
// wanted: [{key, width, height, places: [[left, top], ..]}], the most important first; taken: boxes
// [left, top, right, bottom] that are in use. Returns by key the left top corner; none without room.
export function place(wanted, taken, { width, height }) {
  const used = [...taken];
  const found = {};
  for (const one of wanted) {
    const free = one.places
      .map(([left, top]) => [left, top, left + one.width, top + one.height])
      .find((box) => isInside(box, width, height) && !used.some((other) => meet(box, other)));
    if (!free) continue;
    used.push(free);
    found[one.key] = [free[0], free[1]];
  }
  return found;
}

const isInside = ([left, top, right, bottom], width, height) => left >= 0 && top >= 0 && right <= width && bottom <= height;

const GAP = 1;
const meet = (a, b) => a[0] < b[2] + GAP && b[0] < a[2] + GAP && a[1] < b[3] + GAP && b[1] < a[3] + GAP;

// Places around a point, clear of what is drawn within `by` of it: the sides first.
export function around([x, y], { width, height }, by) {
  const [middle, over] = [y - height / 2, y - by - height];
  const under = y + by;
  return [
    [x + by, middle], [x - by - width, middle], [x - width / 2, under], [x - width / 2, over],
    [x + by * 0.6, under], [x - width - by * 0.6, under], [x + by * 0.6, over], [x - width - by * 0.6, over],
    [x - width / 2, under + height], [x - width / 2, over - height], [x + by + 14, middle + 12], [x - by - width - 14, middle + 12],
  ];
}

// Places in the corners of an area, and along its edges; the corners come in the order of its outline.
export function within(corners, { width, height }) {
  const [nw, ne, sw, se] = corners;
  const mid = (a, b, share = 0.5) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const middle = mid(mid(nw, ne), mid(sw, se));
  return [nw, ne, sw, se, mid(nw, ne), mid(sw, se), mid(nw, sw), mid(ne, se), middle].flatMap((point) =>
    [0.3, 0.42, 0.2].map((share) => {
      const [x, y] = mid(point, middle, share);
      return [x - width / 2, y - height / 2];
    }));
}
