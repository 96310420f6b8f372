/** A client on a raw socket: no HTTP library may fix, merge or refuse what the tests send. */
import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  /** Names in lowercase; a repeated header has several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
}

export interface Conversation {
  readonly answers: readonly RawAnswer[];
  /** Bytes after the last complete answer. */
  readonly rest: string;
  /** Whether the service closed the connection. */
  readonly closed: boolean;
  /** Milliseconds until the first byte of an answer, and until the end. */
  readonly firstMs: number;
  readonly ms: number;
}

export interface Manner {
  /** Wait for the service to close, at most this long in milliseconds; default: until the first answer. */
  readonly untilClosedMs?: number;
  /** Answers to wait for; default 1. */
  readonly answers?: number;
  /** The client closes its side once it has sent everything. */
  readonly half?: boolean;
  /** Answers to HEAD have a length but no body. */
  readonly head?: boolean;
}

/** The time limit for a conversation. */
const patienceMs = 10_000;
/** Time to wait for surplus answers. */
const afterMs = 60;

/** Sends bytes (a string is Latin-1) and collects the response. */
export function converse(
  port: number,
  sent: string | Uint8Array,
  manner: Manner = {},
): Promise<Conversation> {
  const { answers: wanted = 1, untilClosedMs } = manner;
  return new Promise((done) => {
    const started = performance.now();
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const parts: Buffer[] = [];
    let first = 0;
    let closed = false;
    let after: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(limit);
      clearTimeout(after);
      socket.destroy();
      const { answers, rest } = parseAnswers(Buffer.concat(parts).toString("latin1"), manner.head === true);
      done({ answers, rest, closed, firstMs: first, ms: performance.now() - started });
    };
    const limit = setTimeout(finish, untilClosedMs ?? patienceMs);
    socket.on("data", (part: Buffer) => {
      first ||= performance.now() - started;
      parts.push(part);
      if (untilClosedMs !== undefined || after) return;
      const whole = parseAnswers(Buffer.concat(parts).toString("latin1"), manner.head === true);
      if (whole.answers.length >= wanted && !whole.isOpen) after = setTimeout(finish, afterMs);
    });
    const ended = () => {
      closed = true;
      finish();
    };
    socket.on("end", ended);
    socket.on("error", ended);
    socket.on("connect", () => {
      socket.write(typeof sent === "string" ? Buffer.from(sent, "latin1") : sent);
      if (manner.half) socket.end();
    });
  });
}

/** `isOpen`: the last answer is a stream whose end hasn't arrived. */
function parseAnswers(
  stream: string,
  head: boolean,
): { answers: RawAnswer[]; rest: string; isOpen: boolean } {
  const answers: RawAnswer[] = [];
  let rest = stream;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return { answers, rest, isOpen: false };
    const [line = "", ...fields] = rest.slice(0, end).split("\r\n");
    const headers = new Map<string, string[]>();
    for (const field of fields) {
      const colon = field.indexOf(":");
      const name = field.slice(0, colon).toLowerCase();
      headers.set(name, [...(headers.get(name) ?? []), field.slice(colon + 1).trim()]);
    }
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
    // A stream's chunks are left raw, because it is the last response on its connection.
    if (headers.has("transfer-encoding")) {
      const text = rest.slice(end + 4);
      answers.push({ status, headers, text });
      return { answers, rest: "", isOpen: !head && !/(^|\r\n)0\r\n\r\n$/.test(text) };
    }
    const empty = head || status === 204 || status < 200;
    const length = empty ? 0 : Number(headers.get("content-length")?.[0] ?? 0);
    if (rest.length < end + 4 + length) return { answers, rest, isOpen: false };
    const text = Buffer.from(rest.slice(end + 4, end + 4 + length), "latin1").toString("utf8");
    answers.push({ status, headers, text });
    rest = rest.slice(end + 4 + length);
  }
}

/** A connection held open manually. */
export interface Held {
  write(text: string): void;
  close(): void;
  /** Resolves at the first bytes of an answer. */
  readonly heard: Promise<void>;
  /** All received data, once the connection has closed. */
  readonly closed: Promise<string>;
}

export function hold(port: number, sent: string): Promise<Held> {
  return new Promise((ready, fail) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const closed = new Promise<string>((done) => {
      socket.on("close", () => done(text));
    });
    const heard = new Promise<void>((done) => {
      socket.once("data", () => done());
    });
    socket.on("data", (part) => {
      text += part.toString("latin1");
    });
    socket.on("connect", () => {
      if (sent !== "") socket.write(sent);
      ready({ write: (more) => void socket.write(more), close: () => socket.destroy(), heard, closed });
    });
    socket.on("error", fail);
  });
}
