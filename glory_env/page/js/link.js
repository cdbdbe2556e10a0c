// The connection to the server: one WebSocket, opened again when it is lost. The same for all games.

import { language } from "./i18n.js";
import { changed, onChange, store } from "./store.js";

const SOON = 150; // milliseconds; buttons are greyed only where an answer takes longer
// What the server closes with where the token is missing or wrong, and where the word of a seat is none of this game.
const REFUSED = { 4403: "refused", 4404: "stranger" };
let socket = null;
let wait = 300;
let spoken = null; // the language the server speaks to this page
const takers = {}; // what is done with a message, by its type
const waiters = [];

export function connect() {
  const own = new URLSearchParams(location.search); // the token of the server, the word of a seat
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  spoken = language();
  const query = new URLSearchParams({ language: spoken });
  for (const name of ["token", "seat", "participant", "condition"]) if (own.has(name)) query.set(name, own.get(name));
  socket = new WebSocket(`${scheme}://${location.host}/ws?${query}`);
  socket.addEventListener("open", () => {
    wait = 300;
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", ({ code }) => {
    store.link = REFUSED[code] ?? "lost";
    store.busy = false;
    store.hinting = false; // its answer will not come any more
    changed();
    if (code in REFUSED) return; // it would be refused again
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
  store.unfinished = null; // who plays this game is not asked about another one
  store.busy = true;
  document.body.dataset.busy = true;
  setTimeout(() => store.busy && changed(), SOON);
  return true;
}

// Calls back with every message of a type.
export function on(type, listener) {
  waiters.push({ type, listener });
}

// Sets what is done with messages, by type, before those who wait for them are called.
export function take(handlers) {
  Object.assign(takers, handlers);
}

function receive(message) {
  takers[message.type]?.(message);
  for (const { type, listener } of waiters) if (type === message.type) listener(message);
  changed();
}
