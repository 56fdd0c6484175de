// The wire: one connection is one session is one process of its own on the server.

/**
 * Sends `{do: …}` and dispatches each answer `{is: KIND, …}` as an event KIND with it as detail,
 * and "connection" whenever that changes. What is sent before it is open waits.
 */
export class Session extends EventTarget {
  constructor() {
    super();
    /** @type {"closed"|"connecting"|"open"|"lost"} */
    this.connection = "closed";
    this.reason = "";
    this.waiting = [];
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/session`);
    this.socket = socket;
    this.#become("connecting");
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", ({ data }) => this.#received(socket, data));
    socket.addEventListener("close", ({ reason }) => this.#closed(socket, reason));
  }

  send(message) {
    if (this.connection === "closed") this.connect();
    if (this.connection === "open") this.socket.send(JSON.stringify(message));
    else if (this.connection === "connecting") this.waiting.push(message);
  }

  /** End on purpose. */
  close() {
    const socket = this.socket;
    this.socket = null;
    this.waiting = [];
    socket?.close();
    this.#become("closed");
  }

  #opened(socket) {
    if (socket !== this.socket) return;
    this.#become("open");
    for (const message of this.waiting.splice(0)) this.send(message);
  }

  #received(socket, data) {
    if (socket !== this.socket) return;
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      message = { is: "error", text: "the server sent something that is no message", remedy: "" };
    }
    this.dispatchEvent(new CustomEvent(message.is, { detail: message }));
  }

  #closed(socket, reason) {
    if (socket !== this.socket) return;
    this.reason = reason;
    this.waiting = [];
    this.#become("lost");
  }

  #become(connection) {
    this.connection = connection;
    this.dispatchEvent(new CustomEvent("connection", { detail: connection }));
  }
}
