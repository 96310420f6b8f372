/**
 * A new document made from the understood parts of another: objects are read by the table of allowed entries, and serialized
 * from those values. They get new numbers in the order of first use, and exist once per type.
 */
import { getOrInsert } from "../../core/collections/maps.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  bytesString,
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  name,
  ref,
} from "../../cos/syntax/value.ts";
import type { Rewriter } from "../../cos/write/rewrite.ts";
import type { EditSession } from "../../document/edit.ts";
import type { ObjectAdder } from "../../document/name-trees.ts";
import { decodeText, textString } from "../../document/text-string.ts";
import { nameAt, numberAt } from "../../document/typed-get.ts";
import { saysName } from "../words/known-names.ts";
import type { Saying, WordCheck } from "../words/word-check.ts";
import { table } from "./table.ts";

export interface RebuildOptions {
  readonly words: WordCheck;
  readonly keepsFiles: boolean;
  /** Counts something that was left out. */
  count(what: string): void;
}

/** Writes a value that `owner` has; undefined if it stays out. */
export type Part = (to: Rebuild, value: CosValue, owner: CosDict) => CosValue | undefined;

/** Entries that stay out and are counted by themselves. */
const leftOut = [
  ["Thumb", "thumbnails"],
  ["PieceInfo", "private_data"],
] as const;

/** What the texts of a type are counted as. */
const counted: Readonly<Record<string, string>> = {
  ...{ Information: "metadata_entries", OutlineItem: "outline_entries", StructElem: "structure_entries" },
  ...{ Field: "fields", Widget: "fields" },
};
const countedAs = (type: string) =>
  counted[type] ?? (table[type]?.Rect === undefined ? "strings" : "annotations");

/** Depth of lists in lists, such as the order of layers. */
const maxNesting = 60;

export class Rebuild {
  readonly session: EditSession;
  readonly cos: CosDocument;
  readonly rewriter: Rewriter;
  readonly options: RebuildOptions;
  /** What writes values that aren't just entries of a table, by the name that the table gives them. */
  readonly #parts: Readonly<Record<string, Part>>;
  /** New numbers of objects by type and old number; 0 for those that don't get in. */
  readonly #numbers = new Map<string, number>();
  /** The same for values that are no objects of their own. */
  readonly #direct = new Map<string, WeakMap<object, number>>();
  readonly #waiting: (() => void)[] = [];
  readonly #last: (() => void)[] = [];
  readonly #renamed = new Map<string, string>();
  /** Texts that stayed out of the current dictionary. */
  #said = 0;
  /** New numbers of pages by old number, and of the annotations that get in. */
  readonly pages = new Map<number, number>();
  readonly annotations = new Map<number, number>();

  constructor(
    session: EditSession,
    rewriter: Rewriter,
    options: RebuildOptions,
    parts: Readonly<Record<string, Part>>,
  ) {
    this.session = session;
    this.#parts = parts;
    this.cos = session.cos;
    this.rewriter = rewriter;
    this.options = options;
  }

