// What one session has told so far: a problem, its landmarks, and an episode step by step.

import { isSame } from "./changing.js";
import { landmarkStates } from "./landmark_states.js";
import { Session } from "./session.js";
import { apply, giveUp, KINDS, OF_EPISODE, TAKE } from "./taking.js";
import { Teller } from "./telling.js";

/** @import { Chosen, EndMessage, Given, LandmarksMessage, Messages } from "./messages.d.ts" */
/** @import { ProblemMessage, ReadyMessage, StepMessage, ThinkingMessage } from "./messages.d.ts" */
/** @import { LandmarkState, RunEvents } from "./parts.d.ts" */

/**
 * Tells whatever the server says and "connection" at once, and "change" at most once a frame, for
 * those who draw.
 * @extends {Teller<RunEvents>}
 */
export class Run extends Teller {
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
  /** What the server says about the problem as a whole: that the goal holds already, say. */
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
   * The step that is looked at; null is whatever is the last one.
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
   * What the states of landmarks were found from.
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

  // What a user asks for

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
    this.running = true; // until the server says otherwise: no second click in between
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
   * Look at a step, 0 being the initial state and null the last one.
   * @param {number | null} number
   */
  look(number) {
    const last = this.last?.step ?? 0;
    const least = this.steps.length < last ? (this.steps[0]?.step ?? 0) : 0;
    this.looking = number === null || number >= last ? null : Math.max(least, number);
    this.#changed();
  }

  // What is known

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

  // What the server says

  /**
   * @template {keyof Messages} K
   * @param {K} kind
   * @param {RunEvents[K]} message
   */
  #take(kind, message) {
    // The last words of an episode that was given up for another one.
    if (OF_EPISODE.has(kind) && !this.ready) return;
    TAKE[kind](this, message);
    this.tell(kind, message);
    this.#changed();
  }

  #connection() {
    if (this.session.connection === "lost") giveUp(this);
    this.tell("connection", this.session.connection);
    this.#changed();
  }

  #changed() {
    if (this.#frame) return;
    // A hidden tab gets no frames, and has nothing to draw.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.tell("change", null);
    });
  }
}
