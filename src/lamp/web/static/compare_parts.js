// What the two sides of a comparison show, and what came of them.

import { $, el, fill, table, terms } from "./dom.js";
import { counted, likely } from "./format.js";
import { better, parting } from "./pair.js";
import { purpose } from "./purpose.js";
import { followActor, statePicture } from "./state_picture.js";
import { phase, statusLine } from "./status.js";

/** One side: the picture, and the step that is looked at. */
export function showSide(place, run) {
  const key = [run.shown, run.ready, run.end, run.problem, phase(run)];
  if (place.key?.every((one, at) => one === key[at])) return;
  place.key = key;
  const step = run.shown;
  const picture = statePicture(run.picture);
  const isOver = run.end && run.looking === null;
  fill(
    place,
    picture && el("figure", { class: "picture", "aria-label": "The state" }, picture),
    terms([
      ["action", step ? el("code", {}, step.action) : "none yet"],
      ["happened", happened(step?.outcome)],
      ["landmark", step ? purpose(step, run) : "–"],
      ["cost so far", String(step?.step ?? 0)],
      ["state", isOver ? el("b", {}, run.end.text) : statusLine(run)],
    ]),
  );
  if (picture) followActor(picture.parentElement);
}

function happened(outcome) {
  if (!outcome) return "–";
  return outcome.of === 1 ? "the only outcome" : `probability ${likely(outcome.probability)}`;
}

/** Both sequences of actions, the last first, and where they part. */
export function showSteps(place, pair) {
  const { runs } = pair;
  const number = Math.max(...runs.map((run) => run.last?.step ?? 0));
  $("#compare-steps-title").hidden = !number;
  const key = `${number} ${runs.map((run) => `${run.steps.length} ${run.shown?.step}`)}`;
  if (key === place.key) return;
  place.key = key;
  const apart = parting(runs);
  const first = Math.min(...runs.map((run) => run.steps[0]?.step ?? 1));
  const rows = [];
  for (let at = number; at >= first && number; at--) rows.push(row(pair, at, apart));
  fill(place, number > 0 && table("plain-table steps", ["step", "A", "B"], rows));
}

function row(pair, number, apart) {
  const { runs } = pair;
  const steps = runs.map((run) => run.steps[number - (run.steps[0]?.step ?? 1)]);
  const current = runs.some((run) => run.looking === number) ? "step" : null;
  const click = () => pair.look(number);
  const about = {
    type: "button",
    dataset: { step: number },
    "aria-current": current,
    on: { click },
  };
  const differs = steps[0] && steps[1] && steps[0].action !== steps[1].action;
  return el(
    "tr",
    { dataset: { differs } },
    el(
      "th",
      { scope: "row" },
      el("button", about, String(number)),
      number === apart && el("small", {}, " they part"),
    ),
    steps.map((step) => el("td", {}, step ? el("code", {}, step.action) : "")),
  );
}

/** Which of two ended runs was better, and why. */
export function verdict(runs, names) {
  const best = better(runs);
  const told = runs.map((run, at) => `${names[at]}: ${run.end.text}`).join("; ");
  if (best === null) return `Neither is better. ${told}.`;
  const [one, other] = [runs[best], runs[1 - best]];
  const why =
    other.end.outcome === "goal"
      ? `by ${counted(other.end.cost - one.end.cost, "action")}`
      : "it alone reached the goal";
  return `${names[best]} is better, ${why}. ${told}.`;
}
