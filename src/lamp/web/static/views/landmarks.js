// View 2: the landmark graph, and how far an episode has come in it.

import { $, el, fill } from "../dom.js";
import { chips } from "../facts.js";
import { counted, symbol, value } from "../format.js";
import { graphLegend } from "../graph_legend.js";
import { LandmarkGraphView } from "../landmark_graph.js";
import { showList } from "../landmark_list.js";
import { heldBy } from "../landmark_states.js";
import { router } from "../router.js";
import { statusLine } from "../status.js";
import { Transport } from "../transport.js";

/** @import { LandmarksMessage } from "../messages.d.ts" */
/** @import { Keys } from "../types.d.ts" */
/** @import { Run } from "../run.js" */
/** @typedef {ReturnType<LandmarkGraphView["neighbours"]>["before"][number]} Neighbour */
/** @import { SolveView } from "./solve.js" */

const STATES = {
  achieved: "✓ achieved",
  pursued: "▶ pursued now",
  open: "open",
  initial: "holds initially: not pursued",
};

export class LandmarksView {
  /**
   * The text of the drawing that is shown.
   * @type {string | null | undefined}
   */
  drawn = null;
  /** @type {number | null} */
  pointed = null;

  /**
   * @param {Run} run
   * @param {SolveView} solve which has the controller of the episode
   */
  constructor(run, solve) {
    this.run = run;
    this.solve = solve;
    this.transport = new Transport($("#landmarks-transport"), solve.controller, {
      only: ["run", "pause", "step"],
    });
    this.graph = new LandmarkGraphView($("#graph"), (position) => {
      this.pointed = position;
      this.#info();
    });
    this.initially = $("#show-initial", HTMLInputElement);
    this.initially.addEventListener("change", () => this.#draw());
    $("#zoom-in").addEventListener("click", () => this.graph.panZoom.by(1.4));
    $("#zoom-out").addEventListener("click", () => this.graph.panZoom.by(1 / 1.4));
    $("#zoom-fit").addEventListener("click", () => this.graph.svg && this.graph.panZoom.fit());
    run.on("change", () => this.#draw());
  }

  show() {
    this.#draw();
  }

  /** @returns {Keys} */
  keys() {
    return this.solve.keys();
  }

  #draw() {
    if (router.view !== "landmarks") return;
    const { run } = this;
    this.transport.show();
    $("#landmarks-status").textContent = this.#words();
    const svg = this.initially.checked ? run.landmarks?.svg_whole : run.landmarks?.svg;
    if (svg !== this.drawn) {
      this.drawn = svg;
      this.pointed = null;
      this.graph.draw(svg ?? "");
      if (run.landmarks && !svg) $("#graph").append(this.#listed(run.landmarks));
      fill($("#graph-legend"), svg ? graphLegend($("#graph")) : null);
    }
    this.graph.colour(run.landmarkStates);
    showList(run, this.initially.checked);
    this.#info();
  }

  /**
   * In place of a drawing, where there are too many.
   * @param {LandmarksMessage} landmarks
   */
  #listed({ names, pursued }) {
    const shown = this.initially.checked ? names : pursued.map((at) => names[at] ?? "");
    return el(
      "div",
      { class: "list" },
      el("p", { class: "note" }, `${counted(shown.length, "landmark")}: too many for a drawing.`),
      chips(shown),
    );
  }

  #words() {
    const { run } = this;
    if (!run.landmarks) return run.busy ? `${run.busy} …` : "No problem is loaded.";
    const states = run.landmarkStates;
    const pursued = run.landmarks.pursued.length;
    const count = counted(pursued, "landmark");
    if (!run.ready) return `${count} to pursue, the goal included.`;
    const achieved = states.filter((state) => state === "achieved").length;
    const looking = run.looking === null ? "" : ` Looking back at step ${run.looking}.`;
    return `${statusLine(run)}${looking} ${achieved} of ${count} achieved, the goal included.`;
  }

  /** The description of the landmark under the pointer, or else of the one being pursued. */
  #info() {
    const { run } = this;
    const place = $("#landmark-info");
    const current = run.shown?.subgoal ?? null;
    const position = this.pointed ?? current;
    if (!run.landmarks || position === null) {
      delete place.dataset.key;
      fill(
        place,
        el(
          "p",
          { class: "note" },
          "Point at a landmark, tap it, or go to it with Tab and arrow keys: what is known about it is told here.",
        ),
      );
      return;
    }
    const key = `${position} ${run.landmarkStates[position]} ${run.shown?.step}`;
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    const { before, after } = this.graph.neighbours(position);
    fill(
      place,
      el("h2", {}, position === run.landmarks.goal ? "The goal" : "Landmark"),
      el(
        "p",
        {},
        el("b", {}, STATES[run.landmarkStates[position] ?? "open"]),
        this.#wasTrue(position),
      ),
      el("p", {}, el("code", {}, run.landmarks.names[position])),
      this.#estimate(position),
      this.#list("Comes after", before),
      this.#list("Comes before", after),
    );
  }

  /**
   * Why a landmark that was true can still be open.
   * @param {number} position
   */
  #wasTrue(position) {
    const { run } = this;
    if (run.landmarkStates[position] !== "open" || !heldBy(run).has(position)) return null;
    return " – it was true at some step, but counts only when it is true while being pursued";
  }

  /** @param {number} position */
  #estimate(position) {
    const found = this.run.shown?.landmarks.find((one) => one.landmark === position);
    return (
      found &&
      el(
        "p",
        {},
        "It could be chosen at this step: ",
        symbol("Q_LM"),
        ` ${value(found.value)}, ${counted(found.tries, "visit")}.`,
      )
    );
  }

  /**
   * @param {string} title
   * @param {Neighbour[]} neighbours
   */
  #list(title, neighbours) {
    if (!neighbours.length) return null;
    /** @param {Neighbour} neighbour */
    const item = ({ landmark, kind }) =>
      el(
        "li",
        {},
        el("code", {}, this.run.landmarkName(landmark)),
        el("small", {}, kind === "to-goal" ? " as all are before the goal" : ` ${kind}`),
      );
    return [el("h3", {}, title), el("ul", {}, neighbours.map(item))];
  }
}
