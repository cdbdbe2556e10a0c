// What the page knows, and the listeners that are called when it changes.

import { setLanguage } from "./i18n.js";

const KEPT = "glory";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;

export const store = {
  game: null, // the board
  now: null, // the newest position, its decision and what else the server says
  past: null, // {line, state, from} while an earlier moment is shown; from: what was shown before it
  wanted: null, // the line last asked for
  scene: null, // {state, line} that is drawn while what has happened is shown in motion
  lines: [], // the log so far
  hello: null,
  lesson: null, // how far the lesson on the table has come
  people: null, // where games are kept for a study: what is asked of this page's person
  data: null, // whether finished games may be kept, where, and the one on the table
  busy: false, // an answer is on its way
  hinting: false,
  link: "connecting", // connecting, open, lost, refused, stranger
  present: null, // where two people play apart: which seats have a page open
  calm: null, // the game in which no question is asked before a decision that costs too much
  unfinished: null, // the game that is offered to be gone on with, until that is used or closed
  declined: null, // the game whose offer was closed: it is not offered again
  ui: {
    tab: "decide",
    compare: false, // while looking back: the present is shown in place of the past
    sheet: "half", // height of the panel on a narrow screen: low, half, full
    box: null, // box whose card is open
    group: null, // id of the piece chosen in a movement decision
    split: null, // sliders of an offer being made
    lines: null, // ids of the lines that go with it
    allLines: false, // whether all words are shown, not only those worth saying
    amount: null, // slider of a payment from the total
    notice: null, // {text, kind} of the last refusal or message
    hint: null, // the server's answer, while it belongs to the position
    whyLine: null, // line whose explanation was asked for
    left: null, // name of the lesson whose card was closed
  },
  settings: {
    language: navigator.language?.startsWith("ja") ? "ja" : "en",
    theme: prefersDark ? "dark" : "light",
    flavour: true,
    confirm: true,
    motion: "normal", // off, normal, fast
    sound: false,
    ...kept(),
  },
};

const listeners = [];
let pending = false;
let held = false;

export function onChange(listener) {
  listeners.push(listener);
}

// Draw again soon; several changes in one go cost one drawing. While a button or finger is down
// nothing is drawn, or what is being pressed would be replaced under it and the click be lost.
export function changed() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(drawNow);
}

function drawNow() {
  if (held) return; // drawn on release
  pending = false;
  for (const listener of listeners) listener();
}

function release() {
  if (!held) return;
  held = false;
  if (pending) requestAnimationFrame(drawNow);
}

addEventListener("pointerdown", () => { held = true; }, true);
// A list that opens over the page may swallow the release; a key or a change tells of it too.
for (const name of ["pointerup", "pointercancel", "blur", "keydown", "change"]) {
  addEventListener(name, release, true);
}

export function update(values) {
  Object.assign(store.ui, values);
  changed();
}

// The message on show; where there is none, the offer below it.
export function closeNotice() {
  if (!store.ui.notice) {
    store.declined = store.unfinished;
    store.unfinished = null;
  }
  update({ notice: null });
}

export function set(settings) {
  Object.assign(store.settings, settings);
  try {
    localStorage.setItem(KEPT, JSON.stringify(store.settings));
  } catch {
    // a browser without storage forgets the settings, nothing else
  }
  applySettings();
  changed();
}

// Where two people play apart: a page without a seat.
export const looksOn = () => Boolean(store.game?.apart) && store.game.seats.length === 0;

// The seats whose person has no page open.
export const absent = () =>
  store.game?.apart && store.present ? Object.keys(store.present).filter((seat) => !store.present[seat]) : [];

// Whether another game may take the place of this one: where two people play apart once it has ended.
export const isReplaceable = () => !store.game?.apart || (!looksOn() && Boolean(store.now?.over));

export function applySettings() {
  setLanguage(store.settings.language);
  document.documentElement.dataset.theme = store.settings.theme;
}

// The position on show: an earlier one while the replay is open or something is still moving.
export const shown = () => {
  if (store.past && store.ui.compare) return store.now;
  return store.scene?.state ?? store.past?.state ?? store.now;
};

// The line of the log up to which that position has come.
export const shownLine = () => store.past?.line ?? store.scene?.line ?? Infinity;
