/**
 * XFA forms (ISO 32000-2, annex K). A static one duplicates the document's AcroForm; a dynamic one is the document itself: the
 * few viewers that support it generate the content from the XFA data, and the pages contain only a request to use such a
 * viewer.
 */

import { failed } from "../core/problem.ts";
import type { CosDocument } from "../cos/document.ts";
import { type CosDict, type CosValue, isArray, isDict, isStream, latin1 } from "../cos/syntax/value.ts";
import { chain } from "../cos/walk.ts";
import type { EditSession } from "./edit.ts";
import type { PdfDocument } from "./open.ts";
import { acroForm, annotationsAt, dataOf, dictAt, nameAt } from "./typed-get.ts";

export type XfaKind = "static" | "dynamic";

/** Description of a dynamic form, for messages after its name. */
const placeholder =
  "is a dynamic XFA form: its content and its fields are XFA data, which few viewers show, and its pages are only a placeholder";

/** Maximum form data searched for signs of a dynamic form, in bytes. */
const maxForm = 50_000_000;

/** The document's kind of XFA form; undefined if none. */
export function xfaKind(document: Pick<PdfDocument, "cos" | "pages">): XfaKind | undefined {
  const { cos } = document;
  const found = cos.resolve(acroForm(cos)?.get("XFA"));
  if (!isStream(found) && !(isArray(found) && found.length > 0)) return undefined;
  if (showsFields(document)) return "static";

  const { catalog } = cos;
  return cos.resolve(catalog.get("NeedsRendering")) === true || isMadeByXfa(cos, found)
    ? "dynamic"
    : "static";
}

/** Whether a page shows a field that isn't a signature: then the pages are the form, whatever the XFA data would generate. */
function showsFields({ cos, pages }: Pick<PdfDocument, "cos" | "pages">): boolean {
  for (let page = 1; page <= pages.count; page++)
    for (const entry of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
      const annotation = dictAt(cos, entry);
      if (
        annotation &&
        nameAt(cos, annotation.get("Subtype")) === "Widget" &&
        fieldKind(cos, annotation) !== "Sig"
      )
        return true;
    }
  return false;
}

function fieldKind(cos: CosDocument, widget: CosDict): string | undefined {
  const above = (value: CosValue) => (isDict(value) ? value.get("Parent") : undefined);
  for (const { value } of chain(cos, { part: "the form fields", depth: 100 }, widget, above)) {
    const kind = isDict(value) ? nameAt(cos, value.get("FT")) : undefined;
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Whether the XFA data has fields, which the AcroForm then lacks, or requests rendering. */
function isMadeByXfa(cos: CosDocument, xfa: CosValue): boolean {
  const parts = isArray(xfa) ? xfa.map((part) => cos.resolve(part)) : [xfa];
  return parts.some((part) => {
    const data = isStream(part) ? dataOf(cos, part, maxForm) : undefined;
    return data !== undefined && /<(?:\w+:)?(?:field[\s>]|dynamicRender>\s*required)/.test(latin1(data));
  });
}

/** Rejects operations whose result would be only a placeholder; `name` is the document's name. */
export function refuseDynamicXfa(document: Pick<PdfDocument, "cos" | "pages">, name = "The document"): void {
  if (xfaKind(document) !== "dynamic") return;
  throw failed(
    `${name} ${placeholder}. The result would have nothing else; open it in Adobe Acrobat and print it to a new PDF first`,
  );
}

/** Rejects filling in data that only one viewer would show. */
export function refuseToFill(document: Pick<PdfDocument, "cos" | "pages">): void {
  if (xfaKind(document) !== "dynamic") return;
  throw failed(`The document ${placeholder}. pdfd can't fill it in; use Adobe Acrobat`);
}

/** Warns that a change of the pages isn't visible in the form. */
export function warnOfDynamicXfa({ document, context }: EditSession): void {
  if (xfaKind(document) === "dynamic")
    context.warn(`The document ${placeholder}: viewers that show the form don't show this change.`);
}

/** pdf_info's warning about an XFA form. */
export function xfaWarning(kind: XfaKind): string {
  return kind === "dynamic"
    ? `The document ${placeholder}. Only Adobe Acrobat shows and changes the form.`
    : "The document has an XFA form; only its AcroForm fields are listed.";
}

/** A merge's warning about a file whose form is lost. */
export function lostXfaWarning(name: string): string {
  return `${name} ${placeholder}: its content is lost, and only the placeholder is in the result.`;
}
