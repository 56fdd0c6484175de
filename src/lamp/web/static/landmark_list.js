// The landmarks in words, for screen readers and small screens.

import { hasChanged } from "./change_detection.js";
import { $, el, fill } from "./dom.js";

/** @import { Run } from "./run.js" */

const SIGNS = { achieved: "✓", pursued: "▶", open: "○", initial: "·" };

/**
 * List the landmarks of a run with their states; `isWhole` adds those that hold initially.
 * @param {Run} run
 * @param {boolean} isWhole
 */
export function showList(run, isWhole) {
  const { landmarks, landmarkStates: states } = run;
  $("#landmark-list").hidden = !landmarks;
  const list = $("#landmark-list ul");
  if (!hasChanged(list, [landmarks, states, isWhole])) return;
  const shown = states
    .map((state, at) => ({ state, at }))
    .filter(({ state }) => isWhole || state !== "initial");
  fill(
    list,
    shown.map(({ state, at }) =>
      el(
        "li",
        { dataset: { state } },
        el("span", { "aria-hidden": "true", class: "sign" }, SIGNS[state]),
        at === landmarks?.goal && "the goal: ",
        el("code", {}, landmarks?.names[at]),
        el("small", {}, ` ${state}`),
      ),
    ),
  );
}
