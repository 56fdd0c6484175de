// The help dialog: keys and symbols with their meanings.

import { $, el, fill, terms } from "./dom.js";
import { symbol } from "./format.js";

/** @type {[key: string, text: string][]} */
const KEYS = [
  ["space", "run or pause"],
  ["s", "one step"],
  ["←  →", "look at the step before or after; at the last one, → takes a new step"],
  ["l", "back to live"],
  ["r", "start over, with the settings as they are"],
  ["x", "stop"],
  ["1 … 5", "go to a view"],
  ["?", "this help"],
];
/** @type {[word: string, text: string][]} */
const WORDS = [
  ["landmark", "a fact, or one of several, that becomes true on every way to the goal"],
  ["episode", "one run from the initial state to the goal, a dead end, or the end of the budget"],
  ["rollout", "one imagined course of events; a planner makes many before each action"],
  ["utility", "what reaching something is worth, less the more actions it takes"],
  ["UCT", "Monte-Carlo tree search without landmarks, which LAMP is compared with"],
  ["LAMP", "UCT that pursues one landmark after the other, and chooses which as it goes"],
];
/** @type {[symbol: string, text: string][]} */
const SYMBOLS = [
  [
    "α",
    "greediness: how much the current landmark counts against the goal; 0 is not at all, auto fades",
  ],
  ["d", "the horizon: how many actions a rollout looks ahead"],
  ["Q_g", "how good an action is for the goal: the utility that its rollouts promise"],
  ["Q_φ", "how good it is for the landmark that is being pursued"],
  ["Q_LM", "how good it is to pursue a landmark next"],
  ["N_g", "how often it was tried; likewise for the landmark"],
];

export function startHelp() {
  const dialog = $("#help-dialog", HTMLDialogElement);
  fill(
    dialog,
    // It has the focus at first, or the browser would scroll to the button at the end.
    el("h2", { id: "help-title", tabindex: -1, autofocus: true }, "Words"),
    terms(WORDS),
    el("h2", {}, "Keys"),
    terms(KEYS, (key) => el("kbd", {}, key)),
    el(
      "p",
      { class: "note" },
      "Where text is written, keys write text. In the landmark graph: + − 0 zoom, arrows move; Tab goes on to the landmarks, and arrows then go from one to the next.",
    ),
    el("h2", {}, "Symbols"),
    terms(SYMBOLS, symbol),
    el(
      "p",
      { class: "note" },
      "The address of this page holds problem and settings: copy it to share a set-up.",
    ),
    el(
      "p",
      { class: "end" },
      el(
        "button",
        { type: "button", class: "primary", on: { click: () => dialog.close() } },
        "Close",
      ),
    ),
  );
  $("#help").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
}
