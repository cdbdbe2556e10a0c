// A review as both games show it: how far it has come, with the buttons that stop it and go on.

import { button, h, patch } from "./dom.js";
import { t } from "./i18n.js";
import { send } from "./link.js";

export const startReview = () => send({ type: "review" });
const stopReview = () => send({ type: "review", stop: true });

// One element for good, so that its button stays under the pointer however often it is drawn.
const bar = h("div", { class: "review-progress" });

export function reviewProgress({ done, of: steps, running }) {
  if (done >= steps) return null;
  patch(
    bar,
    h("progress", { max: steps, value: done, "aria-label": t("review.progress", { done, of: steps }) }),
    h("span", { class: "small soft" }, t("review.progress", { done, of: steps })),
    running
      ? button(t("review.stop"), stopReview, { class: "small", "data-key": "review-stop" })
      : button(t("review.go_on"), startReview, { class: "small", "data-key": "review" }),
  );
  return bar;
}
