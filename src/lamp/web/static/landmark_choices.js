// The landmarks among which one was chosen.

import { bar } from "./bars.js";
import { el, fill, table } from "./dom.js";
import { symbol, unbroken, value, whole } from "./format.js";

/** @import { StepMessage } from "./messages.d.ts" */
/** @import { Run } from "./run.js" */

/**
 * The landmarks among which one was chosen, with Q_LM.
 * @param {HTMLElement} place
 * @param {StepMessage} step
 * @param {Run} run
 */
export function showChoices(place, step, run) {
  const most = Math.max(...step.landmarks.map((one) => one.value), 1e-9);
  const rows = step.landmarks.map((one) => {
    const isChosen = one.landmark === step.landmark;
    return el(
      "tr",
      { dataset: { choice: one.landmark, chosen: isChosen } },
      el(
        "th",
        { scope: "row" },
        unbroken(run.landmarkName(one.landmark)),
        isChosen && el("span", { class: "badge" }, "chosen"),
      ),
      el(
        "td",
        { class: "track", "aria-hidden": "true" },
        bar("landmark", one.value / most, `Q_LM ${value(one.value)}`),
      ),
      el("td", { "data-name": "QLM" }, value(one.value)),
      el("td", { "data-name": "visits" }, whole(one.tries)),
    );
  });
  fill(place, table("values", ["landmark", "", symbol("Q_LM"), "visits"], rows));
}
