// Making elements. Text only ever enters the page as text nodes: nothing from a game or a person
// is parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "vars") {
      for (const [name, amount] of Object.entries(value)) {
        element.style.setProperty(`--${name}`, amount);
      }
    } else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

// An HTML element: props are attributes, `on...` listeners, `vars` CSS custom properties.
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

// An SVG element.
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

// A button with a listener; `props.title` doubles as the tooltip.
export function button(label, onclick, props) {
  return h("button", { type: "button", onclick, ...props }, label);
}

// The same, but nothing happens where the new children look like the old ones: for parts that
// are drawn often and change little, so that they stay under the pointer.
export function settle(root, ...children) {
  const fresh = children.flat(Infinity).filter((child) => child instanceof Node);
  const old = [...root.childNodes];
  if (fresh.length === old.length && fresh.every((child, k) => child.isEqualNode(old[k]))) return;
  replace(root, fresh);
}

// Child by child: only those that look otherwise are put in place anew. A listener of a child that
// stays is the old one, so it must not hold what changes with the position.
export function patch(root, ...children) {
  const fresh = children.flat(Infinity);
  const old = [...root.childNodes];
  fresh.forEach((child, k) => {
    if (!old[k]) root.append(child);
    else if (old[k] !== child && !old[k].isEqualNode(child)) old[k].replaceWith(child);
  });
  for (const child of old.slice(fresh.length)) child.remove();
}

const heights = new WeakMap();

// An element does not become lower again while the window keeps its size: what is below stays.
export function keepHeight(element) {
  const size = `${innerWidth} ${innerHeight}`;
  if (heights.get(element) !== size) element.style.minHeight = "";
  heights.set(element, size);
  element.style.minHeight = `${element.offsetHeight}px`;
}

export const byId = (id) => document.getElementById(id);

// Puts new children in place and keeps focus and scrolling where they were: the element with
// the same data-key is focused again.
export function replace(root, ...children) {
  const active = document.activeElement;
  const key = active && root.contains(active) ? active.dataset.key : undefined;
  const top = root.scrollTop;
  root.replaceChildren(...children.flat(Infinity).filter((child) => child instanceof Node));
  root.scrollTop = top;
  if (key !== undefined) {
    const same = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (same) same.focus({ preventScroll: true });
  }
}

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// "+5", "−5"; a true minus sign keeps columns straight.
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}
