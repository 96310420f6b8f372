/**
 * Pages of another document, the stamp, over or under pages. Each is one form XObject, however often it is drawn; its
 * annotations are copied to each place.
 */
import { drawObject, setGraphicsState } from "pdf-lib";
import { getOrInsert } from "../../core/collections/maps.ts";
import { withoutCryptFilter } from "../../cos/crypt/crypt-filter.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosRef,
  type CosValue,
  codingEntries,
  dictOf,
  fromLatin1,
  isDict,
  isNamed,
  isStream,
  name,
  without,
} from "../../cos/syntax/value.ts";
import type { CopyTarget } from "../../cos/write/copy-objects.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { plainPlan, sourceDocument } from "../assemble/assemble.ts";
import { adaptAnnotations } from "../assemble/joins/annotations.ts";
import { linkBase } from "../assemble/joins/catalog.ts";
import { joinLayers } from "../assemble/joins/layers.ts";
import type { PageCopy, PageObjects, PlannedSource } from "../assemble/joins/source-document.ts";
import { claimOf } from "../conformance/claim.ts";
import { intentsOf, lostIntents } from "../conformance/output-intents.ts";
import { pageResources } from "../conformance/page-resources.ts";
import { allowTransparency, stampLanguage } from "../conformance/stamping.ts";
import { withdrawClaim } from "../conformance/withdraw.ts";
import type { EditSession } from "../edit.ts";
import type { Box } from "../pages/boxes.ts";
import type { Matrix } from "../pages/matrix.ts";
import { addInherited } from "../pages/page-tree.ts";
import { artifact } from "../stamp/content-text.ts";
import { contentOf, transform } from "../stamp/operators.ts";
import { withoutContentIds } from "../stamp/page-content.ts";
import { pageForm } from "../stamp/page-form.ts";
import { createStamper, type Need } from "../stamp/stamp.ts";
import { structureTree } from "../tags/structure-tree.ts";
import { annotationsAt, arrayAt, dataOf, dictAt } from "../typed-get.ts";
import { annotationPlacer } from "./arrange.ts";

/** A page of the stamp on a page of the document, both 1-based. */
export interface StampedPage {
  readonly page: number;
  readonly stamp: number;
  /** From the stamp's user space to the page's. */
  readonly matrix: Matrix;
}

/** A stamp's copy in the document. */
export interface BroughtStamp {
  /** By the stamp's page. */
  readonly forms: ReadonlyMap<number, CosRef>;
  /** Lists for pages of the document. */
  readonly annotations: ReadonlyMap<number, readonly CosValue[]>;
  /** For a claim of level A: whether the stamp's tags, which don't come along, say how to read its text. */
  readonly saysOtherwise: boolean;
}

/** Entries of a page that say nothing about the document it is drawn in. */
const ofItsDocument = ["Metadata", "PieceInfo", "LastModified", "AF"];
/** Entries by which tags refer to content and objects. */
const ofTags = ["StructParent", "StructParents", "MCID"];

/**
 * Copies the stamp's pages, and the annotations on them, into the session's document. The stamp must have no form fields on
 * these pages, and stay readable until the session is written. `asGroup`: its parts are composed before it is made transparent.
 */
