// Choices, questions, log entries and refusals in the language in use, from their plain values.

import { signed } from "./dom.js";
import { has, t } from "./i18n.js";
import { boxName, markerName, other, pieceName, stateWords } from "./model.js";
import { store } from "./store.js";

const PLAIN = ["accept", "counter", "walk", "refuse"];

// --- choices: a short label for a button, and what there is to say about it -----------------
export function label(decision, choice) {
  const { game } = store;
  const [key, value] = Object.entries(choice)[0];
  if (key === "end") return t(`pick_end_${decision}`);
  if (PLAIN.includes(key)) return t(`pick_${key}`);
  if (typeof value === "boolean") return t(`pick_${decision}_${value ? "yes" : "no"}`);
  if (key === "take") return t(`pick_take_${value}`);
  if (key === "hand") return t(`hand_${value}`);
  if ("to" in choice) return boxName(game, choice.to);
  if (key === "box") return boxName(game, value);
  if (key === "pool") return t("pay_pool_button", { n: value });
  if (key === "advance") return `${t("advance")}: ${pieceName(game, value)}`;
  if (key === "convert") return `${t("convert")}: ${pieceName(game, value)}`;
  if (key === "start") return startWords(choice);
  if (key === "army") return offerWords(choice);
  return pieceName(game, value);
}

function startWords({ start, counter }) {
  const named = counter && ["CV", "BB", "CA", "CL"].includes(store.game.counter[counter]?.kind);
  return `${t("start")}: ${named ? pieceName(store.game, counter) : t(`kind_${start}`)}`;
}

export function offerWords({ army, navy, civil }) {
  const rest = civil ?? (store.now?.total ?? 0) - army - navy;
  return `${t("army")} ${army} · ${t("navy")} ${navy} · ${t("civil")} ${rest}`;
}

// The particulars of a choice, as short phrases.
export function particulars(state, { choice, facts = {}, counters = [] }) {
  const { game } = store;
  const said = [];
  if ("price" in facts) said.push(t("price", { n: facts.price }));
  if (facts.doubled) said.push(t("doubled"));
  if (choice.by === "sea") {
    const keys = { from: boxName(game, choice.embark), to: boxName(game, choice.land) };
    said.push(t(choice.land === choice.to ? "by_sea" : "by_sea_to", keys));
  } else if (choice.by) said.push(t(`by_${choice.by}`));
  if (facts.check) said.push(t("sea_check"));
  if (facts.contested) said.push(t("contested"));
  if ("dice" in facts) said.push(facts.dice === 1 ? t("dice_1") : t("dice_n", { n: facts.dice }));
  if (facts.markers?.length) said.push(t("against", { markers: facts.markers.join(", ") }));
  if (facts.alone) said.push(t("alone"));
  if ("covers" in facts) said.push(t("covers", { n: facts.covers }));
  if (facts.removes) said.push(t("removes"));
  if ("from_space" in facts && facts.from_space) {
    if (facts.space) said.push(t("from_to_space", { a: facts.from_space, b: facts.space }));
    else said.push(t("complete"));
  } else if ("space" in facts) said.push(t("to_space", { n: facts.space }));
  if (["support", "escort_grant", "convoy_damage"].includes(state.decision) && counters.length) {
    said.push(stateWords(game, state, counters[0]));
  }
  return said;
}

// --- the question -------------------------------------------------------------------------
const list = (faces) => faces.join(", ") || "–";

export function question(state) {
  return t(`ask_${state.decision}`, { other: t(other(state.actor)) });
}

