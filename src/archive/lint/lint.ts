/** The rules of `lint`: what people look for before they print or publish a document. Fonts are judged with those of PDF/A. */
import type { CosDocument } from "../../cos/document.ts";
import { languageOf } from "../../document/details/details.ts";
import { documentInformation } from "../../document/metadata/info.ts";
import { destinationPage } from "../../document/navigation/destinations.ts";
import { readOutline } from "../../document/navigation/outline.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageSizes } from "../../document/pages/boxes.ts";
import {
  annotationsAt,
  bytesAt,
  dictAt,
  listAt,
  nameAt,
  numberAt,
  streamAt,
} from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import type { Place } from "../rule.ts";
import { appearancesOf } from "../survey/annotations.ts";
import { readProfile } from "../survey/color.ts";
import { type Painted, readPainted } from "./painted.ts";

/** Samples per inch of pictures. */
const [leastPerInch, mostPerInch] = [100, 600];
/** Longer documents should have bookmarks. */
const pagesWithoutBookmarks = 20;
/** Points by which sizes of one paper may differ. */
const sizeTolerance = 1;

type Note = (rule: string, message: string, place: Place) => void;

/** Notes what is wrong. Returns the rules that couldn't be judged on all pages. */
export function lintDocument(document: PdfDocument, note: Note): readonly string[] {
  const { cos, pages } = document;
  if (!documentInformation(document).title) note("no_title", "the document has no title", {});
  if (languageOf(cos) === undefined) note("no_language", "the document has no language", {});
  if (pages.count > pagesWithoutBookmarks && readOutline(document).items.length === 0)
    note("no_bookmarks", `the document has more than ${pagesWithoutBookmarks} pages and no bookmarks`, {});
  lintSizes(document, note);

  const paintedOf = readPainted(document);
  const painted: (Painted | undefined)[] = [];
  for (let page = 1; page <= pages.count; page++) {
    const own = paintedOf(page);
    painted.push(own);
    const isMarked = lintAnnotations(document, page, note);
    if (own?.isEmpty && !isMarked) note("empty_page", "the page is empty", { page });
    for (const { num, least, most } of own?.pictures ?? []) {
      if (least < leastPerInch)
        note("low_resolution", `a picture has less than ${leastPerInch} dpi`, { page, num });
      if (most > mostPerInch)
        note("high_resolution", `a picture has more than ${mostPerInch} dpi`, { page, num });
    }
  }

  const count = (has: "paintsRgb" | "paintsCmyk") => painted.filter((own) => own?.[has]).length;
  if (intendedSpace(cos)?.isCmyk ?? count("paintsCmyk") > count("paintsRgb"))
    for (const [at, own] of painted.entries())
      if (own?.paintsRgb) note("rgb_in_cmyk", "RGB is used in a CMYK document", { page: at + 1 });
  return painted.includes(undefined)
    ? ["low_resolution", "high_resolution", "rgb_in_cmyk", "empty_page"]
    : [];
}

/** Notes pages that haven't the size of most. */
function lintSizes({ cos, pages }: PdfDocument, note: Note): void {
  const sizes = pageSizes(cos, pages).map(({ width, height }) => [
    Math.min(width, height),
    Math.max(width, height),
  ]);
  const isLike = (a: readonly number[], b: readonly number[]) =>
    a.every((side, k) => Math.abs(side - (b[k] ?? 0)) <= sizeTolerance);
  const kinds: { readonly size: readonly number[]; count: number }[] = [];
  for (const size of sizes) {
    const known = kinds.find((kind) => isLike(kind.size, size));
    if (known) known.count++;
    else kinds.push({ size, count: 1 });
    cos.budget.spend(kinds.length);
  }
  const usual = kinds.reduce((best, kind) => (kind.count > best.count ? kind : best), {
    size: [0, 0],
    count: 0,
  });
  for (const [at, size] of sizes.entries())
    if (!isLike(usual.size, size))
      note("mixed_sizes", "the page has another size than most", { page: at + 1 });
}

/** Flags of annotations that no one sees: hidden, and not viewed. */
const unseen = 2 | 32;

/** Notes links to nowhere. Returns whether something else is drawn. */
function lintAnnotations(document: PdfDocument, page: number, note: Note): boolean {
  const { cos, pages } = document;
  let isMarked = false;
  for (const item of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
    const object = PdfObject.at(cos, item);
    if (!object) continue;
    const subtype = object.name("Subtype");
    if (subtype === "Link" && isBroken(document, object))
      note("broken_link", "a link leads nowhere", { page, num: object.num });
    const isSeen = ((numberAt(cos, object.dict.get("F")) ?? 0) & unseen) === 0;
    if (subtype !== "Link" && subtype !== "Popup" && isSeen && appearancesOf(object).length > 0)
      isMarked = true;
  }
  return isMarked;
}

function isBroken(document: PdfDocument, link: PdfObject): boolean {
  const { cos } = document;
  if (link.has("Dest")) return destinationPage(document, link.dict.get("Dest")) === undefined;
  const action = link.object("A");
  const kind = action?.name("S");
  if (!action || kind === undefined) return true;
  if (kind === "GoTo") return destinationPage(document, action.dict.get("D")) === undefined;
  return kind === "URI" && (bytesAt(cos, action.dict.get("URI"))?.length ?? 0) === 0;
}

/** Whether an output intent is for CMYK; undefined without one that says. Conditions without a profile are those of presses. */
function intendedSpace(cos: CosDocument): { readonly isCmyk: boolean } | undefined {
  for (const item of listAt(cos, cos.catalog.get("OutputIntents"))) {
    const intent = dictAt(cos, item);
    const profile = streamAt(cos, intent?.get("DestOutputProfile"));
    if (profile) return { isCmyk: readProfile(cos, profile).space === "CMYK" };
    if (nameAt(cos, intent?.get("S")) === "GTS_PDFX") return { isCmyk: true };
  }
  return undefined;
}
