// On a narrow screen the panel is a sheet over the map: low, half or full, by its handle. The same
// conditions stand in css/phone.css and css/sideways.css.

import { button, clamp, settle } from "../dom.js";
import { t } from "../i18n.js";
import { store, update } from "../store.js";

const narrow = matchMedia("(max-width: 599.9px), (max-width: 820px) and (min-height: 500.1px)");
const sideways = matchMedia("(min-width: 600px) and (max-height: 500px)");
const STEPS = ["low", "half", "full"];

const isNarrow = () => narrow.matches;
// There is no room for the tracks below the map.
export const isSmall = () => narrow.matches || sideways.matches;

export function setSheet(sheet) {
  if (store.ui.sheet !== sheet) update({ sheet });
}

function by(step) {
  setSheet(STEPS[clamp(STEPS.indexOf(store.ui.sheet) + step, 0, STEPS.length - 1)]);
}

let from = null; // where a drag has begun

function press() {
  if (!from || from.high === null) setSheet(STEPS[(STEPS.indexOf(store.ui.sheet) + 1) % STEPS.length]);
}

export function drawSheet(root) {
  document.body.dataset.sheet = store.ui.sheet;
  settle(root, button("", null, {
    class: "sheet-handle", "aria-label": t(`page.sheet_${store.ui.sheet}`), "data-key": "sheet", "aria-controls": "view",
    "aria-expanded": String(store.ui.sheet !== "low"),
  }));
}

// A press goes on to the next height, a drag to the nearest one.
export function startSheet(root, panel, changed) {
  for (const condition of [narrow, sideways]) condition.addEventListener("change", changed);
  root.addEventListener("pointerdown", (event) => {
    from = { y: event.clientY, start: panel.offsetHeight, high: null };
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", ({ clientY }) => {
    if (!from || (from.high === null && Math.abs(clientY - from.y) < 6)) return;
    from.high = clamp(from.start + from.y - clientY, 60, innerHeight - 40);
    Object.assign(panel.style, { height: `${from.high}px`, transition: "none" });
  });
  for (const name of ["pointerup", "pointercancel"]) {
    root.addEventListener(name, () => {
      if (from && from.high !== null) setSheet(nearest(from.high));
      Object.assign(panel.style, { height: "", transition: "" });
      setTimeout(() => { from = null; }); // after the click that a drag ends with
    });
  }
  root.addEventListener("click", press); // the capture sends it here
  root.addEventListener("keydown", (event) => {
    const act = { ArrowUp: () => by(1), ArrowDown: () => by(-1) }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
}

function nearest(high) {
  const share = high / innerHeight;
  return share < 0.36 ? "low" : share < 0.72 ? "half" : "full";
}

// A box is looked at: the sheet makes room for it.
export function lowerSheet() {
  if (isNarrow()) setSheet("low");
}

// The choices are asked for: the sheet comes up.
export function raiseSheet() {
  if (isNarrow() && store.ui.sheet === "low") setSheet("half");
}
