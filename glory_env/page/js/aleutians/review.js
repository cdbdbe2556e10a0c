// After a game: which own decisions were costly, and what would have been better.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { on } from "../link.js";
import { store } from "../store.js";
import { reviewProgress, startReview } from "../weighing.js";

let review = null; // the newest message about the game on the table

on("board", () => { review = null; });
on("state", ({ waiting }) => { if (waiting !== "nobody") review = null; });
on("review", (message) => { review = message; });

// The list and how far it has come; before that the button that begins it.
export function reviewView() {
  return h(
    "section",
    { class: "review", "data-review-done": review && !review.running ? review.done : undefined },
    h("h3", {}, t("review.title")),
    review ? [reviewProgress(review), review.costly.map(item), review.about.map((words) => h("p", { class: "small soft" }, words))] : [
      h("p", { class: "small soft" }, t("campaign.page.review_about")),
      button(t("review.start"), startReview, { class: "primary", "data-key": "review" }),
    ],
  );
}

const open = new Set(); // decisions about which more is shown

function item(one) {
  const [chosen, better, gain] = one.words;
  const key = `${store.now.name} ${one.line} ${one.options[0].id}`;
  return h(
    "article",
    { class: `review-item ${one.actor}`, "data-review": one.line },
    h("span", {}, chosen),
    h("b", {}, better),
    h("span", { class: "small" }, gain),
    h(
      "details",
      {
        class: "small", open: open.has(key) || undefined,
        ontoggle: ({ target }) => (target.open ? open.add(key) : open.delete(key)),
      },
      h("summary", { "data-key": `review-${one.line}-${one.options[0].id}` }, t("campaign.page.review_which")),
      h("p", { class: "review-row" }, one.row),
      one.options.length > 2 && h("p", { class: "soft" }, t("review.others")),
      one.options.slice(2).map(({ words, outcome, won, points }) =>
        h("p", {}, t("campaign.page.review_other", { choice: words, outcome, share: Math.round(100 * won), points }))),
    ),
  );
}
