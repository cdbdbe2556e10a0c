// The small dialogs: menu, confirmation, keys, rules help.

import { consentSetting } from "./data.js";
import { close, open } from "./dialog.js";
import { button, h } from "../dom.js";
import { t, texts } from "../i18n.js";
import { oddsTable } from "../panel/dice.js";
import { isReplaceable, looksOn, store, set } from "../store.js";

// --- confirmation before dice -------------------------------------------------------------
export function confirmDice(state, choice, yes) {
  open("confirm", () => [
    t("page.confirm_title"),
    h("p", { class: "confirm-what" }, choice.full ?? choice.label),
    h("p", { class: "soft" }, choice.more?.join(" · ") || state.about),
    choice.odds && oddsTable(choice.odds),
    h("p", {}, t("page.dice_confirm")),
    h(
      "div",
      { class: "actions" },
      button(t("page.cancel"), close, { "data-key": "confirm-no" }),
      button([t("page.roll"), h("kbd", {}, "↵")], () => { close(); yes(); }, {
        class: "primary", autofocus: true, "data-key": "confirm-yes",
      }),
    ),
    h(
      "label",
      { class: "check small" },
      h("input", {
        type: "checkbox", checked: !store.settings.confirm,
        onchange: (event) => set({ confirm: !event.target.checked }),
      }),
      t("page.confirm_never"),
    ),
  ]);
}

// --- before a decision that lets the pool fall too far -------------------------------------
export function askAgain(words, yes) {
  open("sure", () => [
    t("page.sure_title"),
    h("p", { class: "confirm-what" }, words),
    h(
      "div",
      { class: "actions" },
      button(t("page.cancel"), close, { autofocus: true, "data-key": "sure-no" }),
      button(t("page.go_on"), () => { close(); yes(); }, { class: "primary", "data-key": "sure-yes" }),
    ),
    h(
      "label",
      { class: "check small" },
      h("input", {
        type: "checkbox", "data-key": "sure-never", checked: store.calm === store.game.name,
        onchange: (event) => { store.calm = event.target.checked ? store.game.name : null; },
      }),
      t("page.sure_never"),
    ),
  ]);
}

// --- the first visit ----------------------------------------------------------------------
export function welcome(actions) {
  const { apart, seats } = store.game;
  const own = apart && t(looksOn() ? "page.welcome_onlooker" : "page.welcome_apart", { who: t(`service.${seats[0] ?? "army"}`) });
  open("welcome", () => [
    t("page.welcome"),
    h("p", {}, t("page.welcome_about")),
    own && h("p", { "data-key": "welcome-own" }, own),
    h(
      "div",
      { class: "menu-grid" },
      !apart && button(t("page.guide"), () => { close(); actions.guide(); }, { class: "primary", autofocus: true, "data-key": "welcome-guide" }),
      !apart && ["navy", "army"].map((seat) =>
        button(t("lesson.coached.start", { who: t(`service.${seat}`) }), () => { close(); actions.coached(seat); }, {
          "data-key": `welcome-coached-${seat}`,
        })),
      button(t(looksOn() ? "page.welcome_look" : "page.welcome_play"), close, { class: apart ? "primary" : "", "data-key": "welcome-play" }),
      button(t("page.help"), () => { close(); actions.help("aim"); }, { "data-key": "welcome-help" }),
      button(t("page.language"), () => set({ language: store.settings.language === "ja" ? "en" : "ja" }), {
        "data-key": "welcome-language", title: t("page.language_long"),
      }),
    ),
  ], { closed: () => set({ welcomed: true }) });
}

