/** Type 3 fonts: glyphs that state the document's widths, and have names (ISO 32000-2, 9.6.4). */
import {
  type CosDict,
  type CosValue,
  dictOf,
  latin1,
  name,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { dataOf } from "../../document/typed-get.ts";
import { encodedNames } from "../../fonts/encodings/encoding-of-font.ts";
import type { GlyphFact } from "../facts.ts";
import type { PdfObject } from "../object.ts";
import { sameWidth } from "../table/fonts.ts";
import type { Fixing } from "./fixing.ts";

/** The number that a glyph begins with. */
const leading = /^[\s\0]{0,20}[-+.\d]{1,20}/;
/** For codes that show `.notdef`. */
const unnamed = "undefined";

/** Returns whether something was changed. */
export function mendType3({ session }: Fixing, font: PdfObject, facts: readonly GlyphFact[]): boolean {
  const { cos } = session;
  const names = encodedNames(cos, font.get("Encoding"), undefined);
  const glyphs = font.object("CharProcs");
  if (!glyphs) return false;
  const changed: Record<string, CosValue> = {};

  for (const { id, isNotdef, programWidth, width = 0 } of facts) {
    const own = glyphs.object(names[id] ?? "");
    const isWrong = programWidth !== undefined && Math.abs(programWidth - width) > sameWidth;
    if (!isNotdef && !isWrong) continue;
    const bytes = own?.stream ? dataOf(cos, own.stream) : Buffer.from("0 0 d0");
    const head = bytes && leading.exec(latin1(bytes, 0, 60))?.[0];
    if (!bytes || head === undefined) continue;
    const dict: CosDict = without(own?.dict ?? new Map(), ["Filter", "DecodeParms", "Length"]);
    const data = Buffer.concat([Buffer.from(`${width}`), bytes.subarray(head.length)]);
    const key = isNotdef ? unnamed : (names[id] ?? "");
    if (isNotdef) names[id] = unnamed;
    changed[key] = session.add(newStream(dict, data, { deflate: true }));
  }
  if (Object.keys(changed).length === 0) return false;

  const Differences = [0, ...names.map((one) => name(one ?? ".notdef"))];
  session.set(
    font.num,
    withEntries(font.dict, {
      CharProcs: withEntries(glyphs.dict, changed),
      ...(unnamed in changed && { Encoding: dictOf({ Type: name("Encoding"), Differences }) }),
    }),
  );
  return true;
}
