// Two runs of one problem that step together.

import { EventEmitter } from "./event_emitter.js";
import { Run } from "./run.js";

/** @import { Chosen, EndMessage, ErrorMessage, Given } from "./messages.d.ts" */
/** @import { PairEvents, Side } from "./types.d.ts" */

/**
 * Emits "change" when either of them changed, and "trouble" with the side of an error.
 * @extends {EventEmitter<PairEvents>}
 */
export class Pair extends EventEmitter {
  /** @type {[Run, Run]} */
  runs = [new Run(), new Run()];
  going = false;
  /** Seconds between steps. */
  delay = 0;
  timer = 0;
  /**
   * What to do as soon as both are ready.
   * @type {(() => void) | null}
   */
  next = null;

  constructor() {
    super();
    for (const run of this.runs) {
      run.on("change", () => this.emit("change", null));
      run.on("error", (error) => this.#trouble(run === this.runs[0] ? 0 : 1, error));
      run.on("state", () => this.#beat());
      run.on("end", () => this.#beat());
      run.on("ready", () => this.#begin());
      run.on("connection", () => run.session.connection === "lost" && this.pause());
    }
  }

  /** @param {Given} given */
  load(given) {
    this.pause();
    for (const run of this.runs) run.load(given);
  }

  close() {
    this.pause();
    for (const run of this.runs) run.session.close();
  }

  /**
   * Prepare an episode of each, and go on with `next` when both are ready.
   * @param {[Chosen, Chosen]} both
   * @param {(() => void) | null} next
   */
  start(both, next = null) {
    this.pause();
    this.next = next;
    this.runs[0].start(both[0]);
    this.runs[1].start(both[1]);
  }

  /** One step of each that has not ended. */
  step() {
    for (const run of this.runs) run.step();
  }

  /**
   * Step together until both have ended: each step waits for the slower one.
   * @param {number} delay
   */
  go(delay) {
    this.going = true;
    this.delay = delay;
    this.#beat(0);
  }

  pause() {
    this.going = false;
    clearTimeout(this.timer);
    this.emit("change", null);
  }

  stop() {
    this.pause();
    for (const run of this.runs) if (run.ready && !run.end) run.stop();
  }

  /** @param {number | null} number */
  look(number) {
    for (const run of this.runs) run.look(number);
  }

  get isReady() {
    return this.runs.every((run) => run.ready);
  }

  get isEnded() {
    return this.ends !== null;
  }

  /**
   * How both have ended, once they have.
   * @returns {[EndMessage, EndMessage] | null}
   */
  get ends() {
    const [a, b] = this.runs;
    return a.end && b.end ? [a.end, b.end] : null;
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

  /** @param {number} delay */
  #beat(delay = this.delay) {
    if (!this.going || this.isDeciding || !this.isReady) return;
    if (this.isEnded) {
      this.pause();
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.step(), 1000 * delay);
  }

  /**
   * @param {Side} side
   * @param {ErrorMessage} error
   */
  #trouble(side, error) {
    this.next = null;
    this.pause();
    this.emit("trouble", { side, error });
  }
}

/**
 * The side that ended better, or null where neither did.
 * @param {[EndMessage, EndMessage]} ends
 * @returns {Side | null}
 */
export function better([a, b]) {
  const [hasA, hasB] = [a.outcome === "goal", b.outcome === "goal"];
  if (hasA !== hasB) return hasA ? 0 : 1;
  if (!hasA || a.cost === b.cost) return null;
  return a.cost < b.cost ? 0 : 1;
}

/**
 * Where two runs first did something else, or null.
 * @param {[Run, Run]} runs
 */
export function parting([a, b]) {
  const step = a.steps.find(({ action }, at) => {
    const other = b.steps[at];
    return other !== undefined && other.action !== action;
  });
  return step?.step ?? null;
}
