// Run, pause, step, stop: the same buttons wherever something runs.

import { el, fill } from "./dom.js";

/** @import { Controller, Deed } from "./types.d.ts" */

/** @type {[name: string, delay: number][]} */
const SPEEDS = [
  ["slow", 1.5],
  ["calm", 0.6],
  ["brisk", 0.25],
  ["fast", 0.05],
  ["no pause", 0],
];
/** @type {Deed[]} */
const ALL = ["start", "run", "pause", "step", "stop"];
const NAMES = { start: "Start over", run: "Run", pause: "Pause", step: "Step", stop: "Stop" };
const SIGNS = { start: "↺", run: "▶", pause: "❚❚", step: "❯", stop: "■" };
const TITLES = {
  start: "A new episode with these settings (r)",
  run: "Step by step until it ends (space)",
  pause: "After the decision under way (space)",
  step: "One decision and action (s)",
  stop: "Now: the decision under way is cut short and the episode ends (x)",
};

/**
 * The action of a button after it was used, as on a player.
 * @type {Partial<Record<Deed, Deed>>}
 */
const OPPOSITES = { run: "pause", pause: "run" };

/**
 * The buttons of a controller, which can start, run, pause, step and stop, and returns which of
 * these are possible now. Disabled buttons keep the focus, so that keys go on working.
 */
export class Transport {
  /**
   * @param {HTMLElement} place
   * @param {Controller} controller
   * @param {{prefix?: string | null, only?: Deed[]}} options
   */
  constructor(place, controller, { prefix = null, only = ALL } = {}) {
    this.controller = controller;
    this.buttons = new Map(only.map((what) => [what, this.#button(what, prefix)]));
    this.delay = el(
      "select",
      { id: prefix === null ? null : `${prefix}delay` },
      SPEEDS.map(([name, delay]) => el("option", { value: delay }, name)),
    );
    this.delay.value = "0.6";
    this.delay.addEventListener("change", () => controller.delay(this.seconds));
    fill(
      place,
      [...this.buttons.values()],
      el("label", { class: "check" }, el("span", { class: "name" }, "Speed"), this.delay),
    );
    this.show();
  }

  /** Seconds between steps. */
  get seconds() {
    return Number(this.delay.value);
  }

  /**
   * Do something, where it can be done.
   * @param {Deed} what
   */
  do(what) {
    if (!this.controller.can(what)) return;
    this.controller[what](this.seconds);
  }

  /** Space: run or pause. */
  toggle() {
    this.do(this.controller.can("pause") ? "pause" : "run");
  }

  show() {
    // The same run may have buttons in several views.
    const { pace } = this.controller;
    if (pace !== undefined && pace !== this.seconds) this.delay.value = String(pace);
    for (const [what, button] of this.buttons) {
      button.setAttribute("aria-disabled", String(!this.controller.can(what)));
    }
  }

  /**
   * @param {Deed} what
   * @param {string | null} prefix
   */
  #button(what, prefix) {
    const id = prefix === null ? null : prefix + what;
    const sign = el("span", { "aria-hidden": "true", class: "sign" }, SIGNS[what]);
    const click = () => {
      this.do(what);
      const other = OPPOSITES[what];
      if (other && document.activeElement === this.buttons.get(what))
        this.buttons.get(other)?.focus();
    };
    return el(
      "button",
      { id, type: "button", title: TITLES[what], dataset: { do: what }, on: { click } },
      sign,
      el("span", { class: "name" }, NAMES[what]),
    );
  }
}
