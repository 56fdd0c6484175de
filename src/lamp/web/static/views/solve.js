// View 3: an episode, step by step, with the evidence for each decision.

import { ActionChart } from "../action_chart.js";
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

/** Milliseconds between announcements: a fast run would otherwise talk without end. */
const QUIET = 1500;

export class SolveView {
  constructor(run, catalogue) {
    this.run = run;
    this.said = 0;
    this.form = new SettingsForm($("#solve-settings"), catalogue, { onChange: () => this.#draw() });
    this.conductor = this.#conductor();
    this.transport = new Transport($("#solve-transport"), this.conductor, { prefix: "" });
    this.timeline = new Timeline($("#timeline"), run);
    this.chart = new ActionChart($("#values"));
    this.whatIf = new WhatIf($("#what-if-panel"), () => this.#values());
    $("#live").addEventListener("click", () => run.look(null));
    router.addEventListener("params", () => this.form.read());
    run.addEventListener("change", () => this.#draw());
    run.addEventListener("ready", () => this.whatIf.forget());
    run.addEventListener(
      "trouble",
      ({ detail }) => detail.where === "settings" && run.problem && this.form.refuse(detail),
    );
    run.addEventListener("thinking", () => this.#say("Thinking …"));
    run.addEventListener("step", ({ detail }) => this.#say(stepInWords(detail, run)));
    run.addEventListener("end", ({ detail }) => announce(`Ended: ${detail.text}.`));
  }

  /** What the buttons do. */
  #conductor() {
    const { run } = this;
    return {
      can: (what) => this.#can(what),
      start: () => this.#begin(),
      run: (delay) => this.#then(() => run.go(delay)),
      step: () => this.#then(() => run.step()),
      pause: () => run.pause(),
      stop: () => run.stop(),
      delay: (delay) => {
        this.conductor.pace = delay;
        if (run.running) run.go(delay);
      },
    };
  }

  #can(what) {
    const { run } = this;
    const now = phase(run);
    if (run.starting) return what === "run" || what === "step";
    if (["none", "loading", "lost"].includes(now)) return false;
    if (what === "stop") return Boolean(run.ready) && !run.end;
    if (what === "pause") return run.running;
    // Who steps through an episode must not lose it by one step too many.
    if (what === "step" && run.end) return false;
    return what === "start" || !(run.running || run.deciding);
  }

  #begin(next = null) {
    this.started = JSON.stringify(this.form.values());
    this.run.start(this.form.values(), next);
  }

  /** Do something in the episode that is open, or else in a new one. */
  #then(next) {
    if (this.run.starting) this.run.next = next;
    else if (this.run.isOpen) next();
    else this.#begin(next);
  }

  show() {
    this.#draw();
  }

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
    // What is looked at may be the same as in the last frame.
    const key = [run.ready, run.shown, run.problem, run.end, run.looking];
    if (this.key?.every((one, at) => one === key[at])) return;
    this.key = key;
    showStep($("#step-panel"), run);
    showEnd($("#episode-end"), run.end);
    this.#values();
  }

  #status() {
    const { run } = this;
    const place = $("#status");
    place.dataset.phase = phase(run);
    const isOther = run.ready && this.started !== JSON.stringify(this.form.values());
    const most = run.thinking && expectedRollouts(run);
    const bar =
      most &&
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
    if (this.pictured === run.picture && this.picturedState === run.shown) return;
    this.pictured = run.picture;
    this.picturedState = run.shown;
    const svg = statePicture(run.picture);
    fill(
      $("#picture"),
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
    followActor($("#picture"));
  }

  #values() {
    const { run } = this;
    const step = run.shown;
    $("#values-panel").hidden = !step;
    $("#choices-panel").hidden = !step?.landmarks.length;
    $("#what-if-panel").hidden = !step?.actions.length;
    if (step && !step.actions.length) {
      fill(
        $("#values"),
        el(
          "p",
          { class: "note" },
          `${run.ready.planner} tells no values: its policy is worked out, not sampled.`,
        ),
      );
    }
    if (step?.actions.length) {
      this.whatIf.show(step, run.ready);
      this.chart.show(step, run.ready, this.whatIf.alpha);
    }
    if (step?.landmarks.length) showChoices($("#choices"), step, run);
  }

  #say(words) {
    const now = performance.now();
    if (this.run.running && now - this.said < QUIET) return;
    this.said = now;
    announce(words);
  }
}
