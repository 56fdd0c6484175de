// How an episode ended.

import { el, fill } from "./dom.js";
import { capital } from "./format.js";

/** @import { EndMessage, ReadyMessage } from "./messages.d.ts" */

/** Signs that fonts have: those of emoji are empty boxes on some systems. */
const SIGNS = { goal: "✓", dead_end: "✗", budget: "⊘", seconds: "⊘", interrupted: "■" };
/** @type {Partial<Record<EndMessage["outcome"], string>>} */
const MEANINGS = {
  dead_end: "No action is left that could be taken.",
  budget: "An episode may take only so many actions: budget, among the settings.",
};
const COST_BUDGET =
  "An episode may take only so many actions, and may only cost so much: budget and cost budget, among the settings.";

/**
 * Show the end of an episode, or nothing while it goes on.
 * @param {HTMLElement} place
 * @param {EndMessage | null} end
 * @param {ReadyMessage | null} ready
 */
export function showEnd(place, end, ready) {
  place.hidden = !end;
  if (!end) {
    delete place.dataset.outcome;
    return;
  }
  place.dataset.outcome = end.outcome;
  const limited = end.outcome === "budget" && (ready?.settings.cost_budget ?? null) !== null;
  const meaning = limited ? COST_BUDGET : MEANINGS[end.outcome];
  fill(
    place,
    el("p", { class: "headline" }, el("b", {}, `${SIGNS[end.outcome]} `), `${capital(end.text)}.`),
    meaning && el("p", { class: "note" }, meaning),
  );
}
