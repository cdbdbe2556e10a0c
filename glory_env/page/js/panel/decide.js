// The decision in the panel: whose it is, what is asked, and the choices in groups.

import { deadlockBox, offerPanel, splitMeaning, TALKS } from "./bargain.js";
import { chipIcon } from "../map/chips.js";
import { battlePage, onlyBattle } from "./battle.js";
import { die } from "./dice.js";
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { isRolling } from "../motion/motion.js";
import { methods } from "./methods.js";
import { affordable, at, batchesOf, boxName, groupsOf, isTwoStep, other, pieceName, stateWords } from "../model.js";
import { ledger } from "./partner.js";
import { absent, store, update } from "../store.js";
import { conversation, splitBar } from "./talk.js";

const REQUESTS = {
  escort_request: ["escort_request", "escort_grant", "embark"],
  escort_grant: ["escort_request", "escort_grant", "embark"],
  embark: ["escort_request", "escort_grant", "embark"],
  support_request: ["support_request", "support"],
  support: ["support_request", "support"],
  convoy_request: ["convoy_request", "convoy_method"],
  convoy_method: ["convoy_request", "convoy_method"],
};

const METHODS = new Set(["convoy_request", "convoy_method"]);

export function decision(actions) {
  const state = store.now;
  if (!state) return [];
  if (store.past) return [pastNote()];
  if (isRolling()) return [h("div", { class: "ask system" }, h("p", {}, t("page.dice_fall")))];
  if (state.waiting !== "person") return [waitingNote(state, actions)];
  return [header(state, actions), ...body(state, actions)];
}

function pastNote() {
  return h("div", { class: "ask system" }, h("p", {}, t(store.game.mode === "replay" ? "page.replay_about" : "page.why_past")));
}

function waitingNote(state, actions) {
  if (state.over) {
    return h(
      "div",
      { class: "ask system" },
      h("h2", {}, t("phase.over")),
      button(t("page.show_result"), actions.result, { class: "primary", "data-key": "result" }),
    );
  }
  if (state.waiting === "partner" && state.actor) {
    return h(
      "div",
      { class: `ask ${state.actor} thinking`, "data-waiting": "partner" },
      h("p", {}, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), " ",
        t(absent().includes(state.actor) ? "page.absent" : "page.thinking", { who: t(`service.${state.actor}`) })),
      !store.game.apart && h("p", { class: "soft small at-length" }, t("page.thinking_long")),
    );
  }
  return h("div", { class: "ask system" }, h("p", {}, t("page.watching")));
}

function header(state, actions) {
  return h(
    "div",
    { class: `ask ${state.actor}`, "data-decision": state.decision, "data-guide": "question" },
    h(
      "div",
      { class: "ask-head" },
      h("span", { class: "pill solid" }, t("page.your_move", { who: t(`service.${state.actor}`) })),
      state.rules?.length > 0 &&
        button(state.rules[0], () => actions.help(state.phase), {
          class: "quiet small rule-link", "data-key": "rule-link", title: t("page.help"),
        }),
      button(
        store.hinting ? t("page.hint_working") : [t("page.hint"), h("kbd", {}, "H")],
        actions.hint,
        { class: "small hint-button", disabled: store.hinting, "data-key": "hint", "data-guide": "hint" },
      ),
    ),
    h("h2", { id: "question", tabindex: -1, "data-key": "question" }, state.question),
    state.decision !== "answer" && h("p", { class: "soft" }, state.about), // the talks below have said it
  );
}

function body(state, actions) {
  if (state.choices.kind === "offer") return [hints(state, actions), offerPanel(state), ledger()];
  const parts = [hints(state, actions)];
  if (METHODS.has(state.decision)) parts.push(methods(state));
  if (state.decision === "answer") {
    parts.push(conversation(state, TALKS), splitMeaning(state, state.facts.offer));
  } else if (REQUESTS[state.decision]) parts.push(conversation(state, REQUESTS[state.decision]));
  const battle = onlyBattle(state);
  if (battle) parts.push(...battlePage(battle, rollButton(state, battle, actions)));
  else parts.push(state.choices.amount ? payment(state, actions) : groups(state, actions));
  if (state.decision === "answer") parts.push(deadlockBox(state));
  if (state.decision === "answer") parts.push(ledger());
  return parts;
}

// --- groups -------------------------------------------------------------------------------
function groups(state, actions, all = groupsOf(state)) {
  if (isTwoStep(state)) return moveGroups(state, all, actions);
  return h(
    "div",
    { class: areFew(state, all) ? "groups few" : "groups", role: "group", "aria-label": t("page.legal_count", { n: all.length }), "data-guide": "choices" },
    batches(state, batchesOf(state), actions),
    all.map((group) => section(state, group, actions)),
  );
}

// So few that a small screen always shows them all (css/phone.css).
const FEW = 3;
const areFew = (state, all) =>
  !batchesOf(state).length && all.reduce((sum, { choices }) => sum + choices.length, 0) <= FEW;

