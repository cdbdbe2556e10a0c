// Glory's messages: what comes from the server goes into the store, what the page asks for leaves.

import { answer, connect, on, send, take } from "./link.js";
import { prepare } from "./model.js";
import { changed, store, update } from "./store.js";

export { answer, connect, on, send };

let asked = null; // the line of the moment that was asked for and has not come yet

take({
  hello(message) {
    store.hello = message;
  },
  game(message) {
    asked = null; // also after the connection was lost
    const again = store.now && store.game?.name === message.name && store.game.language !== message.language;
    store.game = prepare(message);
    if (again) {
      update({ hint: null, notice: null });
      if (store.past) look(store.past.line);
      return; // the same position, in another language
    }
    store.now = null; // the old position belongs to the old board; the new one follows
    store.past = null;
    store.wanted = null;
    store.ui.compare = false;
    store.ui.whyLine = null;
  },
  log(message) {
    store.lines = [...store.lines.slice(0, message.from), ...message.entries];
  },
  state(message) {
    const moved = store.now?.seq !== message.seq;
    store.now = { ...message, language: store.game.language }; // the game came before it, in a message of its own
    store.link = "open"; // not before: until then nothing on the page can be answered
    store.busy = false;
    if (moved) store.hinting = false;
    if (moved) update({ group: null, box: null, split: null, lines: null, allLines: false, amount: null, hint: null, notice: null });
    if (message.notice) update({ notice: { text: message.notice.words, kind: "notice" } });
  },
  saved(message) {
    store.hello.saved = message.saved;
  },
  present(message) {
    store.present = message.seats;
  },
  lesson(message) {
    store.lesson = message;
  },
  data(message) {
    store.data = message;
  },
  hint(message) {
    store.hinting = message.more && message.seq === store.now?.seq; // it is still being refined
    if (message.seq === store.now?.seq) store.ui.hint = message;
  },
  moment(message) {
    came(message.line);
    if (store.wanted !== message.line) return;
    const { line, state } = store.past ?? { line: store.lines.at(-1)?.line ?? -1, state: store.now };
    store.past = { line: message.line, state: message.state, from: { line, state } };
  },
  sure() {
    store.busy = false;
  },
  reason(message) {
    update({ notice: { text: message.words, kind: "reason" } });
  },
  error(message) {
    store.busy = false;
    if (message.about === "look") came(asked);
    if (message.about === "hint") store.hinting = false;
    update({ notice: { text: message.words, kind: "error" } });
  },
});

// --- what the page asks for ---------------------------------------------------------------
export const whyNot = (subject) => send({ type: "why_not", ...subject });

// One moment at a time: while its answer is awaited, only the last one that is wanted is kept.
export function look(line) {
  store.wanted = line;
  store.ui.compare = false;
  if (asked === null && send({ type: "look", line })) asked = line;
}

function came(line) {
  asked = null;
  if (store.wanted !== null && store.wanted !== line) look(store.wanted); // it has moved on meanwhile
}

export function present() {
  store.wanted = null;
  store.past = null;
  store.ui.compare = false;
  changed();
}
