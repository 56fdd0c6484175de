// The settings of a planner as fields, made from what the server says there is.

import { $, el, fill } from "./dom.js";
import { sentence } from "./format.js";
import { router } from "./router.js";
import { field, hint, initial, isChanged, meaning, read, write, written } from "./setting_field.js";

/** The settings that come first; the others are behind a disclosure. */
const IMPORTANT = ["rollouts", "greediness", "seed", "horizon"];

/**
 * A form of settings that keeps what was changed in the address, under names with a prefix.
 * Ids are given with the prefix, too, so that two forms fit into a page.
 */
export class SettingsForm {
  constructor(
    form,
    catalogue,
    { prefix = "", planner = "lamp", without = [], onChange = () => {} } = {},
  ) {
    this.catalogue = catalogue;
    this.prefix = prefix;
    this.onChange = onChange;
    this.fields = new Map();
    this.notes = new Map();
    this.settings = catalogue.settings.filter((one) => !without.includes(one.name));
    this.usual = planner;
    this.planner = this.#planner();
    const first = IMPORTANT.map((name) => this.settings.find((one) => one.name === name)).filter(
      Boolean,
    );
    const rest = this.settings.filter((one) => !first.includes(one));
    this.message = el("p", { class: "error", role: "alert", hidden: true });
    this.rest = el(
      "details",
      { class: "rest" },
      el("summary", {}, "More settings"),
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

  /** What to send: the planner, and the settings that are not as they are by themselves. */
  values() {
    const settings = {};
    for (const one of this.settings) {
      const input = this.fields.get(one.name);
      if (!input.disabled && isChanged(one, input)) settings[one.name] = read(one, input);
    }
    return { planner: this.planner.input.value, settings };
  }

  /** Take the values of the address. */
  read() {
    const known = this.catalogue.planners.map((one) => one.name);
    const planner = router.params.get(`${this.prefix}planner`) ?? this.usual;
    this.planner.input.value = known.includes(planner) ? planner : known[0];
    for (const one of this.settings) {
      const given = router.params.get(this.prefix + one.name);
      write(one, this.fields.get(one.name), given ?? initial(one));
    }
    this.#mark();
  }

  /** Give all settings their usual values, or the paper's. */
  reset(whose = "default") {
    for (const one of this.settings)
      write(one, this.fields.get(one.name), written(one, one[whose]));
    this.#changed();
  }

  /** Show an error of the server, at the field that it names. */
  refuse({ text, remedy }) {
    fill(this.message, el("b", {}, sentence(text)), " ", remedy ?? "");
    this.message.hidden = false;
    for (const [name, field] of this.fields) {
      const isMeant = text.startsWith(`${name} `);
      field.toggleAttribute("aria-invalid", isMeant);
      if (isMeant && this.rest.contains(field)) this.rest.open = true;
      if (isMeant) field.focus();
    }
  }

  #changed() {
    this.message.hidden = true;
    for (const field of this.fields.values()) field.removeAttribute("aria-invalid");
    const { planner, settings } = this.values();
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
    for (const one of this.settings) {
      const field = this.fields.get(one.name);
      const differs = isChanged(one, field);
      field.closest("label").toggleAttribute("data-changed", differs);
      changed += differs && this.rest.contains(field);
      const slider = $("input[type=range]", field.closest("label"));
      const isNumber = field.value.trim() !== "" && !Number.isNaN(Number(field.value));
      if (slider && slider !== document.activeElement && isNumber) slider.value = field.value;
      // What a planner does not look at cannot be set, so that nobody wonders why nothing changes.
      const isIgnored = planner?.ignores?.includes(one.name) ?? false;
      const word = $("button", field.closest("label"));
      word?.setAttribute("aria-pressed", String(field.value.trim() === one.word));
      for (const control of [field, slider, word]) if (control) control.disabled = isIgnored;
      const label = field.closest("label");
      label.toggleAttribute("data-ignored", isIgnored);
      label.title = isIgnored ? `Not used by ${planner.name}.` : hint(one);
      this.notes.get(one.name).textContent = isIgnored ? label.title : meaning(one);
    }
    $("summary", this.rest).textContent = changed
      ? `More settings (${changed} changed)`
      : "More settings";
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

  #field(one) {
    const { input, note, label } = field(one, `${this.prefix}setting-${one.name}`);
    this.fields.set(one.name, input);
    this.notes.set(one.name, note);
    return label;
  }
}
