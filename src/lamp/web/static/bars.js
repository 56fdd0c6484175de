// Bars of tables.

import { el } from "./dom.js";

/**
 * A bar, with a tick where it would be otherwise.
 * @param {string} kind
 * @param {number} share
 * @param {string} title
 * @param {number | null} tick
 */
export function bar(kind, share, title, tick = null) {
  const width = Math.max(0, Math.min(1, share));
  return el(
    "i",
    { class: `bar ${kind}`, title, style: { "--share": width } },
    tick === null ? null : el("u", { style: { "--at": Math.max(0, Math.min(1, tick)) } }),
  );
}