// Several choices in one go.
function batches(state, all, actions) {
  if (!all.length) return null;
  return h(
    "div",
    { class: "section batches" },
    h("h3", {}, t("batch.heading")),
    h("div", { class: "options" }, all.map((batch) => batchView(state, batch, actions))),
  );
}

// Pieces that move together have goals to choose from; anything else is done at once.
export const batchView = (state, batch, actions) =>
  batch.title ? mover(state, batch, actions) : choiceButton(state, batch.choices[0], actions);

const LAST = new Set(["end", "refuse"]); // what ends a list of choices

function section(state, { key, title, choices }, actions) {
  const short = choices.every(({ counters, boxes }) => !counters.length && !boxes.length);
  return h(
    "div",
    { class: LAST.has(key) ? "section last" : "section" },
    title && h("h3", {}, title),
    h(
      "div",
      { class: short ? "options plain" : "options" },
      choices.map((choice) => choiceButton(state, choice, actions)),
    ),
  );
}

// An offer looks as it deserves: to accept stands out where one's need is covered nearly as well as
// the other's.
const NEARLY = 0.8;

function isFair(state, split) {
  const [own, theirs] = [state.actor, other(state.actor)].map((who) => {
    const { all } = affordable(state.bargain.prices[who], 0);
    return all ? Math.min(1, split[who] / all) : 1;
  });
  return own >= NEARLY * theirs;
}

const RED = new Set(["walk", "refuse"]);

export function choiceButton(state, choice, actions, props = {}) {
  const key = Object.keys(choice.choice)[0];
  const more = choice.facts?.split ? [] : [...choice.more]; // the split is shown as a bar
  const stack = choice.counters;
  const names = new Set(stack.map((id) => pieceName(store.game, id).replace(/ \d+$/, "")));
  if (names.size > 1) more.push(stack.map((id) => pieceName(store.game, id)).join(", "));
  const classes = ["choice"];
  if (choice.end) classes.push("end");
  if (key === "accept" && isFair(state, state.facts.offer)) classes.push("primary");
  if (RED.has(key)) classes.push("danger");
  return h(
    "button",
    {
      type: "button", class: classes.join(" "), "data-choice": choice.id, "data-does": key, "data-key": `choice-${choice.id}`,
      disabled: store.busy, onclick: () => actions.choose(choice), ...props,
    },
    stack.length > 0 && !("to" in choice.choice) && chipIcon(store.game, state, stack),
    h(
      "span",
      { class: "choice-words" },
      h(
        "span",
        { class: "choice-label" },
        choice.label,
        stack.length > 1 && !("to" in choice.choice) && !("start" in choice.choice) && h("span", { class: "soft" }, ` ×${stack.length}`),
      ),
      more.length > 0 && h("span", { class: "choice-more" }, more.join(" · ")),
      choice.facts?.split && key !== "accept" && splitBar(choice.facts.split), // the talks show that one
    ),
    choice.dice && h("span", { class: "dice-flag", title: t("page.dice_follow") }, die(5)),
  );
}

// Chances stand above it, so that it asks no more.
const rollButton = (state, choice, actions) =>
  choiceButton(state, { ...choice, label: t("page.roll_dice"), more: [] }, actions, {
    class: "choice primary", "data-key": "roll", onclick: () => actions.choose({ ...choice, dice: false }),
  });

// Pieces by the box they stand in; the chosen one shows where it can go.
function moveGroups(state, all, actions) {
  const boxes = new Map();
  const rest = [];
  for (const group of all) {
    const box = group.counters.length ? at(state, group.counters[0]) : null;
    if (!box || group.choices.every(({ end }) => end)) rest.push(...group.choices);
    else {
      if (!boxes.has(box)) boxes.set(box, []);
      boxes.get(box).push(group);
    }
  }
  return h(
    "div",
    { class: "groups", "data-guide": "choices" },
    batches(state, batchesOf(state).filter(({ boxes: from }) => !from.length), actions),
    [...boxes].map(([box, here]) =>
      h(
        "div",
        { class: "section" },
        h("h3", {}, boxName(store.game, box)),
        h("div", { class: "options" }, [...here, ...together(state, box)].map((group) => mover(state, group, actions))),
      ),
    ),
    rest.length > 0 && h("div", { class: "section last" }, h("div", { class: "options plain" },
      rest.map((choice) => choiceButton(state, choice, actions)))),
  );
}

const together = (state, box) => batchesOf(state).filter(({ boxes }) => boxes.includes(box));

