/**
 * Assembling: pages of one or more documents into a new one, with everything that belongs to them. One piece of code for
 * merge, extract, remove and split. Parts stream by: after `add` only small facts about a document are kept.
 */
import { randomBytes } from "../../core/random.ts";
import { type CosDict, type CosValue, name, ref } from "../../cos/syntax/value.ts";
import type { Rewriter } from "../../cos/write/rewrite.ts";
import type { PdfDocument } from "../open.ts";
import { inheritable } from "../pages/page-tree.ts";
import { parentTree } from "../tags/structure-tree.ts";
import { nameAt, numberAt } from "../typed-get.ts";
import { adaptEntry, adaptTriggers } from "./joins/actions.ts";
import { adaptAnnotations, annotationsChange } from "./joins/annotations.ts";
import { infoNumber, joinCatalog } from "./joins/catalog.ts";
import { joinNames } from "./joins/catalog-names.ts";
import { joinDestinations } from "./joins/destinations.ts";
import { joinForms } from "./joins/forms.ts";
import { joinLayers } from "./joins/layers.ts";
import { joinOutlines } from "./joins/outlines.ts";
import { joinPageLabels } from "./joins/page-labels.ts";
import type { PageCopy, Part } from "./joins/source-document.ts";
import { joinStructure } from "./joins/tags.ts";
import { createPageTreeWriter } from "./page-tree-writer.ts";
import { usedResources } from "./used-resources.ts";
import { withoutSignatures } from "./without-signatures.ts";

export interface AssemblyOptions {
  /** Told once for each different message. */
  warn(message: string): void;
  /** Store streams that several parts have in common once. */
  readonly share?: boolean;
  /** Whether the first document's information dictionary and identifier come along; default: they do. */
  readonly keepInfo?: boolean;
}

export interface Assembly {
  /**
   * Adds pages (1-based, in this order, repeats allowed). `own` holds, by place in `pages` (0-based), dictionaries that stand
   * for the page's own there. The document may be closed afterwards.
   */
  add(document: PdfDocument, pages: readonly number[], own?: ReadonlyMap<number, CosDict>): void;
  /** Pages so far. */
  readonly pages: number;
  /** Writes what remains: page tree, catalogue, trailer. */
  finish(): void;
}

export function createAssembly(rewriter: Rewriter, options: AssemblyOptions): Assembly {
  const tree = createPageTreeWriter(rewriter);
  const catalog = joinCatalog();
  const destinations = joinDestinations(rewriter);
  const names = joinNames(rewriter);
  const outlines = joinOutlines(rewriter);
  const labels = joinPageLabels(rewriter);
  const forms = joinForms(rewriter);
  const structure = joinStructure(rewriter);
  const layers = joinLayers();
  const told = new Set<string>();
  const warn = (message: string) => {
    if (told.has(message)) return;
    told.add(message);
    options.warn(message);
  };
  let info = 0;
  let parts = 0;
  let encrypted = false;
  return {
    add(document, pages, own) {
      const part = createPart(rewriter, withoutSignatures(document, warn), pages, {
        firstPage: tree.count,
        share: options.share === true,
        warn,
      });
      destinations.plan(part);
      forms.plan(part);
      structure.plan(part);
      // Numbers first: pages refer to each other.
      const targets = part.pages.map(({ num }) => {
        const target = rewriter.reserve();
        part.copier.alias(num, target);
        return target;
      });
      part.pages.forEach((copy, place) => {
        const target = targets[place] ?? 0;
        const parent = tree.add(target);
        const dict = pageDict(part, copy, own?.get(place));
        rewriter.set(target, translated(part, dict).set("Parent", ref(parent)));
      });
      forms.add(part);
      structure.add(part);
      catalog.add(part);
      destinations.add(part);
      names.add(part);
      outlines.add(part);
      labels.add(part);
      layers.add(part);
      encrypted ||= document.cos.encryption !== undefined;
      if (parts++ === 0 && options.keepInfo !== false) info = part.copier.map(infoNumber(part));
      part.copier.drain();
    },
    get pages() {
      return tree.count;
    },
    finish() {
      const root = catalog.finish();
      root.set("Pages", ref(tree.finish()));
      const trees: CosDict = new Map();
      destinations.finish(root, trees);
      names.finish(root, trees);
      if (trees.size > 0) root.set("Names", trees);
      outlines.finish(root);
      labels.finish(root);
      forms.finish(root, warn);
      structure.finish(root);
      layers.finish(root);
      // Keys up to revision 4 are made from the identifier: an encrypted file keeps it.
      const anonymous = options.keepInfo === false && !encrypted;
      rewriter.finish({
        root: rewriter.add(root),
        ...(info !== 0 && { info }),
        ...(anonymous && { id: randomBytes(16) }),
      });
    },
  };
}

