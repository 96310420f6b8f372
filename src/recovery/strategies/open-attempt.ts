/** An attempt to open a file, which reads each part once, on first use: findings from a failed strategy serve the next ones. */
import type { ByteSource } from "../../core/document-io.ts";
import { startWork, type Work } from "../../core/work.ts";
import { type CosDocument, openCos } from "../../cos/document.ts";
import { CosError, isFinal } from "../../cos/syntax/error.ts";
import { headerOffset, headerReach } from "../../cos/xref/locate.ts";
import { readStructure, type Structure } from "../../cos/xref/structure.ts";
import { openStrictly, type PdfDocument, withPages } from "../../document/open.ts";

/** How to open a document. */
export interface OpenRequest {
  /** The caller's password; the empty one is always tried too. */
  readonly password?: string | undefined;
  /** The field it comes from, if that isn't `password`. */
  readonly passwordField?: string | undefined;
  /** Whether the caller is pdf_unlock. */
  readonly unlocking?: boolean | undefined;
  /** Damage found while using a document that had opened: it must be recovered anyway. */
  readonly damage?: CosError | undefined;
  /** The work the call may cost, however often the document is opened; by default, the document gets its own. */
  readonly work?: Work | undefined;
}

/** Everything is determined on first use. Throws CosError if no strategy can get around a problem. */
export interface OpenAttempt extends OpenRequest {
  readonly source: ByteSource;
  /** The reason why it couldn't be opened. */
  readonly cause: CosError | undefined;
  /** Offset of the header; -1 if there is none. */
  readonly headerAt: number;
  structure(): Structure | undefined;
  cos(): CosDocument | undefined;
  /** The unrepaired document, with its inconsistent pages. */
  strict(): PdfDocument | undefined;
  /** The result of `find`, computed once; the function is the key. */
  once<T>(find: (attempt: OpenAttempt) => T): T;
}

export function openAttempt(source: ByteSource, asked: OpenRequest = {}): OpenAttempt {
  let cause: CosError | undefined;
  const work = asked.work ?? startWork(source.size);

  const tryTo = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CosError) || isFinal(error)) throw error;
      cause = error;
      return undefined;
    }
  };

  const found = new Map<unknown, unknown>();
  const attempt: OpenAttempt = {
    ...asked,
    work,
    source,
    get cause() {
      return cause;
    },
    headerAt: headerOffset(source.read(0, headerReach)),
    structure: () => attempt.once(structureOf),
    cos: () => attempt.once(cosOf),
    strict: () => attempt.once(strictOf),
    once<T>(find: (attempt: OpenAttempt) => T): T {
      if (!found.has(find)) found.set(find, find(attempt));
      // A function's result is stored under that function only.
      return found.get(find) as T;
    },
  };
  const structureOf = () => tryTo(() => readStructure(source, work));

  const cosOf = () => {
    const structure = attempt.structure();
    return structure && tryTo(() => openCos(source, { password: asked.password, structure, work }));
  };

  const strictOf = () => {
    const cos = attempt.cos();
    return cos && tryTo(() => withPages(cos));
  };

  return attempt;
}

/** Opens the output of a strategy. Throws CosError if it can't be read strictly. */
export function openRecovered({ password, work }: OpenAttempt, source: ByteSource): PdfDocument {
  return { ...openStrictly(source, password, work), recovered: true };
}
