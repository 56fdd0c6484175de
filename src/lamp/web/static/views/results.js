// View 5: the report on a folder of results, and how an experiment in it comes on.

import { ask } from "../api.js";
import { $, el, fill } from "../dom.js";
import { progressLine, showProgress } from "../progress.js";
import { router } from "../router.js";
import { themeFrame } from "../theme.js";

/** Milliseconds between questions, and how much rest a slow report gets. */
const POLL = 3000;
const REST = 5;

export class ResultsView {
  constructor(catalogue) {
    this.known = catalogue.results;
    this.stamp = null;
    /** Why there is no report, if there is none. */
    this.refused = "";
    this.took = 0;
    this.frame = null;
    $("#folder").addEventListener("change", () => {
      router.set({ folder: $("#folder").value });
      this.#forget();
      this.#poll();
    });
    document.addEventListener("visibilitychange", () => this.#plan(0));
  }

  show() {
    $("#results-none").hidden = this.known;
    if (!this.known) {
      fill(
        $("#results-none"),
        el(
          "p",
          {},
          "This lamp was started without a folder of results. To get one, and to see it here while it grows:",
        ),
        el("pre", {}, "lamp experiment run --preset figure-2 --out DIR\nlamp serve DIR"),
      );
      return;
    }
    this.#plan(0);
  }

  hide() {
    clearTimeout(this.timer);
  }

  get #isSeen() {
    return this.known && router.view === "results" && document.visibilityState === "visible";
  }

  /** Ask again after a while, but only while somebody looks. */
  #plan(wait = Math.max(POLL, REST * this.took)) {
    clearTimeout(this.timer);
    if (this.#isSeen) this.timer = setTimeout(() => this.#poll(), wait);
  }

  async #poll() {
    clearTimeout(this.timer);
    try {
      const { folders } = await ask("/api/results");
      this.#folders(folders);
      const folder = folders.find((one) => one.name === $("#folder").value);
      if (folder) await this.#showFolder(folder);
      else $("#results-note").textContent = "There is no folder yet.";
    } catch (error) {
      $("#results-note").textContent = `No answer: ${error.message}. Asking again.`;
    }
    this.#plan();
  }

  #folders(folders) {
    $("#results-tools").hidden = false;
    const select = $("#folder");
    const names = folders.map((one) => one.name);
    if (names.join("\n") === [...select.options].map((one) => one.value).join("\n")) return;
    const before = select.value || router.params.get("folder");
    fill(
      select,
      names.map((name) => el("option", { value: name }, name)),
    );
    if (names.includes(before)) select.value = before;
  }

  async #showFolder(folder) {
    showProgress($("#progress"), folder);
    const line = folder.error ? "" : `${progressLine(folder)} ${this.refused}`.trim();
    // The same words anew would be read out anew.
    if ($("#results-note").textContent !== line) $("#results-note").textContent = line;
    if (folder.error || folder.stamp === this.stamp) return;
    const { name, stamp } = folder;
    const start = performance.now();
    const isIn = await this.#load(name);
    this.took = performance.now() - start;
    if (isIn && name === $("#folder").value) this.stamp = stamp;
  }

  /** Load the report behind the one that is seen, and swap them where the reader was. */
  #load(name) {
    const frame = el("iframe", {
      class: "behind",
      title: `Report on ${name}`,
      src: `/api/results/report?name=${encodeURIComponent(name)}`,
    });
    this.coming?.remove();
    this.coming = frame;
    $("#report").append(frame);
    return new Promise((resolve) => {
      frame.addEventListener("load", () => {
        if (this.coming !== frame) return resolve(false);
        this.coming = null;
        this.refused = mistake(frame);
        if (this.refused) {
          frame.remove();
          $("#results-note").textContent += ` ${this.refused}`;
          return resolve(true);
        }
        themeFrame(frame);
        this.#swap(frame);
        return resolve(true);
      });
    });
  }

  #swap(frame) {
    const old = this.frame;
    try {
      if (old) {
        keepChoices(old.contentDocument, frame.contentDocument);
        frame.contentWindow.scrollTo(old.contentWindow.scrollX, old.contentWindow.scrollY);
      }
    } catch {
      // A frame that we may not look into begins at its top.
    }
    frame.className = "";
    frame.id = "report-current";
    old?.remove();
    this.frame = frame;
  }

  #forget() {
    this.stamp = null;
    this.refused = "";
    this.coming?.remove();
    this.frame?.remove();
    this.coming = this.frame = null;
  }
}

/** What a frame says in place of a report, where the server could make none. */
function mistake(frame) {
  try {
    const { contentType, body } = frame.contentDocument;
    if (contentType === "text/html") return "";
    const { text, remedy } = JSON.parse(body.textContent).error;
    return `There is no report: ${text}. ${remedy}`;
  } catch {
    return "";
  }
}

/** What the reader chose in the report stays chosen: its fields have ids. */
function keepChoices(old, now) {
  for (const field of old.querySelectorAll("select[id], input[id]")) {
    const same = now.getElementById(field.id);
    if (!same || (same.value === field.value && same.checked === field.checked)) continue;
    same.value = field.value;
    same.checked = field.checked;
    for (const event of ["input", "change"])
      same.dispatchEvent(new Event(event, { bubbles: true }));
  }
}
