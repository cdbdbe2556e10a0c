// Where two people play apart: what they write to each other, and how long each has thought.

import { byId, button, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { on, send } from "../net.js";
import { absent, changed, store } from "../store.js";

const lines = [];
let since = 0; // when the clock of the last state came, milliseconds of this page
let root = null; // made once, so that what is being written stays

on("chat", (message) => {
  lines.push(...message.lines);
  changed();
});

on("state", () => {
  since = performance.now();
});

on("hello", () => {
  lines.length = 0; // they all come again
});

function write(event) {
  event.preventDefault();
  const field = byId("chat-words");
  const words = field.value.trim();
  if (words && send({ type: "chat", words })) field.value = "";
}

function make() {
  root = h(
    "details",
    { class: "chat", open: true },
    h("summary", {}, h("span", { id: "chat-title" }), h("span", { id: "chat-clock", class: "soft small" })),
    h("p", { id: "chat-absent", class: "small", role: "status" }),
    h("div", { id: "chat-lines", role: "log", "aria-live": "polite" }),
    h(
      "form",
      { onsubmit: write },
      h("input", { id: "chat-words", type: "text", maxlength: 500, autocomplete: "off", "data-key": "chat-words" }),
      button("", write, { id: "chat-send", "data-key": "chat-send" }),
    ),
  );
  byId("chat").replaceChildren(root);
}

const who = (seat) => (seat ? t(`service.${seat}`) : t("page.onlooker"));

function minutes(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function clockWords() {
  const clock = store.now?.clock;
  if (!clock) return "";
  return ["army", "navy"]
    .map((seat) => {
      const more = clock.runs === seat ? (performance.now() - since) / 1000 : 0;
      return `${who(seat)} ${minutes(clock.used[seat] + more)}`;
    })
    .join(" · ");
}

export function drawChat() {
  byId("chat").hidden = !store.game?.apart;
  if (!store.game?.apart) return;
  if (!root) make();
  byId("chat-title").textContent = t("page.chat");
  byId("chat-send").textContent = t("page.chat_send");
  byId("chat-words").setAttribute("aria-label", t("page.chat_words"));
  byId("chat-clock").textContent = clockWords();
  const away = absent().map((seat) => t("page.absent", { who: who(seat) })).join(" · ");
  if (byId("chat-absent").textContent !== away) byId("chat-absent").textContent = away;
  const list = byId("chat-lines");
  if (list.childElementCount !== lines.length || list.dataset.language !== store.game.language) {
    list.dataset.language = store.game.language;
    replace(list, lines.map(({ seat, words }) =>
      h("p", { class: seat ?? "" }, h("b", {}, `${who(seat)}: `), words)));
    list.scrollTop = list.scrollHeight;
  }
}

setInterval(() => {
  if (root && store.now?.clock?.runs) byId("chat-clock").textContent = clockWords();
}, 1000);
