/** The intended effects of a tool on a document, as steps from which the rows of the table compute their expectations. */

export interface Operations {
  /** Appends another document's pages. */
  readonly join: { readonly pages: number };
  /** Keeps these pages (1-based), in this order. `all`: they are all the pages, in their original order. */
  readonly select: { readonly pages: readonly number[]; readonly all: boolean };
  readonly turn: { readonly angle: number };
  /** Draws text on every page. `seeThrough`: the content below shines through. `isForeign`: in a font that isn't embedded. */
  readonly stamp: { readonly text: string; readonly seeThrough?: boolean; readonly isForeign?: boolean };
  readonly clear: object;
  /** Rewrites the file without intending any change. */
  readonly rewrite: object;
  /** Makes it PDF/A-3. */
  readonly archive: object;
  /** Sets the document's language. */
  readonly speak: { readonly language: string };
  /** Removes content where there is none. */
  readonly redact: object;
  /** Embeds a file. */
  readonly attach: { readonly name: string; readonly description: string; readonly sha256: string };
  readonly protect: object;
  readonly unlock: object;
  /** In points, on each side. */
  readonly crop: { readonly margin: number };
  readonly scale: { readonly factor: number };
  readonly flatten: object;
  /** Places pages on square sheets, by the page's index. */
  readonly arrange: {
    /** In points. */
    readonly side: number;
    readonly sheets: number;
    readonly places: readonly PlacedPage[];
  };
  /** Changes the value of the text field with this name. */
  readonly fill: { readonly field: string; readonly value: string };
}

export interface PlacedPage {
  /** 1-based. */
  readonly sheet: number;
  /** From the page's user space to the sheet's. */
  readonly matrix: readonly number[];
  /** The page on the sheet: left, bottom, right, top in points. */
  readonly box: readonly number[];
  readonly factor: number;
}

export type Kind = keyof Operations;

export type Operation = { readonly [K in Kind]: { readonly kind: K } & Operations[K] }[Kind];
