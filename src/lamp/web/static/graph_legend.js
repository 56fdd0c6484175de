// The legend of a landmark graph: samples of boxes and lines with their meanings.

import { el } from "./dom.js";
import { svgElement } from "./svg.js";

/** @type {[selector: string, name: string, text: string][]} */
const BOXES = [
  [".landmark.in-goal", "in-goal", "part of the goal"],
  [".landmark.atomic:not(.in-goal, .trivial, .goal)", "atomic", "landmark"],
  [".landmark.disjunctive", "disjunctive", "one of several"],
  [".landmark.trivial", "trivial", "holds initially"],
];
/** @type {[kind: string, text: string][]} */
const LINES = [
  ["necessary", "necessary: true just before, always"],
  ["greedy-necessary", "greedy-necessary: true just before, the first time"],
  ["natural", "natural: true some time before"],
  ["to-goal", "before the goal, as all are"],
];

/** @type {[state: string, sign: string, text: string][]} */
const STATES = [
  ["achieved", "✓", "achieved"],
  ["pursued", "▶", "pursued now"],
];

/**
 * The entries for what occurs in a drawing, and for the states that a run gives landmarks.
 * @param {Element} graph
 */
export function graphLegend(graph) {
  /**
   * @param {string} inside
   * @param {string} text
   */
  const entry = (inside, text) => el("span", {}, sample(inside), text);
  const boxes = BOXES.filter(([selector]) => graph.querySelector(selector)).map(([, name, text]) =>
    entry(box(name), text),
  );
  const lines = LINES.filter(([kind]) => graph.querySelector(`[data-before].${kind}`)).map(
    ([kind, text]) => entry(line(kind), text),
  );
  const states = STATES.map(([state, sign, text]) =>
    entry(box(`atomic" data-state="${state}`, sign), text),
  );
  return [...boxes, ...states, ...lines];
}

/** @param {string} inside */
function sample(inside) {
  return svgElement(
    `<svg xmlns="http://www.w3.org/2000/svg" class="lamp-drawing" viewBox="0 0 36 22" width="36" height="22" aria-hidden="true">${inside}</svg>`,
  );
}

/** @param {string} name */
function box(name, sign = "") {
  const inner = name === "in-goal" ? '<rect x="5" y="6" width="26" height="10" rx="4"/>' : "";
  const corner = name === "disjunctive" ? 2 : 7;
  const mark =
    sign &&
    `<g class="state-sign"><circle cx="8" cy="11" r="7"/><text x="8" y="15">${sign}</text></g>`;
  return `<g class="landmark ${name}"><rect x="2" y="3" width="32" height="16" rx="${corner}"/>${inner}${mark}</g>`;
}

/** @param {string} kind */
function line(kind) {
  return `<path class="line ${kind}" d="M1 11H27"/><path class="head ${kind}" d="M27 7L35 11L27 15z"/>`;
}
