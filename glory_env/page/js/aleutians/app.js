// The page of the Aleutians Campaign: puts the parts together and draws them when something changes.

import { button, byId, h, replace, settle } from "../dom.js";
import { t } from "../i18n.js";
import { answer, connect } from "../link.js";
import { drawZoom, startView } from "../map/view.js";
import { applySettings, changed, closeNotice, onChange, set, store, update } from "../store.js";
import { entryView, joined } from "./battle.js";
import { choose, decideView } from "./decide.js";
import { redrawDialog, startDialogs } from "../dialogs/dialog.js";
import { drawCover, newGame, welcome } from "./dialogs.js";
import { fleetsView } from "./fleets.js";
import { askHint } from "./hint.js";
import { drawMap, legendView } from "./map.js";
import "./messages.js";
import { choicesAt } from "./model.js";
import { accept } from "./plan.js";
import { strip, topBar } from "./status.js";

const TABS = { decide: "choices", fleets: "fleets", log: "log" };
const LOG_LENGTH = 300; // entries that are drawn, the newest

const actions = {
  undo() {
    const undo = store.now?.undo;
    if (undo && !undo.possible) update({ notice: { text: undo.words } });
    else answer({ type: "undo" });
  },
  guide: () => set({ guide: store.settings.guide === false, met: [] }),
  isMet: (name) => (store.settings.met ?? []).includes(name),
  meet: (name) => set({ met: [...(store.settings.met ?? []), name] }),
  newGame: () => store.hello && newGame(),
  welcome: () => store.game && welcome(actions),
};

// A click on an area: the only choice there is taken, of several the list shows those there.
function onArea(area) {
  const here = choicesAt(area);
  if (here.length === 1 && (here[0].sea || here[0].spot)) return choose(here[0]);
  return update({ area, only: here.length > 0, tab: "decide" });
}

function tabs() {
  return Object.entries(TABS).map(([name, key]) =>
    button(t(`campaign.page.${key}`), () => update({ tab: name }), {
      role: "tab", "aria-selected": String(store.ui.tab === name), "data-key": `tab-${name}`,
      class: store.ui.tab === name ? "now" : "",
    }));
}

function view() {
  if (store.ui.tab === "fleets") return fleetsView();
  if (store.ui.tab === "log") {
    const entries = joined(store.lines.slice(-LOG_LENGTH)).reverse();
    return entries.length ? entries.map(logEntry) : [h("p", { class: "soft" }, t("campaign.page.nothing"))];
  }
  return decideView(actions);
}

const logEntry = (entry) =>
  h("div", { class: "logged" }, h("p", { class: "soft" }, `${entry.date} · ${entry.phase_words}`), entryView(entry));

let asked = null;
let greeted = false;

function draw() {
  const { now } = store;
  Object.assign(document.body.dataset, {
    link: store.link, seq: now?.seq ?? "", waiting: now?.waiting ?? "", busy: store.busy,
    decision: now?.decision?.name ?? "", seat: now?.seat ?? "",
  });
  settle(byId("top"), topBar(actions));
  drawNotice(byId("toast"));
  drawCover(byId("cover"));
  redrawDialog();
  if (now?.position && !store.settings.campaignWelcomed && !greeted) {
    greeted = true;
    welcome(actions);
  }
  if (!now || !now.position) { // nothing of a view stays behind the cover
    for (const id of ["strip", "tabs", "view", "map"]) replace(byId(id), []);
    asked = null;
    return;
  }
  settle(byId("strip"), strip());
  settle(byId("tabs"), tabs());
  replace(byId("view"), view());
  drawMap(byId("map"), onArea);
  drawZoom(byId("zoom"));
  settle(byId("legend"), legendView());
  if (asked !== now.seq && now.decision) byId("live").textContent = now.decision.question;
  if (asked !== now.seq) byId("view").scrollTop = 0;
  asked = now.seq;
}

const LINK_WORDS = { lost: "page.lost", refused: "page.refused" };

function drawNotice(root) {
  const text = store.link in LINK_WORDS ? t(LINK_WORDS[store.link]) : store.ui.notice?.text;
  root.hidden = !text;
  if (text) replace(root, h("span", {}, text), button("×", closeNotice, { class: "quiet small", "aria-label": t("page.close") }));
}

// H asks for a hint, P accepts the plan, wherever nothing is being written.
document.addEventListener("keydown", (event) => {
  const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || byId("dialog").open;
  if (isElsewhere || event.target instanceof HTMLInputElement) return;
  const act = { h: askHint, p: accept }[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

applySettings();
startDialogs();
startView(byId("map"));
onChange(draw);
new ResizeObserver(changed).observe(byId("map"));
connect();
changed();
