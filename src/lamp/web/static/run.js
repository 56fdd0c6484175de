// The content of one session so far: a problem, its landmarks, and an episode step by step.

import { isSame } from "./change_detection.js";
import { EventEmitter } from "./event_emitter.js";
import { landmarkStates } from "./landmark_states.js";
import { apply, giveUp, HANDLERS, KINDS, OF_EPISODE } from "./message_handlers.js";
import { Session } from "./session.js";

/** @import { Chosen, EndMessage, Given, LandmarksMessage, Messages } from "./messages.d.ts" */
/** @import { ProblemMessage, ReadyMessage, StepMessage, ThinkingMessage } from "./messages.d.ts" */
/** @import { LandmarkState, RunEvents } from "./types.d.ts" */

/**
 * Emits each message of the server and "connection" at once, and "change" at most once a frame,
 * for redrawing.
 * @extends {EventEmitter<RunEvents>}
 */
export class Run extends EventEmitter {
  session = new Session();
  /**
   * The message that loaded the problem, to do it again.
   * @type {Given | null}
   */
  given = null;
  isLoading = false;
  /** @type {ProblemMessage | null} */
  problem = null;
  /** @type {LandmarksMessage | null} */
  landmarks = null;
  busy = "";
  /** Messages on the problem as a whole, such as: the goal holds already. */
  note = "";

  /** @type {ReadyMessage | null} */
  ready = null;
  starting = false;
  /** @type {StepMessage[]} */
  steps = [];
  /**
   * The facts before the first step that is kept, where earlier ones were forgotten.
   * @type {Set<string> | null}
   */
  base = null;
  /** @type {EndMessage | null} */
  end = null;
  running = false;
  /** Whether a decision is under way. */
  deciding = false;
  /**
   * How far the decision is.
   * @type {ThinkingMessage | null}
   */
  thinking = null;
  /**
   * The selected step; null is the last one.
   * @type {number | null}
   */
  looking = null;
  /**
   * What to do as soon as the episode is ready.
   * @type {(() => void) | null}
   */
  next = null;

  /** @type {LandmarkState[]} */
  #states = [];
  /**
   * The step from which the states of landmarks were computed.
   * @type {unknown[]}
   */
  #known = [];
  #frame = 0;

  constructor() {
    super();
    for (const kind of KINDS) this.session.on(kind, (message) => this.#take(kind, message));
    this.session.on("connection", () => this.#connection());
  }

  forget() {
    this.isLoading = false;
    this.problem = null;
    this.landmarks = null;
    this.busy = "";
    this.note = "";
    this.forgetEpisode();
  }

  forgetEpisode() {
    this.ready = null;
    this.starting = false;
    this.steps = [];
    this.base = null;
    this.end = null;
    this.running = false;
    this.deciding = false;
    this.thinking = null;
    this.looking = null;
    this.next = null;
  }

  // Actions of the user

  /** @param {Given} given */
  load(given) {
    this.given = given;
    this.forget();
    this.isLoading = true;
    this.session.send({ type: "load", ...given });
    this.#changed();
  }

  /**
   * Prepare an episode, and go on with `next` when it is ready.
   * @param {Chosen} chosen
   * @param {(() => void) | null} next
   */
  start({ planner, settings }, next = null) {
    this.forgetEpisode();
    this.next = next;
    this.starting = true;
    this.session.send({ type: "start", planner, settings });
    this.#changed();
  }

  step() {
    if (!this.isOpen || this.running || this.deciding) return;
    this.looking = null;
    this.deciding = true;
    this.session.send({ type: "step" });
    this.#changed();
  }

  /** @param {number} delay */
  go(delay) {
    if (!this.isOpen) return;
    this.looking = null;
    this.deciding = true;
    this.running = true; // until the next message of the server: no second click in between
    this.session.send({ type: "run", delay });
    this.#changed();
  }

  pause() {
    this.session.send({ type: "pause" });
  }

  stop() {
    this.session.send({ type: "stop" });
  }

  reconnect() {
    this.session.connect();
    if (this.given) this.load(this.given);
  }

  /**
   * Select a step, 0 being the initial state and null the last one.
   * @param {number | null} number
   */
  look(number) {
    const last = this.last?.step ?? 0;
    const least = this.steps.length < last ? (this.steps[0]?.step ?? 0) : 0;
    this.looking = number === null || number >= last ? null : Math.max(least, number);
    this.#changed();
  }

  // State

  /** Whether there is an episode that can go on. */
  get isOpen() {
    return Boolean(this.ready) && !this.end && this.session.connection === "open";
  }

  get last() {
    return this.steps.at(-1) ?? null;
  }

  /** The step that is looked at, or null for the initial state. */
  get shown() {
    if (this.looking === null) return this.last;
    return this.steps.find((step) => step.step === this.looking) ?? null;
  }

  get picture() {
    return this.shown ? this.shown.picture : (this.ready?.picture ?? this.problem?.picture ?? null);
  }

  /** The facts that are true after the step that is looked at; those that never change aside. */
  get state() {
    const facts = new Set(this.base ?? this.problem?.initial ?? []);
    for (const step of this.steps) {
      if (step.step > (this.shown?.step ?? 0)) break;
      apply(step, facts);
    }
    return facts;
  }

  /** What became of each landmark by the step that is looked at, by position. */
  get landmarkStates() {
    if (!this.landmarks) return [];
    const known = [this.landmarks, this.ready, this.shown, this.end];
    if (!isSame(this.#known, known)) {
      this.#known = known;
      this.#states = landmarkStates(this);
    }
    return this.#states;
  }

  /** @param {number} position */
  landmarkName(position) {
    if (!this.landmarks || position === this.landmarks.goal) return "the goal";
    return this.landmarks.names[position] ?? `landmark ${position}`;
  }

  // Messages of the server

  /**
   * @template {keyof Messages} K
   * @param {K} kind
   * @param {RunEvents[K]} message
   */
  #take(kind, message) {
    // A late message of an episode that was replaced by another one.
    if (OF_EPISODE.has(kind) && !this.ready) return;
    HANDLERS[kind](this, message);
    this.emit(kind, message);
    this.#changed();
  }

  #connection() {
    if (this.session.connection === "lost") giveUp(this);
    this.emit("connection", this.session.connection);
    this.#changed();
  }

  #changed() {
    if (this.#frame) return;
    // A hidden tab gets no frames, and has nothing to draw.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.emit("change", null);
    });
  }
}
