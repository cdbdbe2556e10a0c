// The keyboard: single letters for commands, arrows through choices, Escape one step back.

import { isOpen } from "./dialogs/dialog.js";
import { byId } from "./dom.js";
import { go, isReplay, step } from "./frame/past.js";
import { raiseSheet } from "./frame/sheet.js";
import { viewKeys } from "./map/view.js";
import { endMotion, isMoving } from "./motion/motion.js";
import { closeNotice, set, store, update } from "./store.js";
import { present } from "./net.js";

// The field of a dialog just closed keeps the focus until the next drawing.
const typing = (target) =>
  target instanceof HTMLInputElement && !["range", "checkbox", "radio"].includes(target.type) &&
  !target.closest("dialog:not([open])");

export function startKeys(actions) {
  const letters = {
    u: actions.undo,
    h: actions.hint,
    "?": () => actions.help(),
    m: () => byId("map").querySelector('[tabindex="0"]')?.focus(),
    c: focusChoices,
    n: actions.newGame,
    o: actions.load,
    s: actions.save,
    g: actions.guide,
    k: actions.keys,
    l: () => set({ language: store.settings.language === "ja" ? "en" : "ja" }),
    d: () => set({ theme: store.settings.theme === "dark" ? "light" : "dark" }),
    1: () => update({ tab: "decide" }),
    2: () => update({ tab: "log" }),
    3: () => update({ tab: "partner", whyLine: null }),
    4: () => update({ tab: "charts" }),
    ...viewKeys,
    "[": () => step(-1),
    "]": () => step(1),
    Escape: escape,
    Home: () => store.past && go(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (isOpen() || typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && event.target.matches?.('input[type="range"]')) {
      byId("view").querySelector('[data-key="send-offer"], [data-key="pay-part"]')?.click();
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (alongChoices(event)) event.preventDefault();
      return;
    }
    const act = letters[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    act();
  });
}

export function focusChoices() {
  update({ tab: "decide" });
  raiseSheet();
  requestAnimationFrame(() => {
    const view = byId("view");
    (view.querySelector(".groups .section:not(.batches) button, .payment button, .offer input") ?? view).focus();
  });
}

function escape() {
  const { ui } = store;
  if (isMoving()) endMotion();
  else if (ui.box) {
    update({ box: null, notice: null });
    byId("map").querySelector('[tabindex="0"]')?.focus();
  } else if (ui.group) update({ group: null });
  else if (store.past && !isReplay()) present();
  else closeNotice();
}

// Up and down through the buttons of the panel or of an open card.
function alongChoices(event) {
  const root = event.target.closest("#card, #view");
  if (!root || event.target instanceof HTMLInputElement) return false;
  const buttons = [...root.querySelectorAll("button:not(:disabled), input[type=range]")].filter(
    (element) => element.offsetParent !== null,
  );
  if (!buttons.length) return false;
  const at = buttons.indexOf(event.target);
  const by = event.key === "ArrowDown" ? 1 : -1;
  const next = at < 0 ? firstChoice(root, buttons) : buttons[(at + by + buttons.length) % buttons.length];
  next.focus();
  return true;
}

const firstChoice = (root, buttons) => root.querySelector(".groups .section:not(.batches) button, .payment button, .offer input") ?? buttons[0];
