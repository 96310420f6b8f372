/** Copies objects from a document into a new file, renumbering the objects they refer to (ISO 32000-2, 7.3.10). */
import { type Sha256, sha256 } from "../../core/builtins.ts";
import { getOrInsert } from "../../core/collections/maps.ts";
import { clearData } from "../crypt/stream-data.ts";
import type { CosDocument } from "../document.ts";
import {
  type CosArray,
  type CosDict,
  type CosValue,
  eachItem,
  isArray,
  isDict,
  isName,
  isNamed,
  isRef,
  isStream,
  ref,
} from "../syntax/value.ts";
import { written as bytesOf, newOutput } from "./output.ts";
import type { Rewriter } from "./rewrite.ts";
import { serialize, type WriteContext, writeStreamDict } from "./serialize.ts";

export interface CopyOptions {
  /**
   * Replacements for objects, by source number: a value, null to remove the object (references to it become null), or
   * undefined to keep it. Also called for numbers missing from the source, which represent new objects. Called when an object
   * is first mapped (only null matters) and again when it is written.
   */
  readonly replace?: ((num: number) => CosValue | undefined) | undefined;
  /** Whether streams and fonts equal to ones copied earlier with `share` are reused. Default false. */
  readonly share?: boolean | undefined;
}

/** Where copies are written. */
export type CopyTarget = Pick<Rewriter, "follow" | "reserve" | "set" | "copying" | "shared">;

/** Depth to which chains of objects (image, mask, color space, profile) are compared. */
const maxShareDepth = 12;

/** The new number of a removed object, and of one that is currently being compared. */
const gone = 0;
const busy = -1;

/** Copies the mapped objects of a document, and everything they refer to. */
export class ObjectCopier {
  readonly #document: CosDocument;
  readonly #into: CopyTarget;
  readonly #replace: CopyOptions["replace"];
  readonly #share: boolean;
  /** New numbers by source number. */
  readonly #numbers = new Map<number, number>();
  /** Source numbers that are mapped but not yet written. */
  readonly #queue: number[] = [];
  readonly #context: WriteContext;
  #shareDepth = 0;

  /** The document must stay readable until `drain` has run. */
  constructor(document: CosDocument, into: CopyTarget, options: CopyOptions = {}) {
    into.follow(document);
    this.#document = document;
    this.#into = into;
    this.#replace = options.replace;
    this.#share = options.share === true && document.encryption === undefined;
    this.#context = { target: (num, gen) => this.#mapReference(num, gen) };
  }

  /** The new number of a source object, which is queued for copying; 0 if it is removed or missing. */
  map(num: number): number {
    const known = this.#numbers.get(num);
    if (known !== undefined) return known === busy ? this.#assign(num) : known;
    if (num < 1) return gone;
    const other = this.#replace?.(num);
    if (other === null) {
      this.#numbers.set(num, gone);
      return gone;
    }
    if (other !== undefined) return this.#assign(num);
    if (!this.#document.inUse(num)) return gone;
    return this.#share ? this.#mapShared(num) : this.#assign(num);
  }

  /**
   * Maps source object `num` (which need not exist) to target object `to`, which the caller reserves and `set`s: the object
   * itself isn't copied, and `replace` isn't called for it.
   */
  alias(num: number, to: number): void {
    this.#numbers.set(num, to);
  }

  /** Renumbers a value for the target and queues the objects it refers to. Streams keep their data. */
  translate(value: CosValue): CosValue {
    if (isRef(value)) {
      const mapped = this.#mapReference(value.num, value.gen);
      return mapped === gone ? null : ref(mapped);
    }
    if (isArray(value)) return this.#translateArray(value);
    if (isDict(value)) return this.#translateDict(value);
    return isStream(value) ? { ...value, dict: this.#translateDict(value.dict) } : value;
  }

  /** Writes everything queued, and the objects that it refers to. May be called again after further `map` calls. */
  drain(): void {
    for (const num of this.#queue) this.#copy(num);
    this.#queue.length = 0;
    this.#into.copying.delete(this);
  }

  #assign(num: number): number {
    const to = this.#into.reserve();
    this.#numbers.set(num, to);
    this.#into.copying.add(this);
    this.#queue.push(num);
    return to;
  }

  #mapReference(num: number, gen: number): number {
    const own = num < this.#document.objectCount ? this.#document.generation(num) : 0;
    return gen === own ? this.map(num) : gone;
  }

  #copy(num: number): void {
    const to = this.#numbers.get(num) ?? gone;
    const other = this.#replace?.(num);
    const value = other === undefined ? this.#document.object(num) : other;
    this.#document.budget.spend(1);
    this.#document.budget.look(value);
    this.#into.set(to, describesOldFile(value) ? null : value, this.#context.target);
  }

