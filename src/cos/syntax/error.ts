/**
 * Why the object core gives up on a document.
 * - `syntax`: it cannot be read with certainty; mending may help.
 * - `password`: it needs a password, or the given one is wrong.
 * - `encryption`: it is encrypted in a way that is not supported.
 * - `limit`: it is beyond a bound that protects this computer (limits.ts); mending does not help.
 * - `work`: it would take more work than its size warrants (budget.ts); nothing gets around that.
 * - `filter`: a stream is coded with a filter that the core does not decode (images); nothing is wrong with the file.
 */
export type CosErrorReason = "syntax" | "password" | "encryption" | "limit" | "work" | "filter";

/**
 * What is damaged where a document cannot be read with certainty.
 * - `startxref`: the header, or what leads to the cross-reference. - `xref`: the cross-reference itself, or an object that is not
 * where it places it. - `trailer`: the trailer, or the document catalogue. - `page_tree`: the tree of pages.
 * - `stream_length`: a stream that does not end where its length says. - `object`: the value of an object, or data of a stream.
 */
export type DamageCode = "startxref" | "xref" | "trailer" | "page_tree" | "stream_length" | "object";

/** The only error that functions of `cos` throw for what a document contains. */
export class CosError extends Error {
  override readonly name = "CosError";
  readonly reason: CosErrorReason;
  /** What is damaged, by which repairs are chosen (see `damageOf`); without meaning for other reasons. */
  code: DamageCode;
  /** Byte offset in the file (or in the decoded object stream) where it was noticed, when known. */
  readonly offset: number | undefined;

  constructor(
    reason: CosErrorReason,
    message: string,
    offset?: number,
    options?: ErrorOptions & { readonly code?: DamageCode | undefined },
  ) {
    super(offset === undefined ? message : `${message} (at byte ${offset})`, options);
    this.reason = reason;
    this.code = options?.code ?? "object";
    this.offset = offset;
  }
}

/**
 * Called where the data of a stream turns out damaged, or cut: what was decoded before that is then the result. Without it
 * damage is thrown, and a missing end does not matter.
 */
export type OnDamage = (error: CosError) => void;

/** Calls `onDamage` where there is one, else throws the damage. */
export function reportDamage(onDamage: OnDamage | undefined, message: string, options?: ErrorOptions): void {
  const error = new CosError("syntax", message, undefined, options);
  if (!onDamage) throw error;
  onDamage(error);
}

/** Whether neither mending nor another way of opening the document can help. */
export function isFinal(error: CosError): boolean {
  return error.reason === "password" || error.reason === "limit" || error.reason === "work";
}

/** Runs `read`: damage on the way is damage of this part of the document, whatever it was to the reader of the bytes. */
export function damageOf<T>(part: DamageCode, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CosError) error.code = part;
    throw error;
  }
}
