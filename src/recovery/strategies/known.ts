/** An attempt to open a file, which reads each part once, on first use: findings from a failed strategy serve the next ones. */
import type { ByteSource } from "../../core/document-io.ts";
import { startWork, type Work } from "../../core/work.ts";
import { type CosDocument, openCos } from "../../cos/document.ts";
import { CosError, type DamageCode, isFinal } from "../../cos/syntax/error.ts";
import { headerOffset, headerReach } from "../../cos/xref/locate.ts";
import { readStructure, type Structure } from "../../cos/xref/structure.ts";
import { openStrictly, type PdfDocument, withPages } from "../../document/open.ts";

/** How to open a document. */
export interface OpenRequest {
  /** The caller's password; the empty one is always tried too. */
  readonly password?: string | undefined;
  /** Whether the caller is pdf_unlock. */
  readonly unlocking?: boolean | undefined;
  /** Damage found while using a document that had opened: it must be recovered anyway. */
  readonly damage?: CosError | undefined;
  /** The work the call may cost, however often the document is opened; by default, the document gets its own. */
  readonly work?: Work | undefined;
}

/** Everything is determined on first use. Throws CosError if no strategy can get around a problem. */
export interface Known extends OpenRequest {
  readonly source: ByteSource;
  /** Damage that kept the document from being read so far. */
  readonly damages: ReadonlySet<DamageCode>;
  /** The reason why it couldn't be opened. */
  readonly cause: CosError | undefined;
  /** Offset of the header; -1 if there is none. */
  readonly headerAt: number;
  structure(): Structure | undefined;
  cos(): CosDocument | undefined;
  /** The unrepaired document, with its inconsistent pages. */
  strict(): PdfDocument | undefined;
  /** The result of `find`, computed once; the function is the key. */
  once<T>(find: (known: Known) => T): T;
}

export function learn(source: ByteSource, asked: OpenRequest = {}): Known {
  const damages = new Set<DamageCode>();
  let cause: CosError | undefined;
  const work = asked.work ?? startWork(source.size);
  if (asked.damage) damages.add(asked.damage.code);

  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CosError) || isFinal(error)) throw error;
      if (error.reason === "syntax") damages.add(error.code);
      cause = error;
      return undefined;
    }
  };

  const found = new Map<unknown, unknown>();
  const known: Known = {
    ...asked,
    work,
    source,
    damages,
    get cause() {
      return cause;
    },
    headerAt: headerOffset(source.read(0, headerReach)),
    structure: () => known.once(structureOf),
    cos: () => known.once(cosOf),
    strict: () => known.once(strictOf),
    once<T>(find: (known: Known) => T): T {
      if (!found.has(find)) found.set(find, find(known));
      // A function's result is stored under that function only.
      return found.get(find) as T;
    },
  };
  const structureOf = () => attempt(() => readStructure(source, work));

  const cosOf = () => {
    const structure = known.structure();
    return structure && attempt(() => openCos(source, { password: asked.password, structure, work }));
  };

  const strictOf = () => {
    const cos = known.cos();
    return cos && attempt(() => withPages(cos));
  };

  return known;
}

/** Opens the output of a strategy. Throws CosError if it can't be read strictly. */
export function openRecovered({ password, work }: Known, source: ByteSource): PdfDocument {
  return { ...openStrictly(source, password, work), recovered: true };
}