export function about(state) {
  const { game } = store;
  const facts = state.facts ?? {};
  const box = facts.box && boxName(game, facts.box);
  const asked = t(facts.asked ? "asked_yes" : "asked_no");
  switch (state.decision) {
    case "offer": {
      if (game.options.solo) return t("about_offer_solo");
      if (["walk", "break_off"].includes(state.bargain.talk.at(-1)?.kind)) return t("about_offer_named");
      return t(game.options.negotiation === "sealed" ? "about_offer_sealed" : "about_offer");
    }
    case "activate":
    case "produce":
      return t(`about_${state.decision}`, { left: facts.left });
    case "escort_request":
    case "escort_grant":
    case "embark": {
      const { alone, escorted } = seaTable(game);
      const keys = { from: boxName(game, facts.from), to: boxName(game, facts.to), alone, escorted };
      const said = t("about_sail", { piece: pieceName(game, facts.counter), ...keys });
      return state.decision === "embark" ? `${said} ${t("about_embark")}` : said;
    }
    case "support":
    case "support_request":
    case "convoy_method":
      return t(game.options.solo ? `about_${state.decision}_solo` : `about_${state.decision}`, { box, asked });
    case "hybrid_modifier":
      return t("about_hybrid", { hits: facts.hits });
    case "convoy_damage":
      return t("about_convoy_damage", { hits: facts.hits });
    case "pay": {
      const said = [t("about_pay", { box, loss: facts.loss })];
      if (facts.doubled) said.push(t("about_pay_doubled"));
      if (facts.pool_paid) said.push(t("about_pay_named", { n: facts.pool_paid }));
      return said.join(" ");
    }
    case "vote": {
      const proposed = facts.choice?.choice ?? facts.choice;
      return t("about_vote", { other: t(facts.from), item: label("produce", proposed) });
    }
    case "turn_13": {
      const { gap, dice, more_dice: more, gp_per_hit: gp, expected_gp: expected } = state.turn_13;
      return t("about_turn_13", { gap, dice, more, gp, expected });
    }
    default:
      return has(`about_${state.decision}`) ? t(`about_${state.decision}`) : "";
  }
}

function seaTable(game) {
  const { unescorted, escorted } = game.charts.sea_transport_loss;
  return { alone: list(unescorted), escorted: list(escorted) };
}

// --- the log ------------------------------------------------------------------------------
export function entryWords({ actor, decision, choice, rolls }) {
  const { game } = store;
  if (actor === "system") {
    if (decision === "opener") {
      const face = rolls[0]?.faces[0];
      return t("sys_opener", { who: t(face > 3 ? "navy" : "army") });
    }
    if (decision === "tonnage") {
      return t("sys_tonnage", { ...choice, civil: civilOf(choice) });
    }
    return has(`sys_${decision}`) ? t(`sys_${decision}`) : decision;
  }
  return choiceWords(decision, choice, game);
}

// The civil share of a split that was decided: from the talk, else what the total leaves.
function civilOf({ army, navy, civil }) {
  if (civil !== undefined) return civil;
  const said = store.now?.bargain?.talk.findLast(
    ({ split }) => split && split.army === army && split.navy === navy,
  );
  return said?.split.civil ?? "…";
}

export function choiceWords(decision, choice, game = store.game) {
  if (!choice) return "";
  const [key, value] = Object.entries(choice)[0];
  const yesNo = value ? "yes" : "no";
  if (decision === "offer") return t("do_offer", { ...choice, civil: civilOf(choice) });
  if (key === "end") return t(`do_end_${decision}`);
  if (PLAIN.includes(key)) return t(`do_${key}`);
  if (key === "take") return t(`do_take_${value}`);
  if (key === "hand") return t("do_hand", { hand: t(`hand_${value}`) });
  if (typeof value === "boolean") return t(`do_${decision}_${yesNo}`);
  if ("to" in choice) {
    const moved = choice.unit ?? choice.piece;
    const keys = { piece: pieceName(game, moved), to: boxName(game, choice.to) };
    return t(choice.by === "sea" ? "do_move_sea" : "do_move", keys);
  }
  if (key === "box") return t("do_battle", { box: boxName(game, value) });
  if (key === "pool") return t("do_pool", { n: value });
  if (key === "start") {
    return t("do_start", { piece: choice.counter ? pieceName(game, choice.counter) : t(`kind_${value}`) });
  }
  if (["damage", "fort", "advance", "convert"].includes(key)) {
    return t(`do_${key}`, { piece: pieceName(game, value) });
  }
  if (key === "unit" || key === "piece") {
    return t(`do_${decision}`, { piece: pieceName(game, value) });
  }
  return label(decision, choice);
}

