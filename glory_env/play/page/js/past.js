// Looking back: the scrubber under the map, in a replay and whenever an earlier moment is shown.

import { button, h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { look, present, send } from "./net.js";
import { store } from "./store.js";
import { entryWords } from "./words.js";

let playing = null;

const lastLine = () => store.lines.at(-1)?.line ?? -1;
const isReplay = () => store.game?.mode === "replay";
const isWatch = () => store.game?.mode === "watch";
const current = () => store.wanted ?? store.past?.line ?? lastLine();

// The next line worth seeing in a direction.
export function step(by) {
  const lines = [-1, ...store.lines.filter(({ dull }) => !dull).map(({ line }) => line)];
  const k = lines.findLastIndex((line) => line <= current());
  go(lines[Math.min(lines.length - 1, Math.max(0, k + by))]);
}

export function go(line) {
  if (line >= lastLine() && !isReplay()) present();
  else look(line);
}

function stop() {
  clearInterval(playing);
  playing = null;
}

function toggle() {
  if (playing) stop();
  else {
    if (current() >= lastLine()) look(-1);
    playing = setInterval(() => {
      if (current() >= lastLine()) stop();
      else step(1);
    }, 900);
  }
}

export function drawPast(root, actions) {
  const show = store.game && (store.past || isReplay() || isWatch());
  root.hidden = !show;
  if (!show) {
    stop();
    return;
  }
  if (isWatch() && !store.past) {
    replace(root, watchBar());
    return;
  }
  const entry = store.lines.find(({ line }) => line === current());
  const words = entry
    ? `${t("turn", { turn: entry.turn })} · ${t(`phase_${entry.phase}`)} · ${t(entry.actor)}: ${entryWords(entry)}`
    : t("set_up");
  const input = h("input", {
    type: "range", min: -1, max: lastLine(), step: 1, value: current(), "data-key": "scrub",
    "aria-label": t("scrubber"), "aria-valuetext": words, oninput: () => look(Number(input.value)),
    vars: { share: `${(100 * (current() + 1)) / Math.max(1, lastLine() + 1)}%` },
  });
  input.value = current();
  replace(
    root,
    h("div", { class: "past-words" }, h("b", {}, t(isReplay() ? "replay" : "past")), " ", words),
    h(
      "div",
      { class: "past-row" },
      button("⏮", () => step(-1), { "aria-label": t("step_back"), "data-key": "back" }),
      button(playing ? "⏸" : "▶", () => { toggle(); actions.draw(); }, {
        "aria-label": t(playing ? "pause" : "play"), "data-key": "play",
      }),
      button("⏭", () => step(1), { "aria-label": t("step_on"), "data-key": "on" }),
      input,
      !isReplay() && button([t("to_present"), h("kbd", {}, "Esc")], present, { class: "primary", "data-key": "present" }),
    ),
  );
}

function watchBar() {
  return h(
    "div",
    { class: "past-row" },
    h("b", {}, t("watching")),
    button(`▶ ${t("play")}`, () => send({ type: "pace", playing: true, delay: 0.7 }), { "data-key": "watch-play" }),
    button(`▶▶ ${t("fast")}`, () => send({ type: "pace", playing: true, delay: 0.05 }), { "data-key": "watch-fast" }),
    button(`⏸ ${t("pause")}`, () => send({ type: "pace", playing: false, delay: 0.7 }), { "data-key": "watch-pause" }),
    button(`⏭ ${t("step_on")}`, () => send({ type: "pace", step: true }), { "data-key": "watch-step" }),
  );
}
