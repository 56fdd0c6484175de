// Where we are: `#solve?problem=tireworld:p15&greediness=1` is a view and a set-up to share.

import { EventEmitter } from "./event_emitter.js";

/** @import { AttributeValue, RouterEvents } from "./types.d.ts" */
/** @typedef {typeof VIEWS[number]} ViewName */

export const VIEWS = /** @type {const} */ (["problem", "landmarks", "solve", "compare", "results"]);

/** @extends {EventEmitter<RouterEvents>} */
class Router extends EventEmitter {
  /** @type {ViewName} */
  view = VIEWS[0];
  params = new URLSearchParams();

  constructor() {
    super();
    this.#read(true);
    addEventListener("popstate", () => {
      const before = String(this.params);
      this.#read();
      this.emit("view", null);
      if (String(this.params) !== before) this.emit("params", null);
    });
  }

  /** Take view and parameters from the address. */
  #read(isFirst = false) {
    const [name, query = ""] = location.hash.slice(1).split("?");
    const view = VIEWS.find((one) => one === name);
    // A hash that is no view of ours (the link to the content) leaves everything as it is.
    if (!view && !isFirst) return;
    this.view = view ?? VIEWS[0];
    this.params = new URLSearchParams(query);
  }

  /**
   * The address of a view, with the set-up as it is now.
   * @param {string} view
   */
  address(view) {
    const query = String(this.params).replaceAll("%3A", ":");
    return query ? `#${view}?${query}` : `#${view}`;
  }

  /**
   * Change parameters; null removes one. A new problem is a step that Back undoes.
   * @param {Record<string, AttributeValue>} changes
   */
  set(changes, { push = false } = {}) {
    const before = String(this.params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined) this.params.delete(name);
      else this.params.set(name, String(value));
    }
    if (String(this.params) === before) return;
    history[push ? "pushState" : "replaceState"](null, "", this.address(this.view));
    this.emit("address", null);
  }

  /**
   * Go to a view.
   * @param {ViewName} view
   */
  go(view) {
    location.hash = this.address(view);
  }
}

export const router = new Router();
