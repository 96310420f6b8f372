/** What a file says and its pages don't show: in comments, entries, and in streams that are something else. */
import type { ByteSource } from "../../../core/document-io.ts";
import { unescapeXml } from "../../../core/xml/text.ts";
import type { CosDocument } from "../../../cos/document.ts";
import { isOfContent } from "../../../cos/syntax/content/unsupported.ts";
import { type CosDict, type CosStream, isNamed, isRef, isStream, latin1 } from "../../../cos/syntax/value.ts";
import { componentsOf } from "../../../document/images/color-space.ts";
import { xmpText } from "../../../document/metadata/xmp.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { bytesAt, dictAt, listAt, nameAt, numberAt, numbersAt } from "../../../document/typed-get.ts";
import { pageContent } from "../../../reading/interpreter/content/page-source.ts";
import { eachDict } from "../../every-dict.ts";
import type { HidingPlaceName } from "../../hiding-places.ts";
import { remarksOf } from "../../image-remarks.ts";
import { contentStrings, dataIn, readable } from "../content-strings.ts";
import type { ShownWords } from "../shown-words.ts";
import { contentAsides, programAsides } from "./content.ts";
import { dataTexts, remarkTexts } from "./data-words.ts";
import { entryAsides } from "./entries.ts";
import { fileAsides } from "./file.ts";
import { fontAsides, withoutNotice } from "./fonts.ts";
import { saysMore } from "./ordinary.ts";
import { profileAsides } from "./profile.ts";

/** A text, and where it is. */
export interface Aside {
  readonly place: HidingPlaceName;
  readonly text: string;
}

/** `apart`: numbers of objects that are reported in another way. */
export function asides(
  document: PdfDocument,
  file: ByteSource,
  apart: ReadonlySet<number>,
  shown: ShownWords,
): Aside[] {
  const { cos, pages } = document;
  const found = new Map<string, Aside>();
  const add = (place: HidingPlaceName, texts: readonly string[]) => {
    for (const text of texts) {
      const key = `${place} ${text}`;
      if (!found.has(key) && saysMore(text, shown)) found.set(key, { place, text });
    }
  };

  add("loose_text", fileAsides(cos, file));
  const links = linksIn(cos);
  eachDict(cos, (dict, num) => {
    // Information has a kind of its own, and signatures are shown by viewers.
    if (apart.has(num) || num === cos.encryptNum || dict.has("Producer") || dict.has("ByteRange")) return;
    add("unknown_entry", entryAsides(dict, links.free.has(dict)));
  });
  add("unknown_entry", entryAsides(cos.trailer, false));
  for (const id of listAt(cos, cos.trailer.get("ID")))
    add(
      "unknown_entry",
      remarkTexts(bytesAt(cos, id) ?? none)
        .filter((text) => !text.endsWith("="))
        .map((text) => text.replaceAll(/\d+/g, " ")),
    );
  for (const page of pages.distinct()) add("content_aside", pageAsides(document, page));
  for (let num = 1; num < cos.objectCount; num++) {
    const value = cos.inUse(num) && !apart.has(num) ? cos.object(num) : null;
    if (isStream(value)) streamAsides(cos, value, num, links, add);
  }
  return [...found.values()];
}

const none = new Uint8Array(0);

/** Keys of dictionaries whose keys a document chooses. */
const freeKeys = new Set(
  "Font XObject CharProcs RoleMap RoleMapNS ClassMap Dests N D R Properties ColorSpace Shading Pattern ExtGState Colorants EF Private PieceInfo AP Schema CI".split(
    " ",
  ),
);

interface Links {
  /** Dictionaries whose keys a document chose. */
  readonly free: ReadonlySet<CosDict>;
  /** Streams of glyph procedures. */
  readonly procedures: ReadonlySet<number>;
  /** Names of the fonts that use a program, by its number. */
  readonly fonts: ReadonlyMap<number, readonly string[]>;
}

function linksIn(cos: CosDocument): Links {
  const free = new Set<CosDict>();
  const procedures = new Set<number>();
  const fonts = new Map<number, string[]>();
  eachDict(cos, (dict) => {
    for (const [key, value] of dict) {
      if (freeKeys.has(key)) {
        const below = dictAt(cos, value);
        if (below) free.add(below);
        if (key === "CharProcs")
          for (const item of below?.values() ?? []) if (isRef(item)) procedures.add(item.num);
      }
      if (/^FontFile[23]?$/.test(key) && isRef(value)) {
        const names = [
          nameAt(cos, dict.get("FontName")) ?? "",
          latin1(bytesAt(cos, dict.get("FontFamily")) ?? none),
        ];
        fonts.set(value.num, [...(fonts.get(value.num) ?? []), ...names.filter((name) => name !== "")]);
      }
    }
  });
  return { free, procedures, fonts };
}

function pageAsides(document: PdfDocument, page: number): string[] {
  try {
    const { bytes } = pageContent(document, page, () => {});
    document.cos.budget.scan(bytes.length);
    return contentAsides(bytes);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return [];
  }
}

type Add = (place: HidingPlaceName, texts: readonly string[]) => void;

const isContent = ({ dict }: CosStream) => isNamed(dict.get("Subtype") ?? null, "Form") || dict.has("BBox");

