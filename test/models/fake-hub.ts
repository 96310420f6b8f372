/** A local model hub that responds like the real one, with redirects, hashes in headers and ranges, and fails on demand. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { CatalogFile, CatalogModel } from "../../src/models/store/catalog-model.ts";
import { type TessdataModel, tessdataModels } from "../../src/models/store/tessdata.ts";

/** What happens to one request for a file's bytes. */
export interface Fault {
  /** Responds with this status and no bytes. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection after this many bytes. */
  readonly cutAfter?: number;
  /** Sends this many bytes, then nothing, but keeps the connection open. */
  readonly holdAfter?: number;
  /** Flips one bit. */
  readonly corrupt?: boolean;
  /** Sends one byte too many, with a matching length. */
  readonly longer?: boolean;
  /** Sends the whole file, ignoring the range. */
  readonly ignoreRange?: boolean;
  /** Sends a different range. */
  readonly wrongRange?: boolean;
}

export interface FakeHub extends AsyncDisposable {
  readonly url: string;
  /** `GET path` or `GET path bytes=5-` for each request for bytes, `HEAD path` for each HEAD request. */
  readonly asked: string[];
  /** Each request for the file's bytes uses up one fault. */
  readonly faults: Map<string, Fault[]>;
  /** Files whose hash the hub doesn't send. */
  readonly silent: Set<string>;
  /** The redirect target, instead of the hub's own address for the bytes. */
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

  /** Redirects: large files to another address, small ones to a relative one without a hash. */
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
    // Close only after the bytes have been delivered.
    if (fault.cutAfter !== undefined) response.socket?.end();
  });
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Bytes in which compression or repetition can't hide errors. Deterministic for each seed. */
export function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** The files of a small model, in the layout of real ones. */
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

/** The catalog entry for these files. `unpinned`: files whose hash the program doesn't know. */
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

/** The catalog entry for a script. `host` is its location, if not on the hub. */
export function smallTessdata(host?: string): TessdataModel {
  const { host: _, ...entry } = tessdataModels["ocr-thai"];
  const file = { path: "script/Thai.traineddata", bytes: smallThai.length, sha256: hashOf(smallThai) };
  return { ...entry, ...(host !== undefined && { host }), bytes: smallThai.length, files: [file] };
}
