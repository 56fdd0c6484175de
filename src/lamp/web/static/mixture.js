// Another α: the decision that the same evidence gives under another greediness.

/** @import { ActionEvidence, EpisodeSettings, StepMessage } from "./messages.d.ts" */

/** Values nearer than this are the same: sums of the same numbers in another order. */
const TIE = 1e-12;

/**
 * The value of an action at some α.
 * @param {ActionEvidence} one
 * @param {number} alpha
 */
export const mixed = (one, alpha) => alpha * one.subgoal.value + (1 - alpha) * one.goal.value;

/**
 * The actions with the greatest value at some α; several where they tie.
 * @param {ActionEvidence[]} actions
 * @param {number} alpha
 */
export function best(actions, alpha) {
  const most = Math.max(...actions.map((one) => mixed(one, alpha)));
  return actions.filter((one) => mixed(one, alpha) >= most - TIE).map((one) => one.action);
}

/** Planners that mix the values for a landmark and for the goal by α. */
export const MIXING = ["lamp", "lrtdp"];

/**
 * Whether each step of an episode has an α of its own.
 * @param {{planner: string, settings: EpisodeSettings}} ready
 */
export const isFading = ({ planner, settings }) =>
  planner === "lamp" && typeof settings.greediness !== "number";

/**
 * Whether values of a step are mixtures: there is evidence for both the landmark and the goal.
 * @param {StepMessage} step
 * @param {string} planner
 */
export function isMixed(step, planner) {
  if (!MIXING.includes(planner)) return false;
  return (
    step.actions.some((one) => one.subgoal.tries > 0) &&
    step.actions.some((one) => one.goal.tries > 0)
  );
}

/**
 * Which action is the best for which α: values are lines in α, so ranges follow one another
 * where two of them cross.
 * @param {ActionEvidence[]} actions
 */
export function ranges(actions) {
  /** @type {{from: number, to: number, action: string}[]} */
  const found = [];
  let alpha = 0;
  let line = leader(actions);
  while (line) {
    const next = crossing(actions, line, alpha);
    const to = next?.alpha ?? 1;
    found.push({ from: alpha, to, action: line.action });
    alpha = to;
    line = next?.line;
  }
  return found.filter((one) => one.to - one.from > TIE || found.length === 1);
}

/** @param {ActionEvidence} one */
const slope = (one) => one.subgoal.value - one.goal.value;

/**
 * The line that is highest at 0, and of those the one that rises most.
 * @param {ActionEvidence[]} actions
 */
function leader([first, ...others]) {
  return others.reduce((highest, one) => {
    if (!highest) return one;
    const more = one.goal.value - highest.goal.value;
    return more > TIE || (more >= -TIE && slope(one) > slope(highest)) ? one : highest;
  }, first);
}

/**
 * The next line to overtake one, if any does before 1.
 * @param {ActionEvidence[]} actions
 * @param {ActionEvidence} line
 * @param {number} after
 */
function crossing(actions, line, after) {
  /** @type {{alpha: number, line: ActionEvidence} | null} */
  let first = null;
  for (const one of actions) {
    const steeper = slope(one) - slope(line);
    if (steeper <= TIE) continue;
    const alpha = (line.goal.value - one.goal.value) / steeper;
    if (alpha < after - TIE || alpha >= 1) continue;
    if (
      !first ||
      alpha < first.alpha - TIE ||
      (alpha <= first.alpha + TIE && slope(one) > slope(first.line))
    ) {
      first = { alpha: Math.max(alpha, after), line: one };
    }
  }
  return first;
}
