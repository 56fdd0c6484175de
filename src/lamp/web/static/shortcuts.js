// Keys that work anywhere but where text is written or a control uses them itself.

import { $ } from "./dom.js";
import { router, VIEWS } from "./router.js";

/** What already means something to the element that has the focus. */
function isTaken(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (target.closest?.("dialog, textarea, select, input:not([type=checkbox], [type=range])"))
    return true;
  if (target.closest?.("input") && key.startsWith("Arrow")) return true;
  return key === " " && Boolean(target.closest?.("button, a, summary, input, label"));
}

/** `actions(view)` gives the keys of a view: functions by the name of the key. */
export function startShortcuts(actions) {
  addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    const known = {
      "?": () => $("#help-dialog").showModal(),
      ...Object.fromEntries(VIEWS.map((view, at) => [String(at + 1), () => router.go(view)])),
      ...actions(router.view),
    };
    const action = known[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
