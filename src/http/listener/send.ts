/** Sends responses through node:http's response, or directly to a socket if there is none. */
import { Buffer } from "node:buffer";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

import { isEventStream, streamedHeader } from "../json-list.ts";

/** Reads and discards further input from a rejected sender, so that a reset doesn't destroy the response. */
export function linger(request: IncomingMessage, ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    const finish = () => {
      clearTimeout(timer);
      done();
    };
    request.once("end", finish);
    request.once("close", finish);
    request.on("error", finish);
    request.resume();
  });
}

/** How to send a response. */
export interface Sending {
  /** The connection ends with this response. */
  readonly last: boolean;
  /** Awaited between the last byte and the end of the connection. */
  readonly beforeEnd?: (() => Promise<void>) | undefined;
  /** Called before each piece is sent: from here on, the reader is expected to accept it. */
  writing(): void;
  /** Called when the next piece isn't ready yet: the reader owes nothing. */
  waiting(): void;
}

/** Bytes written at a time: the reader's pace is visible only between pieces. */
const pieceBytes = 65_536;

/** Writes a response; resolves when it is sent, or the connection is gone. */
export async function send(response: ServerResponse, answer: Response, sending: Sending): Promise<void> {
  if (sending.last) answer.headers.set("connection", "close");
  const gone = new Promise<void>((done) => response.once("close", done));

  const write = async (piece: Uint8Array) => {
    sending.writing();
    if (!response.write(piece))
      await Promise.race([new Promise<void>((done) => response.once("drain", done)), gone]);
  };

  const isStreamed = isEventStream(answer) || answer.headers.has(streamedHeader);
  if (isStreamed && answer.body) {
    answer.headers.delete(streamedHeader);
    response.writeHead(answer.status, fieldsOf(answer));
    response.flushHeaders();
    await forward(answer.body, write, sending.waiting, gone);
    response.end();
  } else {
    const bytes = await bytesOf(answer);
    if (!sending.beforeEnd && bytes.length <= pieceBytes) {
      // Sends head and body in one system call.
      const { socket } = response;
      socket?.cork();
      response.writeHead(answer.status, fieldsOf(answer));
      response.end(bytes.length > 0 ? bytes : undefined);
      socket?.uncork();
    } else {
      response.writeHead(answer.status, fieldsOf(answer));
      for (let at = 0; at < bytes.length && !response.destroyed; at += pieceBytes)
        await write(bytes.subarray(at, at + pieceBytes));
      if (sending.beforeEnd) await Promise.race([sending.beforeEnd(), gone]);
      response.end();
    }
  }

  if (!response.writableFinished)
    await Promise.race([new Promise<void>((done) => response.once("finish", done)), gone]);
}

/** The body, with its length. */
async function bytesOf(answer: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { headers, status } = answer;
  if (status !== 204 && !headers.has("content-length")) headers.set("content-length", String(bytes.length));
  return bytes;
}

const fieldsOf = ({ headers }: Response): Record<string, string> => Object.fromEntries(headers);

/** Sends a stream's parts as they arrive, until it ends or the client is gone. */
async function forward(
  body: ReadableStream<Uint8Array>,
  write: (piece: Uint8Array) => Promise<void>,
  waiting: () => void,
  gone: Promise<void>,
): Promise<void> {
  const reader = body.getReader();
  // First in the race, so that an endless supply of data can't hide that nobody reads it.
  const ended = gone.then(() => undefined);
  for (;;) {
    waiting();
    const part = await Promise.race([ended, reader.read()]);
    if (part === undefined || part.done) break;
    await write(part.value);
  }
  await reader.cancel().catch(() => undefined);
}

/** Writes a response directly to a socket without ServerResponse; the connection ends with it. */
export async function sendRaw(socket: Socket, answer: Response, lingerMs: number): Promise<void> {
  socket.on("error", () => socket.destroy());
  // Further input is ignored; Deno would keep reporting it to the parser.
  socket.removeAllListeners("data");
  socket.resume();

  const bytes = await bytesOf(answer);
  const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`];
  for (const [name, value] of answer.headers) lines.push(`${name}: ${value}`);
  lines.push("connection: close", "", "");
  if (!socket.writable) {
    socket.destroy();
    return;
  }

  socket.end(Buffer.concat([Buffer.from(lines.join("\r\n")), bytes]));
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
