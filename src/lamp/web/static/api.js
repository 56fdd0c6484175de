// Questions that need no session.

/** The JSON of an address; an error of the server is thrown with its text and remedy. */
export async function ask(path) {
  const answer = await fetch(path, { headers: { accept: "application/json" } });
  const body = await answer.json().catch(() => null);
  if (answer.ok && body) return body;
  const { text = `the server answered ${answer.status}`, remedy = "" } = body?.error ?? {};
  throw Object.assign(new Error(text), { remedy });
}
