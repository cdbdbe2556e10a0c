// After a game: which own decisions were costly, and what would have been better.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { look, on, send } from "../net.js";
import { store } from "../store.js";
import { reviewProgress, startReview } from "../weighing.js";

let review = null; // the newest message about the game on the table
let of = null; // name of that game

on("review", (message) => { review = message; });
on("game", ({ name }) => {
  if (name !== of) review = null;
  of = name;
});
on("state", ({ over }) => { if (!over) review = null; });

export const isOwn = () => Object.values(store.game?.players ?? {}).includes("person");
export { startReview };
export const tryAgain = (line) => send({ type: "again", line });

// The list and how far it has come; before that the button that begins it.
export function reviewPanel() {
  if (!store.now?.over || !isOwn()) return null;
  return h(
    "section",
    { class: "review", "data-review-done": review && !review.running ? String(review.done) : undefined },
    h("h3", {}, t("review.title")),
    review ? [reviewProgress(review), habits(review), review.about.map((words) => h("p", { class: "small soft" }, words)), review.costly.map(item)] : [
      h("p", { class: "small soft" }, t("review.start_about")),
      button(t("review.start"), startReview, { class: "primary", "data-key": "review" }),
    ],
  );
}

// What the game would have come to with one habit changed; each can be tried at once.
function habits({ habits: found }) {
  if (!found.length) return null;
  return h(
    "div",
    { class: "habits" },
    h("h4", {}, t("habit.title")),
    h("p", { class: "small soft" }, t("habit.about", { n: found[0].games })),
    found.map(({ habit, words }) => h(
      "article",
      { class: "review-item", "data-habit": habit },
      h("b", {}, words),
      button(t("habit.try"), () => tryAgain(-1), { class: "small", "data-key": `try-${habit}` }),
    )),
  );
}

function item({ line, turn, phase, actor, words, options }) {
  const isHere = store.past?.line === line - 1;
  const [chosen, better, gain] = words;
  return h(
    "article",
    { class: isHere ? "review-item here" : "review-item", "data-review": line },
    h(
      "button",
      {
        type: "button", class: `review-look ${actor}`, "data-key": `review-${line}`, title: t("page.look_here"),
        "aria-current": isHere ? "true" : undefined, onclick: () => look(line - 1),
      },
      h("span", { class: "small soft" }, `${t("page.turn", { turn })} · ${t(`phase.${phase}`)}`),
      h("span", {}, chosen),
      h("b", {}, better),
      h("span", { class: "small" }, gain),
    ),
    options.length > 2 && h(
      "details",
      { class: "small" },
      h("summary", {}, t("review.others")),
      options.slice(2).map(({ words: other, completion, gp }) =>
        h("p", {}, t("review.other", { choice: other, share: Math.round(100 * completion), gp }))),
    ),
    button(t("review.again"), () => tryAgain(line - 1), { class: "small", "data-key": `again-${line}` }),
  );
}

