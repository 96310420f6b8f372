/** A dictionary with its document, so that rules read like the requirements they state. */
import type { CosDocument } from "../cos/document.ts";
import {
  type CosArray,
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  isDict,
  isRef,
  isStream,
  ref,
} from "../cos/syntax/value.ts";
import { arrayAt, bytesAt, dictAt, nameAt, numberAt, streamAt } from "../document/typed-get.ts";

export class PdfObject {
  readonly cos: CosDocument;
  readonly dict: CosDict;
  /** Its object number; 0 for a direct object. */
  readonly num: number;
  readonly stream: CosStream | undefined;

  private constructor(cos: CosDocument, dict: CosDict, num: number, stream: CosStream | undefined) {
    this.cos = cos;
    this.dict = dict;
    this.num = num;
    this.stream = stream;
  }

  /** The dictionary or stream that a value is or refers to; undefined for anything else. */
  static at(cos: CosDocument, value: CosValue | undefined): PdfObject | undefined {
    const found = cos.resolve(value);
    const num = isRef(value) ? value.num : 0;
    if (isStream(found)) return new PdfObject(cos, found.dict, num, found);
    return isDict(found) ? new PdfObject(cos, found, num, undefined) : undefined;
  }

  /** A reference to an object that has a number. */
  get ref(): CosRef {
    return ref(this.num, this.cos.generation(this.num));
  }

  /** The object as it is after changes to its document. */
  again(): PdfObject {
    return (this.num > 0 && PdfObject.at(this.cos, this.ref)) || this;
  }

  get(key: string): CosValue {
    return this.cos.resolve(this.dict.get(key));
  }
  /** Whether there is an entry that isn't null. */
  has(key: string): boolean {
    return this.get(key) !== null;
  }
  hasAny(...keys: readonly string[]): boolean {
    return keys.some((key) => this.has(key));
  }
  name(key: string): string | undefined {
    return nameAt(this.cos, this.dict.get(key));
  }
  number(key: string): number | undefined {
    return numberAt(this.cos, this.dict.get(key));
  }
  text(key: string): Uint8Array | undefined {
    return bytesAt(this.cos, this.dict.get(key));
  }
  array(key: string): CosArray | undefined {
    return arrayAt(this.cos, this.dict.get(key));
  }
  plain(key: string): CosDict | undefined {
    return dictAt(this.cos, this.dict.get(key));
  }
  streamOf(key: string): CosStream | undefined {
    return streamAt(this.cos, this.dict.get(key));
  }
  object(key: string): PdfObject | undefined {
    return PdfObject.at(this.cos, this.dict.get(key));
  }
  /** The number of the object that an entry refers to; undefined if it is direct or absent. */
  target(key: string): number | undefined {
    const value = this.dict.get(key);
    return isRef(value) ? value.num : undefined;
  }
}
