// Whether something is another than before: what is the same need not be drawn again.

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
 * Whether what a place shows depends on other things than when this was last asked for it.
 * @param {object} place
 * @param {unknown[]} things
 */
export function hasChanged(place, things) {
  if (isSame(known.get(place) ?? [], things)) return false;
  known.set(place, things);
  return true;
}
