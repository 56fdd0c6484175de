"use strict";
(() => {
  const root = document.documentElement;
  /**
   * The element with an id, which document.py has made.
   * @template {HTMLElement} T
   * @param {string} id
   * @param {new () => T} kind
   */
  const one = (id, kind) => {
    const found = document.getElementById(id);
    if (found instanceof kind) return found;
    throw new Error(`the report has no ${kind.name} ${id}`);
  };
  /**
   * All elements of a class that a selector finds.
   * @template {Element} T
   * @param {string} query
   * @param {new () => T} kind
   * @param {ParentNode | null} within
   */
  const all = (query, kind, within = document) =>
    [...(within?.querySelectorAll(query) ?? [])].flatMap((found) =>
      found instanceof kind ? [found] : [],
    );
  root.classList.add("scripted");

  // Light or dark: the system's choice until the reader makes another one.
  const remembered = (value = "") => {
    try {
      if (value) localStorage.setItem("lamp-theme", value);
      return localStorage.getItem("lamp-theme");
    } catch {
      return null; // some browsers keep nothing for pages from a disk
    }
  };
  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  one("theme", HTMLElement).addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
    remembered(root.dataset.theme);
  });

  // What the cells of the heat maps show. A table that has no such map shows ours.
  const view = one("view", HTMLSelectElement);
  view.value = document.body.dataset.view ?? "";
  const choose = () => {
    document.body.dataset.view = view.value;
    for (const maps of all(".maps", HTMLElement)) {
      const known = view.value === "both" || maps.querySelector(`[data-view="${view.value}"]`);
      maps.classList.toggle("fallback", !known);
    }
  };
  view.addEventListener("change", choose);
  const intervals = one("intervals", HTMLInputElement);
  intervals.addEventListener("change", () => {
    document.body.classList.toggle("intervals", intervals.checked);
  });

  // Lines of charts, one by one.
  for (const button of all(".legend button", HTMLElement)) {
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") === "false";
      button.setAttribute("aria-pressed", String(shown));
      const series = `.chart [data-series="${button.dataset.series}"]`;
      const lines = all(series, Element, button.closest("figure"));
      for (const line of lines) line.classList.toggle("gone", !shown);
    });
  }

  // Filters: words that the name of a problem holds, and kinds of cells.
  const search = one("filter", HTMLInputElement);
  const onlys = all("[data-only]", HTMLInputElement);
  const lines = all(".cells tbody tr", HTMLTableRowElement);
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (name = "") => words.every((word) => name.includes(word));
    for (const article of all("article", HTMLElement))
      article.classList.toggle("gone", !matches(article.dataset.problem));
    for (const head of all(".summary tbody th[data-problem]", HTMLElement))
      head.parentElement?.classList.toggle("gone", !matches(head.dataset.problem));
    const marks = onlys.filter((only) => only.checked).map((only) => only.dataset.only ?? "");
    let count = 0;
    for (const line of lines) {
      const { problem, marks: has = "" } = line.cells[0]?.dataset ?? {};
      const shown = matches(problem) && marks.every((mark) => has.split(" ").includes(mark));
      line.classList.toggle("gone", !shown);
      if (shown) count += 1;
    }
    one("count", HTMLElement).textContent = `${count} of ${lines.length} cells`;
  };
  search.addEventListener("input", filter);
  for (const only of onlys) only.addEventListener("change", filter);

  // The list of cells, sorted by a column; cells without a number come last.
  const body = document.querySelector(".cells tbody");
  const heads = all(".cells thead th", HTMLElement);
  /**
   * @param {HTMLTableRowElement} line
   * @param {number} at
   */
  const key = (line, at) => {
    const cell = line.cells[at];
    if (cell?.dataset.value === undefined) return cell?.textContent ?? "";
    return cell.dataset.value === "" ? null : Number(cell.dataset.value);
  };
  /** @typedef {string | number | null} Key */
  /**
   * @param {Key} a
   * @param {Key} b
   * @param {number} sign
   */
  const compare = (a, b, sign) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * String(a).localeCompare(String(b));
  };
  heads.forEach((head, at) => {
    head.querySelector("button")?.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const keyed = lines.map((line) => ({ line, key: key(line, at) }));
      keyed.sort((a, b) => compare(a.key, b.key, up ? 1 : -1));
      body?.append(...keyed.map(({ line }) => line));
    });
  });
})();