export function bringStamp(
  session: EditSession,
  stamp: EditSession,
  placed: readonly StampedPage[],
  asGroup: boolean,
): BroughtStamp {
  const copying = startCopy(session, stamp);
  const { source, places } = copying;
  const forms = new Map<number, CosRef>();
  const annotations = new Map<number, readonly CosValue[]>();
  const claim = claimOf(session.cos);
  const language = stampLanguage(session, claim);
  let isCut = false;

  for (const { page, stamp: of, matrix } of placed) {
    getOrInsert(forms, of, () => session.add(copying.copied(stampForm(stamp, of, { asGroup, language }))));
    const list = annotationsAt(stamp.cos, stamp.page(of).get("Annots"));
    if (!list) continue;
    const copy: PageCopy = { page: of, num: source.fresh(), repeat: true };
    source.copier.alias(copy.num, session.objectOf(page));
    places.set(copy, { matrix, crop: stamp.boxes(of).cropBox });
    const made = arrayAt(stamp.cos, adaptAnnotations(source, noObjects(), copy, list)) ?? [];
    isCut ||= made.length < list.filter((entry) => dictAt(stamp.cos, entry)).length;
    if (made.length > 0)
      annotations.set(
        page,
        made.map((entry) => source.copier.translate(entry)),
      );
  }

  source.copier.drain();
  // Validators compare definitions of a spot color as they are written: a rewrite writes all numbers alike.
  if (claim.pdfa && haveSameSpots(session, stamp)) session.requireRewrite();
  if (copying.hasLayers()) bringLayers(session, source);
  const lost = lostIntents(
    stamp.document,
    intentsOf(stamp.document),
    intentsOf(session.document),
    "the stamp",
  );
  if (lost !== undefined) session.context.warn(lost);
  if (isCut) session.context.warn("links to pages of the stamp were dropped: they are not in the result");
  if (stamp.cos.version > session.cos.version) session.setCatalog({ Version: name(stamp.cos.version) });
  return { forms, annotations, saysOtherwise: claim.pdfa?.level === "A" && saysOtherwise(stamp) };
}

/** Whether tags have the text of characters that don't (ISO 32000-2, 14.9.4). */
function saysOtherwise({ cos, document }: EditSession): boolean {
  const elements = structureTree(document)?.elements.values() ?? [];
  return [...elements].some(({ num }) => dictAt(cos, cos.object(num))?.has("ActualText"));
}

function haveSameSpots(...sessions: readonly EditSession[]): boolean {
  const [own, brought] = sessions.map(({ document }) => pageResources(document).spots);
  return [...(brought?.keys() ?? [])].some((spot) => own?.has(spot));
}

const noObjects = (): PageObjects => ({
  annotations: new Set(),
  widgets: new Set(),
  widgetCopies: [],
  structureKeys: new Set(),
});

/** The stamp as a document of which no page is kept as such, copied object by object into the session. */
function startCopy(session: EditSession, stamp: EditSession) {
  const { cos, document, context } = stamp;
  const bothTagged = [cos, session.cos].every(({ catalog }) => catalog.has("StructTreeRoot"));
  const places = new Map<PageCopy, { readonly matrix: Matrix; readonly crop: Box }>();
  let layers = 0;
  const copied = (value: CosValue) => source.copier.translate(untagged(cos, value, bothTagged));

  const into: CopyTarget = {
    ...{ follow: () => {}, copying: new Set(), shared: new Map() },
    reserve: () => session.add(null).num,
    set(num, value) {
      if (isDict(value) && isNamed(value.get("Type"), "OCG")) layers++;
      session.set(num, copied(value));
    },
  };
  const plain = sourceDocument(into, document, [], { firstPage: 0, share: false, warn: context.warn });
  const moved = annotationPlacer(plain);
  const source: PlannedSource = {
    ...plain,
    ...plainPlan(),
    linkBase: linkBase(plain),
    structureOffset: undefined,
    placing: {
      resultOf: () => 0,
      labels: undefined,
      annotation(copy, dict) {
        const place = places.get(copy);
        return place ? moved(dict, place) : dict;
      },
      destination: (_, value) => value,
      structure: (_tree, _elements, kids) => [...kids],
    },
  };
  return { source, places, copied, hasLayers: () => layers > 0 };
}

