// The drawing of a landmark graph that lives: states by colour and sign, and details on demand.

import { $, $$ } from "./dom.js";
import { PanZoom } from "./pan_zoom.js";
import { svgElement } from "./svg.js";

const SIGNS = { achieved: "✓", pursued: "▶", open: "", initial: "" };
const MARGIN = 14;

/** Calls `onPoint(position)` when a landmark is pointed at or has the focus. */
export class LandmarkGraphView {
  constructor(frame, onPoint) {
    this.frame = frame;
    this.panZoom = new PanZoom(frame);
    this.onPoint = onPoint;
    for (const event of ["pointerover", "focusin"]) {
      frame.addEventListener(event, ({ target }) =>
        this.#point(target.closest?.("[data-landmark]")),
      );
    }
    frame.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draw another graph. */
  draw(text) {
    this.svg = svgElement(text);
    this.pointed = null; // another graph's landmark, even where it has the same number
    this.frame.replaceChildren(...(this.svg ? [this.svg] : []));
    if (!this.svg) return;
    for (const name of ["width", "height", "role"]) this.svg.removeAttribute(name);
    $(":scope > title", this.svg)?.remove(); // or it would be a tooltip everywhere
    // Its name and legend stand in the page, where they are not zoomed.
    for (const group of $$(":scope > g", this.svg))
      if (!$("[data-landmark]", group)) group.remove();
    $$("[data-landmark]", this.svg).forEach((one, at) => {
      one.setAttribute("tabindex", at ? "-1" : "0");
      one.setAttribute("role", "img");
      one.setAttribute("aria-label", $("title", one)?.textContent ?? "");
      one.append(sign(one));
    });
    this.panZoom.take(this.svg, this.#whole());
  }

  /** Colour landmarks by what became of them. */
  colour(states) {
    for (const one of this.svg ? $$("[data-landmark]", this.svg) : []) {
      const state = states[Number(one.dataset.landmark)] ?? "open";
      if (one.dataset.state === state) continue;
      one.dataset.state = state;
      $(".state-sign text", one).textContent = SIGNS[state];
      one.setAttribute("aria-label", `${$("title", one)?.textContent ?? ""} (${state})`);
    }
  }

  /** The landmarks that one follows and precedes, with the kinds of the orderings that are drawn. */
  neighbours(position) {
    const kind = (line) =>
      [...line.classList].find((name) => !["line", "ordering", "muted"].includes(name)) ?? "";
    const lines = this.svg ? $$("[data-before]", this.svg) : [];
    const named = (line, end) => ({ landmark: Number(line.dataset[end]), kind: kind(line) });
    return {
      before: lines
        .filter((line) => Number(line.dataset.after) === position)
        .map((line) => named(line, "before")),
      after: lines
        .filter((line) => Number(line.dataset.before) === position)
        .map((line) => named(line, "after")),
    };
  }

  /** What there is to see: boxes and lines. */
  #whole() {
    const toSvg = this.svg.getScreenCTM().inverse();
    const boxes = $$("[data-landmark], [data-before]", this.svg).map((one) => placed(one, toSvg));
    const left = Math.min(...boxes.map((one) => one.x)) - MARGIN;
    const top = Math.min(...boxes.map((one) => one.y)) - MARGIN;
    const right = Math.max(...boxes.map((one) => one.x + one.width)) + MARGIN;
    const bottom = Math.max(...boxes.map((one) => one.y + one.height)) + MARGIN;
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #point(one) {
    const position = one ? Number(one.dataset.landmark) : null;
    if (position === null || position === this.pointed) return;
    this.pointed = position;
    for (const line of $$("[data-before]", this.svg)) {
      const touches = [line.dataset.before, line.dataset.after].includes(String(position));
      line.classList.toggle("touched", touches);
    }
    for (const other of $$("[data-landmark]", this.svg))
      other.classList.toggle("pointed", other === one);
    this.onPoint(position);
  }

  #key(event) {
    const one = event.target.closest?.("[data-landmark]");
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      event.key
    ];
    if (!one || !way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = nearest(one, $$("[data-landmark]", this.svg), way);
    if (!next) return;
    one.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    this.panZoom.reveal(placed(next, this.svg.getScreenCTM().inverse()));
    next.focus({ preventScroll: true });
  }
}

/** The box of an element in the coordinates of its drawing. */
function placed(element, toSvg) {
  const box = element.getBBox();
  const matrix = toSvg.multiply(element.getScreenCTM());
  const corner = new DOMPoint(box.x, box.y).matrixTransform(matrix);
  const other = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
  return { x: corner.x, y: corner.y, width: other.x - corner.x, height: other.y - corner.y };
}

function sign(landmark) {
  const make = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const frame = $("rect", landmark);
  const [x, y] = [Number(frame.getAttribute("x")), Number(frame.getAttribute("y"))];
  const group = make("g", { class: "state-sign" });
  group.append(
    make("circle", { cx: x + 2, cy: y + 2, r: 9 }),
    make("text", { x: x + 2, y: y + 6 }),
  );
  return group;
}

/** The nearest element in a direction; what is off that direction counts twice. */
function nearest(from, all, [x, y]) {
  const centre = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [fromX, fromY] = centre(from);
  let found = null;
  for (const one of all) {
    const [oneX, oneY] = centre(one);
    const along = (oneX - fromX) * x + (oneY - fromY) * y;
    const off = Math.abs((oneX - fromX) * y) + Math.abs((oneY - fromY) * x);
    const distance = along + 2 * off;
    if (one !== from && along > 1 && (!found || distance < found.distance))
      found = { one, distance };
  }
  return found?.one;
}
