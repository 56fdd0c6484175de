// The page: one run that the views Problem, Landmarks and Solve share, and the frame around them.

import { ask, inWords } from "./api.js";
import { $, $$ } from "./dom.js";
import { startHelp } from "./help.js";
import { hush, notify } from "./notice.js";
import { router } from "./router.js";
import { Run } from "./run.js";
import { startShortcuts } from "./shortcuts.js";
import { startTheme } from "./theme.js";
import { CompareView } from "./views/compare.js";
import { LandmarksView } from "./views/landmarks.js";
import { ProblemView } from "./views/problem.js";
import { ResultsView } from "./views/results.js";
import { SolveView } from "./views/solve.js";

/** @import { View } from "./types.d.ts" */
/** @import { ViewName } from "./router.js" */
/** @typedef {Record<ViewName, View>} Views */

startTheme();
startHelp();
$(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is ours
  $("#main").focus();
});

/**
 * Show the view of the address, and keep its links up to date.
 * @param {Views} views
 */
function showView(views) {
  for (const section of $$("[data-view]")) section.hidden = section.dataset.view !== router.view;
  for (const tab of $$("[data-tab]")) {
    tab.toggleAttribute("aria-current", tab.dataset.tab === router.view);
    if (tab.dataset.tab === router.view) tab.setAttribute("aria-current", "page");
  }
  document.title = `${$(`[data-tab=${router.view}]`).textContent} – lamp`;
  for (const [name, view] of Object.entries(views)) {
    if (name === router.view) view.show();
    else view.hide?.();
  }
}

function keepLinks() {
  for (const link of $$("a[data-tab], a[data-to]", document, HTMLAnchorElement))
    link.href = router.address(link.dataset.tab ?? link.dataset.to ?? "");
  $(".brand", HTMLAnchorElement).href = router.address("problem");
}

/**
 * Show that the connection is lost, and offer another one.
 * @param {Run} run
 */
function watchConnection(run) {
  run.on("connection", () => {
    const { connection, reason } = run.session;
    document.body.dataset.connection = connection;
    $("#connection-lost").hidden = connection !== "lost";
    $("#connection-lost span").textContent =
      `The connection to lamp is lost${reason ? `: ${reason}` : ""}. What you see stays; an episode begins anew.`;
  });
  $("#reconnect").addEventListener("click", () => run.reconnect());
}

/** @param {Run} run */
function watchProblem(run) {
  run.on("problem", ({ name }) => {
    $("#loaded").textContent = run.given?.name ?? name;
    hush();
  });
  run.on("error", ({ where, text, remedy }) => {
    if (!run.problem) $("#loaded").textContent = "";
    const inText = (where === "domain" || where === "problem") && !run.given?.name;
    const inSettings = where === "settings" && run.problem;
    if (!inText && !inSettings) notify(text, remedy);
  });
}

/** All choices, or null where the server has sent none. */
async function askCatalogue() {
  try {
    return await ask("/api/catalogue");
  } catch (error) {
    notify(
      `lamp does not answer: ${inWords(error).text}`,
      "Is `lamp serve` still running? Then load this page again.",
    );
    return null;
  }
}

async function main() {
  const catalogue = await askCatalogue();
  if (!catalogue) return;
  const run = new Run();
  watchConnection(run);
  watchProblem(run);
  const problem = new ProblemView(run, catalogue);
  const solve = new SolveView(run, catalogue);
  /** @type {Views} */
  const views = {
    problem,
    landmarks: new LandmarksView(run, solve),
    solve,
    compare: new CompareView(run, catalogue),
    results: new ResultsView(catalogue),
  };
  router.on("view", () => showView(views));
  router.on("params", keepLinks);
  router.on("address", keepLinks);
  startShortcuts((view) => views[view].keys?.() ?? {});
  showView(views);
  keepLinks();
  problem.begin();
  document.body.dataset.ready = "";
}

main();
