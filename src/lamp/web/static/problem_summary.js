// The content of a problem: sizes, objects, actions, the goal, the initial state.

import { el, table, terms } from "./dom.js";
import { chips } from "./facts.js";
import { capital, counted, sentence, whole } from "./format.js";
import { router } from "./router.js";
import { statePicture } from "./state_picture.js";

/** @import { ObjectsOfType, ProblemMessage, Schema, Warning } from "./messages.d.ts" */
/** @import { Child } from "./types.d.ts" */

/**
 * All of it; `onWarning` is called for a warning that the user selects.
 * @param {string} name
 * @param {ProblemMessage} problem
 * @param {(warning: Warning) => void} onWarning
 */
export function summary(name, problem, onWarning) {
  const picture = statePicture(problem.picture);
  const about = { id: "problem-picture", class: "picture", "aria-label": "The initial state" };
  return el(
    "div",
    { class: "beside even summary" },
    el(
      "div",
      { class: "first" },
      el("h2", {}, name),
      sizes(problem),
      onward(),
      warnings(problem.warnings, onWarning),
      el("h3", {}, "Goal"),
      chips(problem.goal),
    ),
    el("div", { class: "can" }, el("h3", {}, "Actions"), schemas(problem.schemas)),
    el(
      "div",
      { class: "is" },
      picture && el("figure", about, picture),
      el("div", {}, el("h3", {}, "Initial state"), initially(problem)),
      el("div", {}, el("h3", {}, "Objects"), objects(problem.objects)),
    ),
  );
}

/** Links to the next views. */
function onward() {
  /**
   * @param {string} view
   * @param {string} kind
   * @param {string} text
   */
  const link = (view, kind, text) =>
    el("a", { class: `button ${kind}`, href: router.address(view), dataset: { to: view } }, text);
  return el(
    "p",
    { class: "row onward" },
    link("solve", "primary", "Solve it"),
    link("landmarks", "", "See its landmarks"),
    link("compare", "", "Compare planners on it"),
  );
}

/** @param {ProblemMessage} problem */
function initially(problem) {
  return [
    chips(problem.initial, { id: "initial" }),
    problem.static.length > 0 &&
      el(
        "details",
        {},
        el("summary", {}, `${counted(problem.static.length, "fact")} that never change`),
        chips(problem.static),
      ),
  ];
}

/** @param {ProblemMessage} problem */
function sizes(problem) {
  /** @type {[string, Child][]} */
  const pairs = [
    ["domain", problem.domain],
    ["problem", problem.problem],
    ["uses", problem.requirements.join(" ") || ":strips"],
    [
      "size",
      `${counted(problem.facts, "fact")}, ${counted(problem.actions, "ground action")}, ${counted(problem.outcomes, "outcome")} in all`,
    ],
  ];
  return terms(pairs);
}

/**
 * @param {Warning[]} found
 * @param {(warning: Warning) => void} onWarning
 */
function warnings(found, onWarning) {
  if (!found.length) return null;
  return el(
    "ul",
    { id: "warnings", class: "warnings" },
    found.map((one) => {
      const place = one.where && one.line ? `${one.where}, line ${one.line}` : "";
      const show =
        place && el("button", { type: "button", on: { click: () => onWarning(one) } }, place);
      return el(
        "li",
        {},
        el("span", { "aria-hidden": "true" }, "⚠ "),
        sentence(capital(one.text)),
        " ",
        show,
      );
    }),
  );
}

/** @param {Schema[]} all */
function schemas(all) {
  const rows = all.map((one) =>
    el(
      "tr",
      { dataset: { schema: one.name } },
      el("th", { scope: "row" }, el("code", {}, one.name)),
      el(
        "td",
        {},
        one.parameters.length
          ? one.parameters.map((text) => el("code", { class: "parameter" }, text))
          : "none",
      ),
      el(
        "td",
        { class: "number" },
        one.ground ? whole(one.ground) : el("span", { class: "warning" }, "0: never applicable"),
      ),
    ),
  );
  return table("plain-table", ["action", "parameters", "ground actions"], rows, "schemas");
}

/** @param {ObjectsOfType[]} all */
function objects(all) {
  return all.map((one) =>
    el(
      "div",
      { class: "objects", dataset: { type: one.type } },
      el("p", {}, el("b", {}, one.type), ` ${whole(one.number)}`),
      chips(one.names),
    ),
  );
}
