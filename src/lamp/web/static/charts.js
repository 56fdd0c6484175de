// The evidence for a decision as bars: what each action is worth for the landmark and the goal.

import { el, fill } from "./dom.js";
import { few, short, symbol, value, whole } from "./format.js";
import { best, isMixed, mixed } from "./mixture.js";

/** Actions that are shown before somebody asks for all. */
const FEW = 10;

/** The bars of a step's actions, their values mixed by an α that may differ from the one used. */
export class ActionChart {
  constructor(place) {
    this.place = place;
    this.all = false;
  }

  /**
   * Show a step; `alpha` is the one that it was decided with, `whatIf` another one or null.
   * @param {{actions: object[], action: string}} step
   */
  show(step, alpha, whatIf) {
    const shownAlpha = whatIf ?? alpha;
    const both = isMixed(step);
    const would = whatIf === null ? new Set() : new Set(best(step.actions, whatIf));
    const sorted = [...step.actions].sort((one, other) => other.value - one.value);
    const few = sorted.filter((one, at) => this.all || at < FEW || would.has(one.action) || one.action === step.action);
    const scale = { most: greatest(step, both), tries: mostTries(step) };
    const rows = few.map((one) => row(one, { step, both, shownAlpha, scale, would, whatIf }));
    fill(this.place, legend(both, shownAlpha, whatIf),
      el("table", { class: "values" }, head(both), el("tbody", {}, rows)), this.#more(sorted.length, few.length, [step, alpha, whatIf]));
  }

  #more(all, few, again) {
    if (all <= FEW) return null;
    const click = () => {
      this.all = !this.all;
      this.show(...again);
    };
    return el("button", { type: "button", on: { click } }, this.all ? "Only the best" : `All ${whole(all)} (${whole(all - few)} more)`);
  }
}

/** The landmarks among which one was chosen, with Q_LM. */
export function showChoices(place, step, run) {
  const most = Math.max(...step.landmarks.map((one) => one.value), 1e-9);
  const rows = step.landmarks.map((one) => {
    const isChosen = one.landmark === step.subgoal;
    return el("tr", { dataset: { choice: one.landmark, chosen: isChosen } },
      el("th", { scope: "row" }, run.landmarkName(one.landmark), isChosen && el("span", { class: "badge" }, "chosen")),
      el("td", { class: "track" }, bar("landmark", one.value / most, `Q_LM ${value(one.value)}`)),
      el("td", { "data-name": "Q_LM" }, value(one.value)),
      el("td", { "data-name": "visits" }, whole(one.tries)));
  });
  const heads = ["landmark", "", symbol("Q_LM"), "visits"].map((one) => el("th", { scope: "col" }, one));
  fill(place, el("table", { class: "values" }, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows)));
}

function greatest(step, both) {
  const values = step.actions.flatMap((one) => [one.goal.value, both ? one.subgoal.value : 0, one.value]);
  return Math.max(...values, 1e-9);
}

function mostTries(step) {
  return Math.max(...step.actions.map((one) => Math.max(one.goal.tries, one.subgoal.tries)), 1);
}

function row(one, { step, both, shownAlpha, scale, would, whatIf }) {
  const mix = whatIf === null ? one.value : mixed(one, shownAlpha);
  const isChosen = one.action === step.action;
  const numbers = both ? [one.subgoal.tries, one.goal.tries] : [one.goal.tries || one.subgoal.tries];
  const untried = one.goal.tries + one.subgoal.tries === 0;
  return el("tr", { dataset: { action: one.action, chosen: isChosen, would: would.has(one.action) } },
    el("th", { scope: "row" }, one.action, isChosen && el("span", { class: "badge" }, "chosen"),
      would.has(one.action) && !isChosen && el("span", { class: "badge other" }, `at α = ${short(shownAlpha)}`),
      untried && el("span", { class: "badge quiet" }, "untried")),
    el("td", { class: "track", "aria-hidden": "true" },
      bar("mix", mix / scale.most, `mixed ${value(mix)}`, whatIf === null ? null : one.value / scale.most),
      both && [bar("subgoal", one.subgoal.value / scale.most, `Q_φ ${value(one.subgoal.value)}`),
        bar("goal", one.goal.value / scale.most, `Q_g ${value(one.goal.value)}`)]),
    el("td", { "data-name": both ? "mix" : "Q" }, el("b", {}, value(mix))),
    both && [el("td", { "data-name": "Q_φ" }, value(one.subgoal.value)), el("td", { "data-name": "Q_g" }, value(one.goal.value))],
    el("td", { "data-name": "visits", class: "visits", title: `visits: ${numbers.map(whole).join(" · ")}`, style: { "--share": Math.max(one.goal.tries, one.subgoal.tries) / scale.tries } }, numbers.map(few).join(" · ")));
}

/** A bar, with a tick where it would be otherwise. */
function bar(kind, share, title, tick = null) {
  const width = Math.max(0, Math.min(1, share));
  return el("i", { class: `bar ${kind}`, title, style: { "--share": width } },
    tick === null ? null : el("u", { style: { "--at": Math.max(0, Math.min(1, tick)) } }));
}

function head(both) {
  const names = both
    ? ["action", "", "mix", symbol("Q_φ"), symbol("Q_g"), ["visits ", symbol("N_φ"), " · ", symbol("N_g")]]
    : ["action", "", "value", "visits"];
  return el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name))));
}

function legend(both, alpha, whatIf) {
  const sample = (kind, ...text) => el("span", {}, el("i", { class: `bar ${kind}`, "aria-hidden": "true", style: { "--share": 1 } }), ...text);
  if (!both) return el("p", { class: "legend" }, sample("mix", "mean utility; the greatest is chosen"));
  return el("p", { class: "legend" },
    sample("mix", el("span", {}, "mix ", el("i", {}, "α"), " ", symbol("Q_φ"), " + (1 − ", el("i", {}, "α"), ") ", symbol("Q_g"), ` at α = ${short(alpha)}; the greatest is chosen`)),
    sample("subgoal", symbol("Q_φ"), " for the landmark"), sample("goal", symbol("Q_g"), " for the goal"),
    whatIf !== null && el("span", {}, "▏ the mix that decided"));
}
