// The steps of an episode in a row: each a button that selects it.

import { hasCosts } from "./costs.js";
import { $$, around, el } from "./dom.js";
import { chance, costText, likely } from "./format.js";

/** @import { StepMessage } from "./messages.d.ts" */
/** @import { Run } from "./run.js" */

/** A list of steps with one tab stop; arrow keys move through it. */
export class Timeline {
  /** @type {Run["ready"]} */
  episode = null;
  /** The last step that is in the list. */
  known = 0;

  /**
   * @param {HTMLElement} list
   * @param {Run} run
   */
  constructor(list, run) {
    this.list = list;
    this.run = run;
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("click", ({ target }) => {
      const step = around(target, "[data-step]", HTMLElement)?.dataset.step;
      if (step !== undefined) run.look(Number(step));
    });
  }

  show() {
    const { run, list } = this;
    if (this.episode !== run.ready) {
      this.episode = run.ready;
      this.known = 0;
      list.replaceChildren(...(run.ready ? [initialItem()] : []));
    }
    if (!run.ready) return;
    for (const step of run.steps) if (step.step > this.known) list.append(item(step, run));
    this.known = run.last?.step ?? 0;
    while (list.children.length > run.steps.length + 1) list.children[1]?.remove();
    this.#mark(run.shown?.step ?? 0);
  }

  /** @param {number} shown */
  #mark(shown) {
    const [before] = $$("[aria-current]", this.list);
    const [now] = $$(`[data-step="${shown}"]`, this.list);
    if (before === now) return;
    const hadFocus = before !== undefined && before === document.activeElement;
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    now?.setAttribute("aria-current", "step");
    now?.setAttribute("tabindex", "0");
    if (hadFocus) now?.focus({ preventScroll: true });
    // Only the list scrolls, never the page.
    if (now) this.list.scrollLeft = now.offsetLeft - this.list.clientWidth / 2;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const shown = this.run.shown?.step ?? 0;
    /** @type {Record<string, number | null>} */
    const moves = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: null };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.run.look(to === null ? null : Math.max(0, to));
  }
}

function initialItem() {
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", tabindex: -1, dataset: { step: 0 }, title: "The initial state" },
      "0",
    ),
  );
}

/**
 * @param {StepMessage} step
 * @param {Run} run
 */
function item(step, run) {
  const isNew = step.landmarks.length > 0;
  const probability = step.outcome?.probability ?? "1";
  const words = [`step ${step.step}: ${step.action}`, `probability ${likely(probability)}`];
  if (hasCosts(run)) words.push(`cost ${costText(step.cost)}`);
  if (isNew) words.push(`new landmark: ${run.landmarkName(step.landmark)}`);
  const bar = el("i", { "aria-hidden": "true", style: { "--p": chance(probability) } });
  const flag = isNew && el("b", { "aria-hidden": "true" }, "⚑");
  const label = words.join(", ");
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        tabindex: -1,
        dataset: { step: step.step },
        title: label,
        "aria-label": label,
      },
      bar,
      flag,
      String(step.step),
    ),
  );
}
