// A drawing in a frame: all of it at first, larger by wheel, pinch, buttons or keys, and moved by hand.

/** @import { Box, Point } from "./types.d.ts" */
/** @typedef {{clientX: number, clientY: number}} OnScreen */

const MOST = 12;
const STEP = 1.25;

/** Shows an SVG in a frame by changing its viewBox. */
export class PanZoom {
  /** @type {SVGElement | null} */
  svg = null;
  zoom = 1;
  /** @type {Box} */
  whole = { x: 0, y: 0, width: 1, height: 1 };
  /** @type {Point} */
  centre = { x: 0, y: 0 };
  /** @type {Map<number, PointerEvent>} */
  pointers = new Map();

  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    frame.addEventListener("pointerup", (event) => this.pointers.delete(event.pointerId));
    frame.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    frame.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#apply()).observe(frame);
  }

  /**
   * Show another drawing, whose extent is `whole`.
   * @param {SVGElement} svg
   * @param {Box} whole
   */
  take(svg, whole) {
    this.svg = svg;
    this.whole = whole;
    // Narrow frames have the shape of their drawing.
    this.frame.style.setProperty("--ratio", String(whole.width / whole.height));
    this.fit();
  }

  fit() {
    this.zoom = 1;
    this.centre = {
      x: this.whole.x + this.whole.width / 2,
      y: this.whole.y + this.whole.height / 2,
    };
    this.#apply();
  }

  /**
   * Zoom by a factor; the given point of the screen stays where it is.
   * @param {number} factor
   * @param {OnScreen | null} point
   */
  by(factor, point = null) {
    if (!this.svg) return;
    const zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
    const fixed = point && this.#inDrawing(point);
    if (fixed) {
      const change = this.zoom / zoom;
      this.centre.x = fixed.x + (this.centre.x - fixed.x) * change;
      this.centre.y = fixed.y + (this.centre.y - fixed.y) * change;
    }
    this.zoom = zoom;
    if (zoom === 1) this.fit();
    else this.#apply();
  }

  /**
   * Move so that a part of the drawing is seen.
   * @param {Box} box
   */
  reveal(box) {
    const seen = this.#seen();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const inside =
      Math.abs(x - this.centre.x) < seen.width / 2 - box.width / 2 &&
      Math.abs(y - this.centre.y) < seen.height / 2 - box.height / 2;
    if (this.zoom === 1 || inside) return;
    this.centre = { x, y };
    this.#apply();
  }

  /** Units of the drawing in a pixel of the screen, when all of it is seen. */
  get #scale() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    return (
      Math.max(this.whole.width / Math.max(1, width), this.whole.height / Math.max(1, height)) /
      this.zoom
    );
  }

  #seen() {
    return {
      width: this.frame.clientWidth * this.#scale,
      height: this.frame.clientHeight * this.#scale,
    };
  }

  /** @param {OnScreen} point */
  #inDrawing({ clientX, clientY }) {
    const frame = this.frame.getBoundingClientRect();
    const fromCentre = {
      x: clientX - frame.x - frame.width / 2,
      y: clientY - frame.y - frame.height / 2,
    };
    return {
      x: this.centre.x + fromCentre.x * this.#scale,
      y: this.centre.y + fromCentre.y * this.#scale,
    };
  }

  #apply() {
    if (!this.svg) return;
    const { width, height } = this.#seen();
    // Some of the drawing is always seen.
    const { centre, whole } = this;
    centre.x = Math.min(whole.x + whole.width, Math.max(whole.x, centre.x));
    centre.y = Math.min(whole.y + whole.height, Math.max(whole.y, centre.y));
    this.svg.setAttribute(
      "viewBox",
      `${this.centre.x - width / 2} ${this.centre.y - height / 2} ${width} ${height}`,
    );
    this.frame.dataset.zoom = this.zoom.toFixed(2);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #shift(x, y) {
    this.centre.x -= x * this.#scale;
    this.centre.y -= y * this.#scale;
    this.#apply();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // Where there is nothing to make smaller, the page scrolls as anywhere else.
    if (event.deltaY > 0 && this.zoom === 1) return;
    event.preventDefault();
    this.by(STEP ** (-event.deltaY / 100), event);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.pointers.set(event.pointerId, event);
    if (this.zoom > 1 || this.pointers.size > 1) this.frame.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.svg) return;
    const [other] = [...this.pointers.values()].filter((one) => one.pointerId !== event.pointerId);
    if (other) {
      /** @param {OnScreen} one */
      const distance = (one) =>
        Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      this.by(distance(event) / Math.max(1, distance(before)), event);
    } else if (this.zoom > 1) {
      this.#shift(event.clientX - before.clientX, event.clientY - before.clientY);
    }
    this.pointers.set(event.pointerId, event);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target !== this.frame || event.ctrlKey || event.metaKey || event.altKey || !this.svg)
      return;
    const by = 40;
    /** @type {Record<string, () => void>} */
    const actions = {
      "+": () => this.by(STEP),
      "=": () => this.by(STEP),
      "-": () => this.by(1 / STEP),
      0: () => this.fit(),
      ArrowLeft: () => this.#shift(by, 0),
      ArrowRight: () => this.#shift(-by, 0),
      ArrowUp: () => this.#shift(0, by),
      ArrowDown: () => this.#shift(0, -by),
    };
    // Where all is seen there is nothing to move: arrows scroll the page, as anywhere else.
    const action = actions[event.key];
    if (!action || (this.zoom === 1 && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}
