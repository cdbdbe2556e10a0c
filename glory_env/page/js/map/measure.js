// How wide words will be, before they are drawn.

const ruler = document.createElement("canvas").getContext("2d");
const known = new Map();

export function textWidth(words, size, weight) {
  const key = `${weight}/${size}/${words}`;
  if (!known.has(key)) {
    ruler.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
    known.set(key, ruler.measureText(words).width);
  }
  return known.get(key);
}
