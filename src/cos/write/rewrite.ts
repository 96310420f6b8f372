/**
 * Writes a new file from copied and new objects: numbers, object locations, object streams, header and cross-reference (ISO
 * 32000-2, 7.5). Only numbers, offsets and a buffer of 1 MB stay in memory.
 */
import { deflate } from "../../core/builtins.ts";
import type { ByteSink } from "../../core/document-io.ts";
import { withoutCryptFilter } from "../crypt/crypt-filter.ts";
import type { Encryption } from "../crypt/security-handler.ts";
import { type CosDocument, firstIdOf } from "../document.ts";
import { CosError } from "../syntax/error.ts";
import { maxObjectNumber } from "../syntax/limits.ts";
import { type CosValue, dictOf, isDict, isNamed, isRef, isStream, name, ref } from "../syntax/value.ts";
import {
  contentId,
  endOutput,
  newOutput,
  type Output,
  position,
  startHash,
  writeBytes,
  writeText,
  written,
} from "./output.ts";
import { type WriteContext, writeObject, writeValue } from "./serialize.ts";
import { levelFor, newRows, rowFree, rowInFile, rowPacked, writeXref, type XrefRows } from "./xref-writer.ts";

/** Objects per object stream: to reach one, readers unpack them all. */
const maxPackedObjects = 200;
const maxPackedBytes = 512 * 1024;

/** The header's second line: four bytes that mark the file as binary for transfer programs. */
const binaryMark = "%\xe2\xe3\xcf\xd3\n";

export interface RewriterOptions {
  /** Header version such as `1.7`, raised as needed. Default: the first copied document's. */
  readonly version?: string | undefined;
  /**
   * Encryption of the new file: `createEncryption(…)` to protect it, the source's own to keep its protection, nothing to
   * unlock it. The source's own also keeps its first file identifier.
   */
  readonly encrypt?: Encryption | undefined;
  /** Whether small objects go into compressed object streams. Default: once a copied document has cross-reference streams. */
  readonly objectStreams?: boolean | undefined;
  /** As small as possible: no optional white space, and the best compression. */
  readonly compact?: boolean | undefined;
}

export interface FinishOptions {
  /** Target numbers of the catalog and the information dictionary; 0 for none. */
  readonly root: number;
  readonly info?: number | undefined;
  /** Whether the first half of the file identifier is new too. By default, it is the encryption's or the first copied document's. */
  readonly newId?: boolean | undefined;
}

/** Owns the bytes on their way to the sink, which must be empty, and the object locations. */
export class Rewriter {
  readonly #out: Output;
  readonly #options: RewriterOptions;
  /** Location of each object: an offset, or its object stream's number; 0 if not written, which makes it free at the end. */
  readonly #places = [0];
  /** Index in the object stream plus one; 0 if in none. */
  readonly #slots = [0];
  /** The object stream being filled: its number (0: none), its objects, and their starts in `body`. */
  readonly #pack = { stream: 0, nums: [] as number[], starts: [] as number[], body: newOutput() };
  #packs: boolean;
  #hasPacked = false;
  #keepsCryptFilters = false;
  #version: string;
  #id0: Uint8Array | undefined;

  /** Copiers that still have objects to write. */
  readonly copying = new Set<{ drain(): void }>();
  /** Numbers of objects copied with sharing, by digest. */
  readonly shared = new Map<string, number>();

