// What became of each landmark.

/** @import { LandmarkState } from "./types.d.ts" */
/** @import { Run } from "./run.js" */

/**
 * By position in the graph: "initial" where a landmark held from the start, "achieved", "pursued"
 * or "open", at the end of the selected step of a run.
 * @param {Run} run
 * @returns {LandmarkState[]}
 */
export function landmarkStates(run) {
  const { landmarks, ready, shown } = run;
  if (!landmarks) return [];
  const all = new Set(landmarks.pursued);
  const pursued = new Set(ready?.pursued ?? landmarks.pursued);
  const remaining = new Set(shown?.remaining ?? ready?.remaining ?? pursued);
  const holds = new Set(shown?.holds ?? []);
  const seen = heldBy(run);
  const isWon = run.end?.outcome === "goal" && shown === run.last;
  return landmarks.names.map((_, at) => {
    // Also one that held before, where it is needed again.
    if (shown?.subgoal === at && !holds.has(at) && !isWon) return "pursued";
    if (!all.has(at)) return "initial";
    if (!ready) return "open";
    // UCT uses no landmarks but achieves them all the same.
    if (!pursued.has(at)) return seen.has(at) ? "achieved" : "open";
    if (isWon || !remaining.has(at)) return "achieved";
    return shown?.landmark === at && holds.has(at) ? "achieved" : "open";
  });
}

/**
 * The landmarks that held after some step, up to the selected one.
 * @param {Run} run
 */
export function heldBy({ steps, shown }) {
  /** @type {Set<number>} */
  const seen = new Set();
  for (const step of steps) {
    if (!shown || step.step > shown.step) break;
    for (const at of step.holds) seen.add(at);
  }
  return seen;
}
