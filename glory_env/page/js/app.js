// The page: puts the parts together and draws them when something has changed.

import { drawCard } from "./map/card.js";
import { chartsView } from "./panel/charts.js";
import { drawChat } from "./panel/chat.js";
import { decision } from "./panel/decide.js";
import { askToKeep } from "./dialogs/people.js";
import { redrawDialog, startDialogs } from "./dialogs/dialog.js";
import { askAgain, confirmDice, keysHelp, menu, rulesHelp, welcome } from "./dialogs/dialogs.js";
import { button, byId, h, keepHeight, replace, settle } from "./dom.js";
import { newGame, result, savedGames, saveGame } from "./dialogs/games.js";
import { beginCoached, drawLesson, lessons } from "./dialogs/lessons.js";
import { t } from "./i18n.js";
import { startKeys } from "./keys.js";
import { latest, logView } from "./panel/log.js";
import { chosenGroup, drawMap } from "./map/map.js";
import { drawPace, endMotion, isRolling, whenStill } from "./motion/motion.js";
import { drawZoom, startView } from "./map/view.js";
import { startPieces } from "./map/pieces.js";
import { choicesAt, groupsAt, hotBoxes, isTwoStep } from "./model.js";
import { answer, connect, look, on, send, whyNot } from "./net.js";
import { partnerView } from "./panel/partner.js";
import { reviewPanel } from "./panel/review.js";
import { drawPast, isReplay, step } from "./frame/past.js";
import { drawSheet, isSmall, lowerSheet, startSheet } from "./frame/sheet.js";
import { strip, topBar } from "./frame/status.js";
import { applySettings, changed, closeNotice, isReplaceable, looksOn, onChange, store, update } from "./store.js";
import { tracks } from "./frame/tracks.js";

const TABS = ["decide", "log", "partner", "charts"];
const SMALL_TABS = [...TABS, "tracks"]; // where there is no room for the tracks below the map

const say = (text, kind = "reason") => update({ notice: { text, kind } });
const sayPast = () => say(t(isReplay() ? "page.why_replay" : "page.why_past"));

// What only confirms goes by itself.
function mention(text) {
  say(text, "notice");
  const { notice } = store.ui;
  setTimeout(() => store.ui.notice === notice && update({ notice: null }), MENTIONED);
}

// What may put another game on the table, not in the middle of one that two people play apart.
function elsewhere(dialog) {
  return isReplaceable() ? dialog() : say(t(looksOn() ? "error.onlooker" : "error.apart"));
}

const MENTIONED = 5000; // milliseconds
let takenBack = ""; // what the undo on its way takes back

const actions = {
  choose(choice) {
    if (store.past) return sayPast();
    endMotion();
    const go = () => answer({ type: "choose", id: choice.id, asks: store.calm !== store.game.name });
    if (choice.dice && store.settings.confirm) return confirmDice(store.now, choice, go);
    return go();
  },
  pick(group) {
    update({ group: store.ui.group === group.id ? null : group.id, box: null, notice: null });
  },
  whyNot(subject) {
    if (store.past) return sayPast();
    return whyNot(subject);
  },
  undo() {
    endMotion();
    const undo = store.now?.undo;
    if (!undo) return undefined;
    if (!undo.possible) return say(undo.words);
    if (answer({ type: "undo" })) takenBack = undo.done;
    return undefined;
  },
  hint() {
    if (store.past) return sayPast();
    if (store.now?.waiting !== "person") return say(t("reason.nobody_decides"));
    if (store.hinting || !send({ type: "hint", seq: store.now.seq })) return undefined;
    store.hinting = true;
    return update({ tab: "decide" });
  },
  // A hint taken up: a choice of the list, or a split for the sliders.
  follow(id, choice) {
    const found = store.now.choices.groups.flatMap((group) => group.choices).find((item) => item.id === id);
    if (found) actions.choose(found);
    else if (id) actions.choose({ id });
    else if ("army" in choice) update({ split: { army: choice.army, navy: choice.navy } });
  },
  why(line) {
    update({ tab: "partner", whyLine: line });
    requestAnimationFrame(() => byId(`why-${line}`)?.scrollIntoView({ block: "center" }));
  },
  help: (phase) => rulesHelp(phase ?? store.now?.phase),
  keys: keysHelp,
  menu: () => menu(actions),
  newGame: () => store.hello && elsewhere(newGame),
  load: () => store.hello && elsewhere(savedGames),
  save: () => store.game && (looksOn() ? say(t("error.onlooker")) : saveGame()),
  coached: beginCoached,
  guide: () => store.hello && elsewhere(lessons),
  result: () => result(actions),
  back: () => step(-1),
  draw: changed,
};

