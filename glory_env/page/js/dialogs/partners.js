// Choosing a partner for a new game: four characters, or any other agent.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { portrait } from "../panel/portraits.js";
import { store } from "../store.js";

const OTHER = "other"; // in place of a character: an agent by name

// What the dialog begins with: the character of the game on the table, else the first one.
export function firstPartner(hello) {
  const playing = Object.values(store.game?.characters ?? {}).find(Boolean);
  const known = hello.characters.find(({ id }) => id === playing?.id) ?? hello.characters[0];
  return { ...known, agent: null };
}

// The name of the chosen partner as the server wants it; null: the default one.
export const partnerName = ({ id, level, agent }) => (id === OTHER ? agent : `${id}:level=${level}`);

// Cards to choose from. `agents` makes the list of all other agents, given what to do with a choice.
// key: under which the catalogue has their names; legend: of what stands over them.
export function partnerFields(hello, want, agents, key = "character", legend = "page.partner") {
  const root = h("div", { class: "partners" });
  const show = () => {
    const focused = root.contains(document.activeElement) ? document.activeElement.value : null;
    root.replaceChildren(
      h(
        "fieldset",
        { class: "characters" },
        h("legend", {}, t(legend)),
        hello.characters.map(({ id, level }) => card(want, id, key, () => { want.id = id; want.level = level; show(); })),
        other(want, () => { want.id = OTHER; show(); }),
      ),
      ...(want.id === OTHER ? [agents((name) => { want.agent = name; })] : []),
    );
    if (focused !== null) root.querySelector(`input[value="${CSS.escape(focused)}"]`)?.focus();
  };
  show();
  return root;
}

const radio = (want, id, onchange) =>
  h("input", { type: "radio", name: "character", value: id, checked: want.id === id, onchange, "data-key": `character-${id}` });

function card(want, id, key, onchange) {
  return h(
    "label",
    { class: "character", "data-character": id },
    radio(want, id, onchange),
    portrait(id, 48, `${key}.${id}.name`),
    h("b", {}, t(`${key}.${id}.name`)),
    h("span", { class: "small" }, t(`${key}.${id}.about`)),
    h("span", { class: "small soft" }, t(`${key}.${id}.temper`)),
  );
}

function other(want, onchange) {
  return h("label", { class: "character other" }, radio(want, OTHER, onchange), h("b", {}, t("character.other")));
}
