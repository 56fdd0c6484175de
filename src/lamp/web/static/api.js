// Questions that need no session.

/** @import { Answers } from "./messages.d.ts" */

/** A request that the server refused, with a remedy. */
class Refusal extends Error {
  /**
   * @param {string} text
   * @param {string} remedy
   */
  constructor(text, remedy) {
    super(text);
    this.remedy = remedy;
  }
}

/**
 * The JSON of an address; an error of the server is thrown with its text and remedy.
 * @template {keyof Answers} P
 * @param {P} path
 * @returns {Promise<Answers[P]>}
 */
export async function ask(path) {
  const answer = await fetch(path, { headers: { accept: "application/json" } });
  const body = await answer.json().catch(() => null);
  if (answer.ok && body) return body;
  const { text = `the server answered ${answer.status}`, remedy = "" } = body?.error ?? {};
  throw new Refusal(text, remedy);
}

/**
 * What was thrown, in words.
 * @param {unknown} error
 */
export function inWords(error) {
  return {
    text: error instanceof Error ? error.message : String(error),
    remedy: error instanceof Refusal ? error.remedy : "",
  };
}
