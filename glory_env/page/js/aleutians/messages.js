// This game's messages: what comes from the server goes into the store.

import { take } from "../link.js";
import { store, update } from "../store.js";
import { prepare } from "./model.js";

take({
  hello(message) {
    store.hello = message;
  },
  board(message) {
    store.game = prepare(message);
    store.now = null;
  },
  log({ from, entries }) {
    store.lines = [...store.lines.slice(0, from), ...entries];
  },
  state(message) {
    const moved = store.now?.seq !== message.seq || store.now?.seat !== message.seat;
    store.now = message;
    store.link = "open";
    store.busy = false;
    if (!moved) return;
    store.hinting = false;
    update({ area: null, only: false, change: false, step: null, wholeNews: false, planLine: null, notice: null, hint: null });
  },
  hint(message) {
    if (message.seq !== store.now?.seq) return;
    store.hinting = message.more; // it is still being refined
    update({ hint: message });
  },
  error(message) {
    store.busy = false;
    if (message.about === "hint") store.hinting = false;
    update({ notice: { text: message.words } });
  },
});
