// The one dialog of a page, the same for all games: opened, drawn again, closed.

import { button, byId, h } from "../dom.js";
import { language, t } from "../i18n.js";

const root = () => byId("dialog");
let redraw = null;
let after = null;
let shows = null; // tells in a text what the dialog depends on, besides the language
let drawn = "";

// Opens the dialog; `build` makes its content and is called again when the language or what
// `depends` tells has changed.
export function open(name, build, { closed, depends } = {}) {
  redraw = build;
  after = closed ?? null;
  shows = () => `${language()} ${depends?.() ?? ""}`;
  drawn = shows();
  draw(name);
  if (!root().open) root().showModal();
  root().querySelector("[autofocus], input, select, button.primary")?.focus({ preventScroll: true });
  root().scrollTop = 0; // the browser has scrolled to what it has given the focus
}

function draw(name) {
  root().dataset.name = name;
  const [title, ...content] = redraw();
  root().setAttribute("aria-label", title);
  root().replaceChildren(
    h(
      "div",
      { class: "dialog-head" },
      h("h2", {}, title),
      button("×", close, { class: "quiet", "aria-label": t("page.close"), "data-key": "dialog-close" }),
    ),
    h("div", { class: "dialog-body" }, content),
  );
}

export function close() {
  if (!root().open) return;
  root().close();
  closed();
}

// The event comes later than the closing, Escape's too: by then another dialog may be open.
function closed() {
  if (root().open) return;
  const call = after;
  redraw = null;
  after = null;
  shows = null;
  call?.();
}

export const isOpen = () => root().open;

export function startDialogs() {
  root().addEventListener("close", closed);
  root().addEventListener("click", (event) => {
    if (event.target === root()) close();
  });
}

// What is on the page may change while a dialog is open: what a person has done in it stays.
export function redrawDialog() {
  if (!root().open || !redraw || drawn === shows()) return;
  drawn = shows();
  const restore = kept();
  draw(root().dataset.name);
  restore();
}

const CONTROLS = "input, select, textarea, button, summary";

// Takes down what has been entered, opened and focused; what comes back puts it into the new elements.
function kept() {
  const all = (selector) => [...root().querySelectorAll(selector)];
  const entered = all("input, select, textarea").map(({ type, value, checked }) => ({ type, value, checked }));
  const opened = all("details").map(({ open: isOpened }) => isOpened);
  const at = all(CONTROLS).indexOf(document.activeElement);
  const { key } = document.activeElement?.dataset ?? {};
  const { selectionStart, selectionEnd } = document.activeElement ?? {};
  const top = root().scrollTop;
  return () => {
    const fields = all("input, select, textarea");
    const isSame = fields.length === entered.length && fields.every(({ type }, k) => type === entered[k].type);
    fields.forEach((field, k) => {
      if (!isSame) return;
      if (["checkbox", "radio"].includes(field.type)) field.checked = entered[k].checked;
      else field.value = entered[k].value;
    });
    all("details").forEach((element, k) => { element.open = opened[k] ?? false; });
    const same = (key && root().querySelector(`[data-key="${CSS.escape(key)}"]`)) || all(CONTROLS)[at];
    same?.focus({ preventScroll: true });
    if (selectionStart !== undefined && selectionStart !== null) same?.setSelectionRange?.(selectionStart, selectionEnd);
    root().scrollTop = top;
  };
}
