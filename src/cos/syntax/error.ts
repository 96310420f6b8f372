/**
 * Why the object core gives up on a document.
 * - `syntax`: it can't be read with certainty; a repair may help.
 * - `password`: it needs a password, or the given one is wrong.
 * - `encryption`: its encryption isn't supported.
 * - `limit`: it exceeds a bound that protects this computer (limits.ts); a repair doesn't help.
 * - `work`: it would take more work than its size warrants (budget.ts); nothing gets around that.
 * - `filter`: a stream uses a filter that the core doesn't decode (images); the file isn't at fault.
 */
export type CosErrorReason = "syntax" | "password" | "encryption" | "limit" | "work" | "filter";

/**
 * Which part is damaged in a document that can't be read with certainty.
 * - `startxref`: the header, or the pointer to the cross-reference.
 * - `xref`: the cross-reference, or an object that isn't where it says. `trailer`: the trailer or the catalog.
 * - `page_tree`: the page tree. `stream_length`: a stream that doesn't end where its length says.
 * - `object`: the value of an object, or a stream's data.
 */
export type DamageCode = "startxref" | "xref" | "trailer" | "page_tree" | "stream_length" | "object";

/** The only error that `cos` functions throw for a document's contents. */
export class CosError extends Error {
  override readonly name = "CosError";
  readonly reason: CosErrorReason;
  /** The damaged part, which selects the repairs (see `damageOf`); meaningless for other reasons. */
  code: DamageCode;
  /** Byte offset in the file (or the decoded object stream) where the problem was noticed, if known. */
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
 * Called when a stream's data turns out to be damaged or cut off; the result is then the data decoded so far. Without it,
 * damage is thrown and a missing end is ignored.
 */
export type OnDamage = (error: CosError) => void;

/** Calls `onDamage` if given; otherwise throws the damage. */
export function reportDamage(onDamage: OnDamage | undefined, message: string, options?: ErrorOptions): void {
  const error = new CosError("syntax", message, undefined, options);
  if (!onDamage) throw error;
  onDamage(error);
}

/** Whether no repair or other way of opening the document can help. */
export function isFinal(error: CosError): boolean {
  return error.reason === "password" || error.reason === "limit" || error.reason === "work";
}

/** Runs `read` and attributes any damage to this part of the document, whatever the byte reader called it. */
export function damageOf<T>(part: DamageCode, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CosError) error.code = part;
    throw error;
  }
}
