// Lists of facts and names, which may be long.

import { el } from "./dom.js";
import { whole } from "./format.js";

const FEW = 60;

/** @import { StepMessage } from "./messages.d.ts" */

/**
 * Texts as chips; of many, the first ones and a button for the rest.
 * @param {string[]} texts
 * @param {{kind?: string, id?: string | null, label?: string | null}} about
 */
export function chips(texts, { kind = "", id = null, label = null } = {}) {
  /** @param {string} text */
  const chip = (text) => el("li", {}, el("code", {}, text));
  const list = el(
    "ul",
    { class: `chips ${kind}`, id, title: label, "aria-label": label },
    texts.slice(0, FEW).map(chip),
  );
  if (texts.length > FEW) {
    const click = () => last.replaceWith(...texts.slice(FEW).map(chip));
    const more = `and ${whole(texts.length - FEW)} more`;
    const last = el("li", {}, el("button", { type: "button", on: { click } }, more));
    list.append(last);
  }
  return list;
}

/**
 * The facts that a step added and deleted, each with a sign.
 * @param {StepMessage} step
 */
export function changes(step) {
  const none = el("p", { class: "note" }, "Nothing changed.");
  if (!step.added.length && !step.deleted.length) return none;
  return el(
    "div",
    { class: "changes" },
    chips(
      step.added.map((fact) => `+ ${fact}`),
      { kind: "added", id: "added", label: "Became true" },
    ),
    chips(
      step.deleted.map((fact) => `− ${fact}`),
      { kind: "deleted", id: "deleted", label: "Became false" },
    ),
  );
}
