// The two sides of a comparison, and its result.

import { hasChanged } from "./change_detection.js";
import { hasCosts } from "./costs.js";
import { $, el, fill, table, terms } from "./dom.js";
import { costText, counted, likely } from "./format.js";
import { better, parting } from "./pair.js";
import { purpose } from "./purpose.js";
import { followActor, statePicture } from "./state_picture.js";
import { phase, statusLine } from "./status.js";

/** @import { EndMessage, Outcome, StepMessage } from "./messages.d.ts" */
/** @import { Pair } from "./pair.js" */
/** @import { Run } from "./run.js" */

/**
 * One side: the picture, and the selected step.
 * @param {HTMLElement} place
 * @param {Run} run
 */
export function showSide(place, run) {
  if (!hasChanged(place, [run.shown, run.ready, run.end, run.problem, phase(run)])) return;
  const step = run.shown;
  const picture = statePicture(run.picture);
  const frame = picture && el("figure", { class: "picture", "aria-label": "The state" }, picture);
  const end = run.looking === null ? run.end : null;
  fill(
    place,
    frame,
    terms([
      ["action", step ? el("code", {}, step.action) : "none yet"],
      ["happened", happened(step?.outcome)],
      ["landmark", step ? purpose(step, run) : "–"],
      ["cost so far", costSoFar(run)],
      ["state", end ? el("b", {}, end.text) : statusLine(run)],
    ]),
  );
  if (frame) followActor(frame);
}

/** @param {Run} run */
function costSoFar(run) {
  const step = run.shown;
  return hasCosts(run) ? costText(step?.total_cost ?? 0) : String(step?.step ?? 0);
}

/** @param {Outcome | null | undefined} outcome */
function happened(outcome) {
  if (!outcome) return "–";
  return outcome.of === 1 ? "the only outcome" : `probability ${likely(outcome.probability)}`;
}

/**
 * Both sequences of actions, the last first, and where they part.
 * @param {HTMLElement} place
 * @param {Pair} pair
 */
export function showSteps(place, pair) {
  const { runs } = pair;
  const number = Math.max(...runs.map((run) => run.last?.step ?? 0));
  $("#compare-steps-title").hidden = !number;
  const looks = runs.flatMap((run) => [run.steps.length, run.shown?.step]);
  if (!hasChanged(place, [number, ...looks])) return;
  const apart = parting(runs);
  const first = Math.min(...runs.map((run) => run.steps[0]?.step ?? 1));
  const rows = [];
  for (let at = number; at >= first && number; at--) rows.push(row(pair, at, apart));
  fill(place, number > 0 && table("plain-table steps", ["step", "A", "B"], rows));
}

/**
 * @param {Pair} pair
 * @param {number} number
 * @param {number | null} apart
 */
function row(pair, number, apart) {
  const { runs } = pair;
  const steps = runs.map((run) => run.steps[number - (run.steps[0]?.step ?? 1)]);
  const current = runs.some((run) => run.looking === number) ? "step" : null;
  const click = () => pair.look(number);
  const about = {
    type: "button",
    dataset: { step: number },
    "aria-current": current,
    on: { click },
  };
  const differs = steps[0] && steps[1] && steps[0].action !== steps[1].action;
  return el(
    "tr",
    { dataset: { differs } },
    el(
      "th",
      { scope: "row" },
      el("button", about, String(number)),
      number === apart && el("small", {}, " they part"),
    ),
    steps.map((step, side) => el("td", {}, step && taken(step, runs[side]))),
  );
}

/**
 * An action, with its cost where costs differ.
 * @param {StepMessage} step
 * @param {Run | undefined} run
 */
function taken(step, run) {
  const cost = run && hasCosts(run) && el("small", {}, ` cost\u00a0${costText(step.cost)}`);
  return [el("code", {}, step.action), cost];
}

/**
 * Which of two ended runs was better, and why.
 * @param {[EndMessage, EndMessage]} ends
 * @param {[string, string]} names
 */
export function verdict(ends, names) {
  const best = better(ends);
  const told = ends.map((end, at) => `${names[at]}: ${end.text}`).join("; ");
  if (best === null) return `Neither is better. ${told}.`;
  const other = ends[best === 0 ? 1 : 0];
  const why =
    other.outcome === "goal" ? `by ${difference(other, ends[best])}` : "it alone reached the goal";
  return `${names[best]} is better, ${why}. ${told}.`;
}

/**
 * By how much one end is cheaper than another: a number of actions, where each costs 1.
 * @param {EndMessage} dear
 * @param {EndMessage} cheap
 */
function difference(dear, cheap) {
  const isCount = [dear, cheap].every((end) => end.cost === end.length);
  if (isCount) return counted(dear.cost - cheap.cost, "action");
  return `a cost of ${costText(dear.cost - cheap.cost)}`;
}
