/** Streams whose compressed data is damaged: they keep what is before the damage. */

import type { CosDocument } from "../../cos/document.ts";
import { inflate } from "../../cos/filters/flate.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type CosDict, isArray, isNamed, isRef, isStream } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../../document/edit.ts";
import { sanitizeContent } from "../../document/pages/sanitize-content.ts";

/** Encoded and decoded bytes of a stream that is looked at, at most. */
const maxEncoded = 16 * 1024 * 1024;
const maxDecoded = 64 * 1024 * 1024;
/**
 * Decoded bytes of all streams together, in any file and for each byte of it: beyond, the others stay as they are. They cost
 * an eighth of that in steps, and the call needs others (core/work.ts).
 */
const maxTogether = 512 * 1024 * 1024;
const leastTogether = 32 * 1024 * 1024;
const decodedPerByte = 64;

/** A damaged stream that unfolds to more than `maxDecoded` in a file smaller than this, in bytes, is an attack: it becomes empty. */
const smallFile = 1_000_000;

/** Filters of ISO 32000-2, 7.4, that are left to readers: no data but images is coded with them. */
const imageFilters = new Set(["DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode", "DCT", "CCF"]);

/** What describes how data is coded. */
const coding = ["Filter", "DecodeParms", "DL"] as const;

/** Whether the data of a stream is damaged, as far as its filters tell. */
export function isDamagedStream(cos: CosDocument, num: number): boolean {
  return decoded(cos, num, maxDecoded).damaged !== undefined;
}

/**
 * Writes the streams with damaged data anew, with what can be decoded of them; the pages, in order, whose own content was
 * damaged, and whether anything was. Streams in a file of their own, pictures, and those coded as images stay as they are.
 */
export function mendStreams(session: EditSession): {
  readonly any: boolean;
  readonly pages: readonly number[];
} {
  const { cos } = session;
  const repaired = new Set<number>();
  let room = Math.min(maxTogether, leastTogether + decodedPerByte * cos.source.size);
  for (let num = 1, end = cos.objectCount; num < end && room > 0; num++) {
    const looked = decoded(cos, num, Math.min(room, maxDecoded), maxEncoded);
    room -= looked.cost;
    if (!looked.damaged) continue;
    const dict = new Map(looked.damaged.dict);
    for (const key of coding) dict.delete(key);
    session.set(num, newStream(dict, looked.damaged.data, { deflate: true }));
    repaired.add(num);
  }
  if (repaired.size === 0) return { any: false, pages: [] };
  return { any: true, pages: pagesOf(session, repaired) };
}

interface Looked {
  /** Decoded bytes. */
  readonly cost: number;
  /** A stream that is damaged, and its data up to there. */
  readonly damaged?: { readonly dict: CosDict; readonly data: Uint8Array };
}

const passedOver: Looked = { cost: 0 };

/** Decodes a stream; one that is longer than `most`, a picture, or cannot be read at all is passed over. */
function decoded(cos: CosDocument, num: number, limit: number, most = Number.POSITIVE_INFINITY): Looked {
  let dict: CosDict | undefined;
  let isDamaged = false;
  try {
    const stream = cos.object(num);
    if (!isStream(stream) || !stream.dict.has("Filter") || stream.dict.has("F")) return passedOver;
    dict = stream.dict;
    if ((stream.stored?.().length ?? 0) > most) return passedOver;
    // Readers show what they can of pictures, and most of a file's bytes are theirs.
    if (isNamed(cos.resolve(dict.get("Subtype")), "Image")) return passedOver;
    const onDamage = () => {
      isDamaged = true;
    };
    const { bytes, undecoded } = cos.decodePartly(stream, limit, onDamage);
    const [filter] = undecoded;
    if (filter !== undefined && imageFilters.has(filter)) return passedOver;
    // A name that is no filter is a damaged one, and nearly always Flate's; where it was another, nothing can be read.
    const data = filter === undefined ? bytes : inflate(bytes, limit, onDamage);
    const cost = data.length;
    return isDamaged || filter !== undefined ? { cost, damaged: { dict, data } } : { cost };
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    if (error.reason !== "limit") return passedOver;
    if (!dict || !isDamaged || cos.source.size >= smallFile) return { cost: limit };
    return { cost: limit, damaged: { dict, data: new Uint8Array(0) } };
  }
}

/** Pages whose content is among `repaired`; it then is tidied. */
function pagesOf(session: EditSession, repaired: ReadonlySet<number>): number[] {
  const { cos } = session;
  const pages: number[] = [];
  const contents = new Set<number>();
  for (let page = 1; page <= session.pageCount; page++) {
    const own = session.page(page).get("Contents");
    const list = cos.resolve(own);
    const nums = (isArray(list) ? list : [own]).flatMap((part) => (isRef(part) ? [part.num] : []));
    const damaged = nums.filter((num) => repaired.has(num));
    if (damaged.length > 0) pages.push(page);
    for (const num of damaged) contents.add(num);
  }
  for (const num of repaired) {
    const stream = cos.object(num);
    if (!isStream(stream) || !(contents.has(num) || isNamed(stream.dict.get("Subtype"), "Form"))) continue;
    const dict = new Map(stream.dict);
    dict.delete("Filter");
    session.set(num, newStream(dict, sanitizeContent(cos.decode(stream)), { deflate: true }));
  }
  return pages;
}
