// Change detection: what has not changed is not drawn again.

/** @type {WeakMap<object, unknown[]>} */
const known = new WeakMap();

/**
 * Whether two lists hold the same things.
 * @param {readonly unknown[]} one
 * @param {readonly unknown[]} other
 */
export function isSame(one, other) {
  return one.length === other.length && one.every((thing, at) => thing === other[at]);
}

/**
 * Whether the content of a place depends on other things than at the last call for it.
 * @param {object} place
 * @param {unknown[]} things
 */
export function hasChanged(place, things) {
  if (isSame(known.get(place) ?? [], things)) return false;
  known.set(place, things);
  return true;
}