export function mover(state, group, actions) {
  const open = store.ui.group === group.id;
  const ids = group.counters;
  const single = group.key === "piece";
  return h(
    "div",
    { class: open ? "mover open" : "mover" },
    h(
      "button",
      {
        type: "button", class: "choice", "data-group": group.id, "data-key": `group-${group.id}`,
        "aria-expanded": String(open), disabled: store.busy, onclick: () => actions.pick(group),
      },
      chipIcon(store.game, state, ids),
      h(
        "span",
        { class: "choice-words" },
        h("span", { class: "choice-label" }, single ? pieceName(store.game, ids[0]) : group.title,
          single && ids.length > 1 && h("span", { class: "soft" }, ` ×${ids.length}`)),
        single && h("span", { class: "choice-more" }, stateWords(state, ids[0])),
      ),
      h("span", { class: "soft small" }, t("page.goals_n", { n: group.choices.length })),
    ),
    open &&
      h("div", { class: "goals" }, group.choices.map((choice) => choiceButton(state, choice, actions))),
  );
}

// --- paying a loss: from the total or with units, side by side, neither of them preselected -----
function payment(state, actions) {
  const { amount } = state.choices;
  const own = groupsOf(state).length > 0;
  return h(
    "div",
    { class: own ? "payment both" : "payment" },
    own && h(
      "div",
      { class: "way", "data-way": "units" },
      h("h3", {}, t("choice.units")),
      meaning(amount.after[0]),
      groups(state, actions, groupsOf(state).map((group) => ({ ...group, title: null }))),
    ),
    h("div", { class: "way civil", "data-way": "pool" }, h("h3", {}, amount.title), fromTotal(amount, actions)),
  );
}

const meaning = ({ words, falls }) =>
  h("p", { class: falls === null ? "meaning" : "meaning alarm", "data-falls": falls ?? "lasts" }, words);

// The whole loss by a button; any other amount by a slider.
function fromTotal({ low, high, step, ids, after }, actions) {
  const pay = (value) => actions.choose({ id: ids[value], dice: false, choice: { pool: value } });
  const whole = [
    meaning(after[high]),
    button(t("page.pay_pool_button", { n: high }), () => pay(high), {
      class: "wide", "data-key": "pay-pool", "data-amount": high, disabled: store.busy,
    }),
  ];
  return high > low ? [...whole, ...partly({ low, high, step, ids, after }, pay)] : whole;
}

function partly({ low, high, step, ids, after }, pay) {
  let value = store.ui.amount in ids ? store.ui.amount : low;
  const send = button("", () => pay(value), { class: "wide", "data-key": "pay-part", disabled: store.busy });
  const words = h("p", { class: "meaning" });
  const input = h("input", {
    type: "range", min: low, max: high, step, "aria-label": t("page.pay_part"), "data-key": "slide-pool",
    oninput: () => {
      value = Number(input.value);
      show();
    },
  });
  input.value = value;
  const show = () => {
    store.ui.amount = value;
    send.textContent = t("page.pay_pool_button", { n: value });
    words.textContent = after[value].words;
    words.classList.toggle("alarm", after[value].falls !== null);
    input.style.setProperty("--share", `${(100 * (value - low)) / (high - low)}%`);
    input.setAttribute("aria-valuetext", `${value}. ${words.textContent}`);
  };
  show();
  return [h("h4", {}, t("page.pay_part")), h("div", { class: "amount-row" }, input), words, send];
}

// --- the hint -----------------------------------------------------------------------------
function hints(state, actions) {
  const { hint } = store.ui;
  if (!hint) return null;
  return h(
    "div",
    { class: "hint-box", "data-hint": "true" },
    h(
      "div",
      { class: "hint-head" },
      h("h3", {}, t("page.hint_title")),
      button("×", () => update({ hint: null }), { class: "quiet small", "aria-label": t("page.close"), "data-key": "hint-close" }),
    ),
    hint.about.map((words) => h("p", { class: "small soft" }, words)),
    hint.candidates.map((candidate) => hintRow(candidate, actions)),
    hint.policy_estimate !== null && hint.policy_estimate !== undefined &&
      h("p", { class: "small policy" }, `${t("page.policy_estimate")}: `, h("b", {}, hint.policy_estimate.toFixed(2)),
        ` ${t("page.policy_estimate_range")}`),
  );
}

function hintRow(candidate, actions) {
  const { id, choice, words, reason } = candidate;
  return h(
    "button",
    {
      type: "button", class: "hint-row", "data-key": `hint-${id ?? words}`,
      onclick: () => actions.follow(id, choice),
    },
    h("span", { class: "hint-words" }, words, reason && h("span", { class: "hint-reason small soft" }, reason)),
    hintFigures(candidate),
  );
}

function hintFigures({ completion, gp, accepted, asked }) {
  if (gp === null) return accepted === null ? null : h("span", { class: "hint-figure" }, `${accepted} / ${asked}`);
  return [
    h("span", { class: "hint-figure" }, h("b", {}, `${Math.round(100 * completion)}%`), ` ${t("page.hint_completed")}`),
    h("span", { class: "hint-figure" }, `${t("page.gp_short")} `, h("b", { class: "army" }, gp.army.toFixed(0)), " : ",
      h("b", { class: "navy" }, gp.navy.toFixed(0))),
  ];
}
