// "What if α were …": the same evidence, weighed by another greediness.

import { el, fill } from "./dom.js";
import { short } from "./format.js";
import { best, isFading, isMixed, MIXING, ranges } from "./mixture.js";

/** @import { ReadyMessage, StepMessage } from "./messages.d.ts" */

const CAVEAT = "From the same evidence: a search with that α would have gathered other evidence.";

export class WhatIf {
  /**
   * Another α than that of the decision, if the user has set one.
   * @type {number | null}
   */
  alpha = null;
  /** The α that decided, and whose it is. */
  real = 0;
  owner = "";
  /** @type {StepMessage | null} */
  step = null;

  /**
   * `onChange` is called when α was changed.
   * @param {HTMLElement} place
   * @param {() => void} onChange
   */
  constructor(place, onChange) {
    this.onChange = onChange;
    this.slider = el("input", { id: "what-if", type: "range", min: 0, max: 1, step: 0.01 });
    this.number = el("output", { for: "what-if", "aria-live": "off" });
    this.back = el("button", { type: "button", on: { click: () => this.#set(null) } }, "Back");
    this.choice = el("p", { id: "what-if-choice", "aria-live": "polite" });
    this.ranges = el("div", { id: "what-if-ranges", class: "ranges" });
    this.slider.addEventListener("input", () => this.#set(Number(this.slider.value)));
    this.none = el("p", { class: "note" });
    this.some = el(
      "div",
      {},
      el(
        "div",
        { class: "row" },
        el(
          "label",
          { for: "what-if" },
          "What if ",
          el("i", { class: "symbol" }, "α"),
          " were ",
          this.number,
        ),
        this.back,
      ),
      this.slider,
      this.ranges,
      this.choice,
      el("p", { class: "note" }, CAVEAT),
    );
    fill(place, this.some, this.none);
  }

  /** Reset the α of the user: another episode has another α. */
  forget() {
    this.alpha = null;
  }

  /**
   * @param {StepMessage} step
   * @param {ReadyMessage} ready
   */
  show(step, ready) {
    const { planner } = ready;
    this.real = step.greediness;
    this.owner = isFading(ready) ? "step" : "episode";
    this.step = step;
    const both = isMixed(step, planner);
    this.some.hidden = !both;
    this.none.hidden = both;
    if (both) {
      this.#ranges(step);
      this.#said(step);
    } else {
      this.none.textContent = MIXING.includes(planner)
        ? onlyOne(this.real)
        : `${planner} has no α to drag: there is only one value for each action.`;
    }
  }

  /** @param {number | null} alpha */
  #set(alpha) {
    this.alpha = alpha === this.real ? null : alpha;
    if (this.step) this.#said(this.step);
    this.onChange();
  }

  /** @param {StepMessage} step */
  #said(step) {
    const alpha = this.alpha ?? this.real;
    if (document.activeElement !== this.slider || this.alpha === null)
      this.slider.value = String(alpha);
    this.slider.setAttribute("aria-valuetext", `α = ${short(alpha)}`);
    this.number.textContent = short(alpha);
    this.back.disabled = this.alpha === null;
    this.back.textContent = `Back to ${short(this.real)}`;
    this.ranges.style.setProperty("--at", String(alpha));
    // Steps are announced as they come; this announces the α of a moved slider.
    const isAsked = document.activeElement === this.slider;
    this.choice.setAttribute("aria-live", isAsked ? "polite" : "off");
    const chosen = best(step.actions, alpha);
    const same = chosen.includes(step.action);
    const tie = chosen.length > 1 ? ` (${chosen.length} actions tie)` : "";
    if (this.alpha === null)
      fill(
        this.choice,
        `At α = ${short(alpha)}, the ${this.owner}'s own: `,
        el("code", {}, step.action),
        tie,
      );
    else if (same)
      fill(
        this.choice,
        `At α = ${short(alpha)}: `,
        el("b", {}, "still "),
        el("code", {}, step.action),
        tie,
      );
    else
      fill(
        this.choice,
        `At α = ${short(alpha)}: `,
        el("b", {}, "instead "),
        el("code", {}, chosen[0]),
        tie,
      );
    this.choice.dataset.action = same ? step.action : chosen[0];
  }

  /**
   * Below the slider: which action is the best where.
   * @param {StepMessage} step
   */
  #ranges(step) {
    const found = ranges(step.actions);
    this.ranges.setAttribute("role", "img");
    this.ranges.setAttribute("aria-label", found.map(inWords).join("; "));
    fill(
      this.ranges,
      found.map(({ from, to, action }) =>
        el(
          "span",
          {
            title: inWords({ from, to, action }),
            dataset: { range: action, chosen: action === step.action },
            style: { "flex-grow": Math.max(to - from, 0.001) },
          },
          action,
        ),
      ),
      el("i", { "aria-hidden": "true" }),
    );
  }
}

/** @param {number} alpha */
function onlyOne(alpha) {
  const why =
    alpha === 0 || alpha === 1
      ? `With α = ${alpha} rollouts count for one end alone`
      : "Nothing but the goal is pursued here";
  return `${why}: there is only one value for each action, and no other α to try.`;
}

/** @param {{from: number, to: number, action: string}} range */
function inWords({ from, to, action }) {
  return `${action} from α = ${short(from)} to ${short(to)}`;
}
