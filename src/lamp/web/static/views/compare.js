// View 4: the same problem under two settings, side by side.

import { showSide, showSteps, verdict } from "../compare_parts.js";
import { $, $$, announce, el, fill } from "../dom.js";
import { notify } from "../notice.js";
import { better, Pair } from "../pair.js";
import { router } from "../router.js";
import { SettingsForm } from "../settings_form.js";
import { phase, statusLine } from "../status.js";
import { Transport } from "../transport.js";

const NAMES = ["A", "B"];
const PREFIXES = ["a.", "b."];
const USUAL = ["lamp", "uct"];

export class CompareView {
  constructor(main, catalogue) {
    this.main = main;
    this.pair = new Pair();
    this.sides = $$(".side").map((place, at) => this.#side(place, at, catalogue));
    this.transport = new Transport($("#compare-transport"), this.#conductor(), {
      prefix: "compare-",
    });
    this.#markDifferences();
    this.pair.addEventListener("change", () => this.#draw());
    this.pair.addEventListener("trouble", ({ detail: { at, error } }) => {
      if (error.where === "settings") this.sides[at].form.refuse(error);
      else notify(`${NAMES[at]}: ${error.text}`, error.remedy);
    });
    main.addEventListener("problem", () => router.view === "compare" && this.show());
    router.addEventListener("params", () => {
      for (const side of this.sides) side.form.read();
      this.#markDifferences();
    });
  }

  /** Load what the page has loaded, if that is something else. */
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

  #side(place, at, catalogue) {
    const form = el("form", { class: "panel settings", "aria-label": `Settings of ${NAMES[at]}` });
    const seen = el("div", { class: "seen" });
    fill(place, el("h2", {}, NAMES[at]), form, seen);
    const options = { prefix: PREFIXES[at], planner: USUAL[at], onChange: () => this.#changed(at) };
    return { form: new SettingsForm(form, catalogue, options), seen, place };
  }

  #conductor() {
    const { pair } = this;
    const values = () => this.sides.map((side) => side.form.values());
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

  #can(what) {
    const { pair } = this;
    if (pair.runs.some((run) => ["none", "loading", "lost"].includes(phase(run)))) return false;
    if (what === "stop") return pair.isReady && !pair.isEnded;
    if (what === "pause") return pair.going;
    if (what === "step" && pair.isReady && pair.isEnded) return false;
    return what === "start" || !(pair.going || pair.isDeciding);
  }

  #changed(at) {
    const seed = this.sides[at].form.fields.get("seed");
    // One world for both: the seed of one is the seed of the other.
    const other = this.sides[1 - at].form;
    if (seed && other.fields.get("seed").value !== seed.value) {
      other.fields.get("seed").value = seed.value;
      other.planner.input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.#markDifferences();
  }

  /** Mark the settings in which the sides differ. */
  #markDifferences() {
    if (this.sides?.length !== 2) return;
    const [a, b] = this.sides.map((side) => $$("[data-setting]", side.place));
    a.forEach((field, at) => {
      const shown = [field, b[at]].map((one) => {
        const control = $("select, input:not([type=range])", one);
        return control.type === "checkbox" ? control.checked : control.value;
      });
      for (const one of [field, b[at]]) one.toggleAttribute("data-differs", shown[0] !== shown[1]);
    });
  }

  #draw() {
    if (router.view !== "compare") return;
    const { pair } = this;
    this.transport.show();
    this.sides.forEach((side, at) => showSide(side.seen, pair.runs[at]));
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
    const isOver = pair.isReady && pair.isEnded;
    if (isOver && place.hidden) announce(verdict(pair.runs, NAMES));
    place.hidden = !isOver;
    if (!isOver) return;
    const best = better(pair.runs);
    place.dataset.better = best === null ? "none" : NAMES[best].toLowerCase();
    fill(
      place,
      el("b", {}, verdict(pair.runs, NAMES)),
      el(
        "span",
        { class: "note" },
        " One episode each, with luck in it: for what is true on average, lamp experiment runs many.",
      ),
    );
  }
}