function openCard(box) {
  lowerSheet();
  update({ box });
}

// --- clicks on the map --------------------------------------------------------------------
function onBox(box) {
  endMotion();
  store.ui.notice = null;
  const state = store.now;
  const group = chosenGroup();
  if (store.past || state.waiting !== "person") return openCard(box);
  if (isTwoStep(state) && group) {
    const ways = group.choices.filter(({ boxes }) => boxes.includes(box));
    if (ways.length === 1) return actions.choose(ways[0]);
    if (!ways.length && !groupsAt(state, box).length) actions.whyNot({ box });
    if (!ways.length) update({ group: null });
    return openCard(box);
  }
  if (isTwoStep(state)) {
    const here = groupsAt(state, box);
    if (here.length === 1) actions.pick(here[0]);
    else openCard(box);
    if (!here.length) actions.whyNot({ box });
    return undefined;
  }
  const here = choicesAt(state, box);
  if (here.length === 1 && !here[0].counters.length) return actions.choose(here[0]);
  if (!here.length) {
    if (hotBoxes(store.game, state).size) actions.whyNot({ box });
    else update({ notice: { text: t("page.why_panel"), kind: "reason" } });
  }
  return openCard(box);
}

function onTrack(counter, choice) {
  if (choice && !store.past) actions.choose(choice);
  else actions.whyNot({ counter });
}

// --- drawing ------------------------------------------------------------------------------
function view() {
  switch (store.ui.tab) {
    case "log":
      return logView(actions);
    case "partner":
      return partnerView();
    case "charts":
      return chartsView();
    case "tracks":
      return tracks(onTrack);
    default:
      return [...decision(actions), reviewPanel(), latest(actions)];
  }
}

function tabs() {
  return (isSmall() ? SMALL_TABS : TABS).map((name) =>
    button(t(`page.tab_${name}`), () => update({ tab: name, whyLine: null }), {
      role: "tab", id: `tab-${name}`, "aria-selected": String(store.ui.tab === name), "aria-controls": "view",
      "data-key": `tab-${name}`, class: store.ui.tab === name ? "now" : "",
    }),
  );
}

// A person who looks at another tab sees there whose turn it is.
function title() {
  if (!store.now) return t("page.title");
  const words = `${t("page.title")} · ${t("page.turn", { turn: store.now.turn })}`;
  return store.now.waiting === "person" ? `● ${t("page.your_turn")} · ${words}` : words;
}

const LINK_WORDS = { lost: "page.lost", refused: "page.refused", stranger: "page.stranger" };
let asked = null;

