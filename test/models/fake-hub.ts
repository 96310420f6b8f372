/** A model hub on this computer, as the real one answers: redirects to where the bytes are, hashes in headers, ranges; and what goes wrong on the way. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { CatalogFile, CatalogModel } from "../../src/models/store/catalog-model.ts";
import { type TessdataModel, tessdataModels } from "../../src/models/store/tessdata.ts";

/** What happens to one request for the bytes of a file. */
export interface Fault {
  /** Answers with this status and no bytes. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Breaks the connection after so many bytes. */
  readonly cutAfter?: number;
  /** Sends so many bytes, then nothing, and keeps the connection. */
  readonly holdAfter?: number;
  /** One bit is another. */
  readonly corrupt?: boolean;
  /** A byte too many, with a length that admits it. */
  readonly longer?: boolean;
  /** The whole file, whatever was asked for. */
  readonly ignoreRange?: boolean;
  /** Another part than was asked for. */
  readonly wrongRange?: boolean;
}

export interface FakeHub extends AsyncDisposable {
  readonly url: string;
  /** `GET path` or `GET path bytes=5-` for every request for bytes, `HEAD path` for every question. */
  readonly asked: string[];
  /** One is used up by each request for the bytes of the file. */
  readonly faults: Map<string, Fault[]>;
  /** Files of which the hub does not say the hash. */
  readonly silent: Set<string>;
  /** Where it redirects to instead of its own second path. */
  redirect: string | undefined;
}

export async function startHub(files: Readonly<Record<string, Uint8Array>>): Promise<FakeHub> {
  const asked: string[] = [];
  const faults = new Map<string, Fault[]>();
  const silent = new Set<string>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const wanted =
      /\/(?:resolve\/)?[0-9a-f]{40}\/(.+)$/.exec(path)?.[1] ?? /^\/bytes\/(.+)$/.exec(path)?.[1] ?? "";
    const bytes = Object.hasOwn(files, wanted) ? files[wanted] : undefined;
    if (!bytes) return void response.writeHead(404).end("no such file");
    if (!path.startsWith("/bytes/")) return void resolve(request, response, wanted, bytes);
    const range = request.headers.range;
    asked.push(`${request.method} ${wanted}${range === undefined ? "" : ` ${range}`}`);
    send(response, bytes, range, faults.get(wanted)?.shift() ?? {});
  });

  /** Large files lie elsewhere; small ones behind a relative redirect without a hash. */
  function resolve(request: IncomingMessage, response: ServerResponse, path: string, bytes: Uint8Array) {
    if (request.method === "HEAD") asked.push(`HEAD ${path}`);
    const told = { "x-linked-etag": `"${hashOf(bytes)}"`, "x-linked-size": String(bytes.length) };
    const large = path.includes("onnx") && !silent.has(path);
    const location = hub.redirect ?? (large ? `${hub.url}/bytes/${path}` : `/bytes/${path}`);
    response.writeHead(large ? 302 : 307, { location, ...(large && told) }).end("elsewhere");
  }

  await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const hub: FakeHub = {
    ...{ url: `http://127.0.0.1:${port}`, asked, faults, silent, redirect: undefined },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return hub;
}

function send(response: ServerResponse, bytes: Uint8Array, range: string | undefined, fault: Fault): void {
  if (fault.status !== undefined) return void response.writeHead(fault.status, fault.headers).end();
  const start = fault.ignoreRange ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
  const from = fault.wrongRange ? start + 1 : start;
  let body = Buffer.from(bytes.subarray(from));
  if (fault.corrupt) body[0] = (body[0] ?? 0) ^ 1;
  if (fault.longer) body = Buffer.concat([body, Buffer.of(0)]);
  const partial = start > 0 && { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(partial ? 206 : 200, { "content-length": body.length, ...partial });
  const only = fault.cutAfter ?? fault.holdAfter;
  if (only === undefined) return void response.end(body);
  response.write(body.subarray(0, only), () => {
    // In order: what was sent arrives, then the connection is at its end.
    if (fault.cutAfter !== undefined) response.socket?.end();
  });
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Bytes that no compression or repetition hides a mistake in; the same for the same seed. */
export function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** The files of a small model, in the layout of the real ones. */
export const smallFiles: Readonly<Record<string, Uint8Array>> = {
  "onnx/embed_tokens_q4.onnx": noise(700, 1),
  "onnx/decoder_model_merged_q4.onnx": noise(900, 2),
  "onnx/decoder_model_merged_q4.onnx_data": noise(3_000_000, 3),
  "onnx/vision_encoder_fp16.onnx": noise(800, 4),
  "tokenizer.json": noise(40_000, 5),
  "tokenizer_config.json": noise(300, 6),
  "config.json": noise(200, 7),
  "generation_config.json": noise(100, 8),
};

/** A catalogue entry for them. `unpinned`: files whose hash the program does not know. */
export function smallModel(unpinned: readonly string[] = []): CatalogModel {
  const files = Object.entries(smallFiles).map(([path, bytes]): CatalogFile => {
    return unpinned.includes(path) ? { path } : { path, bytes: bytes.length, sha256: hashOf(bytes) };
  });
  const bytes = Object.values(smallFiles).reduce((sum, { length }) => sum + length, 0);
  return {
    repo: "somebody/small",
    revision: "0123456789".repeat(4),
    license: "Apache-2.0",
    size: "3 MB",
    bytes,
    files,
  };
}

export const smallThai = noise(50_000, 9);

/** A catalogue entry for a script; `host` is where it lies, if not on the hub. */
export function smallTessdata(host?: string): TessdataModel {
  const { host: _, ...entry } = tessdataModels["ocr-thai"];
  const file = { path: "script/Thai.traineddata", bytes: smallThai.length, sha256: hashOf(smallThai) };
  return { ...entry, ...(host !== undefined && { host }), bytes: smallThai.length, files: [file] };
}
