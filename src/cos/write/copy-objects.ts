/** Copies objects of one document into a new file, with new numbers for what they refer to (ISO 32000-2, 7.3.10). */
import type { Hash } from "node:crypto";
import { nodeCrypto } from "../../core/builtins.ts";
import { clearData } from "../crypt/stream-data.ts";
import type { CosDocument } from "../document.ts";
import {
  type CosArray,
  type CosDict,
  type CosStream,
  type CosValue,
  eachItem,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  ref,
  type StreamData,
} from "../syntax/value.ts";
import { written as bytesOf, newOutput } from "./output.ts";
import type { Rewriter } from "./rewrite.ts";
import { serialize, type WriteContext, writeStreamDict } from "./serialize.ts";
import { isSharable } from "./shared-objects.ts";

export interface CopyOptions {
  /**
   * Objects that are written differently, in source numbering: a value instead of the object's own, null when it is gone
   * (references to it become null), undefined when it stays. Also asked for numbers that the source does not have, which
   * stand for new objects. Asked when an object is first mapped (only null counts) and again when it is written.
   */
  readonly replace?: ((num: number) => CosValue | undefined) | undefined;
  /** Streams and fonts that equal ones copied with `share` before are not written again. Default false. */
  readonly share?: boolean | undefined;
}

/** Chains of objects (image, mask, colour space, profile) are followed this far when looking for equal ones. */
const maxShareDepth = 12;

/** The new number of an object that is gone, and of one that is just being compared with those written before. */
const gone = 0;
const busy = -1;

/** Copies objects of one document: those that something maps, and those that they refer to. */
export class ObjectCopier {
  readonly #document: CosDocument;
  readonly #into: Rewriter;
  readonly #replace: CopyOptions["replace"];
  readonly #share: boolean;
  /** New numbers by the source's. */
  readonly #numbers = new Map<number, number>();
  /** Source numbers of what is mapped but not written. */
  readonly #queue: number[] = [];
  /** Streams whose digest is made when they are written. */
  readonly #undigested = new Set<number>();
  readonly #context: WriteContext;
  #shareDepth = 0;

  /** The document must stay readable until `drain`, not longer. */
  constructor(document: CosDocument, into: Rewriter, options: CopyOptions = {}) {
    into.follow(document);
    this.#document = document;
    this.#into = into;
    this.#replace = options.replace;
    this.#share = options.share === true && document.encryption === undefined;
    this.#context = { target: (num, gen) => this.#mapReference(num, gen) };
  }

  /** The new number of a source object, which is then queued for copying; 0 when it is gone or missing. */
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
   * From now on source object `num` (or a number that the source does not have) is target object `to`, which the caller
   * reserved and `set`s: the object itself is not copied, and `replace` is not asked for it.
   */
  alias(num: number, to: number): void {
    this.#numbers.set(num, to);
  }

  /** A value in target numbering; what it refers to is queued. Streams keep their data. */
  translate(value: CosValue): CosValue {
    if (isRef(value)) {
      const mapped = this.#mapReference(value.num, value.gen);
      return mapped === gone ? null : ref(mapped);
    }
    if (isArray(value)) return this.#translateArray(value);
    if (isDict(value)) return this.#translateDict(value);
    return isStream(value) ? { ...value, dict: this.#translateDict(value.dict) } : value;
  }

  /** Writes everything queued, and what that refers to. May be called again after further `map`. */
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
    const into = this.#into;
    const to = this.#numbers.get(num) ?? gone;
    const other = this.#replace?.(num);
    const value = other === undefined ? this.#document.object(num) : other;
    this.#document.budget.spend(1);
    this.#document.budget.look(value);
    const written = describesOldFile(value) ? null : value;
    if (!isStream(written) || !this.#undigested.delete(num)) {
      into.set(to, written, this.#context.target);
      return;
    }
    const hash = this.#digest(written);
    into.set(to, { ...written, stored: () => digested(written, hash) }, this.#context.target);
    this.#shareAs(hash.digest("base64"), to);
  }

  /** Of equal objects the first counts. */
  #shareAs(key: string, num: number): void {
    const { numbers } = this.#into.shared;
    if (!numbers.has(key)) numbers.set(key, num);
  }

  /** The number of an equal object that was written before, or a new one. */
  #mapShared(num: number): number {
    if (this.#shareDepth >= maxShareDepth) return this.#assign(num);
    const value = this.#document.object(num);
    if (describesOldFile(value) || !isSharable(value, this.#shareDepth > 0)) return this.#assign(num);
    this.#numbers.set(num, busy);
    this.#shareDepth++;
    let hash: Hash;
    try {
      // What it refers to is mapped on the way.
      hash = this.#digest(value);
    } finally {
      this.#shareDepth--;
    }
    // Something it refers to refers back to it: it has a number by now.
    const known = this.#numbers.get(num) ?? busy;
    if (known !== busy) return known;
    const { shared } = this.#into;
    if (isStream(value)) {
      const data = clearData(value);
      if (!shared.lengths.has(data.length)) {
        shared.lengths.add(data.length);
        this.#undigested.add(num);
        return this.#assign(num);
      }
      data.pour((piece) => hash.update(piece));
    }
    const key = hash.digest("base64");
    const equal = shared.numbers.get(key);
    if (equal !== undefined) this.alias(num, equal);
    else this.#shareAs(key, this.#assign(num));
    return this.#numbers.get(num) ?? gone;
  }

  /** Digest of an object in target numbering; of a stream, of its dictionary alone. */
  #digest(value: CosValue): Hash {
    const hash = nodeCrypto().createHash("sha256");
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

/** Streams of cross-references and of objects. What refers to one means nothing that a reader would miss. */
function describesOldFile(value: CosValue): boolean {
  const type = isStream(value) ? value.dict.get("Type") : undefined;
  return isNamed(type, "XRef") || isNamed(type, "ObjStm");
}

/** The data of a stream, which passes a digest on its way. */
function digested(stream: CosStream, hash: Hash): StreamData {
  const data = clearData(stream);
  return {
    length: data.length,
    pour: (take) =>
      data.pour((piece) => {
        hash.update(piece);
        take(piece);
      }),
  };
}
