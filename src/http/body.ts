/** JSON bodies, the gate's last check, in this order: media type (415), length (413), encoding, nesting and syntax (400). */
import type { Context } from "hono";
import { parseJson } from "../core/json/strict.ts";
import { maxBodyBytes } from "../core/limits.ts";
import { ProblemError } from "../core/problem.ts";
import { tooLarge } from "./gate.ts";
import { type Env, headerValues, type RequestHead } from "./request-head.ts";

/** 415 unless the body is plain application/json; parameters such as charset are accepted, but the bytes must be UTF-8. */
export function checkMediaType(head: RequestHead): ProblemError | undefined {
  const types = headerValues(head, "content-type");
  const type = types[0]?.split(";", 1)[0]?.trim().toLowerCase();

  if (types.length !== 1 || type !== "application/json")
    return unsupported(
      type?.startsWith("multipart/")
        ? "Send the body with Content-Type: application/json. Files aren't uploaded: a request names their paths on this computer."
        : "Send the body with Content-Type: application/json.",
    );

  const codings = headerValues(head, "content-encoding");
  if (codings.some((coding) => coding.trim().toLowerCase() !== "identity"))
    return unsupported("Send the body without Content-Encoding: compressed bodies are not accepted.");

  return undefined;
}

const unsupported = (detail: string): ProblemError => new ProblemError("unsupported_media_type", detail);

/** The body's JSON value. Throws 415, 413 or 400. */
export async function readJson(c: Context<Env>): Promise<unknown> {
  const problem = checkMediaType(c.get("head"));
  if (problem) throw problem;
  return parseJson(await readBody(c.req.raw.body));
}

/** The bytes of a body, never holding more than the limit. Throws 413, or 400 if it is cut off. */
async function readBody(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let length = 0;
  // A reader rather than `for await`: cancelling must not wait for a stalled sender.
  const reader = body.getReader();

  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw error instanceof ProblemError ? error : new ProblemError("bad_request", "The body was cut off.");
    });
    if (done) return concatenate(chunks, length);
    length += value.length;
    if (length > maxBodyBytes) {
      reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(value);
  }
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
