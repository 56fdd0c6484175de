// How far an experiment has come.

import { $$, el, fill } from "./dom.js";
import { counted, whole } from "./format.js";

/** @import { Folder, Progress } from "./messages.d.ts" */

/**
 * In a line.
 * @param {Progress} progress
 */
export function progressLine({ done, failed, total }) {
  const bad = failed ? `, ${whole(failed)} failed` : "";
  return done + failed >= total
    ? `Complete: ${counted(done, "episode")}${bad}.`
    : `${whole(done)} of ${counted(total, "episode")} done${bad}; the report follows.`;
}

/**
 * Bars: of all, and of each problem.
 * @param {HTMLElement} place
 * @param {Folder} folder
 */
export function showProgress(place, folder) {
  if (folder.error) {
    fill(place, el("p", { class: "error" }, el("b", {}, folder.error)));
    return;
  }
  const [before] = $$("details", place, HTMLDetailsElement);
  /**
   * @param {Progress} one
   * @param {string} label
   */
  const bar = (one, label) =>
    el("progress", {
      max: Math.max(1, one.total),
      value: one.done + one.failed,
      "aria-label": label,
    });
  const rows = folder.problems.map((one) =>
    el(
      "tr",
      { dataset: { problem: one.problem } },
      el("th", { scope: "row" }, one.problem),
      el("td", {}, bar(one, one.problem)),
      el("td", { class: "number" }, `${whole(one.done)} of ${whole(one.total)}`),
      el(
        "td",
        {},
        one.failed ? el("span", { class: "warning" }, `${whole(one.failed)} failed`) : "",
      ),
    ),
  );
  fill(
    place,
    // A full bar shows nothing that the line above does not.
    folder.done + folder.failed < folder.total &&
      el("div", { class: "row" }, bar(folder, "All problems")),
    el(
      "details",
      { open: before?.open ?? folder.done < folder.total },
      el("summary", {}, "By problem"),
      el("div", { class: "scroll" }, el("table", { class: "plain-table" }, el("tbody", {}, rows))),
    ),
  );
}
