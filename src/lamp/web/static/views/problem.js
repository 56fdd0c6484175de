// View 1: the choice of a problem, and its content.

import { ask, inWords } from "../api.js";
import { $, announce, el, fill } from "../dom.js";
import { Editor } from "../editor.js";
import { capital, counted, sentence, whole, words } from "../format.js";
import { notify } from "../notice.js";
import { summary } from "../problem_summary.js";
import { router } from "../router.js";

/** @import { Catalogue, ErrorMessage, Texts, Warning } from "../messages.d.ts" */
/** @import { Run } from "../run.js" */

const KEY = "lamp-text";
/** What to begin with: small, and the paper's example of why landmarks help. */
const EXAMPLE = "triangle_tireworld:p2";

export class ProblemView {
  family = $("#family", HTMLSelectElement);
  name = $("#name", HTMLSelectElement);
  ownText = $("#own-text", HTMLDetailsElement);
  /** The text as it was fetched. */
  fetched = "";

  /**
   * @param {Run} run
   * @param {Catalogue} catalogue
   */
  constructor(run, catalogue) {
    this.run = run;
    this.catalogue = catalogue;
    this.#picker();
    const limit = catalogue.limits.text_bytes;
    const onSubmit = () => this.loadText();
    this.domain = new Editor({ id: "editor-domain", title: "Domain", limit, onSubmit });
    this.problem = new Editor({ id: "editor-problem", title: "Problem", limit, onSubmit });
    fill($("#editors"), this.domain.element, this.problem.element);
    $("#load-text").addEventListener("click", onSubmit);
    this.#follow();
  }

  /** Load the problem of the address, or the text of this tab before a reload, or an example. */
  begin() {
    const named = router.params.get("problem");
    const kept = named ? null : keptText();
    const names = this.catalogue.families.flatMap((one) => one.problems);
    const name = named ?? (names.includes(EXAMPLE) ? EXAMPLE : (names[0] ?? ""));
    this.#choose(name);
    if (!kept) {
      this.loadName(name);
      return;
    }
    this.domain.value = kept.domain;
    this.problem.value = kept.problem;
    this.ownText.open = true;
    this.loadText();
  }

  show() {
    // It depends on the problem alone.
  }

  /** @param {string} name */
  loadName(name) {
    keepText(null);
    this.#choose(name);
    router.set({ problem: name }, { push: Boolean(this.run.given) });
    this.run.load({ name });
  }

  loadText() {
    const [domain, problem] = [this.domain, this.problem];
    for (const editor of [domain, problem]) editor.clear();
    const most = this.catalogue.limits.text_bytes;
    const long = [domain, problem].find((editor) => editor.bytes > most);
    if (long) {
      notify(
        `The text of the ${long.title.toLowerCase()} has ${whole(long.bytes)} bytes; at most ${whole(most)} can be sent.`,
        "The command line takes larger ones: lamp solve DOMAIN PROBLEM.",
      );
      return;
    }
    if (!domain.value.trim()) {
      domain.mark({
        line: 1,
        text: "There is no domain.",
        remedy: "Paste or upload a PPDDL domain here.",
      });
      return;
    }
    keepText({ domain: domain.value, problem: problem.value });
    this.#chooseText();
    router.set({ problem: null }, { push: Boolean(this.run.given) });
    this.run.load({ domain: domain.value, problem: problem.value });
  }

