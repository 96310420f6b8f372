/** An editing session on an in-memory document, for modules that change one. */
import type { Readers } from "../../src/core/readers.ts";
import { type EditSession, editDocument } from "../../src/document/edit.ts";
import type { PdfDocument } from "../../src/document/open.ts";
import { memorySink } from "../cos/sink.ts";
import { testContext } from "./memory-files.ts";
import { read } from "./read-again.ts";

export interface Editing {
  readonly session: EditSession;
  readonly warnings: readonly string[];
  /** The bytes of the result so far. */
  bytes(): Promise<Uint8Array>;
  /** The result so far, reread. */
  written(): Promise<PdfDocument>;
}

export function editing(file: Uint8Array, readers: Partial<Readers> = {}): Editing {
  const context = testContext({}, readers);
  const session = editDocument(read(file), context);
  const bytes = async () => {
    const sink = memorySink();
    await session.write(sink);
    return sink.bytes();
  };
  return { session, warnings: context.warnings, bytes, written: async () => read(await bytes()) };
}
