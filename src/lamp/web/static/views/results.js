// View 5: the report on a folder of results, and how an experiment in it comes on.

import { ask, inWords } from "../api.js";
import { $, el, fill } from "../dom.js";
import { progressLine, showProgress } from "../progress.js";
import { router } from "../router.js";
import { themeFrame } from "../theme.js";

/** @import { Catalogue, Folder } from "../messages.d.ts" */

/** Milliseconds between questions, and how much rest a slow report gets. */
const POLL = 3000;
const REST = 5;

export class ResultsView {
  /**
   * Of the results that the report is on.
   * @type {string | null}
   */
  stamp = null;
  /** Why there is no report, if there is none. */
  refused = "";
  /** Milliseconds that the last report took. */
  took = 0;
  timer = 0;
  /**
   * The visible report, and the one that is being loaded.
   * @type {HTMLIFrameElement | null}
   */
  frame = null;
  /** @type {HTMLIFrameElement | null} */
  coming = null;
  select = $("#folder", HTMLSelectElement);

  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this.known = catalogue.results;
    this.select.addEventListener("change", () => {
      router.set({ folder: this.select.value });
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

  /** Poll again after a while, but only while the view is visible. */
  #plan(wait = Math.max(POLL, REST * this.took)) {
    clearTimeout(this.timer);
    if (this.#isSeen) this.timer = setTimeout(() => this.#poll(), wait);
  }

  async #poll() {
    clearTimeout(this.timer);
    try {
      const { folders } = await ask("/api/results");
      this.#folders(folders);
      const folder = folders.find((one) => one.name === this.select.value);
      if (folder) await this.#showFolder(folder);
      else $("#results-note").textContent = "There is no folder yet.";
    } catch (error) {
      $("#results-note").textContent = `No answer: ${inWords(error).text}. Asking again.`;
    }
    this.#plan();
  }

  /** @param {Folder[]} folders */
  #folders(folders) {
    $("#results-tools").hidden = false;
    const { select } = this;
    const names = folders.map((one) => one.name);
    if (names.join("\n") === [...select.options].map((one) => one.value).join("\n")) return;
    const before = select.value || (router.params.get("folder") ?? "");
    fill(
      select,
      names.map((name) => el("option", { value: name }, name)),
    );
    if (names.includes(before)) select.value = before;
  }

  /** @param {Folder} folder */
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
    if (isIn && name === this.select.value) this.stamp = stamp;
  }

  /**
   * Load the report in the hidden frame, and swap the frames at the same scroll position.
   * @param {string} name
   * @returns {Promise<boolean>} whether it, or the reason why there is none, is shown
   */
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
        const isWanted = this.coming === frame;
        if (isWanted) this.#loaded(frame);
        resolve(isWanted);
      });
    });
  }

  /** @param {HTMLIFrameElement} frame */
  #loaded(frame) {
    this.coming = null;
    this.refused = mistake(frame);
    if (this.refused) {
      frame.remove();
      $("#results-note").textContent += ` ${this.refused}`;
      return;
    }
    themeFrame(frame);
    this.#swap(frame);
  }

  /** @param {HTMLIFrameElement} frame */
  #swap(frame) {
    const old = this.frame;
    try {
      const [was, is] = [old?.contentWindow, frame.contentWindow];
      if (was && is) {
        keepChoices(was.document, is.document);
        is.scrollTo(was.scrollX, was.scrollY);
      }
    } catch {
      // A frame without access keeps its scroll position at the top.
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
    this.coming = null;
    this.frame = null;
  }
}

/**
 * The message of a frame in place of a report, where the server could make none.
 * @param {HTMLIFrameElement} frame
 */
function mistake(frame) {
  try {
    const inside = frame.contentDocument;
    if (!inside || inside.contentType === "text/html") return "";
    const { text, remedy } = JSON.parse(inside.body.textContent).error;
    return `There is no report: ${text}. ${remedy}`;
  } catch {
    return "";
  }
}

/**
 * Copy the reader's choices in the report: its fields have ids.
 * @param {Document} old
 * @param {Document} now
 */
function keepChoices(old, now) {
  // Lists have no check, and then there is none to compare or to set.
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = old.querySelectorAll("select[id], input[id]");
  for (const field of fields) {
    /** @type {HTMLInputElement | null} */
    const same = now.querySelector(`[id="${CSS.escape(field.id)}"]`);
    if (!same || (same.value === field.value && same.checked === field.checked)) continue;
    same.value = field.value;
    same.checked = field.checked;
    for (const event of ["input", "change"])
      same.dispatchEvent(new Event(event, { bubbles: true }));
  }
}
