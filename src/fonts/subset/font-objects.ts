/** What fonts are reduced in: the objects of a document, with the changes so far. */
import type { CosDocument } from "../../cos/document.ts";
import type { CosDict, CosRef, CosStream, CosValue } from "../../cos/syntax/value.ts";

/** A stream without its filters: its dictionary without coding entries, and its data. */
export interface OpenFont {
  readonly dict: CosDict;
  readonly data: Uint8Array;
}

/** What a page draws. */
export interface PageContents {
  /** One stream or several. */
  readonly contents: CosValue | undefined;
  /** Own or inherited. */
  readonly resources: CosDict | undefined;
}

export interface FontObjects {
  readonly cos: CosDocument;
  /** Numbers of the reachable objects, with referring objects first. */
  readonly order: readonly number[];
  pages(): Iterable<PageContents>;
  get(num: number): CosValue;
  set(num: number, value: CosValue): void;
  add(value: CosValue): CosRef;
  /** The number that a reference leads to; 0 if it dangles. */
  target(num: number, gen: number): number;
  /** Undoes a stream's filters; undefined if it must stay unchanged. `codec`: an image filter that remains. */
  open(stream: CosStream): (OpenFont & { readonly codec?: unknown }) | undefined;
  /** Gives a font program new data, unless the old one is better. */
  replace(num: number, program: OpenFont): boolean;
}
