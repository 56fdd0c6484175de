// View 4: the same problem under two settings, side by side.

import { showSide, showSteps, verdict } from "../compare_sides.js";
import { $, announce, el, fill } from "../dom.js";
import { notify } from "../notice.js";
import { better, Pair } from "../pair.js";
import { router } from "../router.js";
import { shownValue } from "../setting_field.js";
import { SettingsForm } from "../settings_form.js";
import { phase, statusLine } from "../status.js";
import { Transport } from "../transport.js";

/** @import { Catalogue, Chosen, Given } from "../messages.d.ts" */
/** @import { Controller, Deed, Side } from "../types.d.ts" */
/** @import { Run } from "../run.js" */

/** @type {[string, string]} */
const NAMES = ["A", "B"];
/** @type {[string, string]} */
const SIDES = ["a", "b"];
/** @type {[string, string]} */
const PREFIXES = ["a.", "b."];
/** @type {[string, string]} */
const USUAL = ["lamp", "uct"];

export class CompareView {
  pair = new Pair();
  /**
   * What both sides have loaded.
   * @type {Given | null}
   */
  given = null;

  /**
   * @param {Run} main
   * @param {Catalogue} catalogue
   */
  constructor(main, catalogue) {
    this.main = main;
    /** @type {[{form: SettingsForm, seen: HTMLElement}, {form: SettingsForm, seen: HTMLElement}]} */
    this.sides = [this.#side(0, catalogue), this.#side(1, catalogue)];
    this.transport = new Transport($("#compare-transport"), this.#controller(), {
      prefix: "compare-",
    });
    this.#markDifferences();
    this.pair.on("change", () => this.#draw());
    this.pair.on("trouble", ({ side, error }) => {
      if (error.where === "settings") this.sides[side].form.refuse(error);
      else notify(`${NAMES[side]}: ${error.text}`, error.remedy);
    });
    main.on("problem", () => router.view === "compare" && this.show());
    router.on("params", () => {
      for (const side of this.sides) side.form.read();
      this.#markDifferences();
    });
  }

  /** Load the problem of the page, if it is another one. */
  show() {
    const { given } = this.main;
    const lost = this.pair.runs.some((run) => run.session.connection === "lost");
    if (given && this.main.problem && (given !== this.given || lost)) {
      this.given = given;
      if (lost) this.pair.close();
      this.pair.load(given);
    }
    this.#draw();
  }

  keys() {
    const { transport, pair } = this;
    const shown = pair.runs[0].looking ?? Math.max(...pair.runs.map((run) => run.last?.step ?? 0));
    return {
      " ": () => transport.toggle(),
      s: () => transport.do("step"),
      r: () => transport.do("start"),
      x: () => transport.do("stop"),
      l: () => pair.look(null),
      ArrowLeft: () => pair.isReady && pair.look(shown - 1),
      ArrowRight: () =>
        pair.runs.every((run) => run.looking === null)
          ? transport.do("step")
          : pair.look(shown + 1),
    };
  }

  /**
   * @param {Side} at
   * @param {Catalogue} catalogue
   */
  #side(at, catalogue) {
    const form = el("form", { class: "panel settings", "aria-label": `Settings of ${NAMES[at]}` });
    const seen = el("div", { class: "seen" });
    fill($(`.side[data-side=${SIDES[at]}]`), el("h2", {}, NAMES[at]), form, seen);
    const options = { prefix: PREFIXES[at], planner: USUAL[at], onChange: () => this.#changed(at) };
    return { form: new SettingsForm(form, catalogue, options), seen };
  }

  /** @returns {Controller} */
  #controller() {
    const { pair } = this;
    const [a, b] = this.sides;
    /** @returns {[Chosen, Chosen]} */
    const values = () => [a.form.values(), b.form.values()];
    /** @param {() => void} next */
    const prepared = (next) => {
      if (pair.isReady && !pair.isEnded) next();
      else pair.start(values(), next);
    };
    return {
      can: (what) => this.#can(what),
      start: () => pair.start(values()),
      run: (delay) => prepared(() => pair.go(delay)),
      step: () => prepared(() => pair.step()),
      pause: () => pair.pause(),
      stop: () => pair.stop(),
      delay: (seconds) => {
        pair.delay = seconds;
      },
    };
  }

  /** @param {Deed} what */
  #can(what) {
    const { pair } = this;
    if (pair.runs.some((run) => ["none", "loading", "lost"].includes(phase(run)))) return false;
    if (what === "stop") return pair.isReady && !pair.isEnded;
    if (what === "pause") return pair.going;
    if (what === "step" && pair.isReady && pair.isEnded) return false;
    return what === "start" || !(pair.going || pair.isDeciding);
  }

  /** @param {Side} at */
  #changed(at) {
    const seed = this.sides[at].form.fields.get("seed")?.input;
    // One world for both: the seed of one is the seed of the other.
    const other = this.sides[at === 0 ? 1 : 0].form;
    const same = other.fields.get("seed")?.input;
    if (seed && same && same.value !== seed.value) {
      same.value = seed.value;
      other.planner.input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.#markDifferences();
  }

  /** Mark the settings in which the sides differ. */
  #markDifferences() {
    const [a, b] = this.sides;
    const others = b.form.controls();
    for (const [name, one] of a.form.controls()) {
      const other = others.get(name);
      if (!other) continue;
      const differs = shownValue(one.input) !== shownValue(other.input);
      for (const { label } of [one, other]) label.toggleAttribute("data-differs", differs);
    }
  }

  #draw() {
    if (router.view !== "compare") return;
    const { pair } = this;
    this.transport.show();
    showSide(this.sides[0].seen, pair.runs[0]);
    showSide(this.sides[1].seen, pair.runs[1]);
    const isLost = pair.runs.some((run) => run.session.connection === "lost");
    const again =
      isLost && el("button", { type: "button", on: { click: () => this.show() } }, "Reconnect");
    fill($("#compare-status"), this.#words(), again);
    this.#verdict();
    showSteps($("#compare-steps"), pair);
  }

  #words() {
    const { pair } = this;
    const lost = pair.runs.find((run) => run.session.connection === "lost");
    if (lost)
      return `The connection is lost${lost.session.reason ? `: ${lost.session.reason}` : ""}. `;
    if (!this.main.problem) return "No problem is loaded.";
    if (pair.isEnded) return "Both have ended.";
    const behind = pair.runs
      .map((run, at) => (run.thinking ? `${NAMES[at]}: ${statusLine(run)}` : ""))
      .filter(Boolean);
    return behind.join(" ") || (pair.isReady ? "" : statusLine(pair.runs[0]));
  }

  #verdict() {
    const { pair } = this;
    const place = $("#verdict");
    const ends = pair.isReady ? pair.ends : null;
    if (ends && place.hidden) announce(verdict(ends, NAMES));
    place.hidden = !ends;
    if (!ends) return;
    const best = better(ends);
    place.dataset.better = best === null ? "none" : SIDES[best];
    fill(
      place,
      el("b", {}, verdict(ends, NAMES)),
      el(
        "span",
        { class: "note" },
        " One episode each, with luck in it: for what is true on average, lamp experiment runs many.",
      ),
    );
  }
}
