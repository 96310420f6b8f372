/** A document's part in an assembly: its kept pages, the decisions about it, and the objects on its pages. */
import type { CosDocument } from "../../../cos/document.ts";
import type { CosArray, CosDict, CosRef, CosValue } from "../../../cos/syntax/value.ts";
import type { ObjectCopier } from "../../../cos/write/copy-objects.ts";
import type { PdfDocument } from "../../open.ts";
import type { StructureTree } from "../../tags/structure-tree.ts";
import { dictAt } from "../../typed-get.ts";

/** One page of the result. */
export interface PageCopy {
  /** 1-based page of the source document. */
  readonly page: number;
  /** The page's source number: the page object's own, or a fresh one for a repeated page. */
  readonly num: number;
  /** Whether the page already occurred, from the same document. */
  readonly repeat: boolean;
}

/** For pages that become parts of larger ones: what refers to a place on a page follows it there. */
export interface Placing {
  /** Index of the result's page that contains a page, both 0-based among those of this document. */
  resultOf(place: number): number;
  /** The pages whose labels the result's pages take; undefined: they have none. */
  readonly labels: readonly PageCopy[] | undefined;
  /** An annotation of a page. */
  annotation(copy: PageCopy, dict: CosDict): CosDict;
  /** An explicit destination on a page (1-based). */
  destination(page: number, value: CosArray): CosArray;
  /** Changes the elements of the tags; returns the root's kids. */
  structure(tree: StructureTree, elements: Iterable<number>, kids: readonly CosValue[]): CosValue[];
}

/** A widget that belongs to a repeated page. */
export interface WidgetCopy {
  readonly of: number;
  /** A fresh source number. */
  readonly num: number;
}

/**
 * All numbers are in source numbering unless stated otherwise. Joins write changes into `overrides` before the copier is
 * drained; references to objects that they `drop` become null.
 */
export interface SourceDocument {
  readonly document: PdfDocument;
  readonly cos: CosDocument;
  readonly catalog: CosDict;
  readonly copier: ObjectCopier;
  /** The result's pages from this document, in order. */
  readonly pages: readonly PageCopy[];
  /** Index of the first of these pages in the result, 0-based. */
  readonly firstPage: number;
  /** Whether every page is kept once, in order: then nothing is cut. */
  readonly whole: boolean;
  /** Undefined: each page stays a page. */
  readonly placing: Placing | undefined;
  /** Whether this page (1-based) of the source is kept. */
  keeps(page: number): boolean;
  /** Objects written differently; null: removed. */
  readonly overrides: Map<number, CosValue>;
  /** A reference to a source object, or to a fresh one, with its generation. */
  ref(num: number): CosRef;
  /** An unused source number for a new object: set it in `overrides`. */
  fresh(): number;
  /** Removes objects for which `test` is true and that have no override. */
  drop(test: (num: number) => boolean): void;
  /** Whether an object is removed, as far as known before the joins are added. */
  isGone(num: number): boolean;
  warn(message: string): void;
}

/** An object as it will be written, if it is a dictionary: with the changes so far. */
export function currentDict({ cos, overrides }: SourceDocument, num: number): CosDict | undefined {
  return dictAt(cos, overrides.has(num) ? overrides.get(num) : cos.object(num));
}

/** Changes an object if it is a dictionary; `change` gets a copy. */
export function changeDict(source: SourceDocument, num: number, change: (dict: CosDict) => void): void {
  const dict = currentDict(source, num);
  if (!dict) return;
  const own: CosDict = new Map(dict);
  change(own);
  source.overrides.set(num, own);
}

/** Decisions of joins before the pages are written, which pages, annotations and actions follow. */
export interface Plan {
  /** Names of destinations that change because an earlier file has them (`latin1`). */
  readonly renamedDestinations: ReadonlyMap<string, string>;
  /** Form fields whose fully qualified names change, as text. */
  readonly renamedFields: ReadonlyMap<string, string>;
  /** Groups of form fields that also have fields of earlier files. */
  readonly joinedGroups: ReadonlySet<string>;
  /** Entries of the catalog's name trees, by kind, whose names change (`latin1`). */
  readonly renamedEntries: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The base of relative web links if the result lacks it; undefined: they stay unchanged. */
  readonly linkBase: string | undefined;
  /** The offset for structure parent keys; undefined: this document has no tags, and keys are removed. */
  readonly structureOffset: number | undefined;
}

export type PlannedSource = SourceDocument & Plan;

/** The objects on the kept pages, collected while these are written. */
export interface PageObjects {
  /** Annotations listed by the pages. */
  readonly annotations: Set<number>;
  /** The annotations that are form field widgets. */
  readonly widgets: Set<number>;
  readonly widgetCopies: WidgetCopy[];
  /** Structure parent keys of the pages and of their annotations. */
  readonly structureKeys: Set<number>;
}
