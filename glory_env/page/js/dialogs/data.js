// Finished games that a person lets be kept: the question, the setting in the menu, the rating.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { send } from "../net.js";
import { store } from "../store.js";

const RATINGS = [1, 2, 3, 4, 5];
const answer = (keep) => send({ type: "consent", keep });
const about = () => t("data.about", { folder: store.data.folder });
const isOwnGame = () => Object.values(store.game.players).filter((name) => name === "person").length === 1;

// At the end of a game: the question, as long as it has not been answered; then the rating.
export function keptGame() {
  const { data, game } = store;
  if (!data || game.mode === "replay" || !isOwnGame()) return null;
  if (data.consent === null) return question();
  if (data.problem) return h("p", { class: "small", role: "alert" }, data.problem);
  return data.game && rating(data);
}

function question() {
  return h(
    "section",
    { class: "keep-game", "aria-label": t("data.title"), "data-key": "consent" },
    h("h3", {}, t("data.title")),
    h("p", { class: "small" }, about()),
    h(
      "div",
      { class: "actions" },
      button(t("data.no"), () => answer(false), { "data-key": "consent-no" }),
      button(t("data.yes"), () => answer(true), { "data-key": "consent-yes" }),
    ),
  );
}

function rating({ game, rating: given }) {
  return h(
    "section",
    { class: "keep-game", "aria-label": t("data.rate"), "data-kept": game },
    h("h3", {}, t("data.rate")),
    h(
      "div",
      { class: "actions", role: "group", "aria-label": t("data.rate_scale") },
      RATINGS.map((value) =>
        button(value, () => send({ type: "rate", rating: value }), {
          "data-key": `rate-${value}`, "aria-pressed": String(value === given), class: value === given ? "primary" : "",
        })),
      h("span", { class: "small soft" }, t("data.rate_scale")),
    ),
    h("p", { class: "small soft" }, t("data.kept", { game })),
  );
}

// In the menu the answer can be changed at any time.
export function consentSetting() {
  if (!store.data) return null;
  return h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox", checked: store.data.consent === true, "data-key": "consent-setting",
      onchange: (event) => answer(event.target.checked),
    }),
    h("span", {}, t("data.setting"), h("span", { class: "small soft" }, ` ${about()}`)),
  );
}
