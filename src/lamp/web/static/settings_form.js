// The settings of a planner as fields, made from the server's list of settings.

import { el, fill } from "./dom.js";
import { sentence } from "./format.js";
import { router } from "./router.js";
import { field, hint, initial, isChanged, meaning, read, write, written } from "./setting_field.js";

/** @import { Catalogue, Chosen, Setting } from "./messages.d.ts" */
/** @import { AttributeValue, Control, Field } from "./types.d.ts" */

/** The settings that come first; the others are behind a disclosure. */
const IMPORTANT = ["rollouts", "greediness", "seed", "horizon"];

/**
 * A form of settings that keeps what was changed in the address, under names with a prefix.
 * Ids are given with the prefix, too, so that two forms fit into a page.
 */
export class SettingsForm {
  /** @type {Map<string, Field>} */
  fields = new Map();

  /**
   * @param {HTMLElement} form
   * @param {Catalogue} catalogue
   * @param {{prefix?: string, planner?: string, onChange?: () => void}} options
   */
  constructor(form, catalogue, { prefix = "", planner = "lamp", onChange = () => undefined } = {}) {
    this.catalogue = catalogue;
    this.prefix = prefix;
    this.onChange = onChange;
    this.settings = catalogue.settings;
    this.usual = planner;
    this.planner = this.#planner();
    const first = IMPORTANT.flatMap((name) => this.settings.filter((one) => one.name === name));
    const rest = this.settings.filter((one) => !first.includes(one));
    this.message = el("p", { class: "error", role: "alert", hidden: true });
    this.title = el("summary", {}, "More settings");
    this.rest = el(
      "details",
      { class: "rest" },
      this.title,
      el(
        "div",
        { class: "fields" },
        rest.map((one) => this.#field(one)),
      ),
    );
    const reset = el("button", { type: "button", on: { click: () => this.reset() } }, "As usual");
    const paper = el(
      "button",
      { type: "button", on: { click: () => this.reset("paper") } },
      "As in the paper",
    );
    fill(
      form,
      el(
        "div",
        { class: "fields" },
        this.planner.label,
        first.map((one) => this.#field(one)),
      ),
      this.rest,
      this.message,
    );
    this.rest.append(el("div", { class: "row" }, reset, paper));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => this.#changed());
    this.read();
  }

  /**
   * The planner's control and those of all settings, by name, each with its label.
   * @returns {Map<string, {input: Control, label: HTMLLabelElement}>}
   */
  controls() {
    /** @type {Map<string, {input: Control, label: HTMLLabelElement}>} */
    const found = new Map(this.fields);
    return found.set("planner", this.planner);
  }

  /** What to send: the planner, and the settings that are not as they are by themselves. */
  values() {
    /** @type {Chosen["settings"]} */
    const settings = {};
    for (const [one, { input }] of this.#all()) {
      if (!input.disabled && isChanged(one, input)) settings[one.name] = read(one, input);
    }
    return { planner: this.planner.input.value, settings };
  }

  /** Take the values of the address. */
  read() {
    const known = this.catalogue.planners.map((one) => one.name);
    const planner = router.params.get(`${this.prefix}planner`) ?? this.usual;
    this.planner.input.value = known.includes(planner) ? planner : (known[0] ?? "");
    for (const [one, { input }] of this.#all())
      write(input, router.params.get(this.prefix + one.name) ?? initial(one));
    this.#mark();
  }

  /**
   * Give all settings their usual values, or the paper's.
   * @param {"default" | "paper"} whose
   */
  reset(whose = "default") {
    for (const [one, { input }] of this.#all()) write(input, written(one, one[whose]));
    this.#changed();
  }

  /**
   * Show an error of the server, at the field that it names.
   * @param {{text: string, remedy: string}} error
   */
  refuse({ text, remedy }) {
    fill(this.message, el("b", {}, sentence(text)), " ", remedy);
    this.message.hidden = false;
    for (const [name, { input }] of this.fields) {
      const isMeant = text.startsWith(`${name} `);
      input.toggleAttribute("aria-invalid", isMeant);
      if (isMeant && this.rest.contains(input)) this.rest.open = true;
      if (isMeant) input.focus();
    }
  }

  #changed() {
    this.message.hidden = true;
    for (const { input } of this.fields.values()) input.removeAttribute("aria-invalid");
    const { planner, settings } = this.values();
    /** @type {Record<string, AttributeValue>} */
    const changes = { [`${this.prefix}planner`]: planner === this.usual ? null : planner };
    for (const one of this.settings) changes[this.prefix + one.name] = settings[one.name] ?? null;
    router.set(changes);
    this.#mark();
    this.onChange();
  }

  #mark() {
    const planner = this.catalogue.planners.find((one) => one.name === this.planner.input.value);
    this.planner.note.textContent = planner?.meaning ?? "";
    let changed = 0;
    for (const [one, { input, slider, word, note, label }] of this.#all()) {
      const differs = isChanged(one, input);
      label.toggleAttribute("data-changed", differs);
      if (differs && this.rest.contains(input)) changed += 1;
      const isNumber = input.value.trim() !== "" && !Number.isNaN(Number(input.value));
      if (slider && slider !== document.activeElement && isNumber) slider.value = input.value;
      // Settings that a planner ignores are disabled.
      const isIgnored = planner?.ignores.includes(one.name) ?? false;
      word?.setAttribute("aria-pressed", String(input.value.trim() === one.word));
      for (const control of [input, slider, word]) if (control) control.disabled = isIgnored;
      label.toggleAttribute("data-ignored", isIgnored);
      label.title = isIgnored ? `Not used by ${planner?.name}.` : hint(one);
      note.textContent = isIgnored ? label.title : meaning(one);
    }
    this.title.textContent = changed ? `More settings (${changed} changed)` : "More settings";
  }

  #planner() {
    const options = this.catalogue.planners.map((one) =>
      el("option", { value: one.name }, one.name),
    );
    const id = `${this.prefix}planner`;
    const about = { id, "aria-label": "Planner", "aria-describedby": `${id}-note` };
    const input = el("select", about, options);
    const note = el("small", { id: `${id}-note` });
    return {
      input,
      note,
      label: el(
        "label",
        { dataset: { setting: "planner" } },
        el("span", {}, "Planner"),
        input,
        note,
      ),
    };
  }

  /** @param {Setting} one */
  #field(one) {
    const made = field(one, `${this.prefix}setting-${one.name}`);
    this.fields.set(one.name, made);
    return made.label;
  }

  /**
   * All settings with their fields, in the order of the server.
   * @returns {[Setting, Field][]}
   */
  #all() {
    return this.settings.flatMap((one) => {
      const found = this.fields.get(one.name);
      return found ? [[one, found]] : [];
    });
  }
}
