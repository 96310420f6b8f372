/**
 * Assembles pages of one or more documents into a new one, with everything that belongs to them. Merge, extract, remove and
 * split share this code. Documents are streamed: after `add`, only small facts about a document are kept.
 */
import { type CosDict, type CosStream, type CosValue, name, ref, setEntry } from "../../cos/syntax/value.ts";
import { type CopyTarget, ObjectCopier } from "../../cos/write/copy-objects.ts";
import type { Rewriter } from "../../cos/write/rewrite.ts";
import type { PdfDocument } from "../open.ts";
import { addInherited } from "../pages/page-tree.ts";
import { parentTree } from "../tags/structure-tree.ts";
import { numberAt } from "../typed-get.ts";
import { adaptEntry } from "./joins/actions.ts";
import { adaptAnnotations, adaptStructureKey, annotationsChange } from "./joins/annotations.ts";
import { information, joinCatalog } from "./joins/catalog.ts";
import { joinNames } from "./joins/catalog-names.ts";
import { joinConformance } from "./joins/conformance.ts";
import { joinDestinations } from "./joins/destinations.ts";
import { FormsJoin } from "./joins/forms/forms.ts";
import type { Join } from "./joins/join.ts";
import { joinLayers } from "./joins/layers.ts";
import { joinOutlines } from "./joins/outlines.ts";
import { followSteps, followTemplate, keptSeparations } from "./joins/page-entries.ts";
import { joinPageLabels } from "./joins/page-labels.ts";
import { isOldDocument, isRemoved } from "./joins/removed.ts";
import type {
  PageCopy,
  PageObjects,
  Placing,
  Plan,
  PlannedSource,
  SourceDocument,
} from "./joins/source-document.ts";
import { TagsJoin } from "./joins/tags/tags.ts";
import { joinThreads, keptBeads } from "./joins/threads.ts";
import { createPageTreeWriter } from "./page-tree-writer.ts";
import { usedResources } from "./used-resources.ts";
import { withoutSignatures } from "./without-signatures.ts";

export interface AssemblyOptions {
  /** Called once per distinct message. */
  warn(message: string): void;
  /** For several documents: streams that they have in common are stored once. */
  readonly share?: boolean;
  /** Whether to keep the first document's information dictionary and identifier; default: yes. */
  readonly keepInfo?: boolean;
}

/** Pages of a document as parts of larger ones. */
export interface Composition extends Placing {
  /** Number of the result's pages. */
  readonly count: number;
  /**
   * Composes the result's pages in order, with the new streams that each draws, by source number; `page` makes the dictionary
   * of a page, with its index.
   */
  compose(
    page: (copy: PageCopy, place: number) => CosDict,
  ): Iterable<{ readonly page: CosDict; readonly forms: ReadonlyMap<number, CosStream> }>;
}

/** How pages of a document are added. */
export interface AddOptions {
  /** Dictionaries that replace the page's own, by index in `pages` (0-based). */
  readonly own?: ReadonlyMap<number, CosDict> | undefined;
  /** By default, each page stays one. */
  readonly compose?: ((source: SourceDocument) => Composition) | undefined;
}

export interface Assembly {
  /** Adds pages (1-based, in this order, repeats allowed). The document may be closed afterward. */
  add(document: PdfDocument, pages: readonly number[], options?: AddOptions): void;
  /** Pages so far. */
  readonly pages: number;
  /** Writes the rest: page tree, catalog, trailer. */
  finish(): void;
}

export function createAssembly(rewriter: Rewriter, options: AssemblyOptions): Assembly {
  const tree = createPageTreeWriter(rewriter);
  const joined = joins.map((join) => join(rewriter, options.share === true));
  const warned = new Set<string>();

  const warn = (message: string) => {
    if (warned.has(message)) return;
    warned.add(message);
    options.warn(message);
  };

  let info: CosDict | undefined;
  let documents = 0;
  let encrypted = false;

  return {
    add(document, pages, { own, compose } = {}) {
      const plain = sourceDocument(rewriter, withoutSignatures(document, warn), pages, {
        firstPage: tree.count,
        share: options.share === true,
        warn,
      });
      const composed = compose?.(plain);
      const source = { ...plain, placing: composed };
      const planned = { ...source, ...planOf(joined, source) };
      const found: PageObjects = {
        annotations: new Set(),
        widgets: new Set(),
        widgetCopies: [],
        structureKeys: new Set(),
      };
      // Numbers first, since pages refer to each other.
      const targets = Array.from({ length: composed?.count ?? pages.length }, () => rewriter.reserve());
      source.pages.forEach(({ num }, place) => {
        source.copier.alias(num, targets[composed ? composed.resultOf(place) : place] ?? 0);
      });
      const dictOfPage = (copy: PageCopy, place: number) => pageDict(planned, found, copy, own?.get(place));
      let next = 0;
      const write = (dict: CosDict) => {
        const target = targets[next++] ?? 0;
        const parent = tree.add(target);
        rewriter.set(target, translated(source, dict).set("Parent", ref(parent)));
      };
      if (!composed) source.pages.forEach((copy, place) => void write(dictOfPage(copy, place)));
      else
        for (const { page, forms } of composed.compose(dictOfPage)) {
          // At once: the content of all pages must not be held until the end.
          for (const [num, form] of forms) {
            const target = rewriter.reserve();
            source.copier.alias(num, target);
            rewriter.set(target, source.copier.translate(form));
          }
          write(page);
        }
      for (const join of joined) join.add(planned, found);
      encrypted ||= document.cos.encryption !== undefined;
      const entries = documents++ === 0 && options.keepInfo !== false ? information(source) : undefined;
      info ??= entries && translated(source, entries);
      source.copier.drain();
    },
    get pages() {
      return tree.count;
    },
    finish() {
      const catalog: CosDict = new Map([["Type", name("Catalog")]]);
      const names: CosDict = new Map();
      const result = { catalog, names, info, warn };
      for (const join of joined) join.finish(result);
      catalog.set("Pages", ref(tree.finish()));
      if (names.size > 0) catalog.set("Names", names);
      // Keys up to revision 4 are derived from the identifier, so an encrypted file keeps it.
      const newId = options.keepInfo === false && !encrypted;
      const infoNumber = result.info && rewriter.add(result.info);
      rewriter.finish({ root: rewriter.add(catalog), info: infoNumber, newId });
    },
  };
}

