// View 3: an episode, step by step, with the evidence for each decision.

import { ActionChart } from "../action_chart.js";
import { hasChanged } from "../change_detection.js";
import { $, announce, el, fill } from "../dom.js";
import { showEnd } from "../episode_end.js";
import { chips } from "../facts.js";
import { showChoices } from "../landmark_choices.js";
import { router } from "../router.js";
import { SettingsForm } from "../settings_form.js";
import { followActor, statePicture } from "../state_picture.js";
import { expectedRollouts, phase, statusLine } from "../status.js";
import { showStep, stepInWords } from "../step_panel.js";
import { Timeline } from "../timeline.js";
import { Transport } from "../transport.js";
import { WhatIf } from "../what_if.js";

/** @import { Catalogue } from "../messages.d.ts" */
/** @import { Controller, Deed, Keys } from "../types.d.ts" */
/** @import { Run } from "../run.js" */

/** Milliseconds between announcements: a fast run would otherwise talk without end. */
const QUIET = 1500;

export class SolveView {
  /** When something was announced. */
  said = 0;
  /** The settings of the episode, as text. */
  started = "";

  /**
   * @param {Run} run
   * @param {Catalogue} catalogue
   */
  constructor(run, catalogue) {
    this.run = run;
    this.form = new SettingsForm($("#solve-settings"), catalogue, { onChange: () => this.#draw() });
    this.controller = this.#controller();
    this.transport = new Transport($("#solve-transport"), this.controller, { prefix: "" });
    this.timeline = new Timeline($("#timeline"), run);
    this.chart = new ActionChart($("#values"));
    this.whatIf = new WhatIf($("#what-if-panel"), () => this.#values());
    $("#live").addEventListener("click", () => run.look(null));
    router.on("params", () => this.form.read());
    run.on("change", () => this.#draw());
    run.on("ready", () => this.whatIf.forget());
    run.on(
      "error",
      (error) => error.where === "settings" && run.problem && this.form.refuse(error),
    );
    run.on("thinking", () => this.#say("Thinking …"));
    run.on("step", (step) => this.#say(stepInWords(step, run)));
    run.on("end", ({ text }) => announce(`Ended: ${text}.`));
  }

  /**
   * The actions of the buttons.
   * @returns {Controller}
   */
  #controller() {
    const { run } = this;
    return {
      can: (what) => this.#can(what),
      start: () => this.#begin(),
      run: (delay) => this.#then(() => run.go(delay)),
      step: () => this.#then(() => run.step()),
      pause: () => run.pause(),
      stop: () => run.stop(),
      delay: (delay) => {
        this.controller.pace = delay;
        if (run.running) run.go(delay);
      },
    };
  }

  /** @param {Deed} what */
  #can(what) {
    const { run } = this;
    const now = phase(run);
    if (run.starting) return what === "run" || what === "step";
    if (["none", "loading", "lost"].includes(now)) return false;
    if (what === "stop") return Boolean(run.ready) && !run.end;
    if (what === "pause") return run.running;
    // A step after the end must not begin a new episode.
    if (what === "step" && run.end) return false;
    return what === "start" || !(run.running || run.deciding);
  }

  /** @param {(() => void) | null} next */
  #begin(next = null) {
    this.started = JSON.stringify(this.form.values());
    this.run.start(this.form.values(), next);
  }

  /**
   * Do something in the episode that is open, or else in a new one.
   * @param {() => void} next
   */
  #then(next) {
    if (this.run.starting) this.run.next = next;
    else if (this.run.isOpen) next();
    else this.#begin(next);
  }

  show() {
    this.#draw();
  }

  /** @returns {Keys} */
  keys() {
    const { run, transport } = this;
    const shown = run.shown?.step ?? 0;
    return {
      " ": () => transport.toggle(),
      s: () => transport.do("step"),
      r: () => transport.do("start"),
      x: () => transport.do("stop"),
      l: () => run.look(null),
      ArrowLeft: () => run.ready && run.look(shown - 1),
      ArrowRight: () => (run.looking === null ? transport.do("step") : run.look(shown + 1)),
    };
  }

  #draw() {
    if (router.view !== "solve") return;
    const { run } = this;
    this.transport.show();
    this.#status();
    $("#live").hidden = run.looking === null;
    this.timeline.show();
    this.#picture();
    // The selected step may be the same as in the last frame.
    if (!hasChanged(this, [run.ready, run.shown, run.problem, run.end, run.looking])) return;
    showStep($("#step-panel"), run);
    showEnd($("#episode-end"), run.end, run.ready);
    this.#values();
  }

  #status() {
    const { run } = this;
    const place = $("#status");
    place.dataset.phase = phase(run);
    const isOther = run.ready && this.started !== JSON.stringify(this.form.values());
    const most = expectedRollouts(run);
    const bar =
      run.thinking &&
      most !== null &&
      el("progress", {
        max: most,
        value: Math.min(most, run.thinking.rollouts),
        "aria-label": "Rollouts",
      });
    fill(
      place,
      statusLine(run),
      bar,
      isOther &&
        el(
          "span",
          { class: "warning" },
          " The settings were changed: they hold when you start over.",
        ),
    );
  }

  #picture() {
    const { run } = this;
    const place = $("#picture");
    if (!hasChanged(place, [run.picture, run.shown])) return;
    const svg = statePicture(run.picture);
    fill(
      place,
      svg ??
        (run.problem
          ? [
              el(
                "p",
                { class: "note" },
                "There is no picture for this domain; these facts are true:",
              ),
              chips([...run.state]),
            ]
          : el("p", { class: "note" }, "The state is shown here.")),
    );
    followActor(place);
  }

  #values() {
    const { ready, shown: step } = this.run;
    $("#values-panel").hidden = !step;
    $("#choices-panel").hidden = !step?.landmarks.length;
    $("#what-if-panel").hidden = !step?.actions.length;
    if (!step || !ready) return;
    if (step.actions.length) {
      this.whatIf.show(step, ready);
      this.chart.show(step, ready, this.whatIf.alpha);
    } else {
      fill(
        $("#values"),
        el(
          "p",
          { class: "note" },
          `${ready.planner} tells no values: its policy is worked out, not sampled.`,
        ),
      );
    }
    if (step.landmarks.length) showChoices($("#choices"), step, this.run);
  }

  /** @param {string} words */
  #say(words) {
    const now = performance.now();
    if (this.run.running && now - this.said < QUIET) return;
    this.said = now;
    announce(words);
  }
}