  #picker() {
    fill(
      this.family,
      this.catalogue.families.map((one) => el("option", { value: one.name }, words(one.name))),
    );
    this.family.addEventListener("change", () => {
      this.#choose(this.#family(this.family.value)?.problems[0] ?? "");
      this.loadName(this.name.value);
    });
    this.name.addEventListener("change", () => this.name.value && this.loadName(this.name.value));
    $("#picker").addEventListener("submit", (event) => event.preventDefault());
    $("#show-text").addEventListener("click", () => {
      if (this.name.value) this.#fetchText(this.name.value);
      else this.ownText.open = true;
    });
    router.on("params", () => {
      const name = router.params.get("problem");
      if (name && name !== this.run.given?.name) this.loadName(name);
    });
  }

  /** @param {string | undefined} name */
  #family(name) {
    return this.catalogue.families.find((one) => one.name === name);
  }

  /**
   * Show a name in the two lists.
   * @param {string} name
   */
  #choose(name) {
    const family = this.#family(name.split(":")[0]) ?? this.catalogue.families[0];
    if (!family) return;
    this.family.value = family.name;
    /** @param {string} one */
    const option = (one) => el("option", { value: one }, one.split(":").at(-1));
    const known = family.problems.includes(name);
    fill(this.name, family.problems.map(option), !known && option(name));
    this.name.value = name;
  }

  /** Show in the lists that none of theirs is loaded, so that each of them can be chosen. */
  #chooseText() {
    if (!this.name.querySelector("option[value='']"))
      this.name.prepend(el("option", { value: "" }, "your text"));
    this.name.value = "";
  }

  /** @param {string} name */
  async #fetchText(name) {
    const isOwn = this.#text() !== this.fetched && this.#text().trim();
    // biome-ignore lint/suspicious/noAlert: what was written by hand must not be lost
    if (isOwn && !confirm(`Replace the text below by that of ${name}?`)) return;
    try {
      const text = await ask(`/api/problem?name=${encodeURIComponent(name)}`);
      this.domain.value = text.domain;
      this.problem.value = text.problem;
      this.fetched = this.#text();
      this.ownText.open = true;
      this.ownText.scrollIntoView({ block: "nearest" });
    } catch (error) {
      const { text, remedy } = inWords(error);
      notify(text, remedy);
    }
  }

  #text() {
    return `${this.domain.value}\n${this.problem.value}`;
  }

  #follow() {
    const { run } = this;
    run.on("change", () => this.#busy());
    run.on("problem", (problem) => {
      const name = run.given?.name ?? problem.name;
      fill(
        $("#problem-summary"),
        summary(name, problem, (warning) => this.#goTo(warning)),
      );
      $("#problem-summary").dataset.problem = name;
      announce(
        `${name} is loaded: ${counted(problem.actions, "action")}, ${counted(problem.facts, "fact")}.`,
      );
    });
    run.on("loaded", ({ note }) => {
      if (!note) return;
      const warning = el("p", { class: "warning" }, sentence(capital(note)));
      $("#problem-summary").querySelector("h2")?.after(warning);
    });
    run.on("error", (error) => {
      if (!run.problem) this.#clear();
      if (error.where === "domain" || error.where === "problem") this.#refuse(error);
    });
  }

  #busy() {
    const { run } = this;
    const place = $("#busy");
    const waits = run.given && !run.problem && run.session.connection !== "lost" && run.busy;
    place.hidden = !waits && !(run.problem && run.busy);
    place.textContent = run.busy ? `${run.busy} …` : "";
    if (waits) this.#clear();
  }

  #clear() {
    $("#problem-summary").replaceChildren();
    delete $("#problem-summary").dataset.problem;
  }

  /** @param {ErrorMessage} error */
  #refuse(error) {
    if (this.run.given?.name) return;
    if (router.view !== "problem") router.go("problem");
    this.ownText.open = true;
    // An error on a problem whose place is in the text of the domain is shown there.
    const editor =
      error.where === "problem" && this.problem.value.trim() ? this.problem : this.domain;
    requestAnimationFrame(() => editor.mark(error));
  }

  /**
   * Show the line that a warning is about.
   * @param {Warning} warning
   */
  async #goTo(warning) {
    if (this.run.given?.name) await this.#fetchText(this.run.given.name);
    this.ownText.open = true;
    const editor =
      warning.where === "problem" && this.problem.value.trim() ? this.problem : this.domain;
    editor.mark({ ...warning, kind: "warning" });
  }
}

/** @returns {Texts | null} */
function keptText() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keep a text for this tab only, so that it is there when the page is loaded again.
 * @param {Texts | null} text
 */
function keepText(text) {
  try {
    if (text) sessionStorage.setItem(KEY, JSON.stringify(text));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Too long, or not allowed: then it is not kept.
  }
}
