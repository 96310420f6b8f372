/** One document's share in an assembly: which of its pages come along, what was decided of it, and what its pages hold. */
import type { CosDocument } from "../../../cos/document.ts";
import type { CosDict, CosRef, CosValue } from "../../../cos/syntax/value.ts";
import type { ObjectCopier } from "../../../cos/write/copy-objects.ts";
import type { PdfDocument } from "../../open.ts";
import { dictAt } from "../../typed-get.ts";

/** One page of the result. */
export interface PageCopy {
  /** 1-based page of the source document. */
  readonly page: number;
  /** The page's source number: the page object's own, or a fresh one for a page that comes along once more. */
  readonly num: number;
  /** Whether the page came along before, from the same document. */
  readonly repeat: boolean;
}

/** A widget that a repeated page has for itself. */
export interface WidgetCopy {
  readonly of: number;
  /** A fresh source number. */
  readonly num: number;
}

/**
 * All numbers are the source document's unless stated otherwise. Joins write what changes into `overrides` before the copier is
 * drained; what they name in `drop` becomes null wherever something refers to it.
 */
export interface SourceDocument {
  readonly document: PdfDocument;
  readonly cos: CosDocument;
  readonly catalog: CosDict;
  readonly copier: ObjectCopier;
  /** The pages of the result that come from this document, in order. */
  readonly pages: readonly PageCopy[];
  /** Place of the first of them in the result, 0-based. */
  readonly firstPage: number;
  /** Whether every page comes along once, in order: then nothing is cut. */
  readonly whole: boolean;
  /** Whether this page (1-based) of the source comes along. */
  keeps(page: number): boolean;
  /** Objects written differently; null: gone. */
  readonly overrides: Map<number, CosValue>;
  /** A reference to an object of the source, or to a fresh one, with the generation that it has. */
  ref(num: number): CosRef;
  /** A source number of no object yet, for a new object: set it in `overrides`. */
  fresh(): number;
  /** Objects for which `test` is true, and that have no override, are gone. */
  drop(test: (num: number) => boolean): void;
  /** Whether an object does not come along, as far as that is known before the joins are added. */
  isGone(num: number): boolean;
  warn(message: string): void;
}

/** An object as it will be written, where it is a dictionary: with the changes so far. */
export function currentDict({ cos, overrides }: SourceDocument, num: number): CosDict | undefined {
  return dictAt(cos, overrides.has(num) ? overrides.get(num) : cos.object(num));
}

/** Changes a dictionary that is an object, where it is one; `change` gets a copy. */
export function changeDict(source: SourceDocument, num: number, change: (dict: CosDict) => void): void {
  const dict = currentDict(source, num);
  if (!dict) return;
  const own: CosDict = new Map(dict);
  change(own);
  source.overrides.set(num, own);
}

/** What joins decide before the pages are written; pages, annotations and actions follow it. */
export interface Plan {
  /** Names of destinations that change because an earlier file has them (`latin1`). */
  readonly renamedDestinations: ReadonlyMap<string, string>;
  /** Form fields whose fully qualified names change, as text. */
  readonly renamedFields: ReadonlyMap<string, string>;
  /** Groups of form fields that have fields of earlier files too. */
  readonly joinedGroups: ReadonlySet<string>;
  /** Entries of the catalogue's name trees, by kind, whose names change (`latin1`). */
  readonly renamedEntries: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** What relative web links are resolved against, as the result has no such base; undefined: they stay as they are. */
  readonly linkBase: string | undefined;
  /** What is added to structure parent keys; undefined: this document brings no tags, and keys are removed. */
  readonly structureOffset: number | undefined;
}

export type PlannedSource = SourceDocument & Plan;

/** What the pages that come along hold, gathered while they are written. */
export interface PageObjects {
  /** Annotations that they list. */
  readonly annotations: Set<number>;
  /** Those of them that are widgets of form fields. */
  readonly widgets: Set<number>;
  readonly widgetCopies: WidgetCopy[];
  /** Structure parent keys of the pages and of their annotations. */
  readonly structureKeys: Set<number>;
}
