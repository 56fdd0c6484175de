// Messages that belong to no field: shown on top until they are closed or something goes well.

import { $, el, fill } from "./dom.js";
import { capital, sentence } from "./format.js";

/**
 * @param {string} text
 * @param {string} remedy
 */
export function notify(text, remedy = "") {
  const place = $("#notice");
  const close = el(
    "button",
    { type: "button", class: "plain", title: "Hide", on: { click: hush } },
    "×",
  );
  fill(place, el("span", {}, el("b", {}, sentence(capital(text))), " ", remedy), close);
  place.hidden = false;
}

export function hush() {
  $("#notice").hidden = true;
}
