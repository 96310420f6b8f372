/** Answers onto node:http's response, or straight onto a socket where there is none. */
import { Buffer } from "node:buffer";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Answer } from "./exchange.ts";

/** Reads and throws away what a refused sender still sends, so that closing does not reset away the answer. */
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

/** How an answer leaves. */
export interface Sending {
  /** The connection ends with this answer. */
  readonly last: boolean;
  /** Waited for between the last byte and the end of the connection. */
  readonly beforeEnd?: (() => Promise<void>) | undefined;
  /** Called whenever a piece is about to go out: from here on the reader is waited for. */
  writing(): void;
  /** Called whenever the next piece is not there yet: the reader owes nothing. */
  waiting(): void;
}

/** Bytes written at a time: the reader's pace shows only between pieces. */
const pieceBytes = 65_536;

/** Writes a response; resolves when it has left, or the connection is gone. */
export async function send(response: ServerResponse, answer: Answer, sending: Sending): Promise<void> {
  const headers: Record<string, string> = { ...answer.headers };
  if (sending.last) headers.connection = "close";
  const gone = new Promise<void>((done) => response.once("close", done));
  const write = async (piece: Uint8Array) => {
    sending.writing();
    if (!response.write(piece))
      await Promise.race([new Promise<void>((done) => response.once("drain", done)), gone]);
  };

  if (isStream(answer.body) && headers["content-type"]?.startsWith("text/event-stream")) {
    response.writeHead(answer.status, headers);
    response.flushHeaders();
    await forward(answer.body, write, sending.waiting, gone);
    response.end();
  } else {
    const bytes = await bytesOf(answer);
    if (answer.status !== 204) headers["content-length"] = String(bytes.length);
    response.writeHead(answer.status, headers);
    if (!sending.beforeEnd && bytes.length <= pieceBytes) response.end(bytes.length > 0 ? bytes : undefined);
    else {
      for (let at = 0; at < bytes.length && !response.destroyed; at += pieceBytes)
        await write(bytes.subarray(at, at + pieceBytes));
      if (sending.beforeEnd) await Promise.race([sending.beforeEnd(), gone]);
      response.end();
    }
  }
  if (!response.writableFinished)
    await Promise.race([new Promise<void>((done) => response.once("finish", done)), gone]);
}

function isStream(body: Answer["body"]): body is ReadableStream<Uint8Array> {
  return body instanceof ReadableStream;
}

async function bytesOf({ body }: Answer): Promise<Uint8Array> {
  if (typeof body === "string") return Buffer.from(body);
  if (body === null) return new Uint8Array(0);
  return isStream(body) ? new Uint8Array(await new Response(body).arrayBuffer()) : body;
}

/** A stream's parts as they come, until it ends or the client is gone. */
async function forward(
  body: ReadableStream<Uint8Array>,
  write: (piece: Uint8Array) => Promise<void>,
  waiting: () => void,
  gone: Promise<void>,
): Promise<void> {
  const reader = body.getReader();
  const ended = gone.then(() => undefined);
  for (;;) {
    waiting();
    const part = await Promise.race([reader.read(), ended]);
    if (part === undefined || part.done) break;
    await write(part.value);
  }
  await reader.cancel().catch(() => undefined);
}

/** An answer written straight to a socket that has no ServerResponse; the connection ends with it. */
export async function sendRaw(socket: Socket, answer: Answer, lingerMs: number): Promise<void> {
  socket.on("error", () => socket.destroy());
  // Nothing reads what still comes; Deno would report it to the parser again and again.
  socket.removeAllListeners("data");
  socket.resume();
  const bytes = await bytesOf(answer);
  const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`];
  for (const [name, value] of Object.entries(answer.headers)) lines.push(`${name}: ${value}`);
  lines.push(`content-length: ${bytes.length}`, "connection: close", "", "");
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(Buffer.concat([Buffer.from(lines.join("\r\n")), bytes]));
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
