// The landmarks in words, for those who cannot see the graph, or not read it on a small screen.

import { $, el, fill } from "./dom.js";

const SIGNS = { achieved: "✓", pursued: "▶", open: "○", initial: "·" };

/** List the landmarks of a run with their states; `isWhole` adds those that hold initially. */
export function showList(place, run, isWhole) {
  const { landmarks, landmarkStates: states } = run;
  place.hidden = !landmarks;
  const key = [landmarks, states, isWhole];
  if (place.key?.every((one, at) => one === key[at])) return;
  place.key = key;
  const shown = (landmarks?.names ?? [])
    .map((_, at) => at)
    .filter((at) => isWhole || states[at] !== "initial");
  fill(
    $("ul", place),
    shown.map((at) =>
      el(
        "li",
        { dataset: { state: states[at] } },
        el("span", { "aria-hidden": "true", class: "sign" }, SIGNS[states[at]]),
        at === landmarks.goal && "the goal: ",
        el("code", {}, landmarks.names[at]),
        el("small", {}, ` ${states[at]}`),
      ),
    ),
  );
}
