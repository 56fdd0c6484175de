// One step in words: the action, the landmark, the probability of the outcome, the changed facts.

import { hasCosts } from "./costs.js";
import { el, fill } from "./dom.js";
import { changes, chips } from "./facts.js";
import { costText, counted, likely, seconds, whole } from "./format.js";
import { purpose, purposeInWords, pursuesPredecessor } from "./purpose.js";

/** @import { Outcome, StepMessage } from "./messages.d.ts" */
/** @import { Child } from "./types.d.ts" */
/** @import { Run } from "./run.js" */

const ENDS = {
  rollouts: "",
  seconds: "time was up",
  memory: "memory was full",
  solved: "nothing was left to learn",
  stopped: "it was stopped",
};

const FIRST =
  "Run goes on until the episode ends; Step decides once. Here you then read what was done, how likely what happened was, and why: what each action seemed worth.";

/**
 * Show the step that is looked at, or the initial state.
 * @param {HTMLElement} place
 * @param {Run} run
 */
export function showStep(place, run) {
  const step = run.shown;
  if (!step) {
    const hint = run.problem && !run.ready && el("p", {}, FIRST);
    fill(place, el("h2", {}, "The initial state"), hint, landmarks(run), facts(run));
    return;
  }
  fill(
    place,
    el(
      "h2",
      {},
      `Step ${step.step}`,
      run.looking !== null && el("span", { class: "badge quiet" }, "looking back"),
    ),
    el("p", { id: "action", class: "headline" }, el("code", {}, step.action)),
    el("p", { id: "outcome" }, outcome(step.outcome)),
    hasCosts(run) && el("p", { id: "cost" }, costs(step)),
    changes(step),
    el("p", { id: "subgoal" }, pursuing(step, run)),
    landmarks(run),
    el("p", { class: "note" }, effort(step)),
    facts(run),
  );
}

/**
 * A step as a text for screen readers.
 * @param {StepMessage} step
 * @param {Run} run
 */
export function stepInWords(step, run) {
  const words = `Step ${step.step}: ${step.action}, for ${purposeInWords(step, run)}. ${outcome(step.outcome)}`;
  return hasCosts(run) ? `${words} ${costs(step)}` : words;
}

/** @param {StepMessage} step */
function costs(step) {
  return `It cost ${costText(step.cost)}; ${costText(step.total_cost)} so far.`;
}

/** @param {Outcome | null} what */
function outcome(what) {
  if (!what) return "";
  const { probability, of } = what;
  if (of === 1) return "Only this could happen.";
  return `What happened had probability ${likely(probability)}: one of ${counted(of, "possible outcome")}.`;
}

/**
 * @param {StepMessage} step
 * @param {Run} run
 * @returns {Child}
 */
function pursuing(step, run) {
  const isNew = step.landmarks.length > 0;
  if (pursuesPredecessor(step))
    return ["Pursuing ", purpose(step, run), isNew && ", which was chosen now"];
  const what = step.subgoal === run.landmarks?.goal ? "Pursuing " : "Pursuing the landmark: ";
  return [isNew ? "Pursuing, chosen now: " : what, purpose(step, run)];
}

/** @param {StepMessage} step */
function effort(step) {
  const why = ENDS[step.end] ? `; ${ENDS[step.end]}` : "";
  return `${counted(step.rollouts, "rollout")} in ${seconds(step.seconds)}, ${whole(step.states)} states known${why}.`;
}

/** @param {Run} run */
function landmarks(run) {
  if (!run.landmarks || !run.ready) return null;
  const states = run.landmarkStates;
  const all = run.landmarks.pursued;
  const done = all.filter((at) => states[at] === "achieved").length;
  const dots = all.map((at) =>
    el("i", {
      class: "dot",
      dataset: { state: states[at] },
      title: `${run.landmarkName(at)}: ${states[at]}`,
    }),
  );
  return el(
    "p",
    { class: "dots" },
    el("span", { class: "note" }, `${done} of ${counted(all.length, "landmark")} achieved`),
    el("span", { "aria-hidden": "true" }, dots),
  );
}

/** @param {Run} run */
function facts(run) {
  const now = [...run.state];
  return el(
    "details",
    { class: "facts" },
    el("summary", {}, `${counted(now.length, "fact")} true now`),
    chips(now),
  );
}
