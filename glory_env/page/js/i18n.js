// The language in use, and words by key with {placeholders}.

import en from "./text/en.js";
import ja from "./text/ja.js";
import wordsEn from "./text/words_en.js";
import wordsJa from "./text/words_ja.js";
import talkEn from "./text/talk_en.js";
import talkJa from "./text/talk_ja.js";
import helpEn from "./text/help_en.js";
import helpJa from "./text/help_ja.js";
import guideEn from "./text/guide_en.js";
import guideJa from "./text/guide_ja.js";

export const TEXTS = {
  en: { ...en, ...wordsEn, ...talkEn, help_chapters: helpEn, guide_steps: guideEn },
  ja: { ...ja, ...wordsJa, ...talkJa, help_chapters: helpJa, guide_steps: guideJa },
};

let current = "en";

export function setLanguage(language) {
  current = language in TEXTS ? language : "en";
  document.documentElement.lang = current;
}

export const language = () => current;

// A structured text: help chapters, guide steps.
export const texts = (key) => TEXTS[current][key];

// The words of a key; an unknown key shows itself, so that a gap is seen.
export function t(key, values = {}) {
  const words = TEXTS[current][key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in TEXTS[current];
