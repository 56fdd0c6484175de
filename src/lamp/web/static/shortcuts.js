// Keys that work anywhere but where text is written or a control uses them itself.

import { $ } from "./dom.js";
import { router, VIEWS } from "./router.js";

/** @import { Keys } from "./types.d.ts" */
/** @import { ViewName } from "./router.js" */

/**
 * Keys that the element with the focus handles itself.
 * @param {KeyboardEvent} event
 */
function isTaken(event) {
  const { key } = event;
  /** @param {string} query */
  const isIn = (query) => event.target instanceof Element && event.target.closest(query) !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (isIn("dialog, textarea, select, input:not([type=checkbox], [type=range])")) return true;
  if (isIn("input") && key.startsWith("Arrow")) return true;
  return key === " " && isIn("button, a, summary, input, label");
}

/**
 * `actions(view)` gives the keys of a view: functions by the name of the key.
 * @param {(view: ViewName) => Keys} actions
 */
export function startShortcuts(actions) {
  addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    /** @type {Keys} */
    const known = {
      "?": () => $("#help-dialog", HTMLDialogElement).showModal(),
      ...Object.fromEntries(VIEWS.map((view, at) => [String(at + 1), () => router.go(view)])),
      ...actions(router.view),
    };
    const action = known[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
