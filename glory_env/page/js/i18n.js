// The language in use, and the sentences of the catalogue by key with {placeholders}.

const LANGUAGES = ["en", "ja"];

async function load(name) {
  const answer = await fetch(`text/${name}.json`);
  return [name, await answer.json()];
}

// Both at once, so that switching needs no waiting.
const catalogues = Object.fromEntries(await Promise.all(LANGUAGES.map(load)));
let current = "en";

export function setLanguage(language) {
  current = LANGUAGES.includes(language) ? language : "en";
  document.documentElement.lang = current;
}

export const language = () => current;

// A part of the catalogue: help chapters.
export const texts = (key) => key.split(".").reduce((part, name) => part?.[name], catalogues[current]);

// The sentence of a key; an unknown key shows itself, so that a gap is seen.
export function t(key, values = {}) {
  const words = texts(key);
  if (typeof words !== "string") return key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
