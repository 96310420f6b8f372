/** Converts an opened document to PDF/A into a new file, which is checked and proven, but not published. */
import { checkDocument } from "../../archive/check.ts";
import type { Change, MakeOptions } from "../../archive/make/fixing.ts";
import { makePdfA, writePdfA } from "../../archive/make/make.ts";
import { provePdfA } from "../../archive/make/prove.ts";
import type { Level } from "../../archive/profile.ts";
import type { ByteSource, NewFile } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import type { ToolContext } from "../../core/tool.ts";
import { type EditSession, editDocument } from "../../document/edit.ts";
import type { PdfDocument } from "../../document/open.ts";
import { isSigned } from "../../document/signatures.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { violationOf } from "./violations.ts";

export interface Archiving extends MakeOptions {
  readonly password?: string;
  /** Changes the document first. Returns whether its pages look different afterward. */
  readonly edit?: (session: EditSession) => boolean;
  /** Called with each page that was compared. */
  readonly onPage?: (page: number) => void;
}

export interface Archived {
  /** The new file, opened. */
  readonly after: PdfDocument;
  readonly changes: readonly Change[];
  /** The checks that the new file passed. */
  readonly verified: readonly string[];
}

/**
 * `source` is the file that `document` was read from. Throws 422 `operation_failed` with the rules that the result would break,
 * or with what would be lost.
 */
export async function archiveDocument(
  document: PdfDocument,
  source: ByteSource,
  target: NewFile,
  context: ToolContext,
  { password = "", edit, onPage, ...options }: Archiving,
): Promise<Archived> {
  const { level } = options;
  const wasSigned = isSigned(document.cos);
  const session = editDocument(document, context);
  const looksNew = edit?.(session) ?? false;
  const made = await makePdfA(source, session, options);
  const signatures: readonly Change[] = wasSigned ? [{ what: "signatures", count: 1, pages: [] }] : [];
  writePdfA(session, target, level);
  const written = rereadWhole(target);
  const after = verifyWritten(written, document.pages.count);

  const { violations, notChecked } = checkDocument(written, after, { profile: `pdfa-${level}` });
  if (violations.length > 0 || notChecked.length > 0)
    throw refusal(level, violations, notChecked, made.missing);
  const { lost, verified } = await provePdfA({
    before: document,
    parts: made.parts,
    source: document.recovered ? document.cos.source : source,
    password,
    after,
    changes: looksNew ? [...made.changes, { what: "annotations", count: 1, pages: [] }] : made.changes,
    readers: context.readers,
    onPage,
  });
  if (lost.length > 0)
    throw failed(
      `the document can't be made PDF/A-${level} without loss, and nothing was written: ${lost.join(", ")} would not be as before`,
      { violations: [] },
    );
  return {
    after,
    changes: [...made.changes, ...signatures],
    verified: [`every rule of PDF/A-${level} holds`, ...verified],
  };
}

/** Names the first rules that the result would break. */
function refusal(
  level: Level,
  violations: ReturnType<typeof checkDocument>["violations"],
  notChecked: readonly string[],
  missing: readonly string[],
) {
  const named = violations.slice(0, 3).map(({ rule, message }) => `${message} (${rule})`);
  const more = violations.length > 3 ? ` and ${violations.length - 3} more` : "";
  const what =
    named.length > 0
      ? `${named.join("; ")}${more}`
      : `rules ${notChecked.slice(0, 5).join(", ")} can't be checked`;
  const fonts =
    missing.length > 0 ? `; no font replaces ${missing.slice(0, 5).join(", ")}, which the file lacks` : "";
  return failed(`the document can't be made PDF/A-${level}, and nothing was written: ${what}${fonts}`, {
    violations: violations.map(violationOf),
  });
}
