// Numbers and names as people read them.

import { el } from "./dom.js";

/**
 * A number with separators.
 * @param {number} number
 */
export const whole = (number) => number.toLocaleString("en");

/**
 * A number in few letters: 383 K.
 * @param {number} number
 */
export const few = (number) =>
  number.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });

/**
 * A number with the noun for that many things.
 * @param {number} number
 * @param {string} noun
 */
export const counted = (number, noun) => `${whole(number)} ${noun}${number === 1 ? "" : "s"}`;

/**
 * A cost, as exactly as it is needed.
 * @param {number} number
 */
export const costText = (number) => number.toLocaleString("en", { maximumSignificantDigits: 6 });

/**
 * A value (Q) with as many digits as matter.
 * @param {number | null} number
 */
export function value(number) {
  if (number === null) return "–";
  const size = Math.abs(number);
  if (size > 0 && size < 0.001) return number.toFixed(6);
  return number.toFixed(size < 0.1 ? 4 : 3);
}

/**
 * α and other numbers, with three significant digits.
 * @param {number} number
 */
export const short = (number, digits = 3) => String(Number(number.toPrecision(digits)));

/**
 * Seconds, or milliseconds where they are few.
 * @param {number} number
 */
export function seconds(number) {
  return number < 1 ? `${Math.round(number * 1000)} ms` : `${number.toFixed(1)} s`;
}

/**
 * A probability such as "1/3" as a number.
 * @param {string} text
 */
export function chance(text) {
  const [above = 1, below = 1] = text.split("/").map(Number);
  return above / below;
}

/**
 * A probability in words, exactly where that is short.
 * @param {string} text
 */
export function likely(text) {
  const percent = `${short(100 * chance(text), 4)} %`;
  return text.includes("/") && text.length < 8 ? `${text}, ${percent}` : percent;
}

/**
 * The symbol of a setting or value, such as K_g, with its index below the line.
 * @param {string} text
 */
export function symbol(text) {
  const [base, index] = text.split("_");
  return el("i", { class: "symbol" }, base, index && el("sub", {}, index));
}

/**
 * A text that begins as sentences do.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A text that ends as sentences do.
 * @param {string} text
 */
export const sentence = (text) => (/[.?!…]$/.test(text) ? text : `${text}.`);

/**
 * A name of the program in words: "goal_utility" is "goal utility".
 * @param {string} name
 */
export const words = (name) => name.replaceAll("_", " ");

/**
 * An atom or action whose words are broken between lines only where a line is too short for one.
 * @param {string} text
 */
export const unbroken = (text) =>
  text.split(" ").flatMap((word, at) => [at ? " " : "", el("span", { class: "word" }, word)]);
