/** A document being made smaller. Streams are recoded one by one while writing, so that a large file is never held whole. */
import { type CosStream, type CosValue, isStream } from "../cos/syntax/value.ts";
import { type Claim, claimOf } from "../document/conformance/claim.ts";
import type { EditSession } from "../document/edit.ts";
import { ObjectDraft, type OpenStream, textOf } from "../document/object-draft.ts";
import { type MeasureName, nothingSaved, type Stage } from "./parts.ts";
import { recode } from "./recode.ts";

/** A way to make a file smaller. `apply` changes objects at once, or adds stages that streams pass through when written. */
export interface Measure {
  readonly name: MeasureName;
  readonly why: string;
  apply(draft: Draft): void | Promise<void>;
}

export class Draft extends ObjectDraft {
  readonly claim: Claim;
  readonly stages: Stage[] = [];
  readonly saved = nothingSaved();
  readonly #equals = new Map<number, number>();
  /** Streams in their final encoding. */
  readonly #finished = new Set<number>();

  constructor(session: EditSession) {
    super(session);
    this.claim = claimOf(this.cos);
  }

  /** Gives a font program new data if that makes it smaller. */
  override replace(num: number, open: OpenStream): boolean {
    return this.shrink(num, "fonts", open);
  }

  /**
   * Gives a stream new data at once if that makes it smaller than `before` bytes, by default its own size. It is written
   * unchanged then.
   */
  shrink(num: number, name: MeasureName, open: OpenStream, before = this.sizeOf(this.get(num))): boolean {
    const made = recode(open, name === "fonts" ? "font" : "other");
    const gain = before - this.sizeOf(made);
    if (gain <= 0) return false;
    this.saved[name] += gain;
    this.set(num, made);
    this.#finished.add(num);
    return true;
  }

  /** Redirects references from `num` to the equal object `other`. */
  merge(num: number, other: number): void {
    this.#equals.set(num, other);
    this.forgetReached();
  }

  override target(num: number, gen: number): number {
    const found = super.target(num, gen);
    return this.#equals.get(found) ?? found;
  }

  /** Whether an equal object replaces this one. */
  isMerged(num: number): boolean {
    return this.#equals.has(num);
  }

  /** Bytes of the images written so far. */
  readonly images = new Map<number, number>();

  /** An object as written: a stream after all stages, recoded if that makes it smaller. */
  final(num: number): CosValue {
    const value = this.#final(num);
    if (this.reached.roles.get(num) === "image") this.images.set(num, this.sizeOf(value));
    return value;
  }

  #final(num: number): CosValue {
    const value = this.get(num);
    const open = isStream(value) && !this.#finished.has(num) ? this.open(value) : undefined;
    if (!isStream(value) || !open) return value;

    const place = { num, role: this.reached.roles.get(num) ?? "other" };
    let changed = open;
    let name: MeasureName = "streams";

    for (const stage of this.stages) {
      const next = stage.run(changed, place);
      if (!next) continue;
      changed = next;
      name = stage.name;
    }

    // PDF/A-1 forbids filters for metadata (ISO 19005-1, 6.7.2), so that programs without PDF support can find it.
    const plain = place.role === "metadata" && this.claim.pdfa?.part === "1";
    const made = recode(changed, place.role, !plain);
    const gain = this.sizeOf(value) - this.sizeOf(made);
    if (gain <= 0) return value;
    this.saved[name] += gain;

    return made;
  }

  /** An object's size in bytes, including its stored data. */
  sizeOf(value: CosValue): number {
    return textOf(value).length + (isStream(value) ? dataLength(value) : 0);
  }
}

/** Bytes of a stream's stored data. */
export const dataLength = (stream: CosStream) => stream.stored?.().length ?? stream.encoded().length;
