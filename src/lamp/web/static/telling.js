// Objects that tell others what happens to them.

/**
 * Tells those who listen; what is told has a kind.
 * @template {object} Events By kind: what is told with it.
 */
export class Teller extends EventTarget {
  /**
   * Listen: `listener` is called with whatever is told of some kind.
   * @template {keyof Events & string} K
   * @param {K} kind
   * @param {(detail: Events[K]) => void} listener
   */
  on(kind, listener) {
    this.addEventListener(kind, (event) => {
      if (event instanceof CustomEvent) listener(event.detail);
    });
  }

  /**
   * Tell all who listen.
   * @template {keyof Events & string} K
   * @param {K} kind
   * @param {Events[K]} detail
   */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
