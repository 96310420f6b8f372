/** Stamp fonts as objects of a document (ISO 32000-2, 9.7: composite fonts with two-byte codes). */

import {
  bytesString,
  type CosRef,
  type CosStream,
  dictOf,
  fromLatin1,
  name,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { FontFacts } from "../../typeset/font-set.ts";
import type { Claim } from "../conformance/claim.ts";
import { listsGlyphs } from "../conformance/stamping.ts";
import type { EditSession } from "../edit.ts";

/** Font descriptor flags: symbolic, since codes are the font's own. */
const symbolic = 4;

/** Adds a font to the document. */
export function addFont(session: EditSession, font: FontFacts, claim: Claim): CosRef {
  const file = newStream(dictOf({ Length1: font.file.length }), font.file, { deflate: true });
  const descriptor = dictOf({
    Type: name("FontDescriptor"),
    FontName: name(font.name),
    Flags: symbolic,
    FontBBox: [...font.box],
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: font.ascent,
    StemV: 80,
    FontFile2: session.add(file),
  });
  if (listsGlyphs(claim)) descriptor.set("CIDSet", session.add(cidSet(font.widths.length)));
  const descendant = dictOf({
    Type: name("Font"),
    Subtype: name("CIDFontType2"),
    BaseFont: name(font.name),
    CIDSystemInfo: dictOf({
      Registry: bytesString(fromLatin1("Adobe")),
      Ordering: bytesString(fromLatin1("Identity")),
      Supplement: 0,
    }),
    FontDescriptor: session.add(descriptor),
    W: [1, [...font.widths]],
    CIDToGIDMap: name("Identity"),
  });
  const unicode = newStream(new Map(), fromLatin1(font.toUnicode), { deflate: true });

  return session.add(
    dictOf({
      Type: name("Font"),
      Subtype: name("Type0"),
      BaseFont: name(font.name),
      Encoding: name("Identity-H"),
      DescendantFonts: [session.add(descendant)],
      ToUnicode: session.add(unicode),
    }),
  );
}

/** Codes 0 to `last` as one bit each, the highest bit first (ISO 32000-1, table 124). */
function cidSet(last: number): CosStream {
  const bits = new Uint8Array(Math.floor(last / 8) + 1).fill(0xff);
  bits[bits.length - 1] = (0xff00 >> ((last % 8) + 1)) & 0xff;
  return newStream(new Map(), bits);
}
