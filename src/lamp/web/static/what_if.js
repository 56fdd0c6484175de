// "What if α were …": the same evidence, weighed by another greediness.

import { el, fill } from "./dom.js";
import { short } from "./format.js";
import { best, isFading, isMixed, MIXING, ranges } from "./mixture.js";

const CAVEAT = "From the same evidence: a search with that α would have gathered other evidence.";

export class WhatIf {
  /** `onChange` is called with an α, or null when it is again the one that decided. */
  constructor(place, onChange) {
    this.place = place;
    this.onChange = onChange;
    /** Another α than the one that decided, if somebody asked. */
    this.alpha = null;
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

  /** Forget what was asked: another episode has another α. */
  forget() {
    this.alpha = null;
  }

  show(step, ready) {
    const { planner } = ready;
    this.real = step.greediness;
    this.owner = isFading(ready) ? "step" : "episode";
    this.step = step;
    const both = isMixed(step, planner);
    this.some.hidden = !both;
    this.none.hidden = both;
    if (both) {
      this.#ranges();
      this.#said();
    } else {
      this.none.textContent = MIXING.includes(planner)
        ? onlyOne(this.real)
        : `${planner} has no α to drag: there is only one value for each action.`;
    }
  }

  #set(alpha) {
    this.alpha = alpha === this.real ? null : alpha;
    this.#said();
    this.onChange(this.alpha);
  }

  #said() {
    const alpha = this.alpha ?? this.real;
    if (document.activeElement !== this.slider || this.alpha === null)
      this.slider.value = String(alpha);
    this.slider.setAttribute("aria-valuetext", `α = ${short(alpha)}`);
    this.number.textContent = short(alpha);
    this.back.disabled = this.alpha === null;
    this.back.textContent = `Back to ${short(this.real)}`;
    this.ranges.style.setProperty("--at", alpha);
    // Steps are announced as they come; this is for who drags.
    const isAsked = document.activeElement === this.slider;
    this.choice.setAttribute("aria-live", isAsked ? "polite" : "off");
    const chosen = best(this.step.actions, alpha);
    const same = chosen.includes(this.step.action);
    const tie = chosen.length > 1 ? ` (${chosen.length} actions tie)` : "";
    if (this.alpha === null)
      fill(
        this.choice,
        `At α = ${short(alpha)}, the ${this.owner}'s own: `,
        el("code", {}, this.step.action),
        tie,
      );
    else if (same)
      fill(
        this.choice,
        `At α = ${short(alpha)}: `,
        el("b", {}, "still "),
        el("code", {}, this.step.action),
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
    this.choice.dataset.action = same ? this.step.action : chosen[0];
  }

  /** Below the slider: which action is the best where. */
  #ranges() {
    const found = ranges(this.step.actions);
    this.ranges.setAttribute("role", "img");
    this.ranges.setAttribute("aria-label", found.map(inWords).join("; "));
    fill(
      this.ranges,
      found.map(({ from, to, action }) => {
        return el(
          "span",
          {
            title: inWords({ from, to, action }),
            dataset: { range: action, chosen: action === this.step.action },
            style: { "flex-grow": Math.max(to - from, 0.001) },
          },
          action,
        );
      }),
      el("i", { "aria-hidden": "true" }),
    );
  }
}

function onlyOne(alpha) {
  const why =
    alpha === 0 || alpha === 1
      ? `With α = ${alpha} rollouts count for one end alone`
      : "Nothing but the goal is pursued here";
  return `${why}: there is only one value for each action, and no other α to try.`;
}

function inWords({ from, to, action }) {
  return `${action} from α = ${short(from)} to ${short(to)}`;
}