  /** The entries of a type that a dictionary has. */
  dict(type: string, dict: CosDict): CosDict {
    const own: CosDict = new Map();
    const before = this.#said;
    for (const [key, spec] of Object.entries(table[type] ?? {})) {
      const entry = dict.get(key);
      if (entry === undefined) continue;
      const made = this.value(spec, entry, dict);
      if (made !== undefined && made !== null) own.set(key, made);
    }
    for (const [key, what] of leftOut) if (dict.has(key)) this.options.count(what);
    if (this.#said > before) this.options.count(countedAs(type));
    this.#said = before;
    this.cos.budget.spend(dict.size);
    return own;
  }

  /** A value as its type says; undefined if it has another type, or stays out. */
  value(spec: string, entry: CosValue, owner: CosDict): CosValue | undefined {
    if (spec.startsWith("!")) return this.part(spec.slice(1), entry, owner);
    if (spec.startsWith("[")) return this.#list(spec.slice(1, -1), entry, owner);
    if (spec.startsWith("{")) return this.#map(spec.slice(1, -1), entry, owner);
    const value = this.cos.resolve(entry);
    switch (spec) {
      case "number":
        return typeof value === "number" ? value : undefined;
      case "boolean":
        return typeof value === "boolean" ? value : undefined;
      case "booleans":
        return this.#items(value, (item) => (typeof item === "boolean" ? item : undefined));
      case "name":
        return isName(value) ? this.name(value.name) : undefined;
      case "names":
        if (isName(value)) return this.name(value.name);
        return this.#items(value, (item) => (isName(item) ? this.name(item.name) : undefined));
      case "numbers":
        return this.#numbersOf(value, 0);
      case "text":
        return isString(value) ? this.text(value.bytes) : undefined;
      case "date":
        return isString(value) ? this.date(value.bytes) : undefined;
      case "bytes":
        return isString(value) && !this.says(value.bytes, "name") ? value : undefined;
      case "attribute":
        return this.#attribute(value, 0);
      default:
        return this.object(spec, entry, (kind, dict) => this.dict(kind, dict));
    }
  }

  part(what: string, entry: CosValue, owner: CosDict): CosValue | undefined {
    return this.#parts[what]?.(this, entry, owner);
  }

  /**
   * A dictionary of a type. One that is an object of its own is written once per type, later: `write` makes its value from the
   * table's kind and its entries.
   */
  object(
    type: string,
    entry: CosValue,
    write: (kind: string, dict: CosDict) => CosDict | CosStream | undefined,
  ): CosValue | undefined {
    const value = this.cos.resolve(entry);
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return undefined;
    const kind = this.#kindOf(type, dict);
    if (kind === undefined) return undefined;
    if (!isRef(entry) && !isStream(value)) return write(kind, dict) ?? undefined;
    return this.once(kind, entry, () => write(kind, dict));
  }

  /** A reference to an object that is made once for each type and old object. */
  once(type: string, entry: CosValue, make: () => CosValue | undefined): CosValue {
    const numbers = this.#known(type, entry);
    const known = numbers.get();
    if (known !== undefined) return ref(known);
    const num = this.rewriter.reserve();
    numbers.set(num);
    this.#waiting.push(() => this.rewriter.set(num, make() ?? null));
    return ref(num);
  }

  /** The new object of an old one, if it has got in. */
  known(type: string, entry: CosValue): CosValue | undefined {
    const num = this.#known(type, entry).get();
    return num === undefined ? undefined : ref(num);
  }

  #known(type: string, entry: CosValue): { get(): number | undefined; set(num: number): void } {
    if (isRef(entry)) {
      const key = `${type} ${entry.num}`;
      return { get: () => this.#numbers.get(key), set: (num) => this.#numbers.set(key, num) };
    }
    const direct = getOrInsert(this.#direct, type, () => new WeakMap<object, number>());
    const at = typeof entry === "object" && entry !== null ? entry : {};
    return { get: () => direct.get(at), set: (num) => direct.set(at, num) };
  }

  /** A reference to a tree that is written when everything else has got in. */
  lastTree(write: (objects: ObjectAdder) => number): CosValue {
    const num = this.rewriter.reserve();
    // Only its root has no limits.
    const add = (value: CosValue): number => {
      if (isDict(value) && value.has("Limits")) return this.rewriter.add(value);
      this.rewriter.set(num, value);
      return num;
    };
    this.#last.push(() => write({ add }));
    return ref(num);
  }

  add(value: CosValue): CosValue {
    return ref(this.rewriter.add(value));
  }

  /** Writes everything that waits, and what that needs. */
  finishSoFar(): void {
    for (let make = this.#waiting.pop(); make; make = this.#waiting.pop()) make();
  }

  /** Writes the rest. */
  finish(): void {
    this.finishSoFar();
    for (let make = this.#last.pop(); make; make = this.#last.pop()) {
      make();
      this.finishSoFar();
    }
  }

  /** Whether bytes say one of the words. */
  says(bytes: Uint8Array, saying: Saying = "text"): boolean {
    return this.options.words.isInBytes(bytes, saying);
  }

  /** A text in one of the encodings of text strings. */
  text(bytes: Uint8Array, saying: Saying = "text"): CosValue | undefined {
    if (this.says(bytes, saying)) {
      this.#said += 1;
      return undefined;
    }
    return textString(decodeText(bytes).replaceAll("\0", ""));
  }

  date(bytes: Uint8Array): CosValue | undefined {
    const text = decodeText(bytes);
    return /^D:\d{4,14}(?:[Zz+-](?:\d\d'?(?:\d\d'?)?)?)?$/.test(text) ? textString(text) : this.text(bytes);
  }

  /** A name; undefined if it says one of the words. */
  name(text: string): CosValue | undefined {
    return this.isName(text) ? name(text) : undefined;
  }

  isName(text: string): boolean {
    return !saysName(this.options.words, text);
  }

  /** A name that only links two places: another one if it says one of the words. */
  ownName(kind: string, text: string): string {
    if (this.isName(text)) return text;
    const key = `${kind} ${text}`;
    return getOrInsert(this.#renamed, key, () => `${kind}${this.#renamed.size + 1}`);
  }

  /** The same for a string of bytes. */
  ownBytes(kind: string, bytes: Uint8Array): CosValue {
    if (!this.says(bytes, "address")) return bytesString(bytes);
    const made = getOrInsert(
      this.#renamed,
      `${kind} ${decodeText(bytes)}`,
      () => `${kind}${this.#renamed.size + 1}`,
    );
    return textString(made);
  }

  #list(type: string, entry: CosValue, owner: CosDict): CosValue | undefined {
    const value = this.cos.resolve(entry);
    if (!isArray(value)) return this.value(type, entry, owner);
    this.cos.budget.spend(value.length);
    const items = value.flatMap((item) => this.value(type, item, owner) ?? []);
    return items;
  }

  #map(type: string, entry: CosValue, owner: CosDict): CosValue | undefined {
    const value = this.cos.resolve(entry);
    if (!isDict(value)) return undefined;
    const own: CosDict = new Map();
    for (const [key, item] of value) {
      const made = this.isName(key) ? this.value(type, item, owner) : undefined;
      if (made !== undefined) own.set(key, made);
    }
    return own;
  }

  #items(value: CosValue, one: (item: CosValue) => CosValue | undefined): CosValue | undefined {
    if (!isArray(value)) return undefined;
    const items = value.map((item) => one(this.cos.resolve(item)));
    return items.flatMap((item) => item ?? []);
  }

