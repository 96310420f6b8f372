/** A document with its pages, opened strictly: what cannot be read with certainty is for `recovery/open-document`. */
import type { ByteSource, InputFile } from "../core/document-io.ts";
import type { Work } from "../core/work.ts";
import { type CosDocument, openCos } from "../cos/document.ts";
import { damageOf } from "../cos/syntax/error.ts";
import type { CosDict } from "../cos/syntax/value.ts";
import { listPageTree, type PageList } from "./pages/page-tree.ts";

export interface PdfDocument {
  readonly cos: CosDocument;
  readonly catalog: CosDict;
  readonly pages: PageList;
  /** The file was damaged: `cos` reads a mended copy in memory, or the file with a new cross-reference behind it. */
  readonly recovered: boolean;
  /** Of a recovered document: whether something of the file is missing or was guessed. Absent: nothing is. */
  readonly isIncomplete?: () => boolean;
  /** Whether an object differs from the file's: edits are laid over it. */
  changed(num: number): boolean;
  /** Whether edits made an object that the file does not have. Absent: there are none. */
  readonly made?: (num: number) => boolean;
}

/** How errors call the document: its path, or plainly. */
export function documentName(source: ByteSource | InputFile): string {
  return "path" in source ? source.path : "the document";
}

/** `work` is the call's; where omitted, the document has its own. Throws `CosError`. */
export function openStrictly(source: ByteSource, password?: string, work?: Work): PdfDocument {
  return withPages(openCos(source, { password, work }));
}

/** The document of these objects. Throws `CosError` where its page tree cannot be read. */
export function withPages(cos: CosDocument): PdfDocument {
  const pages = damageOf("page_tree", () => listPageTree(cos, cos.catalog.get("Pages")));
  return { cos, catalog: cos.catalog, pages, recovered: false, changed: () => false };
}
