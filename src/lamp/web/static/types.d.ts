// Types of what the modules of the page pass to one another, for type checkers: nothing of it is there
// when the page runs.

import type { ErrorMessage, Messages } from "./messages.d.ts";

/** The content of an element; empty values are left out. */
export type Child = Node | string | null | undefined | false | Child[];

/** The value of an attribute; null, undefined and false leave it out. */
export type AttributeValue = string | number | boolean | null | undefined;

/** Attributes of a new element, its listeners by event, and its custom properties. */
export type Properties = {
  on?: Record<string, () => void>;
  dataset?: Record<string, AttributeValue>;
  style?: Record<string, string | number>;
} & Attributes;

type Attributes = { [name in AttributeName]?: AttributeValue };

type AttributeName =
  | `aria-${string}`
  | `data-${string}`
  | "accept"
  | "autocapitalize"
  | "autocomplete"
  | "autofocus"
  | "class"
  | "for"
  | "hidden"
  | "href"
  | "id"
  | "inputmode"
  | "max"
  | "min"
  | "open"
  | "placeholder"
  | "role"
  | "rows"
  | "scope"
  | "size"
  | "spellcheck"
  | "src"
  | "step"
  | "tabindex"
  | "title"
  | "type"
  | "value"
  | "wrap";

export type Connection = "closed" | "connecting" | "open" | "lost";

/** The events of a session, by kind. */
export interface SessionEvents extends Messages {
  connection: Connection;
}

/** The events of a run, by kind. */
export interface RunEvents extends SessionEvents {
  change: null;
}

/** The events of a pair of runs, by kind. */
export interface PairEvents {
  change: null;
  trouble: { side: Side; error: ErrorMessage };
}

/** The events of the router, by kind: the view, the parameters or the address changed. */
export interface RouterEvents {
  view: null;
  params: null;
  address: null;
}

/** A side of a comparison. */
export type Side = 0 | 1;

export type LandmarkState = "initial" | "achieved" | "pursued" | "open";

/** A view of the page. */
export interface View {
  show(): void;
  hide?(): void;
  keys?(): Keys;
}

/** What keys do, by name. */
export type Keys = Record<string, () => void>;

/** The actions of the buttons of a controller. */
export type Deed = "start" | "run" | "pause" | "step" | "stop";

/** Performs the actions of buttons; `delay` is in seconds. */
export interface Controller extends Record<Deed, (delay: number) => void> {
  can(what: Deed): boolean;
  /** Take another pace. */
  delay(seconds: number): void;
  /** The pace, where several rows of buttons share it. */
  pace?: number;
}

/** The control of a setting, and what belongs to it. */
export interface Field {
  input: Control;
  slider: HTMLInputElement | null;
  word: HTMLButtonElement | null;
  note: HTMLElement;
  label: HTMLLabelElement;
}

export type Control = HTMLInputElement | HTMLSelectElement;

/** Where something is in a drawing, and how large. */
export interface Box extends Point {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}
