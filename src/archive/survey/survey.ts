/** Surveys a document: reports every fact that PDF/A has a rule about. */
import type { ByteSource } from "../../core/document-io.ts";
import { type CosDict, isDict, isRef, isStream, ref } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { annotationsAt, arrayAt, dataOf, listAt, numbersAt } from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import type { Report } from "../rule.ts";
import {
  appearancesOf,
  surveyAdditional,
  surveyAnnotation,
  surveyDocumentActions,
  surveyForm,
} from "./annotations.ts";
import { blendSpaceOf, ColorSurvey, readIntents } from "./color.ts";
import { DrawingSurvey, profileOf, type Scope } from "./drawing.ts";
import { surveyFile } from "./file.ts";
import { type FontUse, FontUses } from "./font-uses.ts";
import { surveyFonts } from "./fonts.ts";
import { surveyMetadata } from "./metadata.ts";
import { embeddedOf, isFileSpec, surveyLayers } from "./parts.ts";
import { surveyValues } from "./values.ts";

const maxContentBytes = 256 * 1024 * 1024;
const boxes = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] as const;

export interface Surveyed {
  /** Whether content couldn't be read in full, so that facts may be missing. */
  readonly hasDoubt: boolean;
  readonly fonts: readonly FontUse[];
}

export interface SurveyOptions {
  readonly report: Report;
  /** Whether the identification of PDF/UA counts, not that of PDF/A. */
  readonly isAccessible: boolean;
  /** Whether an embedded file is PDF/A; undefined: unknown. */
  readonly isArchived: (file: PdfObject) => boolean | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
}

/** `source` is the file as it is, also if the document was recovered from it. */
export function surveyDocument(source: ByteSource, document: PdfDocument, options: SurveyOptions): Surveyed {
  const { cos, pages } = document;
  const { report } = options;
  surveyFile(source, document, report);
  const intents = readIntents(cos, cos.catalog.get("OutputIntents"), report);
  const fonts = new FontUses(cos);
  const colors = new ColorSurvey(document, intents, report);
  const drawing = new DrawingSurvey(document, colors, fonts, intents, report);

  for (let page = 1; page <= pages.count; page++) {
    if (pages.firstLike(page) === page) surveyPage(document, page, drawing, report);
    options.onPage?.(page);
  }
  surveyFonts(cos, fonts.all, report);
  surveyDocumentActions(cos, report);
  surveyForm(cos, report);
  surveyLayers(cos, report);
  surveyObjects(document, options);
  surveyMetadata(cos, report, options.isAccessible);
  return { hasDoubt: drawing.hasDoubt, fonts: fonts.all };
}

function surveyPage(document: PdfDocument, page: number, drawing: DrawingSurvey, report: Report): void {
  const { cos, pages } = document;
  const num = pages.number(page);
  const object = PdfObject.at(cos, num ? ref(num, cos.generation(num)) : pages.dict(page));
  if (!object) return;
  const place = { page, num };
  for (const key of boxes) {
    const own = key === "MediaBox" || key === "CropBox" ? pages.attribute(page, key) : object.dict.get(key);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAt(cos, own);
    if (own !== undefined) report("box", { width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) }, place);
  }

  const own = readIntents(cos, object.dict.get("OutputIntents"), report, place);
  const group = object.object("Group");
  const resources = object.object("Resources");
  const inherited = PdfObject.at(cos, pages.attribute(page, "Resources"));
  const scope: Scope = {
    page,
    resources,
    outer: resources ? undefined : inherited,
    pageSpace: own.space,
    blendSpace: group?.has("CS") ? blendSpaceOf(cos, group.dict.get("CS")) : undefined,
    blendProfile: group ? profileOf(cos, group) : 0,
    depth: 0,
  };
  if (group) drawing.reportGroup(group, { ...scope, blendSpace: undefined, blendProfile: 0 });

  const content = contentOf(document, object, drawing);
  let hasTransparency = drawing.draw(content, scope);
  for (const item of annotationsAt(cos, object.dict.get("Annots")) ?? []) {
    const annotation = PdfObject.at(cos, item);
    if (!annotation) continue;
    surveyAnnotation(annotation, { page, num: annotation.num }, report);
    for (const appearance of appearancesOf(annotation))
      hasTransparency =
        drawing.appearance(appearance, { ...scope, resources: undefined, outer: resources }) ||
        hasTransparency;
  }
  surveyAdditional(object, "page", place, report);

  report(
    "page",
    { object, hasTransparency, hasGroupSpace: group?.has("CS") === true, ownOutputSpace: own.space },
    place,
  );
}

/** A page's content streams, joined by line breaks. */
function contentOf({ cos }: PdfDocument, page: PdfObject, drawing: DrawingSurvey): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const item of listAt(cos, page.dict.get("Contents"))) {
    const stream = cos.resolve(item);
    const data = isStream(stream) ? dataOf(cos, stream, maxContentBytes) : undefined;
    if (data) parts.push(data, Uint8Array.of(10));
    else if (stream !== null) drawing.hasDoubt = true;
  }
  return parts.length === 2 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** Every object: its values, file specifications wherever they are, metadata. */
function surveyObjects(document: PdfDocument, { report, isArchived }: SurveyOptions): void {
  const { cos } = document;
  const associated = new Set<number>();
  const specs: PdfObject[] = [];
  surveyValues(document, report, (dict: CosDict, num, isStreamDict) => {
    for (const item of arrayAt(cos, dict.get("AF")) ?? []) if (isRef(item)) associated.add(item.num);
    if (isStreamDict || !isFileSpec(dict, cos)) return;
    const own = cos.object(num);
    const spec = PdfObject.at(cos, isDict(own) && own === dict ? ref(num, cos.generation(num)) : dict);
    if (spec) specs.push(spec);
  });

  for (const object of specs) {
    const embeds = object.object("EF") !== undefined;
    const place = { num: object.num };
    report("fileSpec", { object, embeds, isAssociated: associated.has(object.num) }, place);
    for (const file of embeddedOf(object))
      report("embedded", { subtype: file.name("Subtype"), isPdfA: isArchived(file) }, { num: file.num });
  }
}
