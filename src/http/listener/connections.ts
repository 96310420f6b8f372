/**
 * Tracks open connections and what each is doing. One sweep checks them all, so that slow senders, slow readers and idle
 * connections end after the same time on every runtime; if connections or memory run short, honest clients take precedence.
 */
import type { Socket } from "node:net";
import type { ListenerLimits } from "./limits.ts";
import { type Body, slow } from "./web-request.ts";

/**
 * fresh: connected, no request yet · receiving: the body is arriving · working: the response is being made · sending: the
 * response is being sent · idle: answered, kept alive.
 */
export type Phase = "fresh" | "receiving" | "working" | "sending" | "idle";

export interface Connection {
  readonly socket: Socket;
  readonly phase: Phase;
  begin(phase: Phase): void;
  /** Bytes of the body have arrived. */
  took(bytes: number): void;
  /** Its last response is being sent; later bytes aren't read as requests. */
  last: boolean;
  /** Anything after the open requests isn't served: they are answered, and then the connection ends. */
  endsAfterOpen: boolean;
  /** Settles when the requests so far have been answered: pipelined ones are served in order. */
  turn: Promise<void>;
  /** Requests that have not been answered. */
  open: number;
  /** The body of the request in progress. */
  body: Body | undefined;
  /** Whether a request has completely arrived, or its response has begun but not been completely sent. */
  answering(): boolean;
}

interface Entry extends Connection {
  phase: Phase;
  since: number;
  /** Bytes received by the time it became idle. */
  received: number;
  /** Bytes received of the current body. */
  bodyBytes: number;
}

export interface Connections {
  add(socket: Socket): Connection;
  of(socket: Socket): Connection | undefined;
  start(): void;
  stop(): void;
  /** Closes those that aren't in the middle of a request. */
  destroyIdle(): void;
  destroyAll(): void;
}

/** `refuse` answers and closes a connection whose request head takes too long. */
export function createConnections(
  limits: ListenerLimits,
  now: () => number,
  refuse: (socket: Socket) => void,
): Connections {
  const open = new Map<Socket, Entry>();
  let bodiesBytes = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function enter(socket: Socket): Entry {
    const entry: Entry = {
      socket,
      phase: "fresh",
      since: now(),
      received: 0,
      bodyBytes: 0,
      last: false,
      endsAfterOpen: false,
      turn: Promise.resolve(),
      open: 0,
      body: undefined,
      answering: () =>
        entry.open > 1 || (entry.open === 1 && (entry.phase === "sending" || entry.body?.arrived() === true)),
      begin(phase) {
        forgetBody(entry);
        entry.phase = phase;
        entry.since = now();
        if (phase === "idle") entry.received = socket.bytesRead;
      },
      took(bytes) {
        if (!open.has(socket)) return;
        entry.bodyBytes += bytes;
        bodiesBytes += bytes;
        if (bodiesBytes > limits.maxBodiesBytes) drop(mostOverdue(({ bodyBytes }) => bodyBytes > 0));
      },
    };
    return entry;
  }

  function forgetBody(entry: Entry): void {
    bodiesBytes -= entry.bodyBytes;
    entry.bodyBytes = 0;
  }

  function drop(entry: Entry | undefined): void {
    if (!entry) return;
    forget(entry);
    entry.socket.destroy();
  }

  function forget(entry: Entry): void {
    if (open.delete(entry.socket)) forgetBody(entry);
  }

  /** How long it has kept the service waiting, in milliseconds; a body that arrives at a fair pace doesn't count. */
  function overdue({ since, bodyBytes }: Entry): number {
    return Math.max(0, now() - since - (bodyBytes * 1000) / limits.fairBodyPace);
  }

  /** Of these connections, the one to close first; among equals, the oldest. */
  function mostOverdue(meant: (entry: Entry) => boolean): Entry | undefined {
    const found = [...open.values()].filter(meant).map((entry) => ({ entry, ms: overdue(entry) }));
    found.sort((a, b) => b.ms - a.ms || a.entry.since - b.entry.since);
    return found[0]?.entry;
  }

  /**
   * Makes room for one more: first closes a connection that owes the service bytes, then one that doesn't read; never one with
   * a running call.
   */
  function makeRoom(): boolean {
    const slow =
      mostOverdue(({ phase }) => phase !== "working" && phase !== "sending") ??
      mostOverdue(({ phase }) => phase === "sending");
    drop(slow);
    return slow !== undefined;
  }

  function look(entry: Entry, age: number): void {
    const { socket, phase } = entry;
    if (phase === "fresh" && age > limits.headMs) refuse(socket);
    else if (phase === "idle" && age > limits.keepAliveMs) {
      const headComes = socket.bytesRead !== entry.received;
      if (!headComes) socket.destroy();
      else if (age > limits.keepAliveMs + limits.headMs) refuse(socket);
    } else if (phase === "receiving" && age > limits.bodyMs) {
      entry.body?.fail(slow());
    } else if (phase === "sending" && age > limits.sendIdleMs) {
      socket.destroy();
    }
  }

  function sweep(): void {
    const at = now();
    for (const entry of open.values()) look(entry, at - entry.since);
  }

  return {
    add(socket) {
      const entry = enter(socket);
      if (open.size >= limits.maxConnections && !makeRoom()) {
        socket.destroy();
        return entry;
      }
      open.set(socket, entry);
      socket.once("close", () => forget(entry));
      return entry;
    },
    of: (socket) => open.get(socket),
    start() {
      timer = setInterval(sweep, limits.sweepMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    destroyIdle() {
      for (const { socket, phase } of [...open.values()]) {
        if (phase === "idle" || phase === "fresh") socket.destroy();
      }
    },
    destroyAll() {
      for (const socket of [...open.keys()]) socket.destroy();
    },
  };
}