/** A copied object, which no tags refer to. `byContent`: content is searched for their numbers too. */
function untagged(cos: CosDocument, value: CosValue, byContent: boolean): CosValue {
  if (isDict(value)) return ofTags.some((key) => value.has(key)) ? without(value, ofTags) : value;
  if (!isStream(value)) return value;
  const dict = without(withoutCryptFilter(value.dict), ofTags);
  const data = byContent && isNamed(dict.get("Subtype"), "Form") ? dataOf(cos, value) : undefined;
  const content = data && withoutContentIds(data);
  if (!content || content === data) return { ...value, dict };
  return newStream(without(dict, codingEntries), content, { deflate: true });
}

/** A page of the stamp, in its user space. */
function stampForm(
  stamp: EditSession,
  page: number,
  { asGroup, language }: { readonly asGroup: boolean; readonly language: string | undefined },
): CosValue {
  const dict: CosDict = new Map(stamp.page(page));
  addInherited(stamp.cos, dict, stamp.document.pages.inherited(page));
  const { form, complete } = pageForm(stamp.cos, dict, stamp.boxes(page).cropBox);
  if (!complete) stamp.context.warn(`content that can't be decoded was left out of page ${page}`);
  const own = without(form.dict, ofItsDocument);
  if (asGroup && !own.has("Group"))
    own.set("Group", dictOf({ Type: name("Group"), S: name("Transparency") }));
  const content = language === undefined ? undefined : dataOf(stamp.cos, form);
  if (!content) return { ...form, dict: own };
  // A form doesn't have the language of the content that draws it.
  const spoken = [fromLatin1(`/Span <</Lang(${language})>> BDC\n`), content, fromLatin1("\nEMC")];
  return newStream(without(own, codingEntries), Buffer.concat(spoken), { deflate: true });
}

/** Adds the stamp's layers to the document's, each shown or hidden as before. */
function bringLayers(session: EditSession, source: PlannedSource): void {
  const { cos, context } = session;
  const layers = joinLayers();
  const catalog: CosDict = new Map();
  layers.add({ cos, catalog: cos.catalog, copier: { translate: (value) => value } });
  layers.add(source);
  layers.finish({ catalog, warn: (message) => context.warn(message) });
  source.copier.drain();
  session.setCatalog({ OCProperties: catalog.get("OCProperties") });
}

export interface StampLook {
  readonly under: boolean;
  /** 0 to 1, for the stamp as a whole. */
  readonly opacity: number;
}

/** Draws a stamp that was brought, as an artifact, and adds its annotations. */
export function drawStamp(
  session: EditSession,
  placed: readonly StampedPage[],
  { forms, annotations, saysOtherwise }: BroughtStamp,
  { under, opacity }: StampLook,
): void {
  const claim = claimOf(session.cos);
  const isLoose = annotations.size > 0;
  if (isLoose) withdrawClaim(session, "pdfua", "the stamp's links and comments are not in its tags");
  if (saysOtherwise || (isLoose && claim.pdfa?.level === "A"))
    withdrawClaim(session, "pdfa", "the stamp's text, links and comments are not in its tags");
  const stampOn = createStamper(session);
  const marked = artifact(undefined, stampLanguage(session, claim));
  const isClear = opacity < 1;
  const prepare = isClear ? allowTransparency(session, claim, "stamp") : undefined;
  const state = isClear && session.add(dictOf({ Type: name("ExtGState"), ca: opacity, CA: opacity }));

  for (const { page, stamp, matrix } of placed) {
    const form = forms.get(stamp);
    if (!form) continue;
    const needs: Need[] = [{ category: "XObject", value: form }];
    if (state) needs.push({ category: "ExtGState", value: state });
    const draw = ([object = "", look]: readonly string[]) => {
      const drawn = [transform(matrix), drawObject(object)];
      return marked(contentOf(look === undefined ? drawn : [setGraphicsState(look), ...drawn]));
    };
    stampOn(page, needs, draw, under);
    const dict = session.changePage(page);
    prepare?.(dict);
    const added = annotations.get(page) ?? [];
    if (added.length > 0)
      dict.set("Annots", [...(annotationsAt(session.cos, dict.get("Annots")) ?? []), ...added]);
  }
}
