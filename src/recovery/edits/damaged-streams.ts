/** Repairs streams with damaged compressed data: they keep the data before the damage. */

import type { CosDocument } from "../../cos/document.ts";
import { inflate } from "../../cos/filters/flate.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type CosDict, isArray, isNamed, isRef, isStream } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../../document/edit.ts";
import { sanitizeContent } from "../../document/pages/sanitize-content.ts";

/** Maximum encoded and decoded sizes of an examined stream, in bytes. */
const maxEncoded = 16 * 1024 * 1024;
const maxDecoded = 64 * 1024 * 1024;
/**
 * Maximum decoded bytes of all streams together: a base for any file, and an amount per byte of it. Streams beyond that stay
 * unchanged. Decoding costs an eighth of that in steps, and the call needs other steps (core/work.ts).
 */
const maxTogether = 512 * 1024 * 1024;
const leastTogether = 32 * 1024 * 1024;
const decodedPerByte = 64;

/** A damaged stream that expands beyond `maxDecoded` in a file smaller than this, in bytes, is an attack: it is emptied. */
const smallFile = 1_000_000;

/** Filters of ISO 32000-2, 7.4, that are left to readers: they encode only images. */
const imageFilters = new Set(["DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode", "DCT", "CCF"]);

/** Entries that describe how data is encoded. */
const coding = ["Filter", "DecodeParms", "DL"] as const;

/** Whether a stream's data is damaged, as far as its filters can tell. */
export function isDamagedStream(cos: CosDocument, num: number): boolean {
  return decoded(cos, num, maxDecoded).damaged !== undefined;
}

/**
 * Rewrites streams with damaged data, keeping the decodable part. Returns the pages, in order, whose content was damaged, and
 * whether anything was. Leaves external streams, pictures and image-coded streams alone.
 */
export function repairStreams(session: EditSession): {
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
  /** A damaged stream, and its data up to the damage. */
  readonly damaged?: { readonly dict: CosDict; readonly data: Uint8Array };
}

const skipped: Looked = { cost: 0 };

/** Decodes a stream; skips one that is longer than `most`, a picture, or unreadable. */
function decoded(cos: CosDocument, num: number, limit: number, most = Number.POSITIVE_INFINITY): Looked {
  let dict: CosDict | undefined;
  let isDamaged = false;

  try {
    const stream = cos.object(num);
    if (!isStream(stream) || !stream.dict.has("Filter") || stream.dict.has("F")) return skipped;
    dict = stream.dict;
    if ((stream.stored?.().length ?? 0) > most) return skipped;
    // Readers show as much as they can of pictures, which make up most of a file's bytes.
    if (isNamed(cos.resolve(dict.get("Subtype")), "Image")) return skipped;
    const onDamage = () => {
      isDamaged = true;
    };
    const { bytes, undecoded } = cos.decodePartly(stream, limit, onDamage);
    const [filter] = undecoded;
    if (filter !== undefined && imageFilters.has(filter)) return skipped;
    // An unknown filter name is a damaged one, and nearly always Flate's; if it was another, nothing can be read.
    const data = filter === undefined ? bytes : inflate(bytes, limit, onDamage);
    const cost = data.length;
    return isDamaged || filter !== undefined ? { cost, damaged: { dict, data } } : { cost };
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    if (error.reason !== "limit") return skipped;
    if (!dict || !isDamaged || cos.source.size >= smallFile) return { cost: limit };
    return { cost: limit, damaged: { dict, data: new Uint8Array(0) } };
  }
}

/** Pages whose content is among `repaired`; that content is then tidied. */
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
