// Elements. Whatever comes from a server or a user becomes text here, never markup.

/** The first element that a selector finds. */
export const $ = (query, within = document) => within.querySelector(query);

/** All elements that a selector finds. */
export const $$ = (query, within = document) => [...within.querySelectorAll(query)];

/**
 * A new element. Properties are attributes, but for `on` (listeners by event), `dataset` and
 * `style` (custom properties); those that are null or false are left out. Children are elements
 * or texts; empty ones are left out.
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) give(element, name, value);
  element.append(...present(children));
  return element;
}

/** Replace whatever is inside an element. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** A table of some class with names for its columns. */
export function table(kind, heads, rows, id = null) {
  // Columns without a name hold bars, which are hidden from those who listen, too.
  const columns = heads.map((name) =>
    name === "" ? el("td", { "aria-hidden": "true" }) : el("th", { scope: "col" }, name),
  );
  const head = el("thead", {}, el("tr", {}, columns));
  return el("table", { class: kind, id }, head, el("tbody", {}, rows));
}

/** Pairs of terms and what is said of them. */
export function terms(pairs, term = (name) => name) {
  return el(
    "dl",
    {},
    pairs.map(([name, text]) => [
      el("dt", {}, term(name)),
      el("dd", { dataset: { told: name } }, text),
    ]),
  );
}

/** Tell those who listen rather than look. A repeated message is told again. */
export function announce(text) {
  $("#announce").textContent = text;
}

function give(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value))
      element.addEventListener(event, listener);
  } else if (name === "dataset") {
    for (const [key, one] of Object.entries(value)) {
      if (one !== null && one !== undefined && one !== false) element.dataset[key] = String(one);
    }
  } else if (name === "style") {
    for (const [key, one] of Object.entries(value)) element.style.setProperty(key, String(one));
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

function present(children) {
  const isThere = (one) => one !== null && one !== undefined && one !== false && one !== "";
  return children.flat(Infinity).filter(isThere);
}
