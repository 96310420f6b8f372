/** Content and data in a file that no page shows (`hiding-places.ts`). */
import type { ByteSource } from "../../core/document-io.ts";
import type { CosDocument } from "../../cos/document.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import {
  type CosDict,
  type CosStream,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  latin1,
} from "../../cos/syntax/value.ts";
import { attachedFiles } from "../../document/attachments/attachments.ts";
import { xmpText } from "../../document/metadata/xmp.ts";
import type { PdfDocument } from "../../document/open.ts";
import { annotationsAt, dictAt, nameAt, numberAt } from "../../document/typed-get.ts";
import { pageContent } from "../../reading/interpreter/content/page-source.ts";
import { eachDict } from "../every-dict.ts";
import { type HidingPlaceName, hidingPlaces } from "../hiding-places.ts";
import { saidIn } from "../words/said.ts";
import { asides } from "./asides/asides.ts";
import { contentStrings, dataIn, readable } from "./content-strings.ts";
import { type Leak, saysSomething } from "./leak.ts";
import { type ObjectUses, objectUses } from "./object-uses.ts";
import { textOf } from "./page-leaks.ts";
import type { ShownWords } from "./shown-words.ts";

/** Maximum characters of text quoted in a leak. */
const maxQuote = 2000;

const leakAt = (name: HidingPlaceName, text?: string): Leak => ({
  kind: hidingPlaces[name].kind,
  ...(text !== undefined && saysSomething(text) && { text: text.slice(0, maxQuote) }),
});

export function unshownContent(document: PdfDocument, file: ByteSource, shown: ShownWords): Leak[] {
  const { cos } = document;
  const uses = objectUses(document);
  const files = embeddedFiles(document);
  const apart = new Set([...uses.reported, ...files.numbers]);
  const looks = new Set<string>();
  const found: Leak[] = [...lostPages(document, uses), ...unusedResources(document, uses)];

  for (const num of uses.shown) {
    const value = cos.object(num);
    if (isStream(value) && isForm(value)) looks.add(stringsOf(cos, value) ?? "");
  }
  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num) || uses.shown.has(num) || uses.ofLostPages.has(num) || apart.has(num)) continue;
    if (uses.lostPages.has(num)) continue;
    const value = cos.object(num);
    if (uses.known.has(num)) found.push(...(isStream(value) ? otherContent(cos, value, looks) : []));
    else {
      const left = isStream(value)
        ? unknownStream(cos, value)
        : unknownTexts(isDict(value) ? value : new Map());
      // Programs leave former states of content that is still shown.
      found.push(...left.filter(({ text }) => text === undefined || !shown.shows(text)));
    }
  }
  const others = asides(document, file, new Set([...apart, ...uses.lostPages.keys()]), shown);
  const entries = others.map(({ place, text }) => leakAt(place, text));
  return [...found, ...files.leaks, ...entries, ...formData(document, shown)];
}

const isForm = ({ dict }: CosStream) => isNamed(dict.get("Subtype"), "Form") || dict.has("BBox");
const isImage = ({ dict }: CosStream) =>
  isNamed(dict.get("Subtype"), "Image") || (dict.has("Width") && dict.has("Height"));

/** An image in words: nobody reads its samples here. */
const imageSize = (cos: CosDocument, { dict }: CosStream): string =>
  `image of ${numberAt(cos, dict.get("Width")) ?? 0} × ${numberAt(cos, dict.get("Height")) ?? 0} samples`;

/** The codes of the text that a form shows; undefined if it can't be read. */
function stringsOf(cos: CosDocument, form: CosStream): string | undefined {
  const data = dataIn(cos, form);
  return data && contentStrings(data).text;
}

function lostPages({ cos }: PdfDocument, { lostPages: pages }: ObjectUses): Leak[] {
  return [...pages.values()].flatMap((page): Leak[] => {
    const contents = cos.resolve(page.get("Contents"));
    const streams = (isArray(contents) ? contents : [contents]).map((item) => cos.resolve(item ?? null));
    const read = streams.filter(isStream).map((stream) => dataIn(cos, stream));
    const parts = read.map((data) => data && contentStrings(data));
    const codes = parts.map((part) => part?.text ?? "").join("");
    const isBlank = parts.every((part) => part?.names?.size === 0) && !/\S/.test(codes);
    return isBlank && !page.has("Annots") ? [] : [leakAt("lost_page", readable(codes))];
  });
}

