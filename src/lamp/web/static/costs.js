// Costs of steps, which are shown only where they are not the number of actions.

import { costText, counted } from "./format.js";

/** @import { Run } from "./run.js" */

/**
 * Whether the cost of an episode is something else than its number of actions.
 * @param {Run} run
 */
export const hasCosts = (run) => run.ready !== null && !run.ready.unit_costs;

/**
 * The actions so far, and what they cost: "3 actions, cost 5.5".
 * @param {Run} run
 */
export function actionsTaken(run) {
  const actions = counted(run.last?.step ?? 0, "action");
  return hasCosts(run) ? `${actions}, cost ${costText(run.last?.total_cost ?? 0)}` : actions;
}
