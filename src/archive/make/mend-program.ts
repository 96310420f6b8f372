/** Embedded programs that differ from what the document says of its fonts: widths, maps of codes, missing glyphs. */
import { type CosValue, dictOf, latin1, name, withEntries, without } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { dataOf } from "../../document/typed-get.ts";
import { asSymbolic, fontFlags } from "../../fonts/descriptor.ts";
import { encodedNames } from "../../fonts/encodings/encoding-of-font.ts";
import { encodingTable } from "../../fonts/encodings/encodings.ts";
import { unlessDoubtful } from "../../fonts/encodings/font-doubt.ts";
import { openGlyphs, type ProgramGlyphs } from "../../fonts/programs/program-glyphs.ts";
import { openType1 } from "../../fonts/programs/type1-program.ts";
import { withCffWidths } from "../../fonts/subset/cff-widths.ts";
import { changedTrueType, type GlyphCopy } from "../../fonts/subset/truetype-codes.ts";
import { cffOf } from "../../fonts/subset/write-cff.ts";
import type { GlyphFact } from "../facts.ts";
import type { PdfObject } from "../object.ts";
import type { FontUse } from "../survey/font-uses.ts";
import { type Program, programOf, surveyFonts, trueTypeGlyph } from "../survey/fonts.ts";
import { sameWidth } from "../table/fonts.ts";
import { rulesOf } from "../table/table.ts";
import { type Fixing, factStore } from "./fixing.ts";
import { writeTexts } from "./texts.ts";

interface Plan {
  readonly widths: Map<number, number>;
  readonly copies: GlyphCopy[];
  /** New glyphs by code or CID. */
  readonly moved: Map<number, number>;
}

/** The widths that glyphs need, and new glyphs for codes that have none, or that need another width than a glyph's others. */
function planOf(facts: readonly GlyphFact[], count: number): Plan {
  const [widths, moved] = [new Map<number, number>(), new Map<number, number>()];
  const copies: GlyphCopy[] = [];
  const agreed = new Map<number, number>();
  for (const { id, glyph, isInvisible, isNotdef, programWidth, width } of facts) {
    const wanted = isInvisible ? undefined : width;
    const known = glyph === undefined ? undefined : agreed.get(glyph);
    const fits = known === undefined || wanted === undefined || Math.abs(known - wanted) <= sameWidth;
    if (glyph === undefined || isNotdef || !fits) {
      moved.set(id, count + copies.push({ of: glyph, width: wanted ?? programWidth ?? 0 }) - 1);
      continue;
    }
    if (wanted === undefined || known !== undefined) continue;
    agreed.set(glyph, wanted);
    if (programWidth !== undefined && Math.abs(programWidth - wanted) > sameWidth) widths.set(glyph, wanted);
  }
  return { widths, copies, moved };
}

/** Changes the program of a font, if that is what it takes to keep the rules. `font` has the program: a simple font or a CIDFont. */
export function mendProgram(fixing: Fixing, use: FontUse, font: PdfObject): void {
  const { session, profile, family, note } = fixing;
  const program = programOf(font);
  if (!program?.bytes || !program.glyphs || font.num === 0) return;
  const facts = factStore();
  surveyFonts(session.cos, [use], facts.report);
  const scene = { profile, family, outputSpace: undefined };
  const isBroken = <Kind extends "trueType" | "trueTypeProgram">(kind: Kind) =>
    facts
      .of(kind)
      .some((fact) => rulesOf(kind, profile).some(({ rule }) => rule.holds(fact, scene) === false));
  const plan = planOf(facts.of("glyph"), program.glyphs.count);
  const needsMap = isBroken("trueType") || isBroken("trueTypeProgram");
  // A program in a collection of fonts gets a file of its own.
  const isAlone = latin1(program.bytes, 0, 4) !== "ttcf";
  if (isAlone && !needsMap && plan.widths.size === 0 && plan.copies.length === 0) return;
  const isMended = unlessDoubtful(() =>
    program.glyphs?.kind === "truetype"
      ? mendTrueType(fixing, use, font, program, plan, needsMap)
      : mendCompact(fixing, font, program, plan),
  );
  if (isMended) note("fonts", use.page);
}

