// A text with line numbers, in which one line can be marked with a message right below it.

import { el, fill } from "./dom.js";
import { sentence, whole } from "./format.js";

/** @import { Place } from "./messages.d.ts" */

export class Editor {
  /** The line that is marked, or 0. */
  marked = 0;
  lines = 0;

  /** @param {{id: string, title: string, limit: number, onSubmit: () => void}} options */
  constructor({ id, title, limit, onSubmit }) {
    this.limit = limit;
    this.title = title;
    this.numbers = el("pre");
    this.gutter = el("div", { class: "gutter", "aria-hidden": "true" }, this.numbers);
    this.band = el("div", { class: "band", hidden: true });
    this.message = el("div", { class: "message", hidden: true, role: "alert" });
    this.text = el("textarea", {
      id,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
      rows: 16,
    });
    this.note = el("small", { class: "note" });
    this.file = el("input", {
      type: "file",
      class: "hidden",
      id: `${id}-file`,
      accept: ".ppddl,.pddl,.txt,text/plain",
    });
    this.element = el(
      "div",
      { class: "editor" },
      el(
        "div",
        { class: "row" },
        el("label", { for: id }, el("b", {}, title)),
        el("label", { class: "button", for: `${id}-file` }, "Upload …"),
        this.file,
        this.note,
      ),
      el(
        "div",
        { class: "sheet" },
        this.gutter,
        el("div", { class: "page" }, this.band, this.text, this.message),
      ),
    );
    this.#listen(onSubmit);
    this.#number();
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.clear();
    this.#number();
  }

  /** How many bytes the text has when it is sent. */
  get bytes() {
    return new TextEncoder().encode(this.value).length;
  }

  clear() {
    this.marked = 0;
    this.band.hidden = true;
    this.message.hidden = true;
    this.message.removeAttribute("id");
    this.text.removeAttribute("aria-invalid");
  }

  /**
   * Mark a line, scroll to it, and show an error below it.
   * @param {Place & {text: string, remedy?: string, kind?: "error" | "warning"}} what
   */
  mark({ line, column, text, remedy, kind = "error" }) {
    this.marked = line ?? 1;
    this.message.className = `message ${kind}`;
    this.band.className = `band ${kind}`;
    this.band.hidden = false;
    this.message.hidden = false;
    this.message.id = kind === "error" ? "editor-error" : "editor-warning";
    this.message.dataset.line = String(this.marked);
    const place = line ? `Line ${line}${column ? `, column ${column}` : ""}: ` : "";
    const close = el(
      "button",
      { type: "button", class: "plain", title: "Hide", on: { click: () => this.clear() } },
      "×",
    );
    fill(
      this.message,
      close,
      el("b", {}, place, sentence(text)),
      remedy && el("span", {}, ` ${remedy}`),
    );
    if (kind === "error") this.text.setAttribute("aria-invalid", "true");
    this.#goTo(this.marked, column ?? 1);
  }

  /**
   * @param {number} line
   * @param {number} column
   */
  #goTo(line, column) {
    const start =
      this.value
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    this.text.focus({ preventScroll: true });
    this.text.setSelectionRange(start + column - 1, start + column - 1);
    this.text.scrollTop = Math.max(0, (line - 4) * this.#lineHeight());
    this.text.scrollLeft = 0;
    this.#place();
    this.element.scrollIntoView({ block: "nearest" });
  }

  #lineHeight() {
    return Number.parseFloat(getComputedStyle(this.text).lineHeight);
  }

  /** Put the mark and the message where the line is. */
  #place() {
    this.numbers.style.transform = `translateY(${-this.text.scrollTop}px)`;
    if (!this.marked) return;
    const height = this.#lineHeight();
    const top =
      (this.marked - 1) * height -
      this.text.scrollTop +
      Number.parseFloat(getComputedStyle(this.text).paddingTop);
    this.band.style.transform = `translateY(${top}px)`;
    this.message.style.transform = `translateY(${top + height}px)`;
    const seen = top > -height && top < this.text.clientHeight - height / 2;
    this.band.style.visibility = seen ? "visible" : "hidden";
    this.message.style.visibility = this.band.style.visibility;
  }

  #number() {
    const lines = this.value.split("\n").length;
    if (lines !== this.lines) {
      this.lines = lines;
      this.numbers.textContent = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
    }
    const bytes = this.value.length > this.limit / 4 ? this.bytes : 0;
    this.note.textContent =
      bytes > this.limit
        ? `Too long: ${whole(bytes)} bytes, at most ${whole(this.limit)} can be sent.`
        : "";
    this.#place();
  }

  /** @param {() => void} onSubmit */
  #listen(onSubmit) {
    this.text.addEventListener("scroll", () => this.#place(), { passive: true });
    this.text.addEventListener("input", () => {
      this.clear();
      this.#number();
    });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
    });
    this.file.addEventListener("change", () => this.#take(this.file.files?.[0]));
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.#take(file);
    });
  }

  /** @param {File | undefined} file */
  async #take(file) {
    if (!file) return;
    this.file.value = "";
    if (file.size > this.limit) {
      this.note.textContent = `${file.name} has ${whole(file.size)} bytes; at most ${whole(this.limit)} can be sent.`;
      return;
    }
    this.value = await file.text();
    this.note.textContent = file.name;
    this.text.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
