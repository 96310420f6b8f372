/**
 * Fields of a signed document that may be filled in (ISO 32000-2, 12.8.2.2 and 12.8.2.4): an incremental update then keeps its
 * signatures valid.
 */
import { type CosDict, isDict, isNamed } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import { isSigned } from "../signatures.ts";
import { decodeText } from "../text-string.ts";
import { arrayAt, bytesAt, dictAt, nameAt, numberAt } from "../typed-get.ts";
import { xfaKind } from "../xfa.ts";
import { documentFields } from "./form-items.ts";

/** Whether the document is signed and its signatures stay valid if these fields are filled in. */
export function signaturesPermit(document: PdfDocument, names: Iterable<string>): boolean {
  const { cos, pages } = document;
  if (!isSigned(cos) || document.recovered || pages.inconsistencies.length > 0) return false;
  if (pages.wrongCounts.size > 0 || xfaKind(document)) return false;
  const wanted = [...names];
  const locks: CosDict[] = [];
  const { fields, loose, needAppearances } = documentFields(document);
  if (needAppearances || loose.roots.length > 0) return false;

  for (const { kind, value, dict } of fields) {
    if (kind !== "Sig" || !isDict(value)) continue;
    const lock = dictAt(cos, dict.get("Lock"));
    if (lock) locks.push(lock);
    for (const entry of arrayAt(cos, value.get("Reference")) ?? []) {
      const reference = dictAt(cos, entry);
      const parameters = dictAt(cos, reference?.get("TransformParams"));
      const method = nameAt(cos, reference?.get("TransformMethod"));
      // Without parameters, filling in is allowed (table 257).
      if (method === "DocMDP" && numberAt(cos, parameters?.get("P")) === 1) return false;
      if (method === "FieldMDP" && parameters) locks.push(parameters);
    }
  }

  if (locks.some((lock) => numberAt(cos, lock.get("P")) === 1)) return false;

  return locks.every((lock) => {
    const action = cos.resolve(lock.get("Action"));
    const listed = (arrayAt(cos, lock.get("Fields")) ?? []).map((one) =>
      decodeText(bytesAt(cos, one) ?? none),
    );
    const isListed = (field: string) => listed.some((one) => field === one || field.startsWith(`${one}.`));
    if (isNamed(action, "Include")) return !wanted.some(isListed);
    return isNamed(action, "Exclude") && wanted.every(isListed);
  });
}

const none = new Uint8Array(0);
