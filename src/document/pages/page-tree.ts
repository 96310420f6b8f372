/**
 * The page tree (ISO 32000-2, 7.7.3) as a flat list. The walk is iterative and linear: 100,000 pages, a chain of 100,000
 * nodes, loops and shared branches all cost at most one visit per kid.
 */
import { getOrInsert } from "../../core/collections/maps.ts";
import { maxPages } from "../../core/limits.ts";
import { once } from "../../core/once.ts";
import { failed } from "../../core/problem.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosArray,
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  name,
} from "../../cos/syntax/value.ts";

/** The page attributes inherited from ancestors (ISO 32000-2, table 31). */
export const inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
export type InheritableKey = (typeof inheritable)[number];

/** Attributes of a page's ancestors, unresolved. Shared between pages. */
export type Inherited = Readonly<Partial<Record<InheritableKey, CosValue>>>;

/** A document's pages in order, counted from 1, as everywhere in our JSON. */
export interface PageList {
  readonly count: number;
  /** Object numbers, `numbers[0]` is page 1. 0: the page has no object (see `number`). A number may occur twice. */
  readonly numbers: Uint32Array;
  /** A page's object number; 0 for a direct object in /Kids, or a blank page in place of a missing object. */
  number(page: number): number;
  /** The page's own dictionary as in the file; don't change it, edits go through an `EditSession`. */
  dict(page: number): CosDict;
  /** The attributes of the page's ancestors. */
  inherited(page: number): Inherited;
  /** The page's own or inherited attribute, unresolved; undefined if it has none (or null). */
  attribute(page: number, key: InheritableKey): CosValue | undefined;
  /** The first page with this object, or 0. */
  pageOf(num: number): number;
  /** The first page with the same object and the same attributes of ancestors: the two show the same. */
  firstLike(page: number): number;
  /** The pages that aren't like an earlier one. */
  distinct(): Iterable<number>;
  /** Whether some page has no object of its own: it is a direct object, or shares an object. */
  readonly hasRepeats: boolean;
  /** Object numbers of the nodes (/Pages) in walk order, the root first. */
  readonly nodes: readonly number[];
  /** Nodes with a wrong /Count, with the right one. That alone is no inconsistency. */
  readonly wrongCounts: ReadonlyMap<number, number>;
  /** The same pages read through another view of the document (overlay.ts), in which some objects are `changed`. */
  through(cos: CosDocument, changed: (num: number) => boolean): PageList;
  /** Contradictions in the tree; empty for an intact one. Such a file is recovered before use. */
  readonly inconsistencies: readonly string[];
  /** Kids that aren't pages: their object is missing and replaced by a blank page, or it is something else. */
  readonly lost: number;
  /** Whether a branch contains itself, and the root's /Count doesn't settle which pages there are. */
  readonly loops: boolean;
}

interface Frame {
  readonly num: number;
  readonly kids: CosArray;
  readonly inherited: Inherited;
  readonly count: CosValue | undefined;
  readonly firstPage: number;
  next: number;
}

/**
 * Page dictionaries kept from the walk: nearly every tool reads each page again, and parsing it again costs more than its 1
 * KB. Beyond this many, they are reread, so that memory stays bounded.
 */
const maxKeptPages = 32_768;

/** Further inconsistencies aren't listed. */
const maxInconsistencies = 20;

/** A node's attributes added to its ancestors'; the same object if it adds none. */
function inherit(above: Inherited, node: CosDict, cos: CosDocument): Inherited {
  let merged: Partial<Record<InheritableKey, CosValue>> | undefined;
  for (const key of inheritable) {
    const own = node.get(key);
    if (own === undefined || cos.resolve(own) === null) continue;
    merged ??= { ...above };
    merged[key] = own;
  }
  return merged ?? above;
}

/** Adds inherited attributes to a page's own dictionary. */
export function addInherited(cos: CosDocument, dict: CosDict, inherited: Inherited): void {
  for (const key of inheritable) {
    const value = inherited[key];
    if (value !== undefined && cos.resolve(dict.get(key)) === null) dict.set(key, value);
  }
}

