// Looking back: the scrubber under the map, in a replay and whenever an earlier moment is shown.

import { download, linkTo } from "../dialogs/after.js";
import { button, h, replace, s, settle } from "../dom.js";
import { t } from "../i18n.js";
import { look, present, send } from "../net.js";
import { isOwn, tryAgain } from "../panel/review.js";
import { store, update } from "../store.js";

const ICONS = {
  back: "M12 3 L5 8 L12 13 Z M3 3 H5 V13 H3 Z",
  on: "M4 3 L11 8 L4 13 Z M11 3 H13 V13 H11 Z",
  play: "M4 2.5 L13 8 L4 13.5 Z",
  pause: "M4 3 H7 V13 H4 Z M9 3 H12 V13 H9 Z",
  fast: "M2 3 L8 8 L2 13 Z M8 3 L14 8 L8 13 Z",
};

const icon = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

let playing = null;

const lastLine = () => store.lines.at(-1)?.line ?? -1;
export const isReplay = () => store.game?.mode === "replay";
const isWatch = () => store.game?.mode === "watch";
const current = () => store.wanted ?? store.past?.line ?? lastLine();

// The lines worth seeing, the set-up first, and which of them a line belongs to.
const stops = () => [-1, ...store.lines.filter(({ dull }) => !dull).map(({ line }) => line)];
export const placeIn = (line) => stops().findLastIndex((stop) => stop <= line);

// The next of them in a direction.
export function step(by) {
  const lines = stops();
  go(lines[Math.min(lines.length - 1, Math.max(0, placeIn(current()) + by))]);
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
    settle(root, watchBar());
    return;
  }
  const entry = store.lines.find(({ line }) => line === current());
  const words = entry
    ? `${t("page.turn", { turn: entry.turn })} · ${t(`phase.${entry.phase}`)} · ${t(`service.${entry.actor}`)}: ${entry.words}`
    : t("page.set_up");
  const input = h("input", {
    type: "range", min: -1, max: lastLine(), step: 1, value: current(), "data-key": "scrub",
    "aria-label": t("page.scrubber"), "aria-valuetext": words, oninput: () => look(Number(input.value)),
    vars: { share: `${(100 * (current() + 1)) / Math.max(1, lastLine() + 1)}%` },
  });
  input.value = current();
  replace(
    root,
    h("div", { class: "past-words" }, h("b", {}, t(isReplay() ? "page.replay" : store.ui.compare ? "page.compare_now" : "page.past")), " ", words),
    h(
      "div",
      { class: "past-row" },
      button(icon("back"), () => step(-1), { "aria-label": t("page.step_back"), "data-key": "back" }),
      button(icon(playing ? "pause" : "play"), () => { toggle(); actions.draw(); }, {
        "aria-label": t(playing ? "page.pause" : "page.play"), "data-key": "play",
      }),
      button(icon("on"), () => step(1), { "aria-label": t("page.step_on"), "data-key": "on" }),
      input,
      !isReplay() && button(t("page.compare"), () => update({ compare: !store.ui.compare }), {
        "data-key": "compare", "aria-pressed": String(store.ui.compare), title: t("page.compare_about"),
      }),
      isOwn() && current() < lastLine() && button(t("review.again_short"), () => tryAgain(current()), {
        "data-key": "again-here", title: t("review.again"),
      }),
      h("a", { class: "button small", href: linkTo(current()), "data-key": "link", title: t("after.link_about") }, t("after.link")),
      download(store.game.name, t("after.file"), current()),
      !isReplay() && button([t("page.to_present"), h("kbd", {}, "Esc")], present, { class: "primary", "data-key": "present" }),
    ),
  );
}

const PACES = [["play", 0.7], ["fast", 0.05]];

function watchBar() {
  const { playing: runs, delay } = store.now.pace ?? {};
  return h(
    "div",
    { class: "past-row" },
    h("b", {}, t("page.watching")),
    PACES.map(([name, seconds]) =>
      button([icon(name), t(`page.pace_${name}`)], () => send({ type: "pace", playing: true, delay: seconds }), {
        "data-key": `watch-${name}`, "aria-pressed": String(Boolean(runs) && delay === seconds),
      }),
    ),
    button([icon("pause"), t("page.pause")], () => send({ type: "pace", playing: false, delay: delay ?? 0.7 }), {
      "data-key": "watch-pause", "aria-pressed": String(!runs),
    }),
    button([icon("on"), t("page.step_on")], () => send({ type: "pace", step: true }), { "data-key": "watch-step" }),
  );
}
