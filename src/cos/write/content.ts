/** Writes content (ISO 32000-2, 7.8.2) with the fewest separators: tokens of other content, and operators of our own. */
import { classOf, regular } from "../syntax/characters.ts";
import type { CosValue } from "../syntax/value.ts";
import { newOutput, writeBytes, writeText, written } from "./output.ts";
import { numberText, serialize } from "./serialize.ts";

const slash = 0x2f;

export class ContentWriter {
  readonly #out = newOutput();

  /** Bytes that begin and end with a token; a comment at their end has its line end. */
  copy(bytes: Uint8Array, start = 0, end = bytes.length): void {
    if (start >= end) return;
    this.#separate(bytes[start] ?? 0);
    writeBytes(this.#out, start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end));
  }

  /** Tokens in ASCII. */
  text(tokens: string): void {
    if (tokens === "") return;
    this.#separate(tokens.charCodeAt(0));
    writeText(this.#out, tokens);
  }

  /** An operator after its operands. Throws as `serialize` does for a stream. */
  operator(name: string, ...operands: readonly CosValue[]): void {
    for (const operand of operands)
      if (typeof operand === "number") this.text(numberText(operand, true));
      else this.copy(serialize(operand, { compact: true }));
    this.text(name);
  }

  /** The content so far, as a view. */
  get bytes(): Uint8Array {
    return written(this.#out);
  }

  /** White space only between a regular character, or a name, and another regular character. */
  #separate(next: number): void {
    const { bytes, length } = this.#out;
    const last = length > 0 ? (bytes[length - 1] ?? 0) : 0x20;
    if (classOf[next] === regular && (classOf[last] === regular || last === slash)) writeText(this.#out, " ");
  }
}
