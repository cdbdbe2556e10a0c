// Dialogs about whole games: a new one, saved ones, how one ended.

import { chartsView } from "../panel/charts.js";
import { canRematch, download, ownResults, rematch, upload } from "./after.js";
import { keptGame } from "./data.js";
import { close, open } from "./dialog.js";
import { isLesson } from "./lessons.js";
import { firstPartner, partnerFields, partnerName } from "./partners.js";
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { isOwn, startReview } from "../panel/review.js";
import { send } from "../net.js";
import { isReplaceable, store } from "../store.js";
import { afterGame } from "./people.js";

// --- a new game ---------------------------------------------------------------------------
const SEATS = ["navy", "army", "both", "solo", "watch"];

export function newGame() {
  const { hello } = store;
  const want = {
    seat: store.game?.seats.length === 1 ? store.game.seats[0] : "navy",
    partner: firstPartner(hello), partners: [null, null],
    scenario: hello.scenarios.includes(store.game?.scenario) && !isLesson(store.game) ? store.game.scenario : "glory",
    seed: "", options: { handicap: firstHandicap(hello) },
  };
  open("new", () => [t("page.new_game"), form(want, hello)]);
}

const firstHandicap = (hello) => {
  const playing = isLesson(store.game) ? null : store.game?.handicap.name;
  return hello.options.handicap.includes(playing) ? playing : "normal";
};

// How hard the game is to be, with a line about each.
function handicaps(want, hello) {
  return h(
    "fieldset",
    { class: "seats handicaps" },
    h("legend", {}, t("page.handicap")),
    hello.options.handicap.map((name) =>
      h(
        "label",
        { class: "seat", "data-handicap": name },
        h("input", {
          type: "radio", name: "handicap", value: name, checked: want.options.handicap === name,
          "data-key": `handicap-${name}`, onchange: () => { want.options.handicap = name; },
        }),
        h("b", {}, t(`handicap.${name}.name`)),
        h("span", { class: "small soft" }, t(`handicap.${name}.about`)),
      ),
    ),
  );
}

function form(want, hello) {
  const partners = h("div", {});
  const others = (pick) => field(t("page.partner"), partnerSelect(hello, want.partner.agent, pick));
  const showPartners = () => {
    partners.replaceChildren(
      ...(want.seat === "watch"
        ? [h("div", { class: "fields" }, ["army", "navy"].map((who, k) => field(t(`service.${who}`), partnerSelect(hello, want.partners[k], (name) => { want.partners[k] = name; }))))]
        : want.seat === "army" || want.seat === "navy"
          ? [partnerFields(hello, want.partner, others)]
          : []),
    );
  };
  showPartners();
  const begin = (event) => {
    event.preventDefault();
    const seed = want.seed.trim() === "" ? null : Number(want.seed);
    const message = { type: "new", seat: want.seat, scenario: want.scenario, seed, options: want.options };
    if (want.seat === "watch") message.partners = want.partners;
    else message.partner = want.seat === "both" || want.seat === "solo" ? null : partnerName(want.partner);
    send(message);
    close();
  };
  return h(
    "form",
    { class: "new-game", onsubmit: begin },
    h(
      "fieldset",
      { class: "seats" },
      h("legend", {}, t("page.seat")),
      SEATS.map((seat) =>
        h(
          "label",
          { class: `seat ${seat}` },
          h("input", {
            type: "radio", name: "seat", value: seat, checked: want.seat === seat,
            onchange: () => { want.seat = seat; showPartners(); },
          }),
          h("b", {}, t(`page.seat_${seat}`)),
          h("span", { class: "small soft" }, t(`page.seat_${seat}_about`)),
        ),
      ),
    ),
    handicaps(want, hello),
    partners,
    h(
      "div",
      { class: "fields" },
      field(t("page.game_scenario"), select(hello.scenarios.map((name) => [name, scenarioName(name)]), want.scenario, (value) => { want.scenario = value; }, "scenario")),
      field(t("page.game_seed"), h("input", {
        type: "number", min: 0, step: 1, placeholder: t("page.seed_new"), value: want.seed, "data-key": "seed", oninput: (event) => { want.seed = event.target.value; },
      })),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("page.options")),
      h("div", { class: "fields" }, ["negotiation", "deadlock", "production", "talk"].filter((key) => hello.options[key]).map((key) =>
        field(t(`page.option_${key}`), select(
          values(key, hello).map((value) => [value, t(`option.${key}.${value}`)]), values(key, hello)[0],
          (value) => {
            if (value === USUAL) delete want.options[key];
            else want.options[key] = value;
          }, key,
        )))),
      h("div", { class: "checks" }, (hello.options.optional ?? []).map((id) =>
        h("label", { class: "check small" }, h("input", {
          type: "checkbox",
          onchange: (event) => {
            const on = new Set(want.options.optional ?? []);
            if (event.target.checked) on.add(id);
            else on.delete(id);
            want.options.optional = [...on];
          },
        }), t(`option.optional.${id}`)))),
    ),
    h(
      "div",
      { class: "actions" },
      button(t("page.cancel"), close),
      h("button", { type: "submit", class: "primary", "data-key": "begin" }, t("page.begin")),
    ),
  );
}

// Whether there are words beside the offers depends on scenario and partner, where nothing is chosen.
const USUAL = "default";
const values = (key, { options }) => (key === "talk" ? [USUAL, ...options[key]] : options[key]);

const scenarioName = (name) => (["glory", "teaching"].includes(name) ? t(`page.scenario_${name}`) : name);

function field(label, control) {
  return h("label", { class: "field" }, h("span", { class: "small soft" }, label), control);
}