  #numbersOf(value: CosValue, depth: number): CosValue | undefined {
    if (!isArray(value) || depth > maxNesting) return undefined;
    this.cos.budget.spend(value.length);
    const items: CosValue[] = [];
    for (const entry of value) {
      const item = this.cos.resolve(entry);
      if (typeof item === "number" || item === null) items.push(item);
      else items.push(this.#numbersOf(item, depth + 1) ?? 0);
    }
    return items;
  }

  /** Numbers, names and texts of any nesting. */
  #attribute(entry: CosValue, depth: number): CosValue | undefined {
    const value = this.cos.resolve(entry);
    if (typeof value === "number" || typeof value === "boolean") return value;
    if (isName(value)) return this.name(value.name);
    if (isString(value)) return this.text(value.bytes);
    if (depth > maxNesting) return undefined;
    if (isArray(value)) return value.flatMap((item) => this.#attribute(item, depth + 1) ?? []);
    if (!isDict(value)) return undefined;
    const own: CosDict = new Map();
    for (const [key, item] of value) {
      const made = this.isName(key) ? this.#attribute(item, depth + 1) : undefined;
      if (made !== undefined) own.set(key, made);
    }
    return own;
  }

  /** The row of the table for one of several types. */
  #kindOf(type: string, dict: CosDict): string | undefined {
    const named = (key: string) => nameAt(this.cos, dict.get(key));
    switch (type) {
      case "Function":
        return ["Sampled", undefined, "Exponential", "Stitching", "Calculator"][
          numberAt(this.cos, dict.get("FunctionType")) ?? 1
        ];
      case "OptionalContent":
        return named("Type") === "OCMD" ? "LayerMembership" : "Layer";
      case "Field":
        return named("Subtype") === "Widget" ? "Widget" : "Field";
      default:
        return type;
    }
  }
}
