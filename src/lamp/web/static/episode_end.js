// How an episode ended.

import { el, fill } from "./dom.js";
import { counted } from "./format.js";

const SIGNS = { goal: "✓", dead_end: "✗", budget: "⌛", interrupted: "■" };

/** Show the end of an episode, or nothing while it goes on. */
export function showEnd(place, end) {
  place.hidden = !end;
  if (!end) return;
  place.dataset.outcome = end.outcome;
  const failures = (end.failures ?? []).map((one) => el("li", {}, failure(one)));
  fill(
    place,
    el("p", { class: "headline" }, el("b", {}, `${SIGNS[end.outcome] ?? ""} `), `${end.text}.`),
    failures.length > 0 && el("ul", {}, failures),
  );
}

/** Where a sequence of landmarks failed. */
function failure(one) {
  if (typeof one === "string") return one;
  return `${one.kind}: ${one.landmark}, after ${counted(one.cost, "action")}`;
}
