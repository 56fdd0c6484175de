"use strict";
(() => {
  const root = document.documentElement;
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  root.classList.add("scripted");

  // Light or dark: the system's choice until somebody makes another one.
  const remembered = (value) => {
    try {
      if (value) localStorage.setItem("lamp-theme", value);
      return localStorage.getItem("lamp-theme");
    } catch {
      return null; // some browsers keep nothing for pages from a disk
    }
  };
  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  document.getElementById("theme").addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
    remembered(root.dataset.theme);
  });

  // What the cells of the heat maps show. A table that has no such map shows ours.
  const view = document.getElementById("view");
  view.value = document.body.dataset.view;
  const choose = () => {
    document.body.dataset.view = view.value;
    for (const maps of all(".maps")) {
      const known = view.value === "both" || maps.querySelector(`[data-view="${view.value}"]`);
      maps.classList.toggle("fallback", !known);
    }
  };
  view.addEventListener("change", choose);
  const intervals = document.getElementById("intervals");
  intervals.addEventListener("change", () => {
    document.body.classList.toggle("intervals", intervals.checked);
  });

  // Lines of charts, one by one.
  for (const button of all(".legend button")) {
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") === "false";
      button.setAttribute("aria-pressed", String(shown));
      const lines = all(
        `.chart [data-series="${button.dataset.series}"]`,
        button.closest("figure"),
      );
      for (const line of lines) line.classList.toggle("gone", !shown);
    });
  }

  // Filters: words that the name of a problem holds, and kinds of cells.
  const search = document.getElementById("filter");
  const onlys = all("[data-only]");
  const lines = all(".cells tbody tr");
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (name) => words.every((word) => name.includes(word));
    for (const one of all("article")) one.classList.toggle("gone", !matches(one.dataset.problem));
    for (const one of all(".summary tbody th[data-problem]")) {
      one.parentElement.classList.toggle("gone", !matches(one.dataset.problem));
    }
    const marks = onlys.filter((one) => one.checked).map((one) => one.dataset.only);
    let count = 0;
    for (const line of lines) {
      const { problem, marks: has } = line.firstElementChild.dataset;
      const shown = matches(problem) && marks.every((mark) => has.split(" ").includes(mark));
      line.classList.toggle("gone", !shown);
      count += shown;
    }
    document.getElementById("count").textContent = `${count} of ${lines.length} cells`;
  };
  search.addEventListener("input", filter);
  for (const one of onlys) one.addEventListener("change", filter);

  // The list of cells, sorted by a column; cells without a number come last.
  const heads = all(".cells thead th");
  const key = (line, at) => {
    const cell = line.children[at];
    if (cell.dataset.value === undefined) return cell.textContent;
    return cell.dataset.value === "" ? null : Number(cell.dataset.value);
  };
  const compare = (a, b, sign) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (typeof a === "number" ? a - b : a.localeCompare(b));
  };
  heads.forEach((head, at) => {
    head.querySelector("button").addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const one of heads) one.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const keys = new Map(lines.map((line) => [line, key(line, at)]));
      const sorted = [...lines].sort((a, b) => compare(keys.get(a), keys.get(b), up ? 1 : -1));
      document.querySelector(".cells tbody").append(...sorted);
    });
  });
})();
