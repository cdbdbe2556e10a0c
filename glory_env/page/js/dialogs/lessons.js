// The lessons: the list of them, and the card that says what to do next. The server says what has
// been done, so that the card follows undo and a saved lesson goes on where it was left.

import { close, open } from "./dialogs.js";
import { button, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { on, send } from "../net.js";
import { set, store, update } from "../store.js";

const LESSONS = ["pool", "talks", "battle"];
const WAR = { type: "new", seat: "navy", partner: "hayashi", scenario: "glory", seed: null, options: {} };
const MARKS = { done: "✓", other: "–", open: "·" };

const fileOf = (name) => `lesson-${name}`;
export const isLesson = (game) => LESSONS.some((name) => fileOf(name) === game.name);

const begin = (name) => {
  update({ left: null, tab: "decide" });
  send({ type: "lesson", name });
};
const beginWar = () => send(WAR);

on("lesson", ({ name, at }) => {
  const learnt = store.settings.learnt ?? [];
  if (at === null && !learnt.includes(name)) set({ learnt: [...learnt, name] });
});

// --- the list -----------------------------------------------------------------------------
export function lessons() {
  open("lessons", () => [
    t("page.guide"),
    h("p", { class: "soft" }, t("lesson.about")),
    h("div", { class: "saved" }, LESSONS.map(row), war()),
  ], { depends: () => JSON.stringify([store.hello?.saved, store.settings.learnt, store.game?.name]) });
}

function row(name, k) {
  const isDone = store.settings.learnt?.includes(name);
  const isHere = store.game?.name === fileOf(name);
  const isBegun = isHere || store.hello.saved.some((item) => item.name === fileOf(name) && !item.over);
  const goOn = () => {
    update({ left: null });
    if (!isHere) send({ type: "load", name: fileOf(name) });
    close();
  };
  return h(
    "div",
    { class: "saved-row", "data-lesson": name },
    h("div", { class: "saved-words" }, h("b", {}, `${k + 1}. ${t(`lesson.${name}.title`)}`),
      isDone && h("span", { class: "soft small" }, ` ${t("lesson.learnt")}`)),
    isBegun && button(t("page.go_on"), goOn, { class: "primary", "data-key": `lesson-on-${name}` }),
    button(t(isBegun ? "lesson.again" : "lesson.start"), () => { close(); begin(name); }, {
      class: isBegun || isDone ? "" : "primary", "data-key": `lesson-${name}`,
    }),
  );
}

function war() {
  return h(
    "div",
    { class: "saved-row" },
    h("div", { class: "saved-words" }, h("b", {}, t("lesson.war")), h("div", { class: "small soft" }, t("lesson.war_about"))),
    button(t("lesson.start"), () => { close(); beginWar(); }, { "data-key": "lesson-war" }),
  );
}

// --- the card -----------------------------------------------------------------------------
export function drawLesson(root) {
  const lesson = store.game.name === fileOf(store.lesson?.name) ? store.lesson : null;
  root.hidden = !lesson || store.ui.left === store.game.name;
  document.querySelectorAll(".guided").forEach((element) => element.classList.remove("guided"));
  if (root.hidden) return;
  const { target } = lesson;
  if (target) document.querySelector(`[data-guide="${target}"], #${target}`)?.classList.add("guided");
  replace(
    root,
    h(
      "div",
      { class: "coach-head" },
      h("h3", {}, lesson.title),
      h("span", { class: "soft small", "aria-hidden": "true" }, lesson.states.map((state) => MARKS[state]).join(" ")),
      button("×", () => update({ left: store.game.name }), {
        class: "quiet small", "aria-label": t("page.guide_end"), "data-key": "coach-end",
      }),
    ),
    h(
      "div",
      { class: "coach-text", "data-step": lesson.at ?? "over", role: "status" },
      lesson.said && h("p", { class: "soft" }, lesson.said),
      h("p", {}, lesson.words),
    ),
    h("div", { class: "actions" }, lesson.at === null ? further(lesson.name) : again(lesson.name)),
  );
}

const again = (name) =>
  button(t("lesson.again"), () => begin(name), { class: "quiet small", "data-key": "coach-again" });

function further(name) {
  const next = LESSONS[LESSONS.indexOf(name) + 1];
  return [
    next && button(t("lesson.next", { title: t(`lesson.${next}.title`) }), () => begin(next), {
      class: "primary small", "data-key": "coach-next",
    }),
    button(t("lesson.war"), beginWar, { class: next ? "small" : "primary small", "data-key": "coach-war" }),
  ];
}
