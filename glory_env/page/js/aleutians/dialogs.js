// Another game: who plays, the seed, and saved games; and the cover between two people's views.

import { button, byId, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { send } from "../link.js";
import { store } from "../store.js";

export function newGame() {
  const dialog = byId("dialog");
  const seed = h("input", { type: "text", inputmode: "numeric", id: "seed" });
  const start = (seat, partner) => () => {
    const given = seed.value.trim();
    send({ type: "new", seat, partner, seed: /^\d{1,15}$/.test(given) ? Number(given) : null });
    dialog.close();
  };
  const { partners, saved } = store.hello;
  replace(
    dialog,
    h("h2", {}, t("campaign.page.new_game")),
    h("label", { for: "seed" }, t("campaign.page.seed")), seed,
    partners.map((who) => h("p", { class: "row" },
      ["japan", "allies"].map((side) => button(
        `${t("campaign.page.as_side", { side: t(`campaign.side_short.${side}`) })} · ${t("campaign.page.against", { who })}`,
        start(side, who), { "data-new": `${side}-${who}` },
      )))),
    button(t("campaign.page.as_both"), start("both", null), { "data-new": "both" }),
    h("h3", {}, t("campaign.page.open_saved")),
    saved.length
      ? saved.map((one) => button(`${one.name} · ${one.turn}`, () => { send({ type: "load", name: one.name }); dialog.close(); }, { "data-load": one.name }))
      : h("p", { class: "soft" }, t("campaign.page.none_saved")),
    h("p", { class: "row" }, button(t("page.close"), () => dialog.close(), { "data-key": "close" })),
  );
  dialog.showModal();
}

export function drawCover(root) {
  const covered = store.now?.waiting === "cover";
  root.hidden = !covered;
  if (!covered) return replace(root, []);
  const side = store.now.next && t(`campaign.side_short.${store.now.next}`);
  return replace(
    root,
    side && h("h2", {}, t("campaign.page.cover_title", { side })),
    side && h("p", {}, t("campaign.page.cover_words", { side })),
    side && button(t("campaign.page.cover_button", { side }), () => send({ type: "ready", seat: store.now.next }), {
      class: "primary", "data-key": "ready",
    }),
  );
}
