// Plain questions about the board (`game`), a position (`state`) and its choices.

import { t } from "./i18n.js";

export const SERVICES = ["army", "navy"];
const ORDER = [
  "ground", "army_aircraft", "fort", "transport", "BB", "BCV", "CV", "CVL", "CA", "CL", "DD", "DE",
  "navy_aircraft",
];

export const isMarker = (counter) => counter.kind === "fort" || counter.kind === "transport";
export const other = (service) => (service === "army" ? "navy" : "army");
export const tone = (counter) => (counter.kind === "transport" ? "civil" : counter.service);

// Indexes over the lists of a board, made once when it arrives.
export function prepare(board) {
  const index = (items) => Object.fromEntries(items.map((item) => [item.id, item]));
  return {
    ...board,
    box: index(board.boxes),
    marker: index(board.markers),
    counter: index(board.counters),
    order: Object.fromEntries(board.counters.map(({ id }, i) => [id, i])),
    convoy: board.boxes.find((box) => box.kind === "convoy")?.id,
  };
}

export const pieceName = (game, id) => game.counter[id].name;
export const boxName = (game, id) => game.box[id]?.name ?? t(`place.${id}`);
export const markerName = (game, id) => game.marker[id].name;
export const at = (state, id) => state.counters[id]?.at;

export const countersAt = (game, state, place) =>
  game.counters.map(({ id }) => id).filter((id) => at(state, id) === place);

export const markersAt = (game, state, box) =>
  game.markers.map(({ id }) => id).filter((id) => state.markers[id] === box);

// What stands on the face of a chip: "4·30", "1+·20", "+50".
export function face(game, state, id) {
  const counter = game.counter[id];
  const { dice, tonnage } = { ...counter, ...state?.counters[id] };
  if (counter.kind === "fort") return `${counter.value}`;
  if (counter.kind === "transport") return `+${counter.value}`;
  const first = `${dice}${counter.bonus ? "+" : ""}`;
  return tonnage ? `${first}·${tonnage}` : first;
}

export const isActive = (game, state, id) =>
  Boolean(game.box[at(state, id)] && state.counters[id].active);

// Kind, strength, cost and state of a counter in words.
export const stateWords = (state, id) => state.counters[id].words.join(" · ");

// Counters of one place that look the same, together: lists of ids, army first.
export function stacks(game, state, ids) {
  const groups = new Map();
  for (const id of ids) {
    const key = state.counters[id].alike ?? id;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(id);
  }
  const rank = ([id]) => [
    SERVICES.indexOf(game.counter[id].service),
    ORDER.indexOf(game.counter[id].kind),
    state.counters[id].active ? 0 : 1,
    game.order[id],
  ];
  return [...groups.values()].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const k = x.findIndex((value, i) => value !== y[i]);
    return k < 0 ? 0 : x[k] - y[k];
  });
}

// Stacks of one type and state together, whatever their values.
export function kinds(game, state, ids) {
  const groups = new Map();
  for (const stack of ids) {
    const { service, kind } = game.counter[stack[0]];
    const { active, damage } = state.counters[stack[0]];
    const key = [service, kind, active, damage > 0].join();
    groups.set(key, [...(groups.get(key) ?? []), ...stack]);
  }
  return [...groups.values()];
}

// How many units a share can pay for, cheapest first, and what all would cost.
export function affordable(prices, share) {
  let left = share;
  let count = 0;
  for (const { price } of prices) {
    if (price > left) break;
    left -= price;
    count += 1;
  }
  return { count, of: prices.length, all: prices.reduce((sum, { price }) => sum + price, 0) };
}

// --- choices ------------------------------------------------------------------------------
export const groupsOf = (state) => state?.choices?.groups ?? [];
export const batchesOf = (state) => state?.choices?.batches ?? [];
export const isTwoStep = (state) => state?.decision === "move";

export const allChoices = (state) => groupsOf(state).flatMap((group) => group.choices);

// Lines beside an offer may name a box, but none of them is chosen on the map.
const onMap = (state) => (state?.choices?.kind === "offer" ? [] : allChoices(state));

// The boxes to highlight: where a piece can go if one is chosen, else where choices lie.
export function hotBoxes(game, state, group) {
  const hot = new Set();
  if (!state || state.waiting !== "person") return hot;
  if (isTwoStep(state)) {
    if (group) group.choices.forEach(({ boxes }) => boxes.forEach((box) => hot.add(box)));
    else groupsOf(state).forEach((g) => g.counters.forEach((id) => hot.add(at(state, id))));
  } else {
    for (const choice of onMap(state)) {
      choice.boxes.forEach((box) => hot.add(box));
      choice.counters.forEach((id) => hot.add(at(state, id)));
    }
  }
  return new Set([...hot].filter((box) => game.box[box]));
}

// In a movement decision the pieces that can be chosen in a box; else its choices.
export const groupsAt = (state, box) =>
  groupsOf(state).filter((group) => group.counters.some((id) => at(state, id) === box));

export const choicesAt = (state, box) =>
  onMap(state).filter(
    ({ boxes, counters, end }) =>
      !end && (boxes.includes(box) || counters.some((id) => at(state, id) === box)),
  );
