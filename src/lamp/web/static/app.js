// The page: one run that the views Problem, Landmarks and Solve share, and what surrounds them.

import { ask } from "./api.js";
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

startTheme();
startHelp();
$(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is ours
  $("#main").focus();
});

/** Show the view of the address, and keep its links up to date. */
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
  for (const link of $$("[data-tab], a[data-to]"))
    link.href = router.address(link.dataset.tab ?? link.dataset.to);
  $(".brand").href = router.address("problem");
}

/** Say that the connection is lost, and offer another one. */
function watchConnection(run) {
  run.addEventListener("connection", () => {
    const { connection, reason } = run.session;
    document.body.dataset.connection = connection;
    $("#connection-lost").hidden = connection !== "lost";
    $("#connection-lost span").textContent =
      `The connection to lamp is lost${reason ? `: ${reason}` : ""}. What you see stays; an episode begins anew.`;
  });
  $("#reconnect").addEventListener("click", () => run.reconnect());
}

function watchProblem(run) {
  run.addEventListener("problem", ({ detail }) => {
    $("#loaded").textContent = run.given.name ?? detail.name;
    hush();
  });
  run.addEventListener("trouble", ({ detail }) => {
    if (!run.problem) $("#loaded").textContent = "";
    const inText = ["domain", "problem"].includes(detail.where) && !run.given?.name;
    const inSettings = detail.where === "settings" && run.problem;
    if (!inText && !inSettings) notify(detail.text, detail.remedy);
  });
}

async function main() {
  let catalogue;
  try {
    catalogue = await ask("/api/catalogue");
  } catch (error) {
    notify(
      `lamp does not answer: ${error.message}`,
      "Is `lamp serve` still running? Then load this page again.",
    );
    return;
  }
  const run = new Run();
  watchConnection(run);
  watchProblem(run);
  const views = {
    problem: new ProblemView(run, catalogue),
    landmarks: new LandmarksView(run),
    solve: new SolveView(run, catalogue),
    compare: new CompareView(run, catalogue),
    results: new ResultsView(catalogue),
  };
  views.landmarks.conduct(views.solve);
  router.addEventListener("view", () => showView(views));
  router.addEventListener("params", keepLinks);
  router.addEventListener("address", keepLinks);
  startShortcuts((view) => views[view].keys?.() ?? {});
  showView(views);
  keepLinks();
  views.problem.begin();
  document.body.dataset.ready = "";
}

main();
