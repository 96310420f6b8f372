/** What is known of a file, each part read once, by whoever asks for it first: what a failed opening learned serves all that is tried next. */
import type { ByteSource } from "../../core/document-io.ts";
import { startWork, type Work } from "../../core/work.ts";
import { type CosDocument, openCos } from "../../cos/document.ts";
import { CosError, type DamageCode, isFinal } from "../../cos/syntax/error.ts";
import { headerOffset, headerReach } from "../../cos/xref/locate.ts";
import { readStructure, type Structure } from "../../cos/xref/structure.ts";
import { openStrictly, type PdfDocument, withPages } from "../../document/open.ts";

/** How a document is to be opened. */
export interface OpenRequest {
  /** Given for the document by the caller; the empty one is tried in any case. */
  readonly password?: string | undefined;
  /** Whether the caller is pdf_unlock. */
  readonly unlocking?: boolean | undefined;
  /** The document opened, and this was met when it was used: it is to be recovered all the same. */
  readonly damage?: CosError | undefined;
  /** What the call may cost, however often the document is opened; where omitted, it has its own. */
  readonly work?: Work | undefined;
}

/** All of it is found when it is first asked for. Throws CosError where nothing gets around what is found. */
export interface Known extends OpenRequest {
  readonly source: ByteSource;
  /** What kept the document from being read so far. */
  readonly damages: ReadonlySet<DamageCode>;
  /** What kept it from being opened. */
  readonly cause: CosError | undefined;
  /** Where the header is; -1: nowhere. */
  readonly headerAt: number;
  structure(): Structure | undefined;
  cos(): CosDocument | undefined;
  /** The document as it stands, with the inconsistencies of its pages. */
  strict(): PdfDocument | undefined;
  /** What `find` finds, looked for once; it is the key. */
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
      // What a function found is kept under that function alone.
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

/** The document of what a strategy made. Throws CosError where that cannot be read strictly. */
export function openRecovered({ password, work }: Known, source: ByteSource): PdfDocument {
  return { ...openStrictly(source, password, work), recovered: true };
}
