/** Digests of a call's inputs: two calls on files with the same content are the same work. */
import { createHash } from "node:crypto";
import type { ByteSource, Files } from "../core/document-io.ts";

/** Called with the request field of an opened input, such as `inputs[2]`, and the SHA-256 of its content in hexadecimal. */
export type OnInput = (field: string, sha256: string) => void;

const blockBytes = 1_048_576;
/** Inputs that the call names itself, rather than those found in a folder. */
const named = /^inputs?(?:\[\d+\])?$/;

/** The same files; reports each input before anything else reads it. */
export function identifying(files: Files, onInput: OnInput): Files {
  return {
    ...files,
    openInput(path, field) {
      const input = files.openInput(path, field);
      try {
        if (named.test(field)) onInput(field, sha256Of(input));
        return input;
      } catch (error) {
        input[Symbol.dispose]();
        throw error;
      }
    },
  };
}

function sha256Of(source: ByteSource): string {
  const hash = createHash("sha256");
  const room = new Uint8Array(blockBytes);
  for (let at = 0; at < source.size; at += blockBytes) hash.update(source.read(at, blockBytes, room));
  return hash.digest("hex");
}

/** A call's digests by field, as its answer has them: one for `input`, a list for `inputs` (null: never opened). */
export function digestsOf(
  input: object,
  found: ReadonlyMap<string, string>,
): string | null | (string | null)[] {
  const inputs: unknown = Reflect.get(input, "inputs");
  if (!Array.isArray(inputs)) return found.get("input") ?? null;
  const of = (index: number) => found.get(`inputs[${index}]`);
  // A path that is given twice is opened once.
  return inputs.map((path, index) => of(index) ?? of(inputs.indexOf(path)) ?? null);
}
