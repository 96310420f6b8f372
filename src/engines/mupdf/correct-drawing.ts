/**
 * Corrects what MuPDF draws although ISO 32000-2 says it isn't drawn, in its copy of the document before a page is drawn: the
 * background of a shading that `sh` paints (table 77), and the colors of a Separation or DeviceN of `None` alone (8.6.6.4).
 */
import type { PDFDocument, PDFObject } from "mupdf";
import type { MupdfDocument } from "./document.ts";

/** Objects looked at per page; a page that needs more is drawn as it is. */
const maxObjects = 20_000;
/** Bytes of content that are rewritten. */
const maxContent = 50_000_000;

/** What a page draws, corrected once for each object of the document. */
export interface Corrections {
  /** Before the page with this number, counted from 1, is loaded. */
  correct(page: number): void;
}

export function createCorrections({ document }: Pick<MupdfDocument, "document">): Corrections {
  const seen = new Set<number>();
  const pages = new Set<number>();

  return {
    correct(page) {
      if (pages.has(page)) return;
      pages.add(page);
      let left = maxObjects;
      const waiting: PDFObject[] = [];
      /** Queues a dictionary or stream that is met for the first time. */
      const meet: Meet = (value) => {
        if (!value.isDictionary() && !value.isStream()) return;
        const num = value.isIndirect() ? value.asIndirect() : 0;
        if (num !== 0 && seen.has(num)) return;
        if (num !== 0) seen.add(num);
        waiting.push(value);
      };

      try {
        correctPage(document, document.findPage(page - 1), meet);
        for (let next = waiting.pop(); next && left > 0; next = waiting.pop(), left--)
          correctContext(document, next.get("Resources"), contentsOf(next), meet);
      } catch (error) {
        // A damaged page is drawn as it is.
        if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw error;
      }
    },
  };
}

type Meet = (value: PDFObject) => void;

function correctPage(document: PDFDocument, page: PDFObject, meet: Meet): void {
  correctContext(document, page.getInheritable("Resources"), contentsOf(page), meet);
  for (const [, annotation] of entriesOf(page.get("Annots"))) {
    const normal = annotation.get("AP", "N");
    for (const look of normal.isStream() ? [normal] : entriesOf(normal).map(([, state]) => state)) meet(look);
  }
}

/** The streams whose names a context's resources explain: a page's content, a form, a pattern, the glyphs of a font. */
function contentsOf(owner: PDFObject): PDFObject[] {
  if (owner.isStream()) return [owner];
  const content = owner.get("Contents");
  if (content.isStream()) return [content];
  const found: PDFObject[] = [];
  for (const list of [content, owner.get("CharProcs")])
    found.push(...entriesOf(list).flatMap(([, one]) => (one.isStream() ? [one] : [])));
  return found;
}

function correctContext(
  document: PDFDocument,
  resources: PDFObject,
  contents: readonly PDFObject[],
  meet: Meet,
): void {
  if (!resources.isDictionary()) return;
  const patterns: PDFObject[] = [];
  resources.get("Pattern").forEach((pattern) => {
    if (pattern.isStream()) meet(pattern);
    else patterns.push(pattern.get("Shading"));
  });
  const inPatterns = new Set(patterns.map((one) => (one.isIndirect() ? one.asIndirect() : 0)));
  const unseen: string[] = [];

  const shadings = resources.get("Shading");
  for (const [key, shading] of entriesOf(shadings)) {
    // A pattern paints the background of its shading: `sh` gets a shading of its own.
    const isShared = shading.isIndirect() && inPatterns.has(shading.asIndirect()) && !shading.isStream();
    if (isNone(shading.get("ColorSpace"))) shadings.delete(key);
    else if (shading.get("Background").isNull()) continue;
    else if (!isShared) shading.delete("Background");
    else {
      const own = document.newDictionary();
      for (const [name, value] of entriesOf(shading)) if (name !== "Background") own.put(name, value);
      shadings.put(key, own);
    }
  }
  for (const [key, space] of entriesOf(resources.get("ColorSpace"))) if (isNone(space)) unseen.push(key);
  const objects = resources.get("XObject");
  for (const [key, object] of entriesOf(objects)) {
    if (!object.isStream()) continue;
    const isImage = object.get("Subtype").toString() === "/Image";
    if (!isImage) meet(object);
    else if (isNone(object.get("ColorSpace"))) objects.delete(key);
  }
  resources.get("Font").forEach((font) => {
    if (font.isDictionary() && font.get("Subtype").toString() === "/Type3") meet(font);
  });
  resources.get("ExtGState").forEach((state) => {
    const mask = state.get("SMask");
    if (mask.isDictionary()) meet(mask.get("G"));
  });
  if (unseen.length > 0) for (const content of contents) hideColors(content, new Set(unseen));
}

/** Listed before any is changed. */
function entriesOf(dict: PDFObject): (readonly [key: string, value: PDFObject])[] {
  const entries: (readonly [string, PDFObject])[] = [];
  if (dict.isDictionary() || dict.isArray())
    dict.forEach((value, key) => {
      entries.push([String(key), value]);
    });
  return entries;
}

/** Whether a color space produces no visible output. */
function isNone(whole: PDFObject): boolean {
  const isIndexed = whole.isArray() && whole.length > 1 && whole.get(0).toString() === "/Indexed";
  // The base of an indexed space isn't indexed itself (ISO 32000-2, 8.6.6.3).
  const space = isIndexed ? whole.get(1) : whole;
  if (!space.isArray() || space.length < 2) return false;
  const family = space.get(0).toString();
  if (family === "/Separation") return space.get(1).toString() === "/None";
  if (family !== "/DeviceN") return false;
  const names = space.get(1);
  let isSeen = false;
  names.forEach((name) => {
    isSeen ||= name.toString() !== "/None";
  });
  return names.isArray() && names.length > 0 && !isSeen;
}

/** Makes the operators that select one of these spaces select no pattern, which paints nothing. */
function hideColors(content: PDFObject, names: ReadonlySet<string>): void {
  const buffer = content.readStream();
  if (buffer.getLength() > maxContent) return;
  const before = Buffer.from(buffer.asUint8Array()).toString("latin1");
  const after = before.replace(/\/([^\s/[\]<>(){}%]+)(\s+cs\b)/gi, (whole, name: string, rest: string) =>
    names.has(name) ? `/Pattern${rest}` : whole,
  );
  if (after !== before) content.writeStream(Buffer.from(after, "latin1"));
}