/** Gives a font another program, in a descriptor of its own: others may share the old one. */
function setProgram(
  { session }: Fixing,
  font: PdfObject,
  key: "FontFile2" | "FontFile3",
  bytes: Uint8Array,
  entries: { readonly font?: Record<string, CosValue | undefined>; readonly flags?: number },
): void {
  const kind =
    key === "FontFile2"
      ? dictOf({ Length1: bytes.length })
      : dictOf({ Subtype: name(font.name("Subtype") === "CIDFontType0" ? "CIDFontType0C" : "Type1C") });
  const program = session.add(newStream(kind, bytes, { deflate: true }));
  const old = font.object("FontDescriptor")?.dict ?? new Map<string, CosValue>();
  const descriptor = withEntries(without(old, ["FontFile", "FontFile2", "FontFile3"]), {
    [key]: program,
    ...(entries.flags !== undefined && { Flags: entries.flags }),
  });
  session.set(font.num, withEntries(font.dict, { FontDescriptor: session.add(descriptor), ...entries.font }));
}

function mendTrueType(
  fixing: Fixing,
  use: FontUse,
  font: PdfObject,
  { bytes, glyphs }: Program,
  { widths, copies, moved }: Plan,
  needsMap: boolean,
): boolean {
  const { session } = fixing;
  const isComposite = font.name("Subtype") === "CIDFontType2";
  const codes =
    !isComposite && (needsMap || copies.length > 0) ? glyphsByCode(font, glyphs, moved) : undefined;
  const made = bytes && changedTrueType(bytes, { widths, copies, codes });
  if (!made) return false;
  if (!codes) {
    const map =
      moved.size > 0
        ? session.add(newStream(new Map(), cidMap(font, glyphs, moved), { deflate: true }))
        : undefined;
    setProgram(fixing, font, "FontFile2", made, { ...(map && { font: { CIDToGIDMap: map } }) });
    return true;
  }
  writeTexts(fixing, use);
  const flags = font.object("FontDescriptor")?.number("Flags") ?? 0;
  setProgram(fixing, font.again(), "FontFile2", made, {
    font: { Encoding: undefined },
    flags: asSymbolic(flags),
  });
  return true;
}

/** The glyph of each code of a simple font, whether shown or not. */
function glyphsByCode(
  font: PdfObject,
  glyphs: ProgramGlyphs | undefined,
  moved: ReadonlyMap<number, number>,
): Map<number, number> {
  const isSymbolic = ((font.object("FontDescriptor")?.number("Flags") ?? 0) & fontFlags.symbolic) !== 0;
  const names = encodedNames(
    font.cos,
    font.get("Encoding"),
    isSymbolic ? undefined : encodingTable("standard"),
  );
  return new Map(
    Array.from({ length: 256 }, (_, code) => [
      code,
      moved.get(code) ?? trueTypeGlyph(code, names, isSymbolic, glyphs).glyph ?? 0,
    ]),
  );
}

function cidMap(
  font: PdfObject,
  glyphs: ProgramGlyphs | undefined,
  moved: ReadonlyMap<number, number>,
): Uint8Array {
  const stream = font.streamOf("CIDToGIDMap");
  const old = stream && dataOf(font.cos, stream, 131_072);
  const last = Math.max(glyphs?.count ?? 0, ...moved.keys());
  const map = new DataView(new ArrayBuffer(Math.max(old?.length ?? 0, (last + 1) * 2) & ~1));
  for (let cid = 0; cid * 2 < map.byteLength; cid++) {
    const given = old ? (old[cid * 2] ?? 0) * 256 + (old[cid * 2 + 1] ?? 0) : cid;
    map.setUint16(cid * 2, moved.get(cid) ?? given);
  }
  return new Uint8Array(map.buffer);
}

/** CFF, and Type 1 converted to it: widths alone. */
function mendCompact(
  fixing: Fixing,
  font: PdfObject,
  { stream, bytes, glyphs }: Program,
  plan: Plan,
): boolean {
  if (!bytes || !glyphs || plan.widths.size === 0 || stream.name("Subtype") === "OpenType") return false;
  const type1 = glyphs.kind === "type1" ? openType1(bytes) : undefined;
  const program = type1 ? cffOf(type1, new Set(type1.charStrings.keys()))?.bytes : bytes;
  const converted = type1 && program ? openGlyphs(program) : glyphs;
  if (!program || !converted) return false;
  const widths = new Map(
    [...plan.widths].flatMap(([glyph, width]) => {
      const own = type1 ? converted.named(glyphs.nameOf(glyph) ?? "") : glyph;
      return own === undefined ? [] : [[own, width] as const];
    }),
  );
  const made = withCffWidths(program, widths);
  if (!made) return false;
  setProgram(fixing, font, "FontFile3", made, {});
  return true;
}
