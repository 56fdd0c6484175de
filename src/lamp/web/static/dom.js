// Elements. Whatever comes from a server or a user becomes text here, never markup.

/** @import { AttributeValue, Child, Properties } from "./types.d.ts" */

/**
 * The first element of the page that a selector finds. That there is one, and of which class it
 * is, is fixed in index.html.
 * @overload
 * @param {string} query
 * @returns {HTMLElement}
 */
/**
 * @template {Element} T
 * @overload
 * @param {string} query
 * @param {new () => T} kind
 * @returns {T}
 */
/**
 * @param {string} query
 * @param {new () => Element} [kind]
 */
export function $(query, kind = HTMLElement) {
  const found = document.querySelector(query);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} ${query}`);
}

/**
 * All elements of a class that a selector finds.
 * @overload
 * @param {string} query
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
/**
 * @template {Element} T
 * @overload
 * @param {string} query
 * @param {ParentNode} within
 * @param {new () => T} kind
 * @returns {T[]}
 */
/**
 * @param {string} query
 * @param {ParentNode} [within]
 * @param {new () => Element} [kind]
 */
export function $$(query, within = document, kind = HTMLElement) {
  return [...within.querySelectorAll(query)].filter((one) => one instanceof kind);
}

/**
 * The nearest element of a class at or around the target of an event, if a selector matches one.
 * @template {Element} T
 * @param {EventTarget | null} target
 * @param {string} query
 * @param {new () => T} kind
 * @returns {T | null}
 */
export function around(target, query, kind) {
  const found = target instanceof Element ? target.closest(query) : null;
  return found instanceof kind ? found : null;
}

/**
 * A new element. Properties are attributes, but for `on` (listeners by event), `dataset` and
 * `style` (custom properties); those that are null or false are left out. Children are elements
 * or texts; empty ones are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} properties
 * @param {...Child} children
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { on = {}, dataset = {}, style = {}, ...attributes } = properties;
  for (const [name, value] of Object.entries(attributes)) {
    if (isGiven(value)) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [key, value] of Object.entries(dataset)) {
    if (isGiven(value)) element.dataset[key] = String(value);
  }
  for (const [key, value] of Object.entries(style)) element.style.setProperty(key, String(value));
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...present(children));
  return element;
}

/**
 * Replace whatever is inside an element.
 * @template {Element} T
 * @param {T} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/**
 * A table of some class with names for its columns.
 * @param {string} kind
 * @param {Child[]} heads
 * @param {HTMLTableRowElement[]} rows
 * @param {string | null} id
 */
export function table(kind, heads, rows, id = null) {
  // Columns without a name hold bars, which are hidden from screen readers.
  const columns = heads.map((name) =>
    name === "" ? el("td", { "aria-hidden": "true" }) : el("th", { scope: "col" }, name),
  );
  const head = el("thead", {}, el("tr", {}, columns));
  return el("table", { class: kind, id }, head, el("tbody", {}, rows));
}

/**
 * Terms with their descriptions.
 * @param {[string, Child][]} pairs
 * @param {(name: string) => Child} term
 */
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

/**
 * Announce a text to screen readers. A repeated text is announced again.
 * @param {string} text
 */
export function announce(text) {
  $("#announce").textContent = text;
}

/** @param {AttributeValue} value */
function isGiven(value) {
  return value !== null && value !== undefined && value !== false;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return children.flatMap((one) => {
    if (Array.isArray(one)) return present(one);
    return one === null || one === undefined || one === false || one === "" ? [] : [one];
  });
}
