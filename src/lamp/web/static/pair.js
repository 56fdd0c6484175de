// Two runs of one problem that step together.

import { Run } from "./run.js";

/** Events: "change" when either of them changed, "trouble" with the run that has it. */
export class Pair extends EventTarget {
  constructor() {
    super();
    this.runs = [new Run(), new Run()];
    this.going = false;
    for (const run of this.runs) {
      run.addEventListener("change", () => this.dispatchEvent(new CustomEvent("change")));
      run.addEventListener("trouble", ({ detail }) => this.#trouble(run, detail));
      for (const kind of ["state", "end"]) run.addEventListener(kind, () => this.#beat());
      run.addEventListener("ready", () => this.#begin());
      run.addEventListener("connection", () => run.session.connection === "lost" && this.pause());
    }
  }

  load(given) {
    this.pause();
    for (const run of this.runs) run.load(given);
  }

  close() {
    this.pause();
    for (const run of this.runs) run.session.close();
  }

  /** Prepare an episode of each, and go on with `next` when both are ready. */
  start(all, next = null) {
    this.pause();
    this.next = next;
    this.runs.forEach((run, at) => run.start(all[at]));
  }

  /** One step of each that has not ended. */
  step() {
    for (const run of this.runs) run.step();
  }

  /** Step together until both have ended: who thinks longer is waited for. */
  go(delay) {
    this.going = true;
    this.delay = delay;
    this.#beat(0);
  }

  pause() {
    this.going = false;
    clearTimeout(this.timer);
    this.dispatchEvent(new CustomEvent("change"));
  }

  stop() {
    this.pause();
    for (const run of this.runs) if (run.ready && !run.end) run.stop();
  }

  look(number) {
    for (const run of this.runs) run.look(number);
  }

  get isReady() {
    return this.runs.every((run) => run.ready);
  }

  get isEnded() {
    return this.runs.every((run) => run.end);
  }

  get isDeciding() {
    return this.runs.some((run) => run.deciding || run.starting);
  }

  #begin() {
    if (!this.isReady) return;
    const { next } = this;
    this.next = null;
    next?.();
  }

  #beat(delay = this.delay) {
    if (!this.going || this.isDeciding || !this.isReady) return;
    if (this.isEnded) {
      this.pause();
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.step(), 1000 * delay);
  }

  #trouble(run, error) {
    this.next = null;
    this.pause();
    this.dispatchEvent(
      new CustomEvent("trouble", { detail: { at: this.runs.indexOf(run), error } }),
    );
  }
}

/** The side that did better in two ended runs: 0, 1, or null where neither did. */
export function better([a, b]) {
  const reached = [a, b].map((run) => run.end.outcome === "goal");
  if (reached[0] !== reached[1]) return reached[0] ? 0 : 1;
  if (!reached[0] || a.end.cost === b.end.cost) return null;
  return a.end.cost < b.end.cost ? 0 : 1;
}

/** Where two runs first did something else, or null. */
export function parting([a, b]) {
  const number = Math.min(a.steps.length, b.steps.length);
  for (let at = 0; at < number; at++)
    if (a.steps[at].action !== b.steps[at].action) return a.steps[at].step;
  return null;
}
