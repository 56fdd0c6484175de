// The steps of an episode in a row: each a button that looks back at it.

import { el } from "./dom.js";
import { chance, likely } from "./format.js";

/** A list of steps with one tab stop; arrow keys move through it. */
export class Timeline {
  constructor(list, run) {
    this.list = list;
    this.run = run;
    this.episode = null;
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("click", ({ target }) => {
      const step = target.closest("[data-step]")?.dataset.step;
      if (step !== undefined) run.look(Number(step));
    });
  }

  show() {
    const { run, list } = this;
    if (this.episode !== run.ready) {
      this.episode = run.ready;
      list.replaceChildren(...(run.ready ? [initialItem()] : []));
    }
    if (!run.ready) return;
    const known = Number(list.lastElementChild.firstElementChild.dataset.step);
    for (const step of run.steps) if (step.step > known) list.append(item(step, run));
    while (list.children.length > run.steps.length + 1) list.children[1].remove();
    this.#mark(run.shown?.step ?? 0);
  }

  #mark(shown) {
    const before = this.list.querySelector("[aria-current]");
    const now = this.list.querySelector(`[data-step="${shown}"]`);
    if (before === now) return;
    const hadFocus = before !== null && before === document.activeElement;
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    now?.setAttribute("aria-current", "step");
    now?.setAttribute("tabindex", "0");
    if (hadFocus) now?.focus({ preventScroll: true });
    // Only the list scrolls, never the page.
    if (now) this.list.scrollLeft = now.offsetLeft - this.list.clientWidth / 2;
  }

  #key(event) {
    const shown = this.run.shown?.step ?? 0;
    const moves = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: null };
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    this.run.look(moves[event.key] === null ? null : Math.max(0, moves[event.key]));
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

function item(step, run) {
  const isNew = step.landmarks.length > 0;
  const probability = step.outcome?.probability ?? "1";
  const words = [`step ${step.step}: ${step.action}`, `probability ${likely(probability)}`];
  if (isNew) words.push(`new landmark: ${run.landmarkName(step.target)}`);
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
