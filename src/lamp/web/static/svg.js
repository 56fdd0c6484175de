// Pictures from the server. They contain no scripts; elements with scripts are removed.

const ELEMENTS = new Set(
  (
    "svg g defs symbol use marker pattern clippath mask lineargradient radialgradient stop style title desc " +
    "rect circle ellipse line polyline polygon path text tspan"
  ).split(" "),
);
const HOLDS_ADDRESS = /url\(\s*["']?\s*(?!#|["']?#)|@import|expression\(/i;
let count = 0;

/**
 * The element of an SVG text, safe to insert, or null where the text is no SVG.
 * Its ids get a prefix, as two pictures in a page must not refer into each other.
 * @param {string | null | undefined} text
 */
export function svgElement(text) {
  if (!text) return null;
  /** @type {Element} */
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  const prefix = `svg${++count}-`;
  // In the document of the parser, where nothing is loaded or run yet.
  for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
    if (parsed.contains(element)) clean(element, prefix);
  }
  const element = document.importNode(parsed, true);
  return element instanceof SVGSVGElement ? element : null;
}

/**
 * @param {Element} element
 * @param {string} prefix
 */
function clean(element, prefix) {
  if (!ELEMENTS.has(element.localName.toLowerCase())) {
    element.remove();
    return;
  }
  if (element.localName === "style") cleanStyle(element, prefix);
  for (const { name, value } of [...element.attributes])
    cleanAttribute(element, name, value, prefix);
}

/**
 * @param {Element} element
 * @param {string} prefix
 */
function cleanStyle(element, prefix) {
  if (HOLDS_ADDRESS.test(element.textContent)) element.remove();
  else element.textContent = own(element.textContent, prefix);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 * @param {string} prefix
 */
function cleanAttribute(element, name, value, prefix) {
  const isAddress = /(^|:)href$/i.test(name);
  const unsafe =
    /^on/i.test(name) || (isAddress && !value.startsWith("#")) || HOLDS_ADDRESS.test(value);
  if (unsafe) element.removeAttribute(name);
  else if (name === "id") element.id = prefix + value;
  else if (isAddress) element.setAttribute(name, `#${prefix}${value.slice(1)}`);
  else if (name === "aria-labelledby")
    element.setAttribute(name, value.replace(/\S+/g, `${prefix}$&`));
  else if (value.includes("url(")) element.setAttribute(name, own(value, prefix));
}

/**
 * The same text, with references to ids of this picture.
 * @param {string} text
 * @param {string} prefix
 */
function own(text, prefix) {
  return text.replace(/url\(\s*(["']?)#/g, `url($1#${prefix}`);
}
