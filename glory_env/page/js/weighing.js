// A review as both games show it: how far it has come, with the buttons that stop it and go on.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";
import { send } from "./link.js";

export const startReview = () => send({ type: "review" });

export function reviewProgress({ done, of: steps, running }) {
  if (done >= steps) return null;
  return h(
    "div",
    { class: "review-progress" },
    h("progress", { max: steps, value: done, "aria-label": t("review.progress", { done, of: steps }) }),
    h("span", { class: "small soft" }, t("review.progress", { done, of: steps })),
    running
      ? button(t("review.stop"), () => send({ type: "review", stop: true }), { class: "small", "data-key": "review-stop" })
      : button(t("review.go_on"), startReview, { class: "small", "data-key": "review" }),
  );
}