// What followed, one phrase an event; units that stand down together are counted.
export function eventWords({ choice, events, battle }) {
  const { game } = store;
  const moved = choice && (choice.unit ?? choice.piece);
  const said = [];
  let idle = 0;
  for (const event of events ?? []) {
    if (event.counter && event.counter === moved && (event.active === true || event.to === choice.to)) {
      continue; // the choice has said so
    }
    if (battle && ("battle" in event || "gp" in event)) continue; // the outcome says so
    if (event.active === false) idle += 1;
    else said.push(oneEvent(game, event));
  }
  if (idle === 1) {
    const { counter } = events.find((event) => event.active === false);
    said.push(t("ev_inactive", { piece: pieceName(game, counter) }));
  } else if (idle) said.push(t("ev_inactive_many", { n: idle }));
  return said;
}

function oneEvent(game, event) {
  if ("total" in event) return t("ev_total", { change: signed(event.change), now: event.total });
  if ("gp" in event) {
    return t("ev_gp", { who: t(event.gp), change: signed(event.change), now: event.now });
  }
  if ("marker" in event) {
    const to = event.to === "base" ? t("base_word") : boxName(game, event.to);
    return t("ev_marker", { marker: markerName(game, event.marker), to });
  }
  if ("doubled_loss" in event) return t("ev_doubled", { loss: event.doubled_loss });
  if ("battle" in event) {
    const keys = { box: boxName(game, event.battle), hits: event.hits, loss: event.loss };
    return t(event.loss === "DR" ? "ev_battle_dr" : "ev_battle", keys);
  }
  if ("method" in event) return t("ev_method");
  if ("outcome" in event) return t("ev_over");
  const piece = pieceName(game, event.counter);
  if ("active" in event) return t("ev_active", { piece });
  if ("damage" in event) return t(event.damage > 1 ? "ev_damage_2" : "ev_damage", { piece });
  if (event.to === "track") return t("ev_track", { piece, space: event.space });
  if (game.box[event.to]) return t("ev_moves", { piece, to: boxName(game, event.to) });
  return t(`ev_${event.to}`, { piece });
}

// --- refusals and messages ----------------------------------------------------------------
export function reasonWords({ key, facts = {}, words }) {
  if (!has(`why_${key}`)) return words;
  const keys = { ...facts };
  if (facts.box) keys.box = keys.piece = boxName(store.game, facts.box);
  if (facts.counter) keys.piece = pieceName(store.game, facts.counter);
  if (facts.service) keys.service = t(facts.service);
  return t(`why_${key}`, keys);
}

export function noticeWords({ key, facts = {}, words }) {
  if (!has(`notice_${key}`)) return words;
  return t(`notice_${key}`, { ...facts, seat: facts.seat ? t(facts.seat) : "" });
}

export function errorWords({ code, words }) {
  const general = t(`error_${code}`);
  return has(`error_${code}`) ? general : words;
}

export function undoWords({ key, line, words }) {
  if (!has(`undo_${key}`)) return words;
  const entry = store.lines.find((item) => item.line === line);
  return t(`undo_${key}`, { words: entry ? `${t(entry.actor)} ${entryWords(entry)}` : words });
}

// A choice that stands alone, with its piece: for hints and confirmations.
export function fullLabel(state, { choice }) {
  const moved = choice.unit ?? choice.piece;
  if ("to" in choice) return `${pieceName(store.game, moved)} → ${boxName(store.game, choice.to)}`;
  if ("army" in choice) return offerWords(choice);
  return label(state.decision, choice);
}
