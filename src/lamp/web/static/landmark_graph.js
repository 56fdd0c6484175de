// The drawing of a landmark graph during a run: states by colour and sign, and details on demand.

import { $$, around } from "./dom.js";
import { PanZoom } from "./pan_zoom.js";
import { svgElement } from "./svg.js";

/** @import { Box, LandmarkState } from "./types.d.ts" */

const LANDMARK = "[data-landmark]";
const ORDERING = "[data-before]";
const SIGNS = { achieved: "✓", pursued: "▶", open: "", initial: "" };
const MARGIN = 14;
/**
 * Where arrow keys go: right and down.
 * @type {Record<string, [number, number]>}
 */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Calls `onPoint(position)` when a landmark is pointed at or has the focus. */
export class LandmarkGraphView {
  /** @type {SVGSVGElement | null} */
  svg = null;
  /**
   * The landmark that was pointed at.
   * @type {number | null}
   */
  pointed = null;

  /**
   * @param {HTMLElement} frame
   * @param {(position: number) => void} onPoint
   */
  constructor(frame, onPoint) {
    this.frame = frame;
    this.panZoom = new PanZoom(frame);
    this.onPoint = onPoint;
    for (const event of ["pointerover", "focusin"]) {
      frame.addEventListener(event, ({ target }) =>
        this.#point(around(target, LANDMARK, SVGGraphicsElement)),
      );
    }
    frame.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Draw another graph.
   * @param {string} text
   */
  draw(text) {
    const svg = svgElement(text);
    this.svg = svg;
    this.pointed = null; // another graph's landmark, even where it has the same number
    this.frame.replaceChildren(...(svg ? [svg] : []));
    if (!svg) return;
    for (const name of ["width", "height", "role"]) svg.removeAttribute(name);
    svg.querySelector(":scope > title")?.remove(); // or it would be a tooltip everywhere
    // Its name and legend stand in the page, where they are not zoomed.
    for (const group of svg.querySelectorAll(":scope > g"))
      if (!group.querySelector(LANDMARK)) group.remove();
    this.#all(LANDMARK).forEach((one, at) => {
      one.setAttribute("tabindex", at ? "-1" : "0");
      one.setAttribute("role", "img");
      one.setAttribute("aria-label", titleOf(one));
      one.append(sign(one));
    });
    this.panZoom.take(svg, this.#whole(svg));
  }

  /**
   * Colour landmarks by what became of them.
   * @param {LandmarkState[]} states
   */
  colour(states) {
    for (const one of this.#all(LANDMARK)) {
      const state = states[Number(one.dataset.landmark)] ?? "open";
      if (one.dataset.state === state) continue;
      one.dataset.state = state;
      const text = one.querySelector(".state-sign text");
      if (text) text.textContent = SIGNS[state];
      one.setAttribute("aria-label", `${titleOf(one)} (${state})`);
    }
  }

  /**
   * The landmarks that one follows and precedes, with the kinds of the orderings that are drawn.
   * @param {number} position
   */
  neighbours(position) {
    const orderings = this.#all(ORDERING).map((line) => ({
      before: Number(line.dataset.before),
      after: Number(line.dataset.after),
      kind: kindOf(line),
    }));
    return {
      before: orderings
        .filter(({ after }) => after === position)
        .map(({ before, kind }) => ({ landmark: before, kind })),
      after: orderings
        .filter(({ before }) => before === position)
        .map(({ after, kind }) => ({ landmark: after, kind })),
    };
  }

  /**
   * The landmarks or orderings that are drawn.
   * @param {string} query
   */
  #all(query) {
    return this.svg ? $$(query, this.svg, SVGGraphicsElement) : [];
  }

  /**
   * The extent of all boxes and lines.
   * @param {SVGSVGElement} svg
   * @returns {Box}
   */
  #whole(svg) {
    const toSvg = fromScreen(svg);
    const boxes = this.#all(`${LANDMARK}, ${ORDERING}`).map((one) => placed(one, toSvg));
    const left = Math.min(...boxes.map((one) => one.x)) - MARGIN;
    const top = Math.min(...boxes.map((one) => one.y)) - MARGIN;
    const right = Math.max(...boxes.map((one) => one.x + one.width)) + MARGIN;
    const bottom = Math.max(...boxes.map((one) => one.y + one.height)) + MARGIN;
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** @param {SVGElement | null} one */
  #point(one) {
    const position = one ? Number(one.dataset.landmark) : null;
    if (position === null || position === this.pointed) return;
    this.pointed = position;
    for (const line of this.#all(ORDERING)) {
      const touches = [line.dataset.before, line.dataset.after].includes(String(position));
      line.classList.toggle("touched", touches);
    }
    for (const other of this.#all(LANDMARK)) other.classList.toggle("pointed", other === one);
    this.onPoint(position);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const one = around(event.target, LANDMARK, SVGGraphicsElement);
    const way = WAYS[event.key];
    if (!this.svg || !one || !way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = nearest(one, this.#all(LANDMARK), way);
    if (!next) return;
    one.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    this.panZoom.reveal(placed(next, fromScreen(this.svg)));
    next.focus({ preventScroll: true });
  }
}

/** @param {Element} landmark */
function titleOf(landmark) {
  return landmark.querySelector("title")?.textContent ?? "";
}

/**
 * The kind of an ordering.
 * @param {Element} line
 */
function kindOf(line) {
  return [...line.classList].find((name) => !["line", "ordering", "muted"].includes(name)) ?? "";
}

/**
 * From the coordinates of the screen to those of a drawing.
 * @param {SVGSVGElement} svg
 */
function fromScreen(svg) {
  return svg.getScreenCTM()?.inverse() ?? new DOMMatrix();
}

/**
 * The box of an element in the coordinates of its drawing.
 * @param {SVGGraphicsElement} element
 * @param {DOMMatrix} toSvg
 * @returns {Box}
 */
function placed(element, toSvg) {
  const box = element.getBBox();
  const matrix = toSvg.multiply(element.getScreenCTM() ?? new DOMMatrix());
  const corner = new DOMPoint(box.x, box.y).matrixTransform(matrix);
  const other = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
  return { x: corner.x, y: corner.y, width: other.x - corner.x, height: other.y - corner.y };
}

/** @param {Element} landmark */
function sign(landmark) {
  /**
   * @param {"g" | "circle" | "text"} tag
   * @param {Record<string, string | number>} attributes
   */
  const make = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes))
      element.setAttribute(name, String(value));
    return element;
  };
  const frame = landmark.querySelector("rect");
  const [x, y] = [Number(frame?.getAttribute("x")), Number(frame?.getAttribute("y"))];
  const group = make("g", { class: "state-sign" });
  group.append(
    make("circle", { cx: x + 2, cy: y + 2, r: 9 }),
    make("text", { x: x + 2, y: y + 6 }),
  );
  return group;
}

/**
 * The nearest element in a direction; what is off that direction counts twice.
 * @template {Element} T
 * @param {T} from
 * @param {T[]} all
 * @param {[number, number]} way
 */
function nearest(from, all, [x, y]) {
  const start = centre(from);
  /** @type {{one: T, distance: number} | null} */
  let found = null;
  for (const one of all) {
    const at = centre(one);
    const along = (at.x - start.x) * x + (at.y - start.y) * y;
    const off = Math.abs((at.x - start.x) * y) + Math.abs((at.y - start.y) * x);
    const distance = along + 2 * off;
    if (one !== from && along > 1 && (!found || distance < found.distance))
      found = { one, distance };
  }
  return found?.one;
}

/** @param {Element} one */
function centre(one) {
  const box = one.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
