// Objects that emit events.

/**
 * Emits events to listeners; an event has a kind.
 * @template {object} Events By kind: the detail of an event.
 */
export class EventEmitter extends EventTarget {
  /**
   * Call `listener` with the detail of each event of a kind.
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
   * Call all listeners of a kind.
   * @template {keyof Events & string} K
   * @param {K} kind
   * @param {Events[K]} detail
   */
  emit(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
