// The lessons: the list of them, and the card that says what to do next. The server says what has
// been done, so that the card follows undo and a saved lesson goes on where it was left.

import { close, open } from "./dialog.js";
import { button, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { on, send } from "../net.js";
import { set, store, update } from "../store.js";

const LESSONS = ["pool", "talks", "battle", "end"];
const COACHED = "coached";
const WAR = { type: "new", seat: "navy", partner: "hayashi", scenario: "glory", seed: null, options: {} };
const MARKS = { done: "✓", other: "–", open: "·" };

const fileOf = (name) => `lesson-${name}`;
export const isLesson = (game) => LESSONS.some((name) => fileOf(name) === game.name);

const isCoached = (game) => game?.name.startsWith(`${COACHED}-`);

const begin = (name, seat = "navy") => {
  update({ left: null, tab: "decide" });
  send({ type: "lesson", name, seat });
};

export const beginCoached = (seat) => begin(COACHED, seat);

// A first whole game, with a coach in its first turns: a button for each seat.
const coachedButtons = (words, props) =>
  ["navy", "army"].map((seat) =>
    button(words(t(`service.${seat}`)), () => { close(); beginCoached(seat); }, { ...props, "data-key": `coached-${seat}` }));
const beginWar = () => send(WAR);

on("lesson", ({ name, at }) => {
  const learnt = store.settings.learnt ?? [];
  if (at === null && name !== COACHED && !learnt.includes(name)) set({ learnt: [...learnt, name] });
});

// --- the list -----------------------------------------------------------------------------
export function lessons() {
  open("lessons", () => [
    t("page.guide"),
    h("p", { class: "soft" }, t("lesson.about")),
    h("div", { class: "saved" }, LESSONS.map(row), coached(), war()),
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

function coached() {
  return h(
    "div",
    { class: "saved-row" },
    h("div", { class: "saved-words" }, h("b", {}, t("lesson.coached.title")), h("div", { class: "small soft" }, t("lesson.coached.about"))),
    store.ui.left && isCoached(store.game) && button(t("page.go_on"), () => { update({ left: null }); close(); }, { class: "primary", "data-key": "coached-on" }),
    coachedButtons((who) => who),
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
const isOfGame = (lesson) =>
  lesson && (lesson.name === COACHED ? isCoached(store.game) : store.game.name === fileOf(lesson.name));

export function drawLesson(root) {
  const lesson = isOfGame(store.lesson) && store.lesson.words ? store.lesson : null;
  root.hidden = !lesson || store.past !== null || store.ui.left === store.game.name;
  document.querySelectorAll(".guided").forEach((element) => element.classList.remove("guided"));
  if (root.hidden) return;
  root.setAttribute("aria-label", lesson.title);
  root.dataset.over = lesson.at === null;
  const { target } = lesson;
  if (target) document.querySelector(`[data-guide="${target}"], #${target}`)?.classList.add("guided");
  replace(
    root,
    h(
      "div",
      { class: "coach-head" },
      h("h3", {}, lesson.title),
      h("span", { class: "soft small", "aria-hidden": "true" }, lesson.states.map((state) => MARKS[state]).join(" ")),
      lesson.at !== null && lesson.name !== COACHED && again(lesson.name),
      button("×", () => update({ left: store.game.name }), {
        class: "quiet small", "aria-label": t("page.guide_end"), "data-key": "coach-end",
      }),
    ),
    h(
      "div",
      { class: "coach-text", "data-step": lesson.at ?? "over", role: "status" },
      lesson.said && h("p", { class: "soft" }, lesson.said),
      h("p", {}, lesson.words),
      lesson.question && h("p", { class: "coach-question" }, lesson.question),
    ),
    lesson.at === null && lesson.name !== COACHED && h("div", { class: "actions" }, further(lesson.name)),
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
    !next && coachedButtons((who) => t("lesson.coached.start", { who }), { class: "primary small" }),
    button(t("lesson.war"), beginWar, { class: "small", "data-key": "coach-war" }),
  ];
}
