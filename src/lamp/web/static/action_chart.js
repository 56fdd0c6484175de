// The evidence for a decision as bars: what each action is worth for the landmark and the goal.

import { bar } from "./bars.js";
import { el, fill, table } from "./dom.js";
import { few, short, symbol, unbroken, value, whole } from "./format.js";
import { best, isFading, isMixed, mixed } from "./mixture.js";

/** @import { ActionEvidence, ReadyMessage, StepMessage } from "./messages.d.ts" */
/** @import { Child } from "./types.d.ts" */

/** Actions that are shown until the user shows all. */
const FEW = 10;

/** The bars of a step's actions, their values mixed by an α that may differ from the one used. */
export class ActionChart {
  all = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /**
   * Show a step of an episode; `whatIf` is another α than the one that it was decided with, or null.
   * @param {StepMessage} step
   * @param {ReadyMessage} ready
   * @param {number | null} whatIf
   */
  show(step, ready, whatIf) {
    const shownAlpha = whatIf ?? step.greediness;
    const both = isMixed(step, ready.planner);
    const would = new Set(whatIf === null ? [] : best(step.actions, whatIf));
    const sorted = [...step.actions].sort((one, other) => other.value - one.value);
    const shown = sorted.filter(
      (one, at) => this.all || at < FEW || would.has(one.action) || one.action === step.action,
    );
    const scale = { most: greatest(step, both), tries: mostTries(step) };
    const rows = shown.map((one) => row(one, { step, both, shownAlpha, scale, would, whatIf }));
    fill(
      this.place,
      legend(both, shownAlpha, whatIf, isFading(ready)),
      table("values", heads(both), rows),
      this.#more(sorted.length, shown.length, () => this.show(step, ready, whatIf)),
    );
  }

  /**
   * @param {number} all
   * @param {number} shown
   * @param {() => void} again
   */
  #more(all, shown, again) {
    if (all <= FEW) return null;
    const click = () => {
      this.all = !this.all;
      again();
    };
    return el(
      "button",
      { type: "button", on: { click } },
      this.all ? "Only the best" : `All ${whole(all)} (${whole(all - shown)} more)`,
    );
  }
}

/**
 * @param {StepMessage} step
 * @param {boolean} both
 */
function greatest(step, both) {
  const values = step.actions.flatMap((one) => [
    one.goal.value,
    both ? one.subgoal.value : 0,
    one.value,
  ]);
  return Math.max(...values, 1e-9);
}

/** @param {StepMessage} step */
function mostTries(step) {
  return Math.max(...step.actions.map((one) => Math.max(one.goal.tries, one.subgoal.tries)), 1);
}

/**
 * @param {ActionEvidence} one
 * @param {{
 *   step: StepMessage,
 *   both: boolean,
 *   shownAlpha: number,
 *   scale: {most: number, tries: number},
 *   would: Set<string>,
 *   whatIf: number | null,
 * }} about
 */
function row(one, { step, both, shownAlpha, scale, would, whatIf }) {
  const mix = whatIf === null ? one.value : mixed(one, shownAlpha);
  const isChosen = one.action === step.action;
  const numbers = both
    ? [one.subgoal.tries, one.goal.tries]
    : [one.goal.tries || one.subgoal.tries];
  const untried = one.goal.tries + one.subgoal.tries === 0;
  return el(
    "tr",
    { dataset: { action: one.action, chosen: isChosen, would: would.has(one.action) } },
    el(
      "th",
      { scope: "row" },
      unbroken(one.action),
      isChosen && el("span", { class: "badge" }, "chosen"),
      would.has(one.action) &&
        !isChosen &&
        el("span", { class: "badge other" }, `at α = ${short(shownAlpha)}`),
      untried && el("span", { class: "badge quiet" }, "untried"),
    ),
    el(
      "td",
      { class: "track", "aria-hidden": "true" },
      bar(
        "mix",
        mix / scale.most,
        `mixed ${value(mix)}`,
        whatIf === null ? null : one.value / scale.most,
      ),
      both && [
        bar("subgoal", one.subgoal.value / scale.most, `Qφ ${value(one.subgoal.value)}`),
        bar("goal", one.goal.value / scale.most, `Qg ${value(one.goal.value)}`),
      ],
    ),
    el("td", { "data-name": both ? "mix" : "Q" }, el("b", {}, value(mix))),
    both && [
      el("td", { "data-name": "Qφ" }, value(one.subgoal.value)),
      el("td", { "data-name": "Qg" }, value(one.goal.value)),
    ],
    el(
      "td",
      {
        "data-name": "visits",
        class: "visits",
        title: `visits: ${numbers.map(whole).join(" · ")}`,
        style: { "--share": Math.max(one.goal.tries, one.subgoal.tries) / scale.tries },
      },
      numbers.map(few).join(" · "),
    ),
  );
}

/**
 * @param {boolean} both
 * @returns {Child[]}
 */
function heads(both) {
  if (!both) return ["action", "", "value", "visits"];
  const visits = ["visits ", symbol("N_φ"), " · ", symbol("N_g")];
  return ["action", "", "mix", symbol("Q_φ"), symbol("Q_g"), visits];
}

/**
 * @param {boolean} both
 * @param {number} alpha
 * @param {number | null} whatIf
 * @param {boolean} fades
 */
function legend(both, alpha, whatIf, fades) {
  /**
   * @param {string} kind
   * @param {...Child} text
   */
  const sample = (kind, ...text) =>
    el(
      "span",
      {},
      el("i", { class: `bar ${kind}`, "aria-hidden": "true", style: { "--share": 1 } }),
      ...text,
    );
  if (!both)
    return el(
      "p",
      { class: "legend" },
      sample("mix", "mean utility of the rollouts that tried the action; the greatest is chosen"),
    );
  return el(
    "p",
    { class: "legend" },
    sample(
      "mix",
      el(
        "span",
        {},
        "mix ",
        el("i", {}, "α"),
        " ",
        symbol("Q_φ"),
        " + (1 − ",
        el("i", {}, "α"),
        ") ",
        symbol("Q_g"),
        " at ",
        el("b", { id: "alpha" }, `α = ${short(alpha)}${fades && whatIf === null ? " here" : ""}`),
        "; the greatest is chosen",
      ),
    ),
    sample("subgoal", symbol("Q_φ"), " for the landmark"),
    sample("goal", symbol("Q_g"), " for the goal"),
    whatIf !== null && el("span", {}, "▏ the mix that decided"),
    el("span", {}, el("span", {}, symbol("Q"), ": mean utility of the rollouts that tried it")),
  );
}
