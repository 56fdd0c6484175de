// One setting as a field: a number, a choice or a check box, with its symbol and meaning.

import { el } from "./dom.js";
import { short, symbol, words } from "./format.js";

/** @import { Setting, SettingValue } from "./messages.d.ts" */
/** @import { Control, Field } from "./types.d.ts" */

/**
 * The control of a setting, and the label around it.
 * @param {Setting} one
 * @param {string} id
 * @returns {Field}
 */
export function field(one, id) {
  const input = control(one, id);
  const name = el("span", {}, one.symbol && [symbol(one.symbol), " "], words(one.name));
  const slider = one.name === "greediness" ? sliderOf(one, input) : null;
  const word = one.word ? wordButton(one, input) : null;
  const row = slider || word ? el("span", { class: "row tight" }, slider, input, word) : input;
  const dataset = { setting: one.name, kind: one.kind };
  // The allowed values are shown on demand, and by the server after a wrong input.
  const note = el("small", { id: `${id}-note` }, meaning(one));
  input.setAttribute("aria-describedby", note.id);
  return { input, slider, word, note, label: el("label", { dataset }, name, row, note) };
}

/**
 * The meaning of a setting, without the symbol, which precedes its name.
 * @param {Setting} one
 */
export function meaning(one) {
  return one.meaning.replace(` (${one.symbol})`, "");
}

/**
 * The meaning of a setting, and its allowed values.
 * @param {Setting} one
 */
export function hint(one) {
  const allowed = ["flag", "choice"].includes(one.kind) ? "" : ` Allowed: ${one.allowed}.`;
  return powers(meaning(one) + allowed);
}

/**
 * @param {Setting} one
 * @param {string} id
 */
function control(one, id) {
  if (one.kind === "choice")
    return el(
      "select",
      { id },
      one.choices?.map((choice) => el("option", { value: choice }, choice)),
    );
  if (one.kind === "flag") return el("input", { id, type: "checkbox" });
  const step = one.kind === "whole" ? 1 : "any";
  return el("input", {
    id,
    // A field for numbers does not take a word.
    ...(one.word ? { type: "text", size: 5, autocomplete: "off" } : { type: "number", step }),
    placeholder: one.default === null ? "no limit" : "",
    inputmode: "decimal",
    // A label names its first control alone, which may be a slider.
    "aria-label": named(one),
  });
}

/**
 * "10^9" as it is written by hand.
 * @param {string} text
 */
function powers(text) {
  /** @param {string} digits */
  const high = (digits) => digits.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(Number(digit)));
  return text.replace(/\^(\d+)/g, (_, digits) => high(digits));
}

/** @param {Setting} one */
function named(one) {
  return `${one.symbol ?? ""} ${words(one.name)}`.trim();
}

/**
 * @param {Setting} one
 * @param {Control} input
 */
function sliderOf(one, input) {
  const range = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    "aria-label": `${named(one)}, as a slider`,
  });
  range.addEventListener("input", () => {
    input.value = range.value;
  });
  return range;
}

/**
 * The word that a field of numbers takes, too, to be chosen without writing it.
 * @param {Setting} one
 * @param {Control} input
 */
function wordButton(one, input) {
  const button = el(
    "button",
    { type: "button", "aria-label": `${named(one)}: ${one.word}` },
    one.word,
  );
  button.addEventListener("click", () => {
    input.value = one.word ?? "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return button;
}

/**
 * The value that a setting has by itself, as its field shows it.
 * @param {Setting} one
 */
export const initial = (one) => written(one, one.default);

/**
 * A value as the field of its setting shows it.
 * @param {Setting} one
 * @param {SettingValue | null} value
 */
export function written(one, value) {
  if (value === null) return "";
  return one.kind === "number" && typeof value === "number" ? short(value, 4) : String(value);
}

/**
 * Show a value in a control.
 * @param {Control} input
 * @param {string} text
 */
export function write(input, text) {
  // Flags have a check, and nothing else has.
  if (input instanceof HTMLInputElement && input.type === "checkbox")
    input.checked = text === "true";
  else input.value = text;
}

/**
 * The value that a control shows.
 * @param {Control} input
 */
export function shownValue(input) {
  const isCheck = input instanceof HTMLInputElement && input.type === "checkbox";
  return isCheck ? String(input.checked) : input.value.trim();
}

/**
 * Whether a control has another value than its setting has by itself.
 * @param {Setting} one
 * @param {Control} input
 */
export function isChanged(one, input) {
  const shown = shownValue(input);
  // An empty field is the usual value, whatever that is.
  return shown !== "" && shown !== initial(one);
}

/**
 * The value of a control, as it is sent.
 * @param {Setting} one
 * @param {Control} input
 */
export function read(one, input) {
  const text = shownValue(input);
  if (one.kind === "flag") return text === "true";
  if (one.kind === "choice" || text === one.word) return text;
  const number = Number(text);
  // A text that is no number is sent as it is: the server's error lists the allowed values.
  return Number.isNaN(number) ? text : number;
}
