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

export class Connections {
  readonly #limits: ListenerLimits;
  readonly #now: () => number;
  readonly #refuse: (socket: Socket) => void;
  readonly #open = new Map<Socket, Entry>();
  #bodiesBytes = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `refuse` answers and closes a connection whose request head takes too long. */
  constructor(limits: ListenerLimits, now: () => number, refuse: (socket: Socket) => void) {
    this.#limits = limits;
    this.#now = now;
    this.#refuse = refuse;
  }

  add(socket: Socket): Connection {
    const entry = this.#enter(socket);
    if (this.#open.size >= this.#limits.maxConnections && !this.#makeRoom()) {
      socket.destroy();
      return entry;
    }
    this.#open.set(socket, entry);
    socket.once("close", () => this.#forget(entry));
    return entry;
  }

  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  start(): void {
    this.#timer = setInterval(() => this.#sweep(), this.#limits.sweepMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Closes those that aren't in the middle of a request. */
  destroyIdle(): void {
    for (const { socket, phase } of [...this.#open.values()])
      if (phase === "idle" || phase === "fresh") socket.destroy();
  }

  destroyAll(): void {
    for (const socket of [...this.#open.keys()]) socket.destroy();
  }

  #enter(socket: Socket): Entry {
    const entry: Entry = {
      socket,
      phase: "fresh",
      since: this.#now(),
      received: 0,
      bodyBytes: 0,
      last: false,
      endsAfterOpen: false,
      turn: Promise.resolve(),
      open: 0,
      body: undefined,
      answering: () =>
        entry.open > 1 || (entry.open === 1 && (entry.phase === "sending" || entry.body?.arrived() === true)),
      begin: (phase) => {
        this.#forgetBody(entry);
        entry.phase = phase;
        entry.since = this.#now();
        if (phase === "idle") entry.received = socket.bytesRead;
      },
      took: (bytes) => {
        if (!this.#open.has(socket)) return;
        entry.bodyBytes += bytes;
        this.#bodiesBytes += bytes;
        if (this.#bodiesBytes > this.#limits.maxBodiesBytes)
          this.#drop(this.#mostOverdue(({ bodyBytes }) => bodyBytes > 0));
      },
    };
    return entry;
  }

  #forgetBody(entry: Entry): void {
    this.#bodiesBytes -= entry.bodyBytes;
    entry.bodyBytes = 0;
  }

  #drop(entry: Entry | undefined): void {
    if (!entry) return;
    this.#forget(entry);
    entry.socket.destroy();
  }

  #forget(entry: Entry): void {
    if (this.#open.delete(entry.socket)) this.#forgetBody(entry);
  }

  /** How long it has kept the service waiting, in milliseconds; a body that arrives at a fair pace doesn't count. */
  #overdue({ since, bodyBytes }: Entry): number {
    return Math.max(0, this.#now() - since - (bodyBytes * 1000) / this.#limits.fairBodyPace);
  }

  /** Of these connections, the one to close first; among equals, the oldest. */
  #mostOverdue(meant: (entry: Entry) => boolean): Entry | undefined {
    const found = [...this.#open.values()]
      .filter(meant)
      .map((entry) => ({ entry, ms: this.#overdue(entry) }))
      .sort((a, b) => b.ms - a.ms || a.entry.since - b.entry.since);
    return found[0]?.entry;
  }

  /**
   * Makes room for one more: first closes a connection that owes the service bytes, then one that doesn't read; never one with
   * a running call.
   */
  #makeRoom(): boolean {
    const slow =
      this.#mostOverdue(({ phase }) => phase !== "working" && phase !== "sending") ??
      this.#mostOverdue(({ phase }) => phase === "sending");
    this.#drop(slow);
    return slow !== undefined;
  }

  #sweep(): void {
    const at = this.#now();
    for (const entry of this.#open.values()) this.#look(entry, at - entry.since);
  }

  #look({ socket, phase, received, body }: Entry, age: number): void {
    const { headMs, keepAliveMs, bodyMs, sendIdleMs } = this.#limits;
    if (phase === "fresh" && age > headMs) this.#refuse(socket);
    else if (phase === "idle" && age > keepAliveMs) {
      const headComes = socket.bytesRead !== received;
      if (!headComes) socket.destroy();
      else if (age > keepAliveMs + headMs) this.#refuse(socket);
    } else if (phase === "receiving" && age > bodyMs) body?.fail(slow());
    else if (phase === "sending" && age > sendIdleMs) socket.destroy();
  }
}