  /** The number of an equal object written earlier, or a new one. */
  #mapShared(num: number): number {
    if (this.#shareDepth >= maxShareDepth) return this.#assign(num);
    const value = this.#document.object(num);
    if (describesOldFile(value) || !isSharable(value, this.#shareDepth > 0)) return this.#assign(num);

    this.#numbers.set(num, busy);
    this.#shareDepth++;

    let hash: Sha256;
    try {
      // This maps the objects it refers to.
      hash = this.#digest(value);
    } finally {
      this.#shareDepth--;
    }

    // An object it refers to refers back to it, so it has a number by now.
    const known = this.#numbers.get(num) ?? busy;
    if (known !== busy) return known;
    if (isStream(value)) for (const piece of clearData(value).pieces()) hash.update(piece);
    const equal = getOrInsert(this.#into.shared, hash.digest("base64"), () => this.#assign(num));
    this.alias(num, equal);

    return equal;
  }

  /** Digest of an object in target numbering; for a stream, of its dictionary only. */
  #digest(value: CosValue): Sha256 {
    const hash = sha256();
    if (!isStream(value)) return hash.update(serialize(value, this.#context));
    const dict = newOutput();
    writeStreamDict(dict, value.dict, clearData(value).length, this.#context);
    return hash.update("stream").update(bytesOf(dict));
  }

  #translateArray(array: CosArray): CosArray {
    this.#document.budget.spend(array.length);
    return eachItem(array, (item) => this.translate(item));
  }

  #translateDict(dict: CosDict): CosDict {
    const own: CosDict = new Map();
    this.#document.budget.spend(dict.size);
    for (const [key, value] of dict) own.set(key, this.translate(value));
    return own;
  }
}

/** Whether it is a cross-reference or object stream. Readers don't miss anything that refers to one. */
function describesOldFile(value: CosValue): boolean {
  const type = isStream(value) ? value.dict.get("Type") : undefined;
  return isNamed(type, "XRef") || isNamed(type, "ObjStm");
}

/** Types of dictionaries that can be shared: they describe appearance and belong to no particular document. */
const sharedTypes = new Set(["Font", "FontDescriptor", "Encoding", "ExtGState", "Pattern"]);
/** First names of arrays that are color spaces (8.6.3): these can be shared too. */
const colorSpaces = new Set("ICCBased Indexed Separation DeviceN CalGray CalRGB Lab Pattern".split(" "));

/**
 * Whether an object can be shared: streams, unless they belong to a document's tags (14.7.5.4); other objects with a sharable
 * type; color spaces; and untyped objects within something shared.
 */
function isSharable(value: CosValue, insideShared: boolean): boolean {
  if (isStream(value)) return !value.dict.has("StructParent") && !value.dict.has("StructParents");
  const type = isDict(value) ? value.get("Type") : undefined;
  if (isName(type)) return sharedTypes.has(type.name);
  if (insideShared) return true;
  const first = isArray(value) ? value[0] : undefined;
  return isName(first) && colorSpaces.has(first.name);
}