/**
 * Lists the pages below `root` (the catalog's /Pages, usually a reference). A kid whose object is missing counts as a blank
 * page if the root's /Count includes it, so that pages keep the numbers that viewers show; otherwise, and if every page is
 * missing, it is skipped. Foreign kids are skipped, as are branches within themselves; shared ones occur as often as they are
 * referenced. All of that is noted in `inconsistencies`. Throws 422 `operation_failed` beyond `maxPages`.
 */
export function listPageTree(cos: CosDocument, root: CosValue | undefined): PageList {
  const tree = new WalkedTree(cos, root, true);
  const dict = cos.resolve(root);
  const total = isDict(dict) ? cos.resolve(dict.get("Count")) : null;
  const counted = total === tree.numbers.length;
  if (tree.blanks > 0 && (!counted || tree.blanks === tree.numbers.length))
    return pageList(cos, new WalkedTree(cos, root, false));
  // A link back to an ancestor adds no page: if the root's count matches the pages found, they are complete.
  if (counted && total !== 0) tree.loops = false;
  return pageList(cos, tree);
}

/** The findings of a walk through the tree. */
class WalkedTree {
  readonly numbers: number[] = [];
  readonly nodes: number[] = [];
  readonly wrongCounts = new Map<number, number>();
  readonly inconsistencies: string[] = [];
  readonly inheritedOf: Inherited[] = [];
  /** Pages that are direct objects, or replace missing ones. */
  readonly direct = new Map<number, CosDict>();
  /** Dictionaries of the first pages. */
  readonly kept: CosDict[] = [];
  /** Missing objects that count as pages. */
  blanks = 0;
  lost = 0;
  loops = false;
  readonly #cos: CosDocument;
  readonly #countMissing: boolean;
  readonly #stack: Frame[] = [];
  readonly #seen = new Set<number>();
  readonly #seenDirect = new Set<CosDict>();
  /** Nodes being visited. */
  readonly #open = new Set<number>();
  #revisits = 0;

  constructor(cos: CosDocument, root: CosValue | undefined, countMissing: boolean) {
    this.#cos = cos;
    this.#countMissing = countMissing;
    this.#visit(root, {}, 0);
    for (let frame = this.#stack.at(-1); frame; frame = this.#stack.at(-1)) {
      if (frame.next < frame.kids.length) {
        this.#visit(frame.kids[frame.next++], frame.inherited, frame.num);
        continue;
      }
      this.#stack.pop();
      this.#leave(frame);
    }
  }

  #visit(value: CosValue | undefined, above: Inherited, node: number): void {
    const num = isRef(value) ? value.num : 0;
    const again = num !== 0 && this.#seen.has(num);
    // A shared branch occurs as often as it is referenced; one that contains itself has no end.
    if (again && (this.#open.has(num) || ++this.#revisits > maxPages)) {
      this.#loop(`object ${num} contains itself in the page tree`);
      return;
    }

    const dict = this.#cos.resolve(value);
    if (!isDict(dict)) {
      this.lost++;
      if (dict === null && this.#countMissing && this.#stack.length > 0) this.#addBlank(above);
      else this.#report(`a kid of object ${node} is not a page`);
      return;
    }

    const type = this.#cos.resolve(dict.get("Type"));
    const typeName = isName(type) ? type.name : undefined;
    const kids = this.#cos.resolve(dict.get("Kids"));

    if (isArray(kids) && typeName !== "Page") {
      if (typeName !== undefined && typeName !== "Pages")
        this.#report(`object ${num} has kids but is not /Pages`);
      this.#enter(num, dict, kids, above);
    } else if (typeName === "Pages" && !dict.has("Contents"))
      this.#report(`object ${num} is a /Pages without kids`);
    else {
      // Producers forget /Type, and a node without kids can only be a page; another type means that something is wrong.
      if (typeName !== undefined && typeName !== "Page")
        this.#report(`object ${num} in the page tree is not typed as a page`);
      // Other readers see no page there: /Pages is a node (7.7.2), even for a single page.
      if (this.#stack.length === 0) this.#report(`object ${num} is a page in place of the page tree`);
      this.#addPage(num, dict, above);
    }
  }

  #enter(num: number, dict: CosDict, kids: CosArray, above: Inherited): void {
    if (num === 0) {
      if (this.#seenDirect.has(dict)) {
        this.#loop("a direct node occurs twice in the page tree");
        return;
      }
      this.#seenDirect.add(dict);
    }
    if (!this.#seen.has(num)) this.nodes.push(num);

    if (num !== 0) {
      this.#seen.add(num);
      this.#open.add(num);
    }

    const inherited = inherit(above, dict, this.#cos);
    const firstPage = this.numbers.length;
    this.#stack.push({ num, kids, inherited, count: dict.get("Count"), firstPage, next: 0 });
  }

  #leave({ num, firstPage, count }: Frame): void {
    this.#open.delete(num);
    const found = this.numbers.length - firstPage;
    if (this.#cos.resolve(count ?? null) !== found) this.wrongCounts.set(num, found);
  }

  #addPage(num: number, dict: CosDict, above: Inherited): void {
    const { numbers } = this;
    if (numbers.length === maxPages)
      throw failed(`the page tree holds more than ${maxPages} pages; split the document first`);
    numbers.push(num);
    if (num === 0) this.direct.set(numbers.length, dict);
    if (numbers.length <= maxKeptPages) this.kept.push(dict);
    this.inheritedOf.push(above);
  }

  #addBlank(above: Inherited): void {
    this.blanks++;
    this.#report(`page ${this.numbers.length + 1} is missing`);
    this.#addPage(0, new Map([["Type", name("Page")]]), above);
  }

  #loop(text: string): void {
    this.loops = true;
    this.#report(text);
  }

