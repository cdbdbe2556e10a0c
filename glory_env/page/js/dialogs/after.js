// Around whole games: a rematch, one's own results, files of games, links to moments.

import { close, open } from "./dialog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { look, on, send } from "../net.js";
import { changed, store, update } from "../store.js";
import { other } from "../model.js";

// --- a rematch with seats swapped ----------------------------------------------------------
export const canRematch = () => Object.values(store.game?.players ?? {}).filter((name) => name === "person").length === 1;

export function rematch() {
  const { players, scenario, options } = store.game;
  const mine = players.army === "person" ? "army" : "navy";
  send({ type: "new", seat: other(mine), partner: players[other(mine)], scenario, seed: null, options });
}

// --- results ------------------------------------------------------------------------------
let rows = null;

on("results", (message) => {
  rows = message.rows;
  changed();
});

export function ownResults() {
  rows = null;
  send({ type: "results" });
  open("results", () => [t("after.results"), h("p", { class: "small soft" }, t("after.results_about")), table()], {
    depends: () => JSON.stringify(rows),
  });
}

function table() {
  if (!rows) return null;
  if (!rows.length) return h("p", { class: "soft" }, t("after.results_none"));
  const heads = ["partner", "seat", "played", "completed", "won", "own_gp", "their_gp"];
  return h(
    "table",
    { class: "results" },
    h("thead", {}, h("tr", {}, heads.map((key) => h("th", { scope: "col" }, t(`after.head_${key}`))))),
    h("tbody", {}, rows.map(({ scenario, partner, seat, played, completed, won, gp, gp_partner: theirs }) =>
      h("tr", { "data-partner": partner, "data-seat": seat }, [
        scenario === "glory" ? partner : `${partner} (${scenario})`, t(`service.${seat}`), played, completed, won, gp, theirs,
      ].map((cell) => h("td", {}, String(cell)))))),
  );
}

// --- files --------------------------------------------------------------------------------
const query = (values) => {
  const own = new URLSearchParams(location.search); // the token of the server, the word of a seat
  const words = new URLSearchParams(values);
  for (const name of ["token", "seat"]) if (own.has(name)) words.set(name, own.get(name));
  return `${words}` && `?${words}`;
};

// A link that downloads a game, or a game up to a line.
export function download(name, words, line = null) {
  const address = `games/${name}.jsonl${query(line === null ? {} : { line })}`;
  return h("a", { class: "button small", href: address, download: "", "data-key": `file-${line ?? name}` }, words);
}

export function upload() {
  const input = h("input", { type: "file", accept: ".jsonl", class: "unseen", "data-key": "upload", onchange: () => take(input.files[0]) });
  return h("label", { class: "button small" }, t("after.upload"), input);
}

async function take(file) {
  if (!file) return;
  const answer = await fetch(`games${query({})}`, { method: "POST", body: file });
  const { name, over, detail } = await answer.json();
  if (!answer.ok) {
    close();
    update({ notice: { text: t("after.upload_refused", { reason: detail }), kind: "error" } });
    return;
  }
  send({ type: over ? "replay" : "load", name });
  close();
}

// --- links to moments ---------------------------------------------------------------------
export const linkTo = (line) => `#${new URLSearchParams({ game: store.game.name, moment: line })}`;

let wanted = null; // {name, line, asked} of a link that is being followed

function follow() {
  const link = new URLSearchParams(location.hash.slice(1));
  wanted = link.get("game") ? { name: link.get("game"), line: Number(link.get("moment") ?? -1), asked: false } : null;
  if (store.now) go();
}

function go() {
  if (!wanted) return;
  if (store.game.name === wanted.name) {
    look(wanted.line);
    wanted = null;
  } else if (!wanted.asked) {
    wanted.asked = true;
    send({ type: "replay", name: wanted.name });
  }
}

on("state", go);
on("error", ({ about }) => { if (["replay", "look"].includes(about)) wanted = null; });
addEventListener("hashchange", follow);
follow();
