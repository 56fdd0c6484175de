// What the server and the page tell each other, for who checks types: nothing of it is there when
// the page runs. The server's side is in messages.py, session_worker.py, catalogue.py and results.py.

/** What the server says in a session, by kind: `{type: KIND, …}`. */
export interface Messages {
  busy: BusyMessage;
  problem: ProblemMessage;
  landmarks: LandmarksMessage;
  loaded: LoadedMessage;
  ready: ReadyMessage;
  state: StateMessage;
  thinking: ThinkingMessage;
  step: StepMessage;
  end: EndMessage;
  error: ErrorMessage;
}

export type Message = Messages[keyof Messages];

export interface BusyMessage {
  type: "busy";
  text: string;
}

export interface ProblemMessage {
  type: "problem";
  name: string;
  domain: string;
  problem: string;
  requirements: string[];
  objects: ObjectsOfType[];
  schemas: Schema[];
  facts: number;
  actions: number;
  outcomes: number;
  goal: string[];
  initial: string[];
  /** The facts that never change. */
  static: string[];
  warnings: Warning[];
  /** SVG, where such states can be drawn. */
  picture: string | null;
}

export interface ObjectsOfType {
  type: string;
  names: string[];
  /** How many there are; not all of very many have their names told. */
  number: number;
}

export interface Schema {
  name: string;
  parameters: string[];
  /** How many ground actions it has. */
  ground: number;
}

/** A place in one of the two texts, as far as there is one. */
export interface Place {
  line?: number | null;
  column?: number | null;
}

export interface Warning extends Place {
  text: string;
  where: "domain" | "problem" | null;
}

export interface LandmarksMessage {
  type: "landmarks";
  /** Landmarks are known by their position in this list. */
  names: string[];
  goal: number;
  pursued: number[];
  /** Drawings of those that are pursued and of all; null where there are too many. */
  svg: string | null;
  svg_whole: string | null;
}

export interface LoadedMessage {
  type: "loaded";
  /** A plain answer where there is nothing to plan, or else "". */
  note: string;
}

export interface ReadyMessage {
  type: "ready";
  planner: string;
  settings: EpisodeSettings;
  /** Whether every step costs 1, so that costs are numbers of actions. */
  unit_costs: boolean;
  pursued: number[];
  remaining: number[];
  picture: string | null;
}

/** The settings of an episode, those among them that the page looks at. */
export interface EpisodeSettings {
  rollouts: number;
  /** Null is no limit. */
  seconds: number | null;
  /** A number, or a word such as "auto". */
  greediness: number | string;
  /** Null is no limit. */
  cost_budget: number | null;
}

export interface StateMessage {
  type: "state";
  running: boolean;
}

export interface ThinkingMessage {
  type: "thinking";
  rollouts: number;
  seconds: number;
}

/** A decision, its evidence, and what came of it. */
export interface StepMessage {
  type: "step";
  step: number;
  action: string;
  /** The landmark pursued, and the one that was chosen; they differ where one is a means. */
  subgoal: number;
  landmark: number;
  remaining: number[];
  /** The landmarks that hold after the step. */
  holds: number[];
  /** What mixed the values of the evidence (α). */
  greediness: number;
  actions: ActionEvidence[];
  landmarks: LandmarkEvidence[];
  rollouts: number;
  states: number;
  seconds: number;
  end: SearchEnd;
  outcome: Outcome | null;
  /** Of this step, and of the episode so far. */
  cost: number;
  total_cost: number;
  added: string[];
  deleted: string[];
  picture: string | null;
}

export type SearchEnd = "rollouts" | "seconds" | "memory" | "solved" | "stopped";

/** What rollouts say about one option for one purpose: Q and N. */
export interface Estimate {
  value: number;
  tries: number;
}

export interface ActionEvidence {
  action: string;
  goal: Estimate;
  subgoal: Estimate;
  /** Both values, mixed by α. */
  value: number;
}

export interface LandmarkEvidence extends Estimate {
  landmark: number;
}

export interface Outcome {
  /** A fraction such as "1/3". */
  probability: string;
  /** How many outcomes were possible. */
  of: number;
}

export interface EndMessage {
  type: "end";
  outcome: "goal" | "dead_end" | "budget" | "seconds" | "interrupted";
  cost: number;
  /** How many actions were taken. */
  length: number;
  text: string;
  rollouts: number;
}

export interface ErrorMessage extends Place {
  type: "error";
  text: string;
  remedy: string;
  where: "domain" | "problem" | "settings" | null;
}

/** What the page says in a session. */
export type Command =
  | ({ type: "load" } & Given)
  | ({ type: "start" } & Chosen)
  | { type: "run"; delay: number }
  | { type: "step" | "pause" | "stop" };

/** Which problem to load: one of the benchmarks, or a text. */
export type Given = { name: string } | ({ name?: undefined } & Texts);

/** A problem as PPDDL. */
export interface Texts {
  domain: string;
  problem: string;
}

/** A planner, and the settings that are not as they are by themselves. */
export interface Chosen {
  planner: string;
  settings: Record<string, SettingValue>;
}

export type SettingValue = string | number | boolean;

/** What the server answers to questions outside of sessions, by address. */
export interface Answers {
  "/api/catalogue": Catalogue;
  "/api/results": { folders: Folder[] };
  [problem: `/api/problem?name=${string}`]: Texts;
}

/** All that can be chosen. */
export interface Catalogue {
  version: string;
  families: Family[];
  planners: Planner[];
  settings: Setting[];
  limits: { text_bytes: number; sessions: number };
  /** Whether there is a folder of results. */
  results: boolean;
}

export interface Family {
  name: string;
  problems: string[];
}

export interface Planner {
  name: string;
  meaning: string;
  /** The settings that it does not look at. */
  ignores: string[];
}

export interface Setting {
  name: string;
  symbol: string | null;
  meaning: string;
  /** What it may be, in words. */
  allowed: string;
  kind: "flag" | "choice" | "whole" | "number";
  choices: string[] | null;
  /** What a field of numbers takes, too. */
  word: string | null;
  /** Null is no limit. */
  default: SettingValue | null;
  paper: SettingValue | null;
}

/** How far something has come. */
export interface Progress {
  done: number;
  failed: number;
  total: number;
}

/** A folder of results. */
export interface Folder extends Progress {
  name: string;
  /** Changes whenever results come. */
  stamp: string;
  error: string | null;
  problems: ({ problem: string } & Progress)[];
}
