/** Joins one kind of document-level data of several documents into that of a new one. */
import type { CosDict } from "../../../cos/syntax/value.ts";
import type { PageObjects, Plan, PlannedSource, SourceDocument } from "./source-document.ts";

export interface Join {
  /** Called before a document's pages are written. */
  plan?(source: SourceDocument): Partial<Plan>;
  /** Called afterward. Only small facts about the document may be kept: thousands more may follow. */
  add(source: PlannedSource, found: PageObjects): void;
  /** Called after the last document. */
  finish(result: NewCatalog): void;
}

/** The target of the joins. */
export interface NewCatalog {
  readonly catalog: CosDict;
  /** The catalog's `Names`: its name trees by kind. */
  readonly names: CosDict;
  /** The first document's information dictionary; undefined if there is none. */
  info: CosDict | undefined;
  warn(message: string): void;
}