  #report(text: string): void {
    if (this.inconsistencies.length < maxInconsistencies) this.inconsistencies.push(text);
  }
}

function pageList(
  cos: CosDocument,
  tree: WalkedTree,
  numbers: Uint32Array = new Uint32Array(tree.numbers),
  changed?: (num: number) => boolean,
): PageList {
  const { direct, kept, inheritedOf } = tree;
  // Built on first use: most calls never ask which page an object is.
  let firstPages: Map<number, number> | undefined;

  const pagesByNumber = () => {
    if (firstPages) return firstPages;
    firstPages = new Map();
    for (let index = 0; index < numbers.length; index++) {
      const num = numbers[index] ?? 0;
      if (num !== 0 && !firstPages.has(num)) firstPages.set(num, index + 1);
    }
    return firstPages;
  };

  const firstsLike = once(() => {
    const groups = new Map<Inherited | undefined, Map<number, number>>();
    return numbers.map((num, index) => {
      const group = getOrInsert(groups, inheritedOf[index], () => new Map<number, number>());
      return num === 0 ? index + 1 : getOrInsert(group, num, () => index + 1);
    });
  });

  const numberOf = (page: number) => numbers[page - 1] ?? 0;
  const dictOf = (page: number): CosDict => {
    const num = numberOf(page);
    const known = kept[page - 1];
    const isChanged = changed?.(num) === true;
    if (known && !isChanged) return known;
    const dict = num === 0 ? direct.get(page) : cos.object(num);
    // It was a dictionary during the walk, so it is one now; /Kids may contain a reference to a reference, so it has to be resolved.
    const resolved = dict === undefined ? null : cos.resolve(dict);
    return isDict(resolved) ? resolved : new Map();
  };

  return {
    count: numbers.length,
    numbers,
    nodes: tree.nodes,
    wrongCounts: tree.wrongCounts,
    inconsistencies: tree.inconsistencies,
    lost: tree.lost,
    loops: tree.loops,
    number: numberOf,
    dict: dictOf,
    inherited: (page) => inheritedOf[page - 1] ?? {},
    attribute(page, key) {
      const own = dictOf(page).get(key);
      if (own !== undefined && cos.resolve(own) !== null) return own;
      return inheritedOf[page - 1]?.[key];
    },
    pageOf: (num) => pagesByNumber().get(num) ?? 0,
    firstLike: (page) => firstsLike()[page - 1] ?? page,
    *distinct() {
      for (const [index, first] of firstsLike().entries()) if (first === index + 1) yield first;
    },
    through: (other, differs) => pageList(other, tree, numbers, differs),
    get hasRepeats() {
      return direct.size > 0 || pagesByNumber().size !== numbers.length;
    },
  };
}
