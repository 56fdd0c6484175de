// The picture of a state, as large as it must be to be read.

import { $$ } from "./dom.js";
import { svgElement } from "./svg.js";

/** The element of the actor, in pictures that have one. */
const ACTOR = "[data-car], [data-person]";

/**
 * The picture of a state, or null where there is none.
 * @param {string | null} text
 */
export function statePicture(text) {
  const svg = svgElement(text);
  // Its own size, below which names could not be read: narrow screens scroll a part of it away.
  svg?.style.setProperty("--natural", `${svg.getAttribute("width")}px`);
  return svg;
}

/**
 * Scroll a frame that is narrower than its picture to where something happens.
 * @param {HTMLElement} frame
 */
export function followActor(frame) {
  const [actor, ...others] = $$(ACTOR, frame, SVGElement);
  if (!actor || others.length || frame.scrollWidth <= frame.clientWidth) return;
  const [box, seen] = [actor.getBoundingClientRect(), frame.getBoundingClientRect()];
  const margin = seen.width / 6;
  if (box.left >= seen.left + margin && box.right <= seen.right - margin) return;
  frame.scrollLeft += box.left + box.width / 2 - seen.left - seen.width / 2;
}
