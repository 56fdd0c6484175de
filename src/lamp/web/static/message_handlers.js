// Handlers of the messages of the server: how each changes a run.

/** @import { Messages, StepMessage } from "./messages.d.ts" */
/** @import { Run } from "./run.js" */

/** Steps that are kept; of longer episodes the first ones are dropped. */
export const KEPT = 1000;

/**
 * The handler of each kind of message, which changes a `Run`.
 * @type {{[K in keyof Messages]: (run: Run, message: Messages[K]) => void}}
 */
export const HANDLERS = {
  busy(run, { text }) {
    run.busy = text;
  },

  problem(run, message) {
    run.problem = message;
    run.busy = "";
  },

  landmarks(run, message) {
    run.landmarks = message;
    run.busy = "";
    run.isLoading = false;
  },

  loaded(run, { note }) {
    run.busy = "";
    run.note = note;
  },

  ready(run, message) {
    const { next } = run;
    run.forgetEpisode();
    run.ready = message;
    if (next) queueMicrotask(next);
  },

  state(run, { running }) {
    run.running = running;
    if (running) return;
    run.deciding = false;
    run.thinking = null;
  },

  thinking(run, message) {
    run.deciding = true;
    run.thinking = message;
  },

  step(run, message) {
    // A single step is over when the server says so, as its end may still come.
    run.thinking = null;
    run.steps.push(message);
    if (run.steps.length > KEPT) forgetFirst(run);
  },

  end(run, message) {
    run.end = message;
    run.running = false;
    run.deciding = false;
    run.thinking = null;
  },

  error: giveUp,
};

/** The kinds of messages. */
export const KINDS = /** @type {(keyof Messages)[]} */ (Object.keys(HANDLERS));

/**
 * Messages of an episode, which are stale unless there is one.
 * @type {ReadonlySet<keyof Messages>}
 */
export const OF_EPISODE = new Set(["state", "thinking", "step", "end"]);

/**
 * Cancel all pending requests of a run.
 * @param {Run} run
 */
export function giveUp(run) {
  run.busy = "";
  run.isLoading = false;
  run.starting = false;
  run.running = false;
  run.deciding = false;
  run.thinking = null;
  run.next = null;
}

/**
 * Change facts as a step did.
 * @param {StepMessage} step
 * @param {Set<string>} facts
 */
export function apply(step, facts) {
  for (const fact of step.deleted) facts.delete(fact);
  for (const fact of step.added) facts.add(fact);
}

/** @param {Run} run */
function forgetFirst(run) {
  const [forgotten, first] = run.steps;
  if (!forgotten || !first) return;
  run.base ??= new Set(run.problem?.initial ?? []);
  run.steps.shift();
  apply(forgotten, run.base);
  if (run.looking !== null && run.looking < first.step) run.looking = first.step;
}
