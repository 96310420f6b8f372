/** What a tool means to do to a document, in steps that the rows of the table reckon with. */

export interface Operations {
  /** Another document's pages come after. */
  readonly join: { readonly pages: number };
  /** These pages remain (1-based), in this order; `all`: they are the document's pages as they were. */
  readonly select: { readonly pages: readonly number[]; readonly all: boolean };
  readonly turn: { readonly angle: number };
  /** Text is drawn on every page; `seeThrough`: what is below shines through it. */
  readonly stamp: { readonly text: string; readonly seeThrough?: boolean };
  readonly clear: object;
  /** Written anew with nothing meant to change. */
  readonly rewrite: object;
  readonly protect: object;
  readonly unlock: object;
  /** Points at each side. */
  readonly crop: { readonly margin: number };
  readonly scale: { readonly factor: number };
  readonly flatten: object;
  /** The text field of this name holds another value. */
  readonly fill: { readonly field: string; readonly value: string };
}

export type Kind = keyof Operations;

export type Operation = { readonly [K in Kind]: { readonly kind: K } & Operations[K] }[Kind];
