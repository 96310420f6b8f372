/** A page's content as one piece that can be drawn among others (ISO 32000-2, 7.8.2). */
import { endMarkedContent, endText, popGraphicsState } from "pdf-lib";
import type { CosDocument } from "../../cos/document.ts";
import { nameText, scanContent } from "../../cos/syntax/content/scan.ts";
import {
  type CosRef,
  type CosStream,
  type CosValue,
  isArray,
  isRef,
  isStream,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { dataOf, streamAt } from "../typed-get.ts";
import type { ContentState } from "./content-state.ts";
import { contentOf } from "./operators.ts";

/** The state after content that leaves nothing open. */
export const clean: ContentState = { saved: 0, surplus: [], inText: false, marked: 0, cut: undefined };

const restore = contentOf([popGraphicsState()]);
const endOfText = contentOf([endText()]);
const endOfMarked = contentOf([endMarkedContent()]);

/** The operators that close content, on one line. */
export function closingOf({ saved, inText, marked }: ContentState): string {
  return `\n${inText ? endOfText : ""}${endOfMarked.repeat(marked)}${restore.repeat(saved)}`;
}

/** The streams of a page's /Contents, in order, without anything else, which shows nothing. */
export function contentStreams(cos: CosDocument, contents: CosValue | undefined): CosRef[] {
  const found = cos.resolve(contents);
  if (isStream(found) && isRef(contents)) return [contents];
  const items = isArray(found) ? found : [];
  return items.filter((item): item is CosRef => isRef(item) && isStream(cos.resolve(item)));
}

/** Whether content must be `repaired` before it can be wrapped. */
export const isBroken = ({ cut, surplus }: ContentState): boolean => cut !== undefined || surplus.length > 0;

/** Content that is safe between `q` and `Q`: without unmatched restores, and cut before an unterminated part. */
export function repaired(bytes: Uint8Array, { surplus, cut }: ContentState, closing = ""): CosStream {
  const copy = bytes.slice(0, cut);
  for (const at of surplus) copy[at] = 0x20;
  const whole = closing === "" ? copy : Buffer.concat([copy, Buffer.from(closing, "latin1")]);
  return newStream(new Map(), whole, { deflate: true });
}

/** Content without the numbers by which tags refer to its parts (14.7.5.2); the same bytes if it has none. */
export function withoutContentIds(bytes: Uint8Array): Uint8Array {
  const scan = scanContent(bytes);
  let made: Uint8Array | undefined;
  let key = -1;
  while (scan.next()) {
    if (key >= 0 && scan.token === "number") {
      made ??= Uint8Array.from(bytes);
      made.fill(0x20, key, scan.end);
    }
    const isKey = scan.token === "name" && nameText(bytes, scan.start, scan.end) === "MCID";
    key = isKey ? scan.start : -1;
  }
  return made ?? bytes;
}

/** Streams end tokens (ISO 32000-2, 7.8.2). */
const between = Uint8Array.of(10);

/** Decoded contents, concatenated; undefined if one can't be decoded, since readers' behavior is unknown then. */
export function joinedContent(cos: CosDocument, contents: readonly CosRef[]): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (const item of contents) {
    const stream = streamAt(cos, item);
    const part = stream && dataOf(cos, stream);
    if (!part) return undefined;
    parts.push(part, between);
  }
  return Buffer.concat(parts);
}
