// How an episode ended.

import { el, fill } from "./dom.js";
import { capital, counted } from "./format.js";

/** Signs that fonts have: those of emoji are empty boxes on some systems. */
const SIGNS = { goal: "✓", dead_end: "✗", budget: "⊘", interrupted: "■" };
const MEANINGS = {
  dead_end: "No action is left that could be taken.",
  budget: "An episode may take only so many actions: budget, among the settings.",
};

/** Show the end of an episode, or nothing while it goes on. */
export function showEnd(place, end) {
  place.hidden = !end;
  if (!end) {
    delete place.dataset.outcome;
    return;
  }
  place.dataset.outcome = end.outcome;
  const failures = (end.failures ?? []).map((one) => el("li", {}, failure(one)));
  fill(
    place,
    el(
      "p",
      { class: "headline" },
      el("b", {}, `${SIGNS[end.outcome] ?? ""} `),
      `${capital(end.text)}.`,
    ),
    MEANINGS[end.outcome] && el("p", { class: "note" }, MEANINGS[end.outcome]),
    failures.length > 0 && el("ul", {}, failures),
  );
}

/** Where a sequence of landmarks failed. */
function failure(one) {
  if (typeof one === "string") return one;
  return `${one.kind}: ${one.landmark}, after ${counted(one.cost, "action")}`;
}