// --- menu ---------------------------------------------------------------------------------
export function menu(actions) {
  open("menu", () => [
    t("page.menu"),
    h(
      "div",
      { class: "menu-grid" },
      [
        isReplaceable() && ["page.new_game", actions.newGame, "N"],
        isReplaceable() && ["page.load", actions.load, "O"],
        !looksOn() && ["page.save", actions.save, "S"],
        isReplaceable() && ["page.guide", actions.guide, "G"],
        ["page.help", () => actions.help(), "?"],
        ["page.keys", actions.keys, "K"],
      ].filter(Boolean).map(([key, act, letter]) =>
        button([t(key), h("kbd", {}, letter)], () => { close(); act(); }, { "data-key": key.replace("page.", "menu-") }),
      ),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox", checked: store.settings.flavour,
        onchange: (event) => set({ flavour: event.target.checked }),
      }),
      t("page.flavour_long"),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox", checked: store.settings.confirm,
        onchange: (event) => set({ confirm: event.target.checked }),
      }),
      t("page.confirm_always"),
    ),
    motionSettings(),
    !store.game?.apart && consentSetting(),
    gameFacts(),
  ], { depends: () => `${store.game?.name} ${store.data?.consent} ${isReplaceable()}` });
}

function motionSettings() {
  const { motion, sound } = store.settings;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return [
    h(
      "label",
      { class: "check" },
      t("page.motion"),
      h(
        "select",
        { "data-key": "select-motion", disabled: reduced, onchange: ({ target }) => set({ motion: target.value }) },
        ["off", "normal", "fast"].map((pace) =>
          h("option", { value: pace, selected: pace === (reduced ? "off" : motion) }, t(`page.motion_${pace}`))),
      ),
      reduced && h("span", { class: "small soft" }, t("page.motion_reduced")),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox", checked: sound, "data-key": "check-sound", onchange: ({ target }) => set({ sound: target.checked }),
      }),
      t("page.sound"),
    ),
  ];
}

function gameFacts() {
  const { game } = store;
  if (!game) return null;
  const rows = [
    [t("page.game_name"), game.name],
    [t("page.game_scenario"), game.scenario],
    [t("page.game_seed"), game.seed ?? store.state?.over?.seed],
    ...["army", "navy"].map((who) => [t(`service.${who}`), game.players[who] === "person" ? t("page.you") : game.players[who]]),
    [t("page.handicap"), `${game.handicap.words}: ${game.handicap.about}`],
    [t("page.option_deadlock"), t(`option.deadlock.${game.options.deadlock}`)],
  ];
  return h(
    "dl",
    { class: "facts" },
    rows.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => [
      h("dt", {}, name), h("dd", {}, value),
    ]),
  );
}

// --- keys and rules help ------------------------------------------------------------------
export function keysHelp() {
  const rows = [
    ["Tab", "tab"], ["↑ ↓ ← →", "arrows"], ["↵", "enter"], ["Esc", "escape"], ["M", "map"],
    ["C", "choices"], ["U", "undo"], ["H", "hint"], ["1 – 4", "tabs"], ["[ ]", "steps"], ["+ − 0", "zoom"], ["⇧ ↑ ↓ ← →", "pan"],
    ["N O S G", "menu"], ["?", "help"], ["L", "language"], ["D", "dark"],
  ];
  open("keys", () => [
    t("page.keys"),
    h("dl", { class: "facts keys" }, rows.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`page.key_${words}`))])),
  ]);
}

export function rulesHelp(phase) {
  let shown = phase in texts("help") ? phase : Object.keys(texts("help"))[0];
  const build = () => {
    const chapters = texts("help");
    const { title: chapter, points } = chapters[shown];
    return [
      t("page.help"),
      h(
        "div",
        { class: "help" },
        h(
          "nav",
          { class: "help-nav", "aria-label": t("page.help") },
          Object.entries(chapters).map(([id, { title }]) =>
            button(title, () => { shown = id; draw("help"); root().querySelector(`[data-chapter="${id}"]`)?.focus(); }, {
              class: id === shown ? "now" : "", "data-chapter": id, "aria-current": id === shown ? "true" : undefined,
              autofocus: id === shown,
            }),
          ),
        ),
        h(
          "div",
          { class: "help-text", "data-help": shown },
          h("h3", {}, chapter),
          points.map(({ text, rules }) => h("p", {}, text, " ", h("span", { class: "rule-ids" }, rules))),
        ),
      ),
    ];
  };
  open("help", build);
}
