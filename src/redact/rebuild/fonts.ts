/** Fonts of a new document: their maps, encodings and programs, for the codes in use. */
import {
  bytesString,
  type CosDict,
  type CosValue,
  dictOf,
  fromLatin1,
  isArray,
  isDict,
  isName,
  isNamed,
  isRef,
  isStream,
  isString,
  latin1,
  name,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { claimOf } from "../../document/conformance/claim.ts";
import { dataOf, nameAt, numberAt } from "../../document/typed-get.ts";
import { unicodeMap } from "../../fonts/cmaps/unicode-map.ts";
import { unlessDoubtful } from "../../fonts/encodings/font-doubt.ts";
import { readToUnicode } from "../../fonts/encodings/to-unicode.ts";
import { characterMapText } from "./character-map.ts";
import { cleanProgram } from "./font-programs.ts";
import type { Part, Rebuild } from "./rebuild.ts";
import { procedures } from "./resources.ts";

const font: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (!isDict(value)) return undefined;
  const kind = nameAt(to.cos, value.get("Subtype")) ?? "Type1";
  if (!["Type0", "Type1", "MMType1", "TrueType", "Type3"].includes(kind)) return undefined;
  const make = () => (kind === "Type3" ? drawnFont(to, value) : to.dict(kind, value));
  return isRef(entry) ? to.once("Font", entry, make) : make();
};

/** A font of glyph procedures: its glyphs get new names. */
function drawnFont(to: Rebuild, dict: CosDict): CosDict {
  const made = to.dict("Type3", dict);
  const names = new Map<string, string>();
  const nameOf = (glyph: string) => {
    const known = names.get(glyph) ?? `g${names.size + 1}`;
    names.set(glyph, known);
    return known;
  };
  const { procedures: own, resources } = procedures(to, dict, nameOf);
  made.set("CharProcs", own);
  made.set("Resources", resources);
  const encoding = to.cos.resolve(dict.get("Encoding"));
  const differences = isDict(encoding) ? to.cos.resolve(encoding.get("Differences")) : null;
  const list = isArray(differences) ? differences.map((item) => to.cos.resolve(item)) : [];
  made.set(
    "Encoding",
    dictOf({
      Type: name("Encoding"),
      Differences: list.flatMap((item): CosValue[] => {
        if (isName(item)) return [name(names.get(item.name) ?? ".notdef")];
        return typeof item === "number" ? [item] : [];
      }),
    }),
  );
  return made;
}

/** The names of both a font and its descriptor. */
const fontName: Part = (to, entry) => {
  const text = nameAt(to.cos, entry);
  return text === undefined ? undefined : name(to.ownName("Font", text));
};

const encoding: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return to.name(value.name);
  if (!isDict(value)) return undefined;
  const differences = to.cos.resolve(value.get("Differences"));
  const list = isArray(differences) ? differences.map((item) => to.cos.resolve(item)) : undefined;
  return dictOf({
    Type: name("Encoding"),
    BaseEncoding: to.value("name", value.get("BaseEncoding") ?? null, value),
    Differences: list?.flatMap((item): CosValue[] => {
      if (isName(item)) return [to.name(item.name) ?? name(".notdef")];
      return typeof item === "number" ? [item] : [];
    }),
  });
};

const mostCodes = 65_536;

const toUnicode: Part = (to, entry, owner) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return ["Identity-H", "Identity-V"].includes(value.name) ? value : undefined;
  if (!isStream(value)) return undefined;
  return to.once("ToUnicode", entry, () => {
    const map = unlessDoubtful(() => readToUnicode(to.cos, entry));
    const size = isNamed(to.cos.resolve(owner.get("Subtype")), "Type0") ? 2 : 1;
    const rows: (readonly [number, string])[] = [];
    for (let code = 0; map && code < (size === 1 ? 256 : mostCodes); code++) {
      const text = map.text(code);
      if (text !== undefined) rows.push([code, text]);
    }
    to.cos.budget.spend(rows.length);
    return newStream(new Map(), fromLatin1(unicodeMap(rows, size)), { deflate: true });
  });
};

/** A character map (9.7.5): predefined maps keep their names, and embedded ones are written again. */
const characterMap: Part = (to, entry, owner) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return to.name(value.name);
  if (!isStream(value)) return undefined;
  return to.once("CharacterMap", entry, () => {
    const vertical = numberAt(to.cos, value.dict.get("WMode")) === 1;
    const base = value.dict.get("UseCMap");
    const dict = dictOf({
      Type: name("CMap"),
      CMapName: name("Map"),
      CIDSystemInfo: dictOf({
        Registry: bytesString(fromLatin1("Adobe")),
        Ordering: bytesString(fromLatin1("Identity")),
        Supplement: 0,
      }),
      WMode: vertical ? 1 : undefined,
      UseCMap: base === undefined ? undefined : characterMap(to, base, owner),
    });
    return newStream(dict, characterMapText(to, value, vertical), { deflate: true });
  });
};

const glyphMap: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return value.name === "Identity" ? value : undefined;
  if (!isStream(value)) return undefined;
  return to.once("GlyphMap", entry, () =>
    newStream(new Map(), to.cos.decode(value).slice(0, 2 * mostCodes), { deflate: true }),
  );
};

/** Lists of glyphs, which only PDF/A-1 requires. */
const isRequired = (to: Rebuild) => claimOf(to.cos).pdfa?.part === "1";

const characterSet: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (!isString(value) || !isRequired(to)) return undefined;
  const glyphs = latin1(value.bytes)
    .split("/")
    .filter((glyph) => /^[\w.]{1,40}$/.test(glyph));
  return bytesString(fromLatin1(glyphs.flatMap((glyph) => (to.isName(glyph) ? `/${glyph}` : [])).join("")));
};

const cidSet: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (!isStream(value) || !isRequired(to)) return undefined;
  return to.once("CidSet", entry, () =>
    newStream(new Map(), to.cos.decode(value).slice(0, mostCodes / 8), { deflate: true }),
  );
};

const kinds = new Set(["Type1C", "CIDFontType0C", "OpenType"]);

const fontFile: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (!isStream(value)) return undefined;
  return to.once("FontFile", entry, () => {
    const data = dataOf(to.cos, value);
    if (!data) return newStream(new Map(), new Uint8Array(0));
    const kind = nameAt(to.cos, value.dict.get("Subtype"));
    const number = (key: string) => numberAt(to.cos, value.dict.get(key));
    const program = cleanProgram(data);
    const isPlain = kind === undefined;
    const dict = dictOf({
      Subtype: kind !== undefined && kinds.has(kind) ? name(kind) : undefined,
      Length1: isPlain ? (number("Length2") && number("Length1")) || program.length : undefined,
      Length2: isPlain ? number("Length2") : undefined,
      Length3: isPlain ? number("Length3") : undefined,
    });
    return newStream(dict, program, { deflate: true });
  });
};

export const fontParts: Readonly<Record<string, Part>> = {
  ...{ font, fontName, encoding, toUnicode, characterMap, glyphMap, characterSet, cidSet, fontFile },
};
