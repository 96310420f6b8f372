/** A document's objects with changes in memory, and those that its catalog leads to. */
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import {
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  codingEntries,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  without,
} from "../cos/syntax/value.ts";
import { newOutput, written } from "../cos/write/output.ts";
import { newStream, type WriteContext, writeStreamDict, writeValue } from "../cos/write/serialize.ts";
import type { FontObjects, PageContents } from "../fonts/subset/font-objects.ts";
import type { EditSession } from "./edit.ts";
import { dictAt, listAt } from "./typed-get.ts";

/** An object's purpose, as far as relevant here. */
export type Role =
  | "content"
  | "contents"
  | "procedures"
  | "image"
  | "font"
  | "metadata"
  | "attachment"
  | "file"
  | "other";

/** An open stream: its dictionary without coding entries, and its data up to the first image filter. */
export interface OpenStream {
  readonly dict: CosDict;
  readonly data: Uint8Array;
  /** The image filter that the data is still coded with, and its parameters. */
  readonly codec?: { readonly filter: CosValue; readonly parameters: CosValue } | undefined;
}
/** The objects reachable from the catalog and the information dictionary. */
export interface Reached {
  /** Object numbers, with referring objects first. */
  readonly order: readonly number[];
  readonly references: ReadonlyMap<number, number>;
  readonly roles: ReadonlyMap<number, Role>;
  /** The page that leads to an object, the first if there are several. */
  readonly pages: ReadonlyMap<number, number>;
}

/** Maximum decoded bytes of one stream, and of all: in any file, and per byte of it. Streams beyond that stay unchanged. */
const maxDecoded = 48 * 1024 * 1024;
const leastTogether = 24 * 1024 * 1024;
const decodedPerByte = 40;

export class ObjectDraft implements FontObjects {
  readonly session: EditSession;
  readonly cos: CosDocument;
  readonly #changes = new Map<number, CosValue>();
  #room: number;
  #reached: Reached | undefined;

  constructor(session: EditSession) {
    const { cos } = session;
    this.session = session;
    this.cos = cos;
    this.#room = leastTogether + decodedPerByte * cos.source.size;
  }

  /** An object with the changes so far; a stream without its /Length, which is rewritten. */
  get(num: number): CosValue {
    const changed = this.#changes.get(num);
    if (changed !== undefined) return changed;
    const value = this.cos.object(num);
    if (!isStream(value)) return value;
    const type = value.dict.get("Type");
    if (isNamed(type, "XRef") || isNamed(type, "ObjStm")) return null;
    return { ...value, dict: without(value.dict, ["Length"]) };
  }

  /** The changes so far. */
  get changes(): ReadonlyMap<number, CosValue> {
    return this.#changes;
  }

  set(num: number, value: CosValue): void {
    this.#changes.set(num, value);
    this.forgetReached();
  }

  add(value: CosValue): CosRef {
    return this.session.add(value);
  }

  /** Gives a stream new data; returns whether it did. */
  replace(num: number, { dict, data }: OpenStream): boolean {
    this.set(num, newStream(dict, data, { deflate: true }));
    return true;
  }