function streamAsides(cos: CosDocument, stream: CosStream, num: number, links: Links, add: Add): void {
  const { dict } = stream;
  const type = nameAt(cos, dict.get("Type"));
  if (type === "XRef" || type === "ObjStm") return;
  if (nameAt(cos, dict.get("Subtype")) === "Image") {
    add("image_remark", imageAsides(cos, stream));
    return;
  }
  const data = dataIn(cos, stream);
  if (!data) return;
  cos.budget.scan(data.length);
  const head = latin1(data.subarray(0, 64));
  if (type === "Metadata") {
    const text = xmpText(data);
    // Elements of the document's own are reported by name.
    const isOfDocument = cos.resolve(cos.catalog.get("Metadata")) === stream;
    add("object_metadata", [...xmpAsides(text), ...(isOfDocument ? [] : xmpValues(text))]);
  } else if (links.fonts.has(num)) add("font_text", fontAsides(data, links.fonts.get(num) ?? []));
  else if (head.slice(36, 40) === "acsp") add("profile_text", profileAsides(data));
  else if (dict.has("FunctionType")) add("loose_text", functionAsides(cos, dict, data));
  else if (isContent(stream) || links.procedures.has(num)) {
    add("content_aside", contentAsides(data));
    if (links.procedures.has(num)) add("other_content", [readable(contentStrings(data).text) ?? ""]);
  } else if (latin1(data.subarray(0, 4096)).includes("begincmap")) add("font_text", mapAsides(data));
}

/** Comments and instructions, which no reader of metadata reads. */
const xmpAsides = (text: string): string[] => [
  ...between(text, "<!--", "-->"),
  ...between(text, "<?", "?>").filter((instruction) => !/^(?:xpacket|xml|adobe)/.test(instruction)),
];
const between = (text: string, start: string, end: string): string[] =>
  text
    .split(start)
    .slice(1)
    .map((part) => part.split(end, 1)[0] ?? "");

/** Prefixes of elements about programs, colors and measures. */
const technical =
  /^(?:xmpTPg|stFnt|xmpG|xmpGImg|xapGImg|xapG|stDim|illustrator|xmpMM|xapMM|stRef|stEvt|crs|tiff|aux|xap|xmp|xmlns|x)$/;

/** Texts of elements and attributes. */
const xmpValues = (text: string): string[] =>
  text
    .split("<")
    .flatMap((part) => {
      const end = part.indexOf(">");
      const attributes = [...part.slice(0, Math.max(0, end)).matchAll(/\s(\w{1,40}):\w{1,80}="([^"]*)"/g)];
      const prefix = /^\w{1,40}/.exec(part)?.[0] ?? "";
      return [[prefix, part.slice(end + 1)], ...attributes.map(([, own = "", value = ""]) => [own, value])];
    })
    .flatMap(([prefix = "", value = ""]) =>
      technical.test(prefix) || value.includes("://") ? [] : [unescapeXml(value)],
    );

function functionAsides(cos: CosDocument, dict: CosDict, data: Uint8Array): string[] {
  if (numberAt(cos, dict.get("FunctionType")) === 4) return programAsides(data).texts;
  const outputs = numbersAt(cos, dict.get("Range")).length / 2;
  const samples = numbersAt(cos, dict.get("Size")).reduce((product, size) => product * size, outputs);
  return dataTexts(data.subarray(Math.ceil((samples * (numberAt(cos, dict.get("BitsPerSample")) ?? 8)) / 8)));
}

/** Comments, and texts of codes that are words. */
function mapAsides(data: Uint8Array): string[] {
  const { texts, names } = programAsides(data);
  const codes = latin1(data).match(/<[0-9A-Fa-f]{16,}>/g) ?? [];
  return [
    ...withoutNotice(texts).filter((text) => !/[^\x20-\x7e]/.test(text)),
    ...names.filter((name, at) => names[at - 1] !== "CMapName" && !/[-+]/.test(name)),
    ...codes.map((hex) => Buffer.from(hex.slice(1, -1), "hex").swap16().toString("utf16le")),
  ];
}

/** Data after an image's rows or around its coded samples, and colors that spell words. */
function imageAsides(cos: CosDocument, image: CosStream): string[] {
  const { dict } = image;
  const remarks = remarksOf(cos, image);
  if (remarks) return remarks.flatMap(remarkTexts);
  const isStencil = cos.resolve(dict.get("ImageMask")) === true;
  const bits = isStencil ? 1 : (numberAt(cos, dict.get("BitsPerComponent")) ?? 8);
  const components = isStencil ? 1 : (componentsOf(cos, dict.get("ColorSpace")) ?? 0);
  const [width = 0, height = 0] = ["Width", "Height"].map((key) => numberAt(cos, dict.get(key)));
  const size = Math.ceil((width * components * bits) / 8) * height;
  const colors = bytesAt(cos, listAt(cos, dict.get("ColorSpace"))[3]) ?? none;
  const data = size > 0 ? (dataIn(cos, image) ?? none).subarray(size) : none;
  const isPrintable = /^A(?:SCII|85|Hx)/.test(nameAt(cos, listAt(cos, dict.get("Filter"))[0]) ?? "");
  const tail = isPrintable ? none : image.encoded().subarray(-longTail);
  return [...dataTexts(colors), ...remarkTexts(data), ...dataTexts(tail)];
}

/** Bytes at the end of coded samples. */
const longTail = 64;
