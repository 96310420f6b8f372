/**
 * Drops what fonts say of codes that nothing shows: maps, names, widths and drawings would reveal the letters of removed text.
 * Programs keep the names of their glyphs, but programs.ts blanks those.
 */
import { partitionPoint } from "../../core/collections/partition-point.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosArray,
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isRef,
  name,
  withEntries,
} from "../../cos/syntax/value.ts";
import { arrayAt, dictAt, nameAt, numberAt } from "../../cos/typed-get.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { unicodeMap } from "../cmaps/unicode-map.ts";
import { encodedNames } from "../encodings/encoding-of-font.ts";
import { unlessDoubtful } from "../encodings/font-doubt.ts";
import { readToUnicode } from "../encodings/to-unicode.ts";
import type { FontObjects } from "./font-objects.ts";
import { fontsOfForm, isShownFont } from "./programs.ts";
import { codesOf, fontUsage } from "./usage.ts";

/** Trims the fonts of a document, except those for typing in its form. */
export function trimFonts(objects: FontObjects): void {
  const typed = fontsOfForm(objects);
  const fonts = objects.order.filter((num) => !typed.has(num) && tells(objects.get(num)));
  const usage = fonts.length > 0 ? fontUsage(objects) : undefined;
  if (!usage) return;

  for (const num of fonts) {
    const font = objects.get(num);
    if (!isDict(font)) continue;
    const composite = arrayAt(objects.cos, font.get("DescendantFonts"));
    if (!composite) objects.set(num, trimmedSimple(objects, font, codesOf(usage, num, 1)));
    else if (["Identity-H", "Identity-V"].includes(nameAt(objects.cos, font.get("Encoding")) ?? ""))
      trimComposite(objects, num, font, codesOf(usage, num, 2));
  }
}

/** Whether it is a font that content shows directly, and that says something of its codes. */
const tells = (value: CosValue): value is CosDict =>
  isShownFont(value) && ["ToUnicode", "Encoding", "Widths", "CharProcs"].some((key) => value.has(key));

function trimmedSimple(objects: FontObjects, font: CosDict, codes: readonly number[]): CosDict {
  const { cos } = objects;
  const shown = new Set(codes);
  const encoding = cos.resolve(font.get("Encoding") ?? null);
  const own = isDict(encoding) ? withEntries(encoding, { BaseEncoding: undefined }) : null;
  const names = encodedNames(cos, own, undefined);
  const all = encodedNames(cos, encoding, undefined);
  const called = new Set(codes.map((code) => all[code]));
  const differences = codes.flatMap((code): CosValue[] =>
    names[code] === undefined ? [] : [code, name(names[code])],
  );
  const drawings = dictAt(cos, font.get("CharProcs"));
  const first = numberAt(cos, font.get("FirstChar")) ?? 0;
  const widths = arrayAt(cos, font.get("Widths"))?.map((width, at) => (shown.has(first + at) ? width : 0));

  return withEntries(font, {
    ToUnicode: trimmedMap(objects, font.get("ToUnicode"), codes, 1),
    Encoding:
      isDict(encoding) && encoding.has("Differences")
        ? withEntries(encoding, { Differences: differences })
        : font.get("Encoding"),
    Widths: widths ?? font.get("Widths"),
    CharProcs: drawings
      ? new Map([...drawings].filter(([glyph]) => called.has(glyph)))
      : font.get("CharProcs"),
  });
}

function trimComposite(objects: FontObjects, num: number, font: CosDict, codes: readonly number[]): void {
  const { cos } = objects;
  objects.set(num, withEntries(font, { ToUnicode: trimmedMap(objects, font.get("ToUnicode"), codes, 2) }));
  const [entry] = arrayAt(cos, font.get("DescendantFonts")) ?? [];
  const descendant = isRef(entry) ? objects.get(entry.num) : null;
  const widths = isDict(descendant) ? arrayAt(cos, descendant.get("W")) : undefined;
  if (isRef(entry) && isDict(descendant) && widths)
    objects.set(entry.num, withEntries(descendant, { W: trimmedWidths(cos, widths, codes) }));
}

/** Widths by CID (9.7.4.3): lists lose those of other codes, and spans without any of these go. */
function trimmedWidths(cos: CosDocument, widths: CosArray, codes: readonly number[]): CosValue[] {
  const shown = new Set(codes);
  const kept: CosValue[] = [];

  for (let at = 0; at + 1 < widths.length; ) {
    const first = numberAt(cos, widths[at]) ?? 0;
    const next = cos.resolve(widths[at + 1] ?? null);
    if (isArray(next)) {
      next.forEach((width, k) => {
        if (shown.has(first + k)) kept.push(first + k, [width]);
      });
      at += 2;
    } else {
      if (
        typeof next === "number" &&
        (codes[partitionPoint(codes.length, (k) => (codes[k] ?? 0) < first)] ?? Infinity) <= next
      )
        kept.push(...widths.slice(at, at + 3));
      at += 3;
    }
  }

  return kept;
}

/** A map of these codes only; the same if it has no other, or can't be read. */
function trimmedMap(
  objects: FontObjects,
  entry: CosValue | undefined,
  codes: readonly number[],
  size: 1 | 2,
) {
  const map = isRef(entry) ? unlessDoubtful(() => readToUnicode(objects.cos, entry)) : undefined;
  if (!map) return entry;
  const shown = new Set(codes);
  const all = Array.from({ length: 256 ** size }, (_, code) => code);
  if (!all.some((code) => !shown.has(code) && map.text(code) !== undefined)) return entry;
  const rows = codes.flatMap((code) => {
    const text = map.text(code);
    return text === undefined ? [] : [[code, text] as const];
  });
  return objects.add(newStream(new Map(), Buffer.from(unicodeMap(rows, size), "latin1"), { deflate: true }));
}
