// The split on the sliders judged by the partner while it is moved: "would accept this 5 of 6 times".

import { h } from "../dom.js";
import { language } from "../i18n.js";
import { on, send } from "../net.js";
import { store } from "../store.js";
import { ticked } from "./lines.js";

const SOON = 120; // milliseconds from a move to the question
const line = h("p", { class: "small verdict", role: "status", "data-key": "verdict" }); // one for good: a slider may be held
let wanted = null; // {seq, army, navy, lines} to ask about
let timer = null;
let waits = false; // for an answer
let about = ""; // the question and the language that the line belongs to

// Offers to an agent, made in turns; never between two people.
const hasPartner = ({ bargain }) =>
  store.game.mode === "play" && store.game.seats.length === 1 && !store.game.apart &&
  !store.game.options.solo && bargain.protocol === "alternating";

// The line for the panel; empty until a slider is moved.
export function verdict(state) {
  if (about !== `${state.seq}/${language()}`) say(state.seq, "", null);
  return hasPartner(state) && line;
}

// The split has been moved: ask soon, one question at a time, about the newest split.
export function judge(state, { army, navy }) {
  if (!hasPartner(state)) return;
  wanted = { seq: state.seq, army, navy, lines: ticked() };
  line.classList.add("stale");
  timer ??= setTimeout(ask, SOON);
}

function ask() {
  timer = null;
  if (!wanted || waits || store.busy || wanted.seq !== store.now?.seq) return;
  waits = send({ type: "judge", ...wanted });
  wanted = null;
}

function say(seq, words, accepted) {
  about = `${seq}/${language()}`;
  line.textContent = words;
  line.dataset.accepted = accepted ?? "";
  line.classList.remove("stale");
}

on("judged", ({ seq, words, accepted, asked }) => {
  waits = false;
  if (seq !== store.now?.seq) return;
  say(seq, words, 2 * accepted > asked ? "yes" : accepted ? "some" : "no");
  if (wanted) line.classList.add("stale");
  ask();
});

on("error", ({ about: kind }) => {
  if (kind === "judge") waits = false;
});

on("hello", () => { // a new connection: no answer comes any more
  waits = false;
});
