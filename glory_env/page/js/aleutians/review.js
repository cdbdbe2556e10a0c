// After a game: which own decisions were costly, and what would have been better.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { on, send } from "../link.js";
import { store } from "../store.js";
import { reviewProgress, startReview } from "../weighing.js";

let review = null; // the newest message about the game on the table

on("board", () => { review = null; });
on("state", ({ waiting }) => { if (waiting !== "nobody") review = null; });
on("review", (message) => { review = message; });

const tryAgain = (line) => send({ type: "again", line });

// The list and how far it has come; before that the button that begins it.
export function reviewView() {
  return h(
    "section",
    { class: "review", "data-review-done": review && !review.running ? review.done : undefined },
    h("h3", {}, t("review.title")),
    review ? [reviewProgress(review), found(review)] : [
      h("p", { class: "small soft" }, t("campaign.page.review_about")),
      button(t("review.start"), startReview, { class: "primary", "data-key": "review" }),
    ],
  );
}

function found({ costly, about }) {
  const how = about.map((words) => h("p", { class: "small soft" }, words));
  if (!costly.length) return how;
  return [
    h("p", { class: "small soft" }, t("campaign.page.review_costly")),
    costly.map(item),
    folded("how", t("campaign.page.hint_how"), how),
  ];
}

const open = new Set(); // parts of which more is shown

function folded(name, title, inner) {
  const key = `${store.now.name} ${name}`;
  return h(
    "details",
    {
      class: "small", open: open.has(key) || undefined,
      ontoggle: ({ target }) => (target.open ? open.add(key) : open.delete(key)),
    },
    h("summary", { "data-key": `review-${name}` }, title),
    inner,
  );
}

function item(one) {
  const [chosen, better, gain] = one.words;
  return h(
    "article",
    { class: `review-item ${one.actor}`, "data-review": one.line },
    h("p", { class: "small soft review-row" }, one.row),
    h("span", {}, chosen),
    h("b", {}, better),
    h("span", { class: "review-cost" }, one.cost),
    button(t("review.again"), () => tryAgain(one.line - 1), { class: "small", "data-key": `again-${one.line}` }),
    folded(`${one.line} ${one.options[0].id}`, t("campaign.page.review_figures"), [
      h("p", {}, gain),
      one.options.length > 2 && h("p", { class: "soft" }, t("review.others")),
      one.options.slice(2).map(({ words, outcome, won, points }) =>
        h("p", {}, t("campaign.page.review_other", { choice: words, outcome, share: Math.round(100 * won), points }))),
    ]),
  );
}
