/** XMP in XFA form data (ISO 32000-2, annex K): a packet `xmpmeta` among its parts, or an element in its only stream. */
import { localName, xmlTags } from "../../core/xml/tags.ts";
import {
  type CosDict,
  type CosValue,
  fromLatin1,
  isArray,
  isStream,
  isString,
  latin1,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { dataOf, dictAt, refNumber } from "../typed-get.ts";

/** Larger form data, in bytes, isn't examined. */
const maxForm = 50_000_000;

/** Removes XMP from the form's XFA. */
export function clearXfaMetadata(session: EditSession): void {
  const { cos } = session;
  const place = cos.catalog.get("AcroForm");
  const form = dictAt(cos, place);
  const value = form?.get("XFA");
  if (!form || value === undefined) return;
  const cleared = withoutPacket(session, value);
  if (cleared === value) return;
  const made: CosDict = new Map(form).set("XFA", cleared);
  const num = refNumber(place);
  if (num === undefined) session.setCatalog({ AcroForm: made });
  else session.set(num, made);
}

function withoutPacket(session: EditSession, value: CosValue): CosValue {
  const { cos } = session;
  const found = cos.resolve(value);

  if (isArray(found)) {
    // Alternating names and streams.
    const kept = found.filter((_, k) => {
      const part = cos.resolve(found[k - (k % 2)]);
      return !isString(part) || latin1(part.bytes) !== "xmpmeta";
    });
    return kept.length === found.length ? value : kept;
  }

  const data = isStream(found) ? dataOf(cos, found, maxForm) : undefined;
  if (!data) return value;
  const text = latin1(data);
  cos.budget.scan(text.length);
  const cut = withoutElements(text, "xmpmeta");

  return cut === text ? value : session.add(newStream(new Map(), fromLatin1(cut), { deflate: true }));
}

/** XML without elements with a certain local name; unclosed ones stay. */
function withoutElements(text: string, name: string): string {
  let kept = "";
  let from = 0;
  let depth = 0;
  let start = 0;

  for (const tag of xmlTags(text)) {
    if (localName(tag.name) !== name) continue;
    if (depth === 0 && tag.kind !== "close") start = tag.start;
    if (tag.kind === "open") depth++;
    else if (tag.kind === "close" && depth > 0) depth--;
    else if (tag.kind === "close") continue;
    if (depth > 0) continue;
    kept += text.slice(from, start);
    from = tag.end;
  }

  return kept + text.slice(from);
}
