// The connection of a session, for which the server has a process of its own.

import { EventEmitter } from "./event_emitter.js";

/** @import { Command, Message } from "./messages.d.ts" */
/** @import { Connection, SessionEvents } from "./types.d.ts" */

/**
 * Sends `{type: …}` and tells each answer `{type: KIND, …}` as an event KIND with it as detail,
 * and "connection" whenever that changes. What is sent before it is open waits.
 * @extends {EventEmitter<SessionEvents>}
 */
export class Session extends EventEmitter {
  /** @type {Connection} */
  connection = "closed";
  reason = "";
  /** @type {Command[]} */
  waiting = [];
  /** @type {WebSocket | null} */
  socket = null;

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/session`);
    this.socket = socket;
    this.#become("connecting");
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", ({ data }) => this.#received(socket, data));
    socket.addEventListener("close", ({ reason }) => this.#closed(socket, reason));
  }

  /** @param {Command} message */
  send(message) {
    if (this.connection === "closed") this.connect();
    if (this.connection === "open") this.socket?.send(JSON.stringify(message));
    else if (this.connection === "connecting") this.waiting.push(message);
  }

  /** End on purpose. */
  close() {
    const { socket } = this;
    this.socket = null;
    this.waiting = [];
    socket?.close();
    this.#become("closed");
  }

  /** @param {WebSocket} socket */
  #opened(socket) {
    if (socket !== this.socket) return;
    this.#become("open");
    for (const message of this.waiting.splice(0)) this.send(message);
  }

  /**
   * @param {WebSocket} socket
   * @param {string} data
   */
  #received(socket, data) {
    if (socket !== this.socket) return;
    const message = parsed(data);
    this.emit(message.type, message);
  }

  /**
   * @param {WebSocket} socket
   * @param {string} reason
   */
  #closed(socket, reason) {
    if (socket !== this.socket) return;
    this.reason = reason;
    this.waiting = [];
    this.#become("lost");
  }

  /** @param {Connection} connection */
  #become(connection) {
    this.connection = connection;
    this.emit("connection", connection);
  }
}

/**
 * @param {string} data
 * @returns {Message}
 */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    const text = "the server sent something that is no message";
    return { type: "error", text, remedy: "", where: null };
  }
}