  /** The number that a reference leads to; 0 if it dangles. */
  target(num: number, gen: number): number {
    const own = num < this.cos.objectCount ? this.cos.generation(num) : 0;
    if (gen !== own || (!this.#changes.has(num) && !this.cos.inUse(num))) return 0;
    return num;
  }

  /** The objects currently reachable. */
  get reached(): Reached {
    this.#reached ??= this.#reach();
    return this.#reached;
  }

  /** For changes that redirect references. */
  protected forgetReached(): void {
    this.#reached = undefined;
  }

  get order(): readonly number[] {
    return this.reached.order;
  }

  *pages(): Generator<PageContents> {
    const { cos, session } = this;
    for (let page = 1; page <= session.pageCount; page++)
      yield {
        contents: session.page(page).get("Contents"),
        resources: dictAt(cos, session.attribute(page, "Resources")),
      };
  }

  /** Undoes a stream's filters; undefined if it must stay unchanged. */
  open(stream: CosStream): OpenStream | undefined {
    const { dict } = stream;
    if (dict.has("F") || this.#room <= 0) return undefined;
    const names = listAt(this.cos, dict.get("Filter")).map((item) => this.cos.resolve(item));
    if (names.some((item) => isNamed(item, "Crypt"))) return undefined;

    try {
      const { bytes, undecoded } = this.cos.decodePartly(stream, Math.min(maxDecoded, this.#room));
      this.#room -= bytes.length;
      // An unknown filter, or an image filter that isn't the last: leave it alone.
      if (undecoded.length > 1) return undefined;
      const own = without(dict, codingEntries);
      if (undecoded.length === 0) return { dict: own, data: bytes };
      const parameters = this.cos.resolve(dict.get("DecodeParms"));
      const codec = {
        filter: names.at(-1) ?? null,
        parameters: isArray(parameters) ? (parameters[names.length - 1] ?? null) : parameters,
      };
      return { dict: own, data: bytes, codec };
    } catch (error) {
      if (error instanceof CosError && error.reason !== "work") return undefined;
      throw error;
    }
  }

  #reach(): Reached {
    const order: number[] = [];
    const references = new Map<number, number>();
    const roles = new Map<number, Role>();
    const pages = new Map<number, number>();
    let page = 0;

    const reach = (num: number, gen: number): number => {
      const found = this.target(num, gen);
      if (found === 0) return 0;
      const before = references.get(found) ?? 0;
      references.set(found, before + 1);
      if (before > 0) return found;
      order.push(found);
      if (page > 0) pages.set(found, page);
      return found;
    };

    const context: WriteContext = { target: reach };
    textOf([this.cos.trailer.get("Root") ?? null, this.cos.trailer.get("Info") ?? null], context);

    const list = this.session.document.pages;
    // The list grows during the loop: an object's references are found by writing it.
    for (const num of order) {
      const value = this.get(num);
      this.cos.budget.spend(1);
      page = list.pageOf(num) || (pages.get(num) ?? 0);
      const role = roles.get(num) ?? "other";
      roles.set(num, ownRole(value, role));
      for (const [item, below] of rolesBelow(value, role)) {
        const to = isRef(item) ? this.target(item.num, item.gen) : 0;
        if (to > 0 && !roles.has(to)) roles.set(to, below);
      }
      textOf(value, context);
    }

    return { order, references, roles, pages };
  }
}

/** A value's bytes; for a stream, those of its dictionary. */
export function textOf(value: CosValue, context: WriteContext = {}): Uint8Array {
  const out = newOutput();
  if (isStream(value)) writeStreamDict(out, value.dict, 0, context);
  else writeValue(out, value, context);
  return written(out);
}

/** A stream's own role, or the role of its position. */
function ownRole(value: CosValue, role: Role): Role {
  if (!isStream(value)) return role;
  const { dict } = value;
  const subtype = dict.get("Subtype");
  if (isNamed(subtype, "Image")) return "image";
  if (isNamed(subtype, "Form") || dict.get("PatternType") === 1) return "content";
  const type = dict.get("Type");
  if (isNamed(type, "EmbeddedFile")) return "attachment";
  return isNamed(type, "Metadata") ? "metadata" : (listed[role] ?? role);
}

const keyRoles: Readonly<Record<string, Role>> = {
  ...{ FontFile: "font", FontFile2: "font", FontFile3: "font" },
  ...{ Metadata: "metadata", EF: "file", CharProcs: "procedures", Contents: "contents" },
};
/** Roles of lists, and of their items. */
const listed: Partial<Record<Role, Role>> = {
  contents: "content",
  procedures: "content",
  file: "attachment",
};

/** The roles of an object's references, by the entries that contain them. */
function* rolesBelow(value: CosValue, role: Role): Generator<readonly [CosValue | undefined, Role]> {
  const inside = listed[role];
  if (inside && !isStream(value)) for (const item of itemsOf(value)) yield [item, inside];
  const dict = isStream(value) ? value.dict : value;
  if (!isDict(dict)) return;
  for (const [key, of] of Object.entries(keyRoles)) {
    if (key === "Contents" && !isNamed(dict.get("Type"), "Page")) continue;
    yield [dict.get(key), of];
    const below = listed[of];
    if (below) for (const item of itemsOf(dict.get(key))) yield [item, below];
  }
}

function itemsOf(value: CosValue | undefined): readonly CosValue[] {
  if (isArray(value)) return value;
  return isDict(value) ? [...value.values()] : [];
}
