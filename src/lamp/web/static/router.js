// Where we are: `#solve?problem=tireworld:p15&greediness=1` is a view and a set-up to share.

export const VIEWS = ["problem", "landmarks", "solve", "compare", "results"];

class Router extends EventTarget {
  constructor() {
    super();
    this.read();
    addEventListener("popstate", () => {
      const before = String(this.params);
      this.read();
      this.dispatchEvent(new CustomEvent("view"));
      if (String(this.params) !== before) this.dispatchEvent(new CustomEvent("params"));
    });
  }

  /** Take view and parameters from the address. */
  read() {
    const [view, query = ""] = location.hash.slice(1).split("?");
    // A hash that is no view of ours (the link to the content) leaves everything as it is.
    if (!VIEWS.includes(view) && this.view) return;
    this.view = VIEWS.includes(view) ? view : VIEWS[0];
    this.params = new URLSearchParams(query);
  }

  /** The address of a view, with the set-up as it is now. */
  address(view) {
    const query = String(this.params).replaceAll("%3A", ":");
    return query ? `#${view}?${query}` : `#${view}`;
  }

  /** Change parameters; null removes one. A new problem is a step that Back undoes. */
  set(changes, { push = false } = {}) {
    const before = String(this.params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined) this.params.delete(name);
      else this.params.set(name, value);
    }
    if (String(this.params) === before) return;
    history[push ? "pushState" : "replaceState"](null, "", this.address(this.view));
    this.dispatchEvent(new CustomEvent("address"));
  }

  /** Go to a view. */
  go(view) {
    location.hash = this.address(view);
  }
}

export const router = new Router();