function select(pairs, chosen, onpick, key) {
  return h(
    "select",
    { onchange: (event) => onpick(event.target.value), "data-key": `select-${key}` },
    pairs.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
}

function partnerSelect(hello, chosen, onpick) {
  const groups = new Map();
  for (const partner of hello.partners) {
    if (!groups.has(partner.group)) groups.set(partner.group, []);
    groups.get(partner.group).push(partner);
  }
  return h(
    "select",
    { onchange: (event) => onpick(event.target.value || null), "data-key": "select-partner" },
    h("option", { value: "", selected: !chosen }, t("page.partner_default")),
    [...groups].map(([group, items]) =>
      h("optgroup", { label: group }, items.map(({ name, about }) =>
        h("option", { value: name, selected: name === chosen }, about ? `${name} – ${about}` : name)))),
  );
}

// --- saved games --------------------------------------------------------------------------
export function savedGames() {
  open("load", () => {
    const saved = store.hello?.saved ?? [];
    return [
      t("page.load"),
      saved.length
        ? h("div", { class: "saved" }, saved.map(savedRow))
        : h("p", { class: "soft" }, t("page.saved_none")),
      h("div", { class: "actions" }, upload(), button(t("after.results"), ownResults, { class: "small", "data-key": "results" })),
    ];
  }, { depends: () => JSON.stringify(store.hello?.saved) });
}

function savedRow(item) {
  const who = ["army", "navy"].map((seat) => `${t(`service.${seat}`)}: ${item.agents[seat] === "person" ? t("page.you") : item.agents[seat]}`).join(" · ");
  const take = (type) => { send({ type, name: item.name }); close(); };
  return h(
    "div",
    { class: "saved-row", "data-saved": item.name },
    h(
      "div",
      { class: "saved-words" },
      h("b", {}, item.name),
      h("span", { class: "soft small" }, ` ${item.changed}`),
      h("div", { class: "small soft" }, `${scenarioName(item.scenario)} · ${who} · ${
        item.over ? `${t("page.seed", { seed: item.seed })} · ${t("phase.over")}` : t("page.turn", { turn: item.turn })}`),
    ),
    !item.over && button(t("page.go_on"), () => take("load"), { class: "primary", "data-key": `load-${item.name}` }),
    button(t("page.replay"), () => take("replay"), { "data-key": `replay-${item.name}` }),
    download(item.name, t("after.file")),
  );
}

export function saveGame() {
  const name = h("input", {
    type: "text", pattern: "[A-Za-z0-9_\\-]{1,64}", maxlength: 64, required: true, autofocus: true,
    "data-key": "save-name", placeholder: t("page.save_example"), "aria-label": t("page.game_name"),
  });
  open("save", () => [
    t("page.save"),
    h("p", {}, t("page.save_about", { name: store.game.name })),
    h(
      "form",
      {
        class: "save-form",
        onsubmit: (event) => {
          event.preventDefault();
          send({ type: "save", name: name.value });
          close();
        },
      },
      name,
      h("p", { class: "small soft" }, t("page.save_rule")),
      h("div", { class: "actions" }, button(t("page.cancel"), close), h("button", { type: "submit", class: "primary" }, t("page.save"))),
    ),
  ]);
}

// --- the end ------------------------------------------------------------------------------
// Earned ones first; the others say what can be had the next time.
const medals = (all) =>
  h("ul", { class: "medals", "aria-label": t("page.medals") }, [true, false].flatMap((is) =>
    all.filter(({ earned }) => earned === is).map(({ key, words }) =>
      h("li", { class: is ? "earned" : "missed", "data-medal": key },
        h("span", { "aria-hidden": "true" }, is ? "★ " : "☆ "),
        words, !is && h("span", { class: "unseen" }, ` (${t("page.medal_missed")})`)))));

export function result(actions) {
  let shown = store.now; // an ended game; the dialog may be open still when another one comes
  open("result", () => {
    if (store.now?.over) shown = store.now;
    const { over } = shown;
    const isLost = over.outcome === "game_over"; // what it was lost by comes first
    return [
      t("page.result_title"),
      h(
        "div",
        { class: `result ${over.outcome}`, "data-outcome": over.outcome, "data-winner": over.winner },
        h("p", { class: "headline" }, over.headline),
        h("p", {}, over.reason),
        h("div", { class: "result-figures" },
          ["army", "navy"].map((who) => h("div", { class: `figure-card ${who}` },
            h("span", { class: "small" }, t(`service.${who}`)), h("b", {}, over.gp[who]), h("span", { class: "small soft" }, t("page.gp_short")))),
          h("div", { class: "figure-card" },
            h("span", { class: "small" }, t("page.total")), h("b", {}, over.total), h("span", { class: "small soft" }, t("page.turn", { turn: over.turn })))),
        medals(over.medals),
        h("p", { class: "small pool-story" }, over.story),
        h("p", { class: "small soft" }, over.why.slice(1).join(" ")),
        h("p", { class: "small soft turn-13" }, over.outcome === "completed" && over.turn_13.words),
        h("div", { class: "result-charts" }, chartsView().slice(0, 2)),
        keptGame(),
        afterGame(),
        h(
          "div",
          { class: "actions" },
          isOwn() && button(t(isLost ? "habit.start" : "review.start"), () => { close(); startReview(); }, {
            "data-key": "result-review", class: isLost ? "primary" : "",
          }),
          canRematch() && button(t("after.rematch"), () => { close(); rematch(); }, { "data-key": "rematch", title: t("after.rematch_about") }),
          button(t("page.look_back"), () => { close(); actions.back(); }, { "data-key": "look-back" }),
          isReplaceable() &&
            button(t("page.new_game"), () => { close(); newGame(); }, { class: isLost ? "" : "primary", "data-key": "again", autofocus: true }),
        ),
      ),
    ];
  }, { depends: () => JSON.stringify([store.now?.over, store.data, store.people]) });
}