/** Everything keeps its name. */
export const plainPlan = (): Plan => ({
  renamedDestinations: new Map(),
  renamedFields: new Map(),
  joinedGroups: new Set(),
  renamedEntries: new Map(),
  linkBase: undefined,
  structureOffset: 0,
});

function planOf(joined: readonly Join[], source: SourceDocument): Plan {
  let plan = plainPlan();
  for (const join of joined) plan = { ...plan, ...join.plan?.(source) };
  return plan;
}

/** A document of which these pages (1-based, in this order) are copied; none: only what they refer to. */
export function sourceDocument(
  into: CopyTarget,
  document: PdfDocument,
  pages: readonly number[],
  rest: { readonly firstPage: number; readonly share: boolean; readonly warn: (message: string) => void },
): SourceDocument {
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
    // A page object that is used for several pages, or none: each occurrence gets an object.
    const num = repeat || own === 0 ? fresh++ : own;
    if (own !== 0) seen.add(own);
    return { page, num, repeat };
  });
  const whole = pages.length === document.pages.count && pages.every((page, k) => page === k + 1);
  const keeps = (page: number) => kept.has(page);
  drops.push((num) => isOldDocument(document, num));
  if (!whole) drops.push((num) => isRemoved(document, keeps, num));
  const isGone = (num: number) =>
    overrides.has(num) ? overrides.get(num) === null : drops.some((drop) => drop(num));
  const copier = new ObjectCopier(cos, into, {
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
    copier,
    pages: copies,
    firstPage: rest.firstPage,
    whole,
    placing: undefined,
    keeps,
    isGone,
    overrides,
    ref: (num) => ref(num, cos.generation(num)),
    fresh: () => fresh++,
    drop: (test) => void drops.push(test),
    warn: rest.warn,
  };
}

/** The page's dictionary in source numbering, with inherited attributes and without dropped ones. */
function pageDict(
  source: PlannedSource,
  found: PageObjects,
  copy: PageCopy,
  own: CosDict | undefined,
): CosDict {
  const { pages } = source.document;
  const dict: CosDict = new Map(own ?? pages.dict(copy.page));
  const ownResources = source.cos.resolve(dict.get("Resources")) !== null;
  addInherited(source.cos, dict, pages.inherited(copy.page));
  dict.delete("Parent");
  dict.set("Type", name("Page"));
  const annots = dict.get("Annots");
  if (annots !== undefined && (copy.repeat || annotationsChange(source))) {
    setEntry(dict, "Annots", adaptAnnotations(source, found, copy, annots));
  }

  if (!source.whole) {
    const used = usedResources(source.document, dict, !ownResources);
    if (used) dict.set("Resources", used);
    setEntry(dict, "B", copy.repeat ? undefined : keptBeads(source, dict.get("B")));
    setEntry(dict, "SeparationInfo", keptSeparations(source, dict.get("SeparationInfo")));
  }

  setEntry(dict, "AA", adaptEntry(source, dict, "AA"));
  followSteps(source, dict);
  followTemplate(source, dict);
  dict.delete("DPart");

  const key = dict.get("StructParents");
  if (key !== undefined) {
    const isTagged = !copy.repeat && parentTree(source.document).has(numberAt(source.cos, key) ?? -1);
    setEntry(dict, "StructParents", isTagged ? adaptStructureKey(source, found, key) : undefined);
  }

  return dict;
}

/** Translates our own dictionary in place. */
function translated(source: SourceDocument, dict: CosDict): CosDict {
  for (const [key, value] of dict) {
    const own = source.copier.translate(value);
    if (own === null) dict.delete(key);
    else if (own !== value) dict.set(key, own);
  }
  return dict;
}

/** All joins other than pages, in the order in which they are added and their objects numbered. `merging`: several documents. */
const joins: readonly ((rewriter: Rewriter, merging: boolean) => Join)[] = [
  (rewriter, merging) => new FormsJoin(rewriter, merging),
  (rewriter, merging) => new TagsJoin(rewriter, merging),
  joinCatalog,
  joinThreads,
  joinConformance,
  joinDestinations,
  joinNames,
  joinOutlines,
  joinPageLabels,
  joinLayers,
];
