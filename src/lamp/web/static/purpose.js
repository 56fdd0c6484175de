// The purpose of a step: the landmark pursued, and the chosen one where they differ.

import { el } from "./dom.js";

/** @import { StepMessage } from "./messages.d.ts" */
/** @import { Run } from "./run.js" */

/**
 * Whether the subgoal is an unmet predecessor: it must hold just before the chosen landmark.
 * @param {StepMessage} step
 */
export const pursuesPredecessor = (step) => step.subgoal !== step.landmark;

/**
 * The purpose of a step, as elements.
 * @param {StepMessage} step
 * @param {Run} run
 */
export function purpose(step, run) {
  return [
    name(step.subgoal, run),
    pursuesPredecessor(step) && [", needed just before ", name(step.landmark, run)],
  ];
}

/**
 * The purpose of a step, as a text for screen readers.
 * @param {StepMessage} step
 * @param {Run} run
 */
export function purposeInWords(step, run) {
  const before = pursuesPredecessor(step)
    ? `, needed just before ${run.landmarkName(step.landmark)}`
    : "";
  return run.landmarkName(step.subgoal) + before;
}

/**
 * @param {number} position
 * @param {Run} run
 */
function name(position, run) {
  const words = run.landmarkName(position);
  return position === run.landmarks?.goal ? words : el("code", {}, words);
}
