// Portraits of the partners with a character: own drawings of a few shapes.

import { s } from "../dom.js";
import { t } from "../i18n.js";

const SKIN = "#e3c3a0";
const INK = "#2b2a28";
const GREY = "#8d8a84";

const line = (d, width = 2) => s("path", { d, fill: "none", stroke: INK, "stroke-width": width, "stroke-linecap": "round" });
const dot = (cx, cy, r = 1.7) => s("circle", { cx, cy, r, fill: INK });
const shoulders = (fill) => s("path", { d: "M6 64 Q8 46 24 44 L40 44 Q56 46 58 64 Z", fill });
const collar = (fill) => s("path", { d: "M24 44 L32 54 L40 44", fill: "none", stroke: fill, "stroke-width": 3 });
const head = () => s("ellipse", { cx: 32, cy: 31, rx: 13, ry: 16, fill: SKIN });
const hair = (d, fill = INK) => s("path", { d, fill });
const cap = (fill, band) => [
  s("path", { d: "M15 22 Q16 8 32 8 Q48 8 49 22 Z", fill }),
  s("rect", { x: 16, y: 19, width: 32, height: 4, fill: band }),
  s("path", { d: "M15 23 Q32 30 49 23 L47 26 Q32 32 17 26 Z", fill: INK }),
];

// By character: what its drawing is made of.
const DRAWINGS = {
  sakaki: () => [
    shoulders("#3d5a7a"), collar("#d9c27a"), head(), cap("#3d5a7a", "#d9c27a"),
    line("M24 31 L29 31"), line("M35 31 L40 31"), dot(27, 34), dot(37, 34), line("M28 42 L36 42"),
  ],
  hayashi: () => [
    shoulders("#5d7350"), collar("#e9e4d6"), head(),
    hair("M18 30 Q18 13 32 13 Q46 13 46 30 Q44 21 32 20 Q20 21 18 30 Z", GREY),
    s("circle", { cx: 26, cy: 32, r: 5, fill: "none", stroke: INK, "stroke-width": 1.5 }),
    s("circle", { cx: 38, cy: 32, r: 5, fill: "none", stroke: INK, "stroke-width": 1.5 }),
    line("M31 32 L33 32", 1.5), dot(26, 32), dot(38, 32), line("M27 41 Q32 45 37 41"),
  ],
  kuroda: () => [
    shoulders("#4a3b35"), collar("#b23b32"), head(), cap("#4a3b35", "#b23b32"),
    line("M22 32 L30 33", 3), line("M42 32 L34 33", 3), dot(27, 36), dot(37, 36),
    s("path", { d: "M24 42 Q32 37 40 42 Q32 41 24 42 Z", fill: INK }), line("M28 45 L36 45"),
  ],
  historical: () => [
    shoulders("#2f3f57"), collar("#d9c27a"), head(), cap("#f1efe8", "#2f3f57"),
    line("M24 31 L29 31"), line("M35 31 L40 31"), dot(27, 34), dot(37, 34), line("M27 42 Q32 44 37 42"),
  ],
  aggressive: () => [
    shoulders("#5b4632"), collar("#b23b32"), head(),
    hair("M18 27 Q18 13 32 12 Q46 13 46 27 L43 22 L38 24 L34 20 L29 24 L24 20 Z"),
    line("M23 31 L30 34", 3), line("M41 31 L34 34", 3), dot(27, 36), dot(37, 36), line("M27 43 L37 41"),
  ],
  defensive: () => [
    shoulders("#4d6256"), collar("#e9e4d6"), head(), cap("#4d6256", "#e9e4d6"),
    line("M23 33 Q26 31 29 33"), line("M35 33 Q38 31 41 33"), dot(26, 35), dot(38, 35),
    s("path", { d: "M25 41 Q32 38 39 41 L38 47 Q32 50 26 47 Z", fill: GREY }), line("M28 43 L36 43"),
  ],
  "aleutians-0": () => [
    shoulders("#59506e"), collar("#9fc3d8"), head(), cap("#59506e", "#9fc3d8"),
    s("rect", { x: 20, y: 29, width: 24, height: 8, rx: 3, fill: INK }),
    line("M24 33 L28 33"), line("M36 33 L40 33"), line("M28 43 L36 43"),
  ],
  mori: () => [
    shoulders("#7a4f6b"), collar("#efe6ee"), head(),
    hair("M18 28 Q16 12 34 11 Q49 12 46 28 Q42 19 30 22 Q22 23 18 28 Z"),
    line("M23 30 Q26 27 29 30"), line("M35 29 Q38 26 41 29"), dot(26, 33), dot(38, 32), line("M27 40 Q34 45 39 39"),
  ],
};

// A portrait; its name, of the catalogue, is read aloud.
export function portrait(id, size = 48, key = `character.${id}.name`) {
  const name = t(key);
  return s(
    "svg",
    { class: "portrait", viewBox: "0 0 64 64", width: size, height: size, role: "img", "aria-label": name, "data-portrait": id },
    DRAWINGS[id]?.() ?? [],
  );
}
