/** What the server is asked over HTTP. All addresses are relative to the page's own, which holds the token. */

/** An answer that is an error: its words are the server's. */
export class ServerError extends Error {
  constructor(status, { error, hint, exists }) {
    super(hint ? `${error} (${hint})` : error);
    this.status = status;
    this.exists = exists === true;
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(0, { error: "The studio does not answer: is it still running?" });
  }
  if (response.ok) return response;
  const words = await response.json().catch(() => ({ error: `The studio answers ${response.status}.` }));
  throw new ServerError(response.status, words);
}

export const get = async (path, signal) => (await answer(`api/${path}`, { signal })).json();
export const bytes = async (path, signal) => (await answer(`api/${path}`, { signal })).arrayBuffer();

/** The bytes of a waveform, and whether all of it is known. */
export async function waveform(path) {
  const response = await answer(`api/${path}`);
  return { answer: await response.arrayBuffer(), isComplete: response.headers.get("X-Complete") !== "0" };
}

export const picture = async (path, signal) => createImageBitmap(await (await answer(`api/${path}`, { signal })).blob());

/** `options` are those of `fetch`: a `signal`, or `keepalive` where the page may go meanwhile. */
export async function post(path, body, options) {
  const headers = { "Content-Type": "application/json" };
  const response = await answer(`api/${path}`, { method: "POST", headers, body: JSON.stringify(body), ...options });
  return response.json().catch(() => ({}));
}

export const remove = (path) => answer(`api/${path}`, { method: "DELETE" });

/** Asks with the newest value only: while an answer is awaited, later values replace one another. */
export function latest(ask, onAnswer, onError) {
  let isBusy = false;
  let next = null;
  const run = async (value) => {
    isBusy = true;
    try { onAnswer(await ask(value), value); } catch (error) { onError(error, value); }
    isBusy = false;
    if (next) {
      const [waiting] = next;
      next = null;
      run(waiting);
    }
  };
  return (value) => { if (isBusy) next = [value]; else run(value); };
}