  constructor(sink: ByteSink, options: RewriterOptions = {}) {
    this.#out = newOutput(sink);
    startHash(this.#out);
    this.#options = options;
    this.#packs = options.objectStreams ?? false;
    this.#version = options.version ?? "";
  }

  /** Adopts a copied document's version, identifier and kind of cross-reference. */
  follow(document: CosDocument): void {
    if (this.#version === "") this.#version = document.version;
    const id = firstIdOf(document, document.trailer);
    if (id && id.length > 0) this.#id0 ??= id;
    // Only files with cross-reference streams have object streams; unpacked, they would double in size.
    const hasStreams = document.revisions.some(({ kind, hybrid }) => kind === "stream" || hybrid);
    if (this.#options.objectStreams === undefined && hasStreams) this.#packs = true;
    if (document.encryption !== undefined && document.encryption === this.#options.encrypt)
      this.#keepsCryptFilters = true;
  }

  /** Reserves a number for an object to be written later; if never written, it is free. */
  reserve(): number {
    const num = this.#places.push(0) - 1;
    this.#slots.push(0);
    if (num > maxObjectNumber) throw new CosError("limit", `a file of more than ${maxObjectNumber} objects`);
    return num;
  }

  /** Writes a new object with target references and returns its number. */
  add(value: CosValue): number {
    const num = this.reserve();
    this.set(num, value);
    return num;
  }

  /** Writes a value as object `num`, once; `target` renumbers its references, which otherwise are the target's own. */
  set(num: number, value: CosValue, target?: WriteContext["target"]): void {
    if (num < 1 || num >= this.#places.length) throw new RangeError(`object ${num} was never reserved`);
    if (this.#places[num]) throw new RangeError(`object ${num} was already written`);

    if (this.#packs && this.#isPackable(value)) {
      const body = this.#beginPacked(num);
      // Strings aren't encrypted there: the object stream is encrypted as a whole.
      writeValue(body, value, { target, compact: this.#options.compact });
      writeText(body, "\n");
      return;
    }

    const { encrypt } = this.#options;
    const own =
      isStream(value) && !this.#keepsCryptFilters
        ? { ...value, dict: withoutCryptFilter(value.dict) }
        : value;
    this.#write(num, own, { target, encrypt: encrypt && { by: encrypt, num, gen: 0 } });
  }

  /** Lets all copiers finish, writes the cross-reference and the trailer, and passes the last bytes to the sink. */
  finish({ root, info, newId }: FinishOptions): void {
    for (const copier of this.copying) copier.drain();
    const { encrypt } = this.#options;
    this.#writePack();

    const rest = dictOf({ Root: ref(root), Info: info ? ref(info) : undefined });
    if (encrypt) {
      const num = this.reserve();
      this.#write(num, encrypt.dict, {});
      rest.set("Encrypt", ref(num));
    }

    const second = contentId(this.#out);
    // Up to version 4, keys depend on the identifier.
    const known = newId ? undefined : this.#id0;
    const first = encrypt && encrypt.version < 5 ? encrypt.id0 : known;
    writeXref(this.#out, this.#rows(), {
      asStream: this.#hasPacked,
      compact: this.#options.compact,
      size: this.#places.length,
      rest,
      id: [first ?? second, second],
    });
    endOutput(this.#out);
  }

  #isPackable(value: CosValue): boolean {
    // An object stream can't hold streams, or objects that are just a reference (7.5.7).
    if (!isDict(value)) return !isRef(value) && !isStream(value);
    // A signature's value is located by its file offset. Acrobat 8 fails on an encrypted file with a packed catalog.
    return !value.has("ByteRange") && !(this.#options.encrypt && isNamed(value.get("Type"), "Catalog"));
  }

  #write(num: number, value: CosValue, context: WriteContext): void {
    const out = this.#out;
    if (position(out) === 0) writeText(out, `%PDF-${this.#neededVersion()}\n${binaryMark}`);
    this.#places[num] = position(out);
    const { compact } = this.#options;
    writeObject(out, num, 0, value, compact ? { ...context, compact: true } : context);
  }

  /** The lowest version that supports the features in use (7.5.7 and 7.6.1). */
  #neededVersion(): string {
    const { encrypt } = this.#options;
    const versions = [this.#version || "1.4"];
    if (this.#packs) versions.push("1.5");
    if (encrypt && encrypt.version >= 4) versions.push(encrypt.method === "aes-128" ? "1.6" : "1.5");
    if (encrypt && encrypt.version >= 5) versions.push("1.7");
    return versions.sort().at(-1) ?? "1.7";
  }

  /** Starts object `num` in an object stream; the caller writes its value to the returned output. */
  #beginPacked(num: number): Output {
    const pack = this.#pack;
    if (pack.nums.length >= maxPackedObjects || pack.body.length >= maxPackedBytes) this.#writePack();
    if (pack.stream === 0) pack.stream = this.reserve();
    this.#places[num] = pack.stream;
    this.#slots[num] = pack.nums.push(num);
    pack.starts.push(pack.body.length);
    this.#hasPacked = true;
    return pack.body;
  }

  /** Writes the object stream being filled (7.5.7). */
  #writePack(): void {
    const { nums, starts, stream, body } = this.#pack;
    if (stream === 0) return;

    const whole = newOutput();
    for (const [k, num] of nums.entries()) writeText(whole, `${num} ${starts[k] ?? 0} `);
    const dict = dictOf({
      Type: name("ObjStm"),
      N: nums.length,
      First: whole.length,
      Filter: name("FlateDecode"),
    });
    writeBytes(whole, written(body));
    Object.assign(this.#pack, { stream: 0, nums: [], starts: [] });
    body.length = 0;
    const data = deflate(written(whole), levelFor(this.#options.compact));
    this.set(stream, { kind: "stream", dict, encoded: () => data });
  }

  /** The cross-reference's rows, with a free one for each unwritten number. */
  #rows(): XrefRows {
    const count = this.#places.length;
    const rows = newRows(count + 1);
    rows.count = count;

    let free = 0;
    // Backward, so that each free entry knows the next one.
    for (let num = count - 1; num >= 0; num--) {
      const place = this.#places[num] ?? 0;
      const slot = this.#slots[num] ?? 0;
      rows.nums[num] = num;
      rows.places[num] = place === 0 ? free : place;
      rows.extras[num] = Math.max(0, slot - 1);
      if (place > 0) rows.kinds[num] = slot > 0 ? rowPacked : rowInFile;
      else {
        rows.kinds[num] = rowFree;
        free = num;
      }
    }

    if (!this.#hasPacked) rows.extras[0] = 65_535;
    return rows;
  }
}
