// The outline of areas in the projection, and their land, all from the coordinates of the scenario.

const ROWS = "ABCD";
const COLUMNS = 15;
const BAND = 0.3; // share of an area that is land between two parts of the sea
const MARGIN = 14;

const mean = (points) => [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1];

// From km (y to the north) to units of the drawing.
export function projection(board, { width, height }) {
  const cells = corners(board).flat();
  const [xs, ys] = [0, 1].map((k) => cells.map((p) => p[k]));
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (high - low));
  const place = ([x, y]) => [
    width / 2 + (x - (left + right) / 2) * scale,
    height / 2 - (y - (low + high) / 2) * scale,
  ];
  return { place, scale };
}

// The corner points between the areas: 5 rows of 16, the middle of the four centres around each.
function corners(board) {
  const centre = Object.fromEntries(board.areas.map((one) => [one.id, one.xy]));
  const at = (row, column) => {
    const inside = (n, most) => Math.min(most, Math.max(0, n));
    const near = [inside(row, ROWS.length - 1), inside(column, COLUMNS - 1)];
    const next = [inside(2 * near[0] - row, ROWS.length - 1), inside(2 * near[1] - column, COLUMNS - 1)];
    const xy = ([r, c]) => centre[`${ROWS[r]}${c + 1}`];
    const base = xy(near);
    // Beyond the edge of the board the distance of the last two centres goes on.
    return base.map((value, k) => value + (value - xy([next[0], near[1]])[k]) + (value - xy([near[0], next[1]])[k]));
  };
  return Array.from({ length: ROWS.length + 1 }, (_, row) =>
    Array.from({ length: COLUMNS + 1 }, (_, column) =>
      mean([at(row - 1, column - 1), at(row - 1, column), at(row, column - 1), at(row, column)])));
}

// By area its outline, and the pieces of land in it, as lists of points in km.
export function outlines(board) {
  const grid = corners(board);
  return Object.fromEntries(board.areas.map((area) => {
    const row = ROWS.indexOf(area.id[0]);
    const column = Number(area.id.slice(1)) - 1;
    const cell = [grid[row][column], grid[row][column + 1], grid[row + 1][column + 1], grid[row + 1][column]];
    const parts = board.seas.filter((sea) => sea.area === area.id).map((sea) => sea.xy);
    return [area.id, { cell, land: area.land === "none" ? [] : landOf(area, cell, parts) }];
  }));
}

// The land of an area: all of it without a sea; beyond a straight shore away from the middle of the
// sea; or a band between two parts of the sea.
function landOf(area, cell, parts) {
  if (!parts.length) return cell;
  const [from, to] = parts.length > 1 ? parts : [parts[0], area.xy];
  const way = minus(to, from);
  const length = Math.hypot(...way) || 1;
  const unit = way.map((value) => value / length);
  const along = cell.map((p) => dot(p, unit));
  const [low, high] = [Math.min(...along), Math.max(...along)];
  if (parts.length > 1) {
    const middle = dot(mean(parts), unit);
    const half = (BAND / 2) * (high - low);
    return clip(clip(cell, unit, middle - half), unit.map((value) => -value), -(middle + half));
  }
  // The middle of a sea strip of share f lies (1 - f) / 2 of the width from the middle of the area.
  const share = 1 - (2 * length) / (high - low);
  return clip(cell, unit, low + share * (high - low));
}

// The part of a polygon on the far side of a line.
function clip(points, unit, limit) {
  const kept = [];
  points.forEach((point, k) => {
    const next = points[(k + 1) % points.length];
    const [a, b] = [dot(point, unit) - limit, dot(next, unit) - limit];
    if (a >= 0) kept.push(point);
    if (a * b < 0) kept.push([0, 1].map((i) => point[i] + ((next[i] - point[i]) * a) / (a - b)));
  });
  return kept;
}
