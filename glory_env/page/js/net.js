// The connection to the server: one WebSocket, opened again when it is lost.

import { prepare } from "./model.js";
import { language } from "./i18n.js";
import { changed, onChange, store, update } from "./store.js";

const REFUSED = 4403; // what the server closes with where the token is missing or wrong
let socket = null;
let wait = 300;
let spoken = null; // the language the server speaks to this page
const waiters = [];

export function connect() {
  const own = new URLSearchParams(location.search); // the token of the server, the word of a seat
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  spoken = language();
  const query = new URLSearchParams({ language: spoken });
  for (const name of ["token", "seat"]) if (own.has(name)) query.set(name, own.get(name));
  socket = new WebSocket(`${scheme}://${location.host}/ws?${query}`);
  socket.addEventListener("open", () => {
    wait = 300;
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", ({ code }) => {
    store.link = code === REFUSED ? "refused" : "lost";
    store.busy = false;
    store.hinting = false; // its answer will not come any more
    changed();
    if (code === REFUSED) return; // it would be refused again
    setTimeout(connect, wait);
    wait = Math.min(5000, wait * 1.7);
  });
}

export function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

onChange(() => {
  if (spoken === null || spoken === language() || !send({ type: "language", language: language() })) return;
  spoken = language();
});

// A message that answers the position on show; a second click before the answer is not sent.
export function answer(message) {
  if (store.busy || !store.now) return false;
  if (!send({ ...message, seq: store.now.seq })) return false;
  store.busy = true;
  changed();
  return true;
}

// Calls back with every message of a type.
export function on(type, listener) {
  waiters.push({ type, listener });
}

const takers = {
  hello(message) {
    store.hello = message;
  },
  game(message) {
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
    store.now = message;
    store.link = "open"; // not before: until then nothing on the page can be answered
    store.busy = false;
    if (moved) store.hinting = false;
    if (moved) update({ group: null, box: null, split: null, amount: null, hint: null, notice: null });
    if (message.notice) update({ notice: { text: message.notice.words, kind: "notice" } });
  },
  saved(message) {
    store.hello.saved = message.saved;
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
    if (message.about === "hint") store.hinting = false;
    update({ notice: { text: message.words, kind: "error" } });
  },
};

function receive(message) {
  takers[message.type]?.(message);
  for (const { type, listener } of waiters) if (type === message.type) listener(message);
  changed();
}

// --- what the page asks for ---------------------------------------------------------------
export const whyNot = (subject) => send({ type: "why_not", ...subject });

export function look(line) {
  store.wanted = line;
  store.ui.compare = false;
  send({ type: "look", line });
}

export function present() {
  store.wanted = null;
  store.past = null;
  store.ui.compare = false;
  changed();
}
