/** Maps of texts (ISO 32000-2, 9.10.3), for fonts whose texts follow from something else, or whose map strict readers misread. */
import { isDict, withEntries } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { unicodeMap } from "../../fonts/cmaps/unicode-map.ts";
import { unknownText } from "../../fonts/glyphs.ts";
import { openFont } from "../../fonts/open-font.ts";
import type { FontUse } from "../survey/font-uses.ts";
import type { Fixing } from "./fixing.ts";

/** Readers differ in what they make of a Latin ligature that is one character. */
const withoutLigatures = (text: string) => (/^[\ufb00-\ufb06]$/.test(text) ? text.normalize("NFKC") : text);

/** Gives a font a map of the texts that its codes are read as: of all codes, or of those that a composite font shows. */
export function writeTexts({ session }: Fixing, { font, codes }: FontUse): void {
  const { cos } = session;
  const isWide = font.name("Subtype") === "Type0";
  const shown = [...codes.values()];
  const opened = openFont(cos, font.ref);
  if (!opened || (isWide && shown.some(({ length }) => length !== 2))) return;
  const all = isWide ? shown.map(({ code }) => code) : Array.from({ length: 256 }, (_, code) => code);
  const rows = all
    .sort((a, b) => a - b)
    .flatMap((code) => {
      const { text } = opened.glyph(Uint8Array.from(isWide ? [code >> 8, code & 255] : [code]), 0);
      return text === undefined || text === unknownText ? [] : [[code, withoutLigatures(text)] as const];
    });
  const map = newStream(new Map(), Buffer.from(unicodeMap(rows, isWide ? 2 : 1), "latin1"), {
    deflate: true,
  });
  const current = cos.object(font.num);
  if (isDict(current)) session.set(font.num, withEntries(current, { ToUnicode: session.add(map) }));
}