function draw() {
  document.body.dataset.link = store.link;
  document.body.dataset.seq = store.now?.seq ?? "";
  document.body.dataset.waiting = store.past ? "past" : isRolling() ? "dice" : store.now?.waiting ?? "";
  document.body.dataset.decision = store.now?.decision ?? "";
  document.body.dataset.busy = store.busy;
  document.body.dataset.language = store.now?.language ?? "";
  document.title = title();
  settle(byId("top"), topBar(actions));
  drawNotice(byId("toast"));
  if (!store.now) {
    const key = store.link in LINK_WORDS ? LINK_WORDS[store.link] : "page.connecting";
    if (!store.game) replace(byId("view"), h("p", { class: "soft" }, t(key)));
    return;
  }
  if (isReplay() && !store.past && store.wanted !== null) return; // its beginning is on its way
  drawChat();
  settle(byId("strip"), strip());
  if (!isSmall() && store.ui.tab === "tracks") store.ui.tab = "decide";
  replace(byId("tracks"), isSmall() ? [] : tracks(onTrack));
  for (const id of ["strip", "tracks"]) keepHeight(byId(id));
  settle(byId("tabs"), tabs());
  const panel = byId("view");
  panel.setAttribute("aria-labelledby", `tab-${store.ui.tab}`);
  const inPanel = panel.contains(document.activeElement) || document.activeElement === document.body;
  replace(panel, view());
  const question_ = `${store.now.seq}/${store.past ? "past" : ""}/${isRolling()}`;
  if (asked !== question_) {
    asked = question_;
    if (store.ui.tab === "decide") panel.scrollTop = 0;
    if (inPanel && !panel.contains(document.activeElement)) {
      panel.querySelector('[data-key="question"]')?.focus({ preventScroll: true });
    }
  }
  drawPast(byId("past"), actions);
  drawSheet(byId("sheet"));
  drawMap(byId("map"), onBox, () => say(t("page.why_base")));
  drawZoom(byId("zoom"));
  drawPace(byId("pace"));
  drawCard(byId("card"), actions);
  drawLesson(byId("coach"));
  redrawDialog();
  askToKeep();
  byId("board").dataset.past = Boolean(store.past);
  document.body.dataset.moving = Boolean(store.scene);
}

function drawNotice(root) {
  const link = store.game ? LINK_WORDS[store.link] : undefined;
  const notice = link ? { text: t(link), kind: "error" } : store.ui.notice ?? goOn();
  root.hidden = !notice || (store.ui.box && !link); // an open card shows it
  if (!notice) return;
  root.className = notice.kind;
  replace(
    root,
    h("span", {}, notice.text),
    notice.action && button(notice.action.words, notice.action.run, { class: "primary small", "data-key": "toast-act" }),
    !link && button("×", closeNotice, { class: "quiet small", "aria-label": t("page.close"), "data-key": "toast-close" }),
  );
}

// What the server has found unfinished is offered, under any other message.
function goOn() {
  const name = store.unfinished;
  if (!name || store.game?.name === name) return null;
  const run = () => {
    store.unfinished = null;
    send({ type: "load", name });
    changed();
  };
  return { text: t("page.unfinished", { name }), kind: "notice", action: { words: t("page.go_on"), run } };
}

// --- what is read aloud, and what opens by itself -------------------------------------------
function announce(words) {
  byId("live").textContent = words;
}

let heard = -1;
let ended = null;
let greeted = false;

on("hello", ({ unfinished }) => {
  store.unfinished = unfinished === store.declined ? null : unfinished;
});

on("log", ({ entries, from }) => {
  const fresh = entries.filter(({ line, dull }) => line > heard && !dull);
  heard = Math.max(from - 1, ...entries.map(({ line }) => line));
  if (from > 0 && fresh.length) {
    announce(fresh.slice(-3).map((entry) => `${t(`service.${entry.actor}`)}: ${entry.words}`).join(". "));
  }
});

on("state", (state) => {
  if (takenBack) mention(takenBack);
  takenBack = "";
  if (state.waiting === "person") announce(`${byId("live").textContent} ${state.question}`);
  if (state.over && store.game.mode !== "replay" && ended !== store.game.name) {
    ended = store.game.name;
    whenStill(() => result(actions));
  }
  if (!state.over) ended = null;
  if (isReplay() && !store.past && store.wanted === null) look(-1); // it is seen from its set-up
  if (!greeted && !store.settings.welcomed) welcome(actions);
  greeted = true;
});

on("sure", ({ seq, id, words }) => {
  if (seq === store.now?.seq) askAgain(words, () => answer({ type: "choose", id }));
});

on("error", () => {
  takenBack = "";
});

applySettings();
startDialogs();
startKeys(actions);
startView(byId("map"));
startSheet(byId("sheet"), byId("panel"), changed);
startPieces(byId("map"), actions);
onChange(draw);
new ResizeObserver(changed).observe(byId("map"));
connect();
changed();
