/** Texts in entries that nobody knows, and in bytes around a document. */
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, isDict, latin1 } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { eachDict } from "../every-dict.ts";
import { isKnownKey } from "../proof/known-keys.ts";
import { saidIn } from "../words/said.ts";
import type { ShownWords } from "./shown-words.ts";

/** Entries of other standards and programs whose texts are codes, dates, or shown by viewers. */
const others = new Set(
  `Base Caption Cert Reason Location ContactInfo Filter SubFilter Panose Lookup LastModified NM URL URLs WKT Lock Reasons
  LegalAttestation OverlayText OCR State StateModel DS RC RV DV JS URI FDecodeParms VersionID Attestation`.split(
    /\s+/,
  ),
);

const isUnknown = (key: string) => !isKnownKey(key) && !others.has(key) && !/^(?:PTEX\.|ADBE)/.test(key);

/** `apart`: numbers of objects that are reported in another way. */
export function unknownEntries(
  { cos }: PdfDocument,
  apart: ReadonlySet<number>,
  shown: ShownWords,
): string[] {
  const texts = new Set<string>();
  const look = (dict: CosDict) => {
    for (const [key, value] of dict)
      if (isUnknown(key) && !isDict(value)) for (const text of saidIn(value, key)) texts.add(text);
  };
  const files = new Set([cos.encryptNum]);
  eachDict(cos, (dict, num) => {
    // Information has a kind of its own, and signatures are shown by viewers.
    if (apart.has(num) || files.has(num) || dict.has("Producer") || dict.has("ByteRange")) return;
    look(dict);
  });
  look(cos.trailer);
  for (const text of around(cos)) texts.add(text);
  return [...texts].filter((text) => !shown.shows(text) && isInWords(shown.missingFrom(text)));
}

/** Dates as compilers write them. */
const built = /^[A-Z][a-z]{2,8} +\d{1,2},? \d{4}/;

/** Whether a text has a word: identifiers and versions have digits, and other data isn't printable. */
const isInWords = (text: string): boolean =>
  !built.test(text) &&
  !/[\0-\x08\x0e-\x1f\ufffd]/.test(text) &&
  text.split(/\s+/).some((word) => /\p{L}{4}/u.test(word) && !/\p{N}/u.test(word));

/** Bytes before the header and after the end that are looked at. */
const mostAround = 65_536;

/** The lines before a file's header and after its end that are words. */
function around({ source }: CosDocument): string[] {
  const head = latin1(source.read(0, Math.min(source.size, 1024)));
  const from = Math.max(0, source.size - mostAround);
  const tail = latin1(source.read(from, source.size - from));
  const end = tail.lastIndexOf("%%EOF");
  const parts = [head.slice(0, Math.max(0, head.indexOf("%PDF-"))), end < 0 ? "" : tail.slice(end + 5)];
  return parts
    .flatMap((part) => part.split(/[\r\n]+/))
    .filter((line) => /^[\t\x20-\x7e]*$/.test(line) && /[A-Za-z]{4}/.test(line));
}
