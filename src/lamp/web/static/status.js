// The activity of a run, in a line.

import { actionsTaken } from "./costs.js";
import { seconds, whole } from "./format.js";
import { MIXING } from "./mixture.js";

/** @import { Run } from "./run.js" */

/**
 * @param {Run} run
 * @returns {"none"|"loading"|"idle"|"ready"|"thinking"|"running"|"paused"|"ended"|"lost"}
 */
export function phase(run) {
  if (run.session.connection === "lost") return "lost";
  if (!run.problem || !run.landmarks) return run.isLoading ? "loading" : "none";
  if (run.end) return "ended";
  if (run.starting) return "loading";
  if (!run.ready) return "idle";
  if (run.thinking) return "thinking";
  if (run.running) return "running";
  if (run.deciding) return "thinking";
  return run.steps.length ? "paused" : "ready";
}

/** @param {Run} run */
export function statusLine(run) {
  const steps = actionsTaken(run);
  switch (phase(run)) {
    case "lost":
      return "The connection is lost.";
    case "none":
      return "No problem is loaded.";
    case "loading":
      return run.busy ? `${run.busy} …` : "Getting ready …";
    case "idle":
      return "Run or step to begin.";
    case "ready":
      return "At the initial state.";
    case "thinking":
      return thinking(run);
    case "running":
      return `Running: ${steps} so far.`;
    case "paused":
      return `Paused after ${steps}.`;
    default:
      return `Ended: ${run.end?.text}.`;
  }
}

/** @param {Run} run */
function thinking(run) {
  if (!run.thinking) return "Thinking …";
  const { rollouts, seconds: taken } = run.thinking;
  return `Thinking: ${whole(rollouts)} rollouts in ${seconds(taken)} …`;
}

/**
 * How many rollouts a decision takes, or null where time decides: a new landmark takes as many again.
 * @param {Run} run
 */
export function expectedRollouts({ ready, last, landmarks }) {
  if (!ready || !landmarks) return null;
  const { rollouts, seconds: limit, greediness } = ready.settings;
  if (limit !== null) return null;
  const pursues =
    MIXING.includes(ready.planner) && greediness !== 0 && landmarks.pursued.length > 1;
  const chooses = !last || last.holds.includes(last.landmark);
  return pursues && chooses ? 2 * rollouts : rollouts;
}
