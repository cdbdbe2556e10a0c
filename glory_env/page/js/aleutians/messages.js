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
    if (moved) update({ area: null, only: false, step: 0, notice: null });
  },
  error(message) {
    store.busy = false;
    update({ notice: { text: message.words } });
  },
});
