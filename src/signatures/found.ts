/** A document's signatures: the values of its signature fields (ISO 32000-2, 12.7.5.5 and 12.8). */
import type { Box } from "../core/page-layout.ts";
import { type CosDict, isDict } from "../cos/syntax/value.ts";
import type { FormField } from "../document/forms/fields.ts";
import { documentFields } from "../document/forms/form-items.ts";
import type { PdfDocument } from "../document/open.ts";
import { pageBoxes, readBox } from "../document/pages/boxes.ts";
import { shownBox } from "../document/pages/display-space.ts";
import { bytesAt, nameAt, numbersAt, refNumber } from "../document/typed-get.ts";

export interface FoundSignature {
  readonly field: FormField;
  /** The signature dictionary, and the number of the object that it is in. */
  readonly value: CosDict;
  readonly num: number;
  readonly subFilter: string;
  /** Pairs of offset and length; empty if the entry is missing or no list of pairs. */
  readonly byteRange: readonly number[];
  readonly contents: Uint8Array | undefined;
  /** Where its first widget is shown. */
  readonly page?: number | undefined;
  readonly box?: Box | undefined;
}

/** In the order of signing, as far as the signatures say what they cover. */
export function findSignatures(document: PdfDocument): FoundSignature[] {
  const { cos } = document;
  const { fields, widgets } = documentFields(document);
  const found = fields.flatMap((field): FoundSignature[] => {
    const { kind, value } = field;
    if (kind !== "Sig" || !isDict(value)) return [];
    const [widget] = field.widgets.flatMap(({ num, dict }) => widgets.get(num || dict) ?? []);
    const rect = widget && readBox(cos, widget.dict.get("Rect"));
    const holder = field.dict.has("V") ? field.num : field.parent;
    const numbers = numbersAt(cos, value.get("ByteRange"));
    const isPairs = numbers.length % 2 === 0 && numbers.every((one) => Number.isSafeInteger(one) && one >= 0);
    return [
      {
        ...{ field, value, num: refNumber(field.dict.get("V")) ?? holder },
        subFilter: nameAt(cos, value.get("SubFilter")) ?? "",
        byteRange: isPairs ? numbers : [],
        contents: bytesAt(cos, value.get("Contents")),
        ...(widget && { page: widget.page }),
        ...(widget && rect && { box: shownBox(rect, pageBoxes(cos, document.pages, widget.page)) }),
      },
    ];
  });
  return found.sort((a, b) => endOf(a) - endOf(b));
}

/** The end of what a signature covers, in the file. */
export const endOf = ({ byteRange }: FoundSignature): number =>
  (byteRange.at(-2) ?? 0) + (byteRange.at(-1) ?? 0);