function createPart(
  rewriter: Rewriter,
  document: PdfDocument,
  pages: readonly number[],
  rest: { readonly firstPage: number; readonly share: boolean; readonly warn: (message: string) => void },
): Part {
  const { cos } = document;
  const overrides = new Map<number, CosValue>();
  const drops: ((num: number) => boolean)[] = [];
  let fresh = cos.objectCount;
  const seen = new Set<number>();
  const kept = new Set<number>();
  const copies = pages.map((page): PageCopy => {
    const own = document.pages.number(page);
    const repeat = kept.has(page) || seen.has(own);
    kept.add(page);
    // A page object that is several pages, or none: each place gets an object.
    const num = repeat || own === 0 ? fresh++ : own;
    if (own !== 0) seen.add(own);
    return { page, num, repeat };
  });
  const whole = pages.length === document.pages.count && pages.every((page, k) => page === k + 1);
  // In a damaged tree something else may stand in a page's place, and what is kept may need it: a font, for one.
  const isPage = (num: number) => {
    const page = document.pages.pageOf(num);
    if (page === 0 || document.pages.doubts.length === 0) return page !== 0;
    return (nameAt(cos, document.pages.dict(page).get("Type")) ?? "Page") === "Page";
  };
  if (!whole) drops.push(isPage);
  const copier = rewriter.copier(cos, {
    share: rest.share,
    replace(num) {
      const own = overrides.get(num);
      if (own !== undefined) return own;
      return drops.some((drop) => drop(num)) ? null : undefined;
    },
  });
  return {
    document,
    cos,
    catalog: document.catalog,
    rewriter,
    copier,
    pages: copies,
    firstPage: rest.firstPage,
    whole,
    keeps: (page) => kept.has(page),
    overrides,
    renamedDestinations: new Map(),
    renamedFields: new Map(),
    structureOffset: 0,
    annotations: new Set(),
    widgets: new Set(),
    widgetCopies: [],
    structureKeys: new Set(),
    ref: (num) => ref(num, cos.generation(num)),
    fresh: () => fresh++,
    drop: (test) => void drops.push(test),
    warn: rest.warn,
  };
}

/** The page's dictionary in the source's numbering, with what it inherits and without what does not come along. */
function pageDict(part: Part, copy: PageCopy, own: CosDict | undefined): CosDict {
  const { pages } = part.document;
  const dict: CosDict = new Map(own ?? pages.dict(copy.page));
  const inherited = pages.inherited(copy.page);
  const ownResources = part.cos.resolve(dict.get("Resources")) !== null;
  for (const key of inheritable) {
    const value = inherited[key];
    if (value !== undefined && part.cos.resolve(dict.get(key)) === null) dict.set(key, value);
  }
  dict.delete("Parent");
  dict.set("Type", name("Page"));
  const annots = dict.get("Annots");
  if (annots !== undefined && (copy.repeat || annotationsChange(part))) {
    const adapted = adaptAnnotations(part, copy, annots);
    if (adapted === undefined) dict.delete("Annots");
    else dict.set("Annots", adapted);
  }
  if (!part.whole) {
    const used = usedResources(part.document, dict, !ownResources);
    if (used) dict.set("Resources", used);
    dict.delete("B");
    adaptEntry(part, dict, "AA", adaptTriggers);
  }
  dict.delete("DPart");
  if (dict.has("StructParents")) adaptStructureKey(part, copy, dict);
  return dict;
}

function adaptStructureKey(part: Part, copy: PageCopy, dict: CosDict): void {
  const key = numberAt(part.cos, dict.get("StructParents"));
  const offset = part.structureOffset;
  if (copy.repeat || key === undefined || offset === undefined || !parentTree(part.document).has(key)) {
    dict.delete("StructParents");
    return;
  }
  part.structureKeys.add(key);
  dict.set("StructParents", key + offset);
}

/** Translates a dictionary of our own in its place. */
function translated(part: Part, dict: CosDict): CosDict {
  for (const [key, value] of dict) {
    const own = part.copier.translate(value);
    if (own === null) dict.delete(key);
    else if (own !== value) dict.set(key, own);
  }
  return dict;
}