/** Fonts of symbols, whose codes say nothing: check marks and bullets. */
function showsSymbols(cos: CosDocument, { dict }: CosStream): boolean {
  const fonts = [...(dictAt(cos, dictAt(cos, dict.get("Resources"))?.get("Font"))?.values() ?? [])];
  return (
    fonts.length > 0 &&
    fonts.every((font) => /ZapfDingbats|Symbol/.test(nameAt(cos, dictAt(cos, font)?.get("BaseFont")) ?? ""))
  );
}

/** A form that says something else than the shown ones, or an image. */
function otherContent(cos: CosDocument, stream: CosStream, looks: ReadonlySet<string>): Leak[] {
  if (isImage(stream)) return [leakAt("other_content", imageSize(cos, stream))];
  if (!isForm(stream)) return [];
  const codes = stringsOf(cos, stream);
  if (codes === undefined) return [leakAt("other_appearance")];
  return /\S/.test(codes) && !looks.has(codes) && !showsSymbols(cos, stream)
    ? [leakAt("other_appearance", readable(codes))]
    : [];
}

const structural = new Set(["XRef", "ObjStm", "Metadata"]);
/** Beginnings of programs of fonts and functions, and of character maps. */
const coded = /^(?:%!PS-AdobeFont|%!FontType1|\0\x01\0\0|OTTO|true|ttcf|\x01\0\x04|\x80\x01|\s*\{)|begincmap/;

/** A stream without a known purpose. What can't be read may say anything. */
function unknownStream(cos: CosDocument, stream: CosStream): Leak[] {
  if (structural.has(nameAt(cos, stream.dict.get("Type")) ?? "")) return [];
  if (isImage(stream)) return [leakAt("unknown_object", imageSize(cos, stream))];
  const data = dataIn(cos, stream);
  if (data === undefined) return [leakAt("unknown_object")];
  const head = latin1(data.subarray(0, 1000));
  if (coded.test(head) || head.slice(36, 40) === "acsp") return [];
  const { text } = contentStrings(data);
  if (/\S/.test(text)) return [leakAt("unknown_object", readable(text))];
  const isContent = isForm(stream) || /(?:^|\s)(?:re|cm|Do|BT)\s/.test(head);
  return !isContent && data.length > 0 && looksLikeData(head)
    ? [leakAt("unknown_object", readable(head))]
    : [];
}

/** Words, or packed data; samples of functions and the like are neither. */
const looksLikeData = (head: string) =>
  /[A-Za-z\xc0-\xff]{4}|(?:\0[A-Za-z]){4}|^(?:\x1f\x8b|\x78[\x01\x5e\x9c\xda]|PK\x03\x04|BZh|7z|Rar!)/.test(
    head,
  );

/** Entries whose texts are names of types and of colors. */
const types = new Set(
  "Font FontDescriptor Encoding ExtGState CMap OCG OutputIntent Catalog Pages".split(" "),
);

function unknownTexts(dict: CosDict): Leak[] {
  const type = dict.get("Type");
  // What programs leave of an information dictionary is in the file's revisions.
  if ([...types].some((name) => isNamed(type ?? null, name)) || dict.has("Producer") || dict.has("Registry"))
    return [];
  // An address that was once a link.
  if (isNamed(dict.get("S") ?? null, "URI")) return [];
  const texts = saidIn(dict).filter(saysSomething);
  return texts.length > 0 ? [leakAt("unknown_object", texts.join(" "))] : [];
}

/** Files that aren't in the list of attachments. */
function embeddedFiles(document: PdfDocument): { readonly leaks: Leak[]; readonly numbers: Set<number> } {
  const { cos, pages } = document;
  const listed = new Set(attachedFiles(document).map(({ name }) => name));
  const numbers = new Set<number>();
  const leaks: Leak[] = [];
  for (const page of pages.distinct()) {
    for (const item of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
      const file = dictAt(cos, dictAt(cos, item)?.get("FS"));
      listed.add(textOf(cos, file?.get("UF")) ?? textOf(cos, file?.get("F")) ?? "");
    }
  }
  eachDict(cos, (dict) => {
    const [embedded, related] = [dictAt(cos, dict.get("EF")), dictAt(cos, dict.get("RF"))];
    if (!embedded && !related) return;
    for (const value of embedded?.values() ?? []) if (isRef(value)) numbers.add(value.num);
    for (const list of related?.values() ?? []) {
      const items = cos.resolve(list);
      for (const item of isArray(items) ? items : []) if (isRef(item)) numbers.add(item.num);
    }
    const name = textOf(cos, dict.get("UF")) ?? textOf(cos, dict.get("F")) ?? "";
    if (related || !listed.has(name)) leaks.push(leakAt("embedded_file", name));
  });
  return { leaks, numbers };
}

/** Values in a form's XML that no page shows. */
function formData({ cos, catalog }: PdfDocument, shown: ShownWords): Leak[] {
  const value = cos.resolve(dictAt(cos, catalog.get("AcroForm"))?.get("XFA"));
  const parts = (isArray(value) ? value : [value]).map((part) => cos.resolve(part ?? null)).filter(isStream);
  const texts = parts.flatMap((part): string[] => {
    const data = dataIn(cos, part);
    return data ? [xmpText(data)] : [];
  });
  if (texts.length < parts.length) return [leakAt("xfa")];
  const all = texts.join("\n");
  const own = all.slice(Math.max(0, all.search(/<(?:\w+:)?datasets[\s>]/)));
  const said = own
    .slice(own.indexOf(">") + 1)
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const hidden = shown.missingFrom(said);
  return hidden === "" ? [] : [leakAt("xfa", hidden)];
}

/** Where resources lead to content. */
const kinds = ["XObject", "Pattern", "ExtGState"] as const;

/** Resources that no content names. */
function unusedResources(document: PdfDocument, uses: ObjectUses): Leak[] {
  const { cos, pages } = document;
  const used = new Set<number>();
  const unused = new Map<number, string>();
  /** Content that uses the resources of what draws it. */
  const loose: string[] = [];

  const check = (data: string | undefined, resources: CosDict | undefined) => {
    for (const kind of kinds)
      for (const [name, entry] of dictAt(cos, resources?.get(kind)) ?? []) {
        const target = kind === "ExtGState" ? dictAt(cos, dictAt(cos, entry)?.get("SMask"))?.get("G") : entry;
        if (!isRef(target) || used.has(target.num)) continue;
        if (data === undefined || mentions(data, name)) used.add(target.num);
        else unused.set(target.num, name);
      }
  };

  for (const page of pages.distinct()) {
    const resources = dictAt(cos, pages.attribute(page, "Resources"));
    if (resources && kinds.some((kind) => resources.has(kind))) check(contentText(document, page), resources);
  }
  for (const num of uses.shown) {
    const value = cos.object(num);
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) continue;
    const resources = dictAt(cos, dict.get("Resources"));
    if (isStream(value) && isForm(value)) {
      const data = dataIn(cos, value);
      if (resources || !data) check(data && latin1(data), resources);
      else loose.push(latin1(data));
    } else if (isNamed(dict.get("Subtype") ?? null, "Type3"))
      for (const procedure of dictAt(cos, dict.get("CharProcs"))?.values() ?? []) {
        const stream = cos.resolve(procedure);
        const data = isStream(stream) ? dataIn(cos, stream) : undefined;
        if (data) loose.push(latin1(data));
      }
  }

  return [...unused].flatMap(([num, name]): Leak[] => {
    if (used.has(num) || loose.some((data) => mentions(data, name))) return [];
    const value = cos.object(num);
    if (!isStream(value)) return [];
    if (isImage(value)) return [leakAt("unused_resource", imageSize(cos, value))];
    const codes = stringsOf(cos, value);
    if (codes === undefined) return [leakAt("unused_resource")];
    return /\S/.test(codes) ? [leakAt("unused_resource", readable(codes))] : [];
  });
}

/** A page's content; undefined if it can't be read. */
function contentText(document: PdfDocument, page: number): string | undefined {
  try {
    return latin1(pageContent(document, page, () => {}).bytes);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return undefined;
  }
}

/** Whether content names a resource; names may have characters written as numbers. */
function mentions(data: string, name: string): boolean {
  const key = `/${name}`;
  for (let at = data.indexOf(key); at >= 0; at = data.indexOf(key, at + 1))
    if (!/[^\s()<>[\]{}/%]/.test(data.charAt(at + key.length))) return true;
  return data.includes("#") && contentStrings(Buffer.from(data, "latin1")).names?.has(name) !== false;
}
