// Light or dark: the system's choice until the reader makes another one. The report stores the
// choice under the same name, so that it follows.

import { $, $$ } from "./dom.js";

const KEY = "lamp-theme";
const root = document.documentElement;

/** @param {string} value */
function remembered(value = "") {
  try {
    if (value) localStorage.setItem(KEY, value);
    return localStorage.getItem(KEY);
  } catch {
    return null; // some browsers store nothing
  }
}

/** The current theme. */
export function currentTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return root.dataset.theme || system;
}

/**
 * Give a report in a frame the colours of the page.
 * @param {HTMLIFrameElement} frame
 */
export function themeFrame(frame) {
  try {
    const inside = frame.contentDocument?.documentElement;
    if (inside && root.dataset.theme) inside.dataset.theme = root.dataset.theme;
  } catch {
    // A frame without access keeps the system's choice.
  }
}

export function startTheme() {
  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  /** @param {string} theme */
  const show = (theme) => {
    root.dataset.theme = theme;
    for (const frame of $$("iframe", document, HTMLIFrameElement)) themeFrame(frame);
  };
  $("#theme").addEventListener("click", () => {
    show(currentTheme() === "dark" ? "light" : "dark");
    remembered(root.dataset.theme);
  });
  // The report and other tabs have such a button, too.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY && (newValue === "light" || newValue === "dark")) show(newValue);
  });
}
