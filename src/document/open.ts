/** A document with its pages, opened strictly: anything uncertain is left to `recovery/open-document`. */
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
  /** The file was damaged: `cos` reads a repaired copy in memory, or the file followed by a new cross-reference. */
  readonly recovered: boolean;
  /** For a recovered document: whether parts of the file are missing or guessed. Absent if not. */
  readonly isIncomplete?: () => boolean;
  /** Whether an object differs from the file's, because of edits. */
  changed(num: number): boolean;
  /** Whether edits created an object that the file doesn't have. Absent if there are none. */
  readonly made?: (num: number) => boolean;
}

/** The document's name in errors: its path, or a generic one. */
export function documentName(source: ByteSource | InputFile): string {
  return "path" in source ? source.path : "the document";
}

/** `work` is the call's; by default, the document gets its own. Throws `CosError`. */
export function openStrictly(source: ByteSource, password?: string, work?: Work): PdfDocument {
  return withPages(openCos(source, { password, work }));
}

/** The document of these objects. Throws `CosError` if its page tree can't be read. */
export function withPages(cos: CosDocument): PdfDocument {
  const pages = damageOf("page_tree", () => listPageTree(cos, cos.catalog.get("Pages")));
  return { cos, catalog: cos.catalog, pages, recovered: false, changed: () => false };
}
