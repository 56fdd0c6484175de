// How each message of the server changes what is known of a run.

/** Steps that are kept; of longer episodes the first ones are forgotten. */
export const KEPT = 1000;

/** By the kind of the message: what it does to a `Run`. */
export const TAKE = {
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
    run.note = note ?? "";
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
    run.running = run.deciding = false;
    run.thinking = null;
  },

  error(run) {
    run.busy = "";
    run.isLoading = false;
    run.starting = run.running = run.deciding = false;
    run.thinking = run.next = null;
  },
};

/** What belongs to an episode, and is stale unless one is there. */
export const OF_EPISODE = new Set(["state", "thinking", "step", "end"]);

/** Change facts as a step did. */
export function apply(step, facts) {
  for (const fact of step.deleted) facts.delete(fact);
  for (const fact of step.added) facts.add(fact);
}

function forgetFirst(run) {
  run.base ??= new Set(run.problem?.initial ?? []);
  apply(run.steps.shift(), run.base);
  const first = run.steps[0].step;
  if (run.looking !== null && run.looking < first) run.looking = first;
}
