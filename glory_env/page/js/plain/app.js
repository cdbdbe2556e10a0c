// The page of a game that brings none of its own: its drawing, the legal actions as buttons, a log.

import { button, byId, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { answer, connect, take } from "../link.js";
import { applySettings, changed, onChange, store, update } from "../store.js";

const LINK_WORDS = { lost: "page.lost", refused: "page.refused" };

take({
  state(message) {
    store.now = message;
    store.link = "open";
    store.busy = false;
    update({ notice: null });
  },
  error(message) {
    store.busy = false;
    update({ notice: { text: message.words } });
  },
});

const choice = ({ id, words }) =>
  button(words, () => answer({ type: "choose", id }), { "data-id": id, disabled: store.busy });

function draw() {
  const { now } = store;
  Object.assign(document.body.dataset, { link: store.link, seq: now?.seq ?? "", waiting: now?.waiting ?? "" });
  const text = store.link in LINK_WORDS ? t(LINK_WORDS[store.link]) : store.ui.notice?.text;
  byId("toast").hidden = !text;
  byId("toast").textContent = text ?? "";
  if (!now) return;
  document.title = now.title;
  byId("top").textContent = now.title;
  byId("board").textContent = now.drawing;
  byId("question").textContent = now.question;
  replace(byId("choices"), now.choices.map(choice));
  replace(byId("log"), now.log.map((line) => h("li", {}, line)).reverse());
}

applySettings();
onChange(draw);
connect();
changed();
