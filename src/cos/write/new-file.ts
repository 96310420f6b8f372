/** The file that a rewriter makes: numbers, places of objects, object streams, header and cross-reference. */
import { zlib } from "../../core/builtins.ts";
import type { ByteSink } from "../../core/document-io.ts";
import { randomBytes } from "../../core/random.ts";
import { withoutCryptFilter } from "../crypt/crypt-filter.ts";
import type { Encryption } from "../crypt/security-handler.ts";
import type { CosDocument } from "../document.ts";
import { CosError } from "../syntax/error.ts";

import { maxObjectNumber } from "../syntax/limits.ts";
import { type CosDict, type CosValue, isDict, isNamed, isRef, isStream, name, ref } from "../syntax/value.ts";
import { endOutput, newOutput, type Output, position, writeBytes, writeNumber, writeText } from "./output.ts";
import { type WriteContext, writeObjectValue, writeValue } from "./serialize.ts";
import {
  makeTrailer,
  newRows,
  rowFree,
  rowInFile,
  rowPacked,
  writeXrefStream,
  writeXrefTable,
} from "./xref-writer.ts";

/** Objects of one object stream: readers unpack it whole to reach one of them. */
const maxPackedObjects = 200;
const maxPackedBytes = 512 * 1024;

export interface Target {
  readonly out: Output;
  readonly encrypt: Encryption | undefined;
  /** Whether crypt filters that streams name exist in `encrypt`: it is the source's own. */
  keepsCryptFilters: boolean;
  /** Whether small objects go into object streams from now on. */
  packing: boolean;
  /** Header version, raised until the first byte is written. */
  version: string;
  id0: Uint8Array | undefined;
  /** The next free number. */
  next: number;
  /** Place of each object: an offset, or for a packed object the number of its stream; 0: not written. */
  places: Float64Array;
  /** Index in the object stream, and one; 0: not packed. */
  slots: Uint8Array;
  /** Whether any object is packed. */
  packed: boolean;
  readonly pack: { readonly body: Output; nums: number[]; starts: number[]; stream: number };
}

export function createTarget(
  sink: ByteSink,
  encrypt: Encryption | undefined,
  version: string | undefined,
  packing: boolean,
): Target {
  return {
    out: newOutput(sink),
    encrypt,
    keepsCryptFilters: false,
    packing,
    version: version ?? "",
    id0: undefined,
    next: 1,
    places: new Float64Array(64),
    slots: new Uint8Array(64),
    packed: false,
    pack: { body: newOutput(), nums: [], starts: [], stream: 0 },
  };
}

export function reserveNumber(target: Target): number {
  const num = target.next++;
  if (num > maxObjectNumber) throw new CosError("limit", `a file of more than ${maxObjectNumber} objects`);
  if (num >= target.places.length) {
    const places = new Float64Array(target.places.length * 2);
    places.set(target.places);
    target.places = places;
    const slots = new Uint8Array(target.slots.length * 2);
    slots.set(target.slots);
    target.slots = slots;
  }
  return num;
}

/** The lowest version that knows what the file uses (ISO 32000-1, Annex and 7.5.7, 7.6.1). */
function neededVersion(target: Target): string {
  const { encrypt, packing } = target;
  let needed = target.version || "1.4";
  const raise = (version: string) => {
    if (version > needed) needed = version;
  };
  if (packing) raise("1.5");
  if (encrypt) {
    if (encrypt.version >= 5) raise("1.7");
    else if (encrypt.method === "aes-128") raise("1.6");
    else if (encrypt.version === 4) raise("1.5");
  }
  return needed;
}

/** The header's second line: four bytes that say "binary" to whoever transports the file. */
const binaryMark = "%\xe2\xe3\xcf\xd3\n";

function checkUnwritten(target: Target, num: number): void {
  if (num < 1 || num >= target.next) throw new RangeError(`object ${num} was never reserved`);
  if (target.places[num] !== 0) throw new RangeError(`object ${num} was already written`);
}

/** Starts object `num`; its value follows in `target.out`. */
function beginObject(target: Target, num: number): void {
  const { out } = target;
  checkUnwritten(target, num);
  if (position(out) === 0) writeText(out, `%PDF-${neededVersion(target)}\n${binaryMark}`);
  target.places[num] = position(out);
  writeNumber(out, num);
  writeText(out, " 0 obj\n");
}

function endObject(target: Target): void {
  writeText(target.out, "\nendobj\n");
}

/** Starts object `num` in an object stream; its value, never a stream, follows in the returned output. */
function beginPacked(target: Target, num: number): Output {
  const { pack } = target;
  checkUnwritten(target, num);
  if (pack.nums.length >= maxPackedObjects || pack.body.length >= maxPackedBytes) writePack(target);
  if (pack.stream === 0) pack.stream = reserveNumber(target);
  target.places[num] = pack.stream;
  pack.nums.push(num);
  pack.starts.push(pack.body.length);
  target.slots[num] = pack.nums.length;
  target.packed = true;
  return pack.body;
}

function endPacked(target: Target): void {
  writeText(target.pack.body, "\n");
}

/** Writes the object stream that was being filled (7.5.7). */
function writePack(target: Target): void {
  const { pack } = target;
  if (pack.stream === 0) return;
  const { nums, starts, stream, body } = pack;
  const whole = newOutput();
  nums.forEach((num, k) => {
    writeNumber(whole, num);
    writeText(whole, " ");
    writeNumber(whole, starts[k] ?? 0);
    writeText(whole, " ");
  });
  const first = whole.length;
  writeBytes(whole, body.bytes, 0, body.length);
  const dict: CosDict = new Map();
  dict.set("Type", name("ObjStm"));
  dict.set("N", nums.length);
  dict.set("First", first);
  dict.set("Filter", name("FlateDecode"));
  pack.nums = [];
  pack.starts = [];
  pack.stream = 0;
  body.length = 0;
  const data = zlib().deflateSync(whole.bytes.subarray(0, whole.length));
  writeObject(target, stream, { kind: "stream", dict, encoded: () => data }, undefined);
}

/** Writes a value as object `num`; `mapped` gives references their new numbers, without it they stay. */
export function writeObject(
  target: Target,
  num: number,
  value: CosValue,
  mapped: WriteContext["target"],
): void {
  const { encrypt, out } = target;
  if (target.packing && isPackable(target, value)) {
    // Strings are in the clear there: the object stream is encrypted as a whole.
    writeValue(beginPacked(target, num), value, { target: mapped });
    endPacked(target);
    return;
  }
  beginObject(target, num);
  const own =
    isStream(value) && !target.keepsCryptFilters ? { ...value, dict: withoutCryptFilter(value.dict) } : value;
  writeObjectValue(out, own, { target: mapped, encrypt: encrypt && { by: encrypt, num, gen: 0 } });
  endObject(target);
}

function isPackable(target: Target, value: CosValue): boolean {
  // An object stream holds no stream and no object that is nothing but a reference (7.5.7).
  if (!isDict(value)) return !isRef(value) && !isStream(value);
  // A signature's value is found by its place in the file. Acrobat 8 fails on an encrypted file with a packed catalogue.
  return !value.has("ByteRange") && !(target.encrypt && isNamed(value.get("Type"), "Catalog"));
}

/** Writes what is left, the cross-reference and the trailer. */
export function finishTarget(
  target: Target,
  root: number,
  info: number | undefined,
  id: Uint8Array | undefined,
): void {
  const { out, encrypt } = target;
  writePack(target);
  const rest: CosDict = new Map();
  rest.set("Root", ref(root));
  if (info !== undefined && info !== 0) rest.set("Info", ref(info));
  if (encrypt) {
    const num = reserveNumber(target);
    beginObject(target, num);
    writeValue(out, encrypt.dict);
    endObject(target);
    rest.set("Encrypt", ref(num));
  }
  const second = randomBytes(16);
  // Up to version 4 keys depend on the identifier.
  const first = encrypt && encrypt.version < 5 ? encrypt.id0 : (id ?? target.id0);
  const packed = target.packed;
  const stream = packed ? reserveNumber(target) : 0;
  const size = target.next;
  const rows = newRows(size);
  const count = packed ? size - 1 : size;
  let free = 0;
  // From the back, so that each free entry knows the next one.
  for (let num = count - 1; num >= 0; num--) {
    rows.nums[num] = num;
    const place = target.places[num] ?? 0;
    const slot = target.slots[num] ?? 0;
    if (place === 0) {
      rows.kinds[num] = rowFree;
      rows.places[num] = free;
      rows.extras[num] = num === 0 && !packed ? 65_535 : 0;
      free = num;
    } else {
      rows.kinds[num] = slot > 0 ? rowPacked : rowInFile;
      rows.places[num] = place;
      rows.extras[num] = slot > 0 ? slot - 1 : 0;
    }
  }
  rows.count = count;
  const trailer = makeTrailer({ size, rest, id: [first ?? second, second] });
  if (packed) writeXrefStream(out, stream, rows, trailer);
  else writeXrefTable(out, rows, trailer);
  endOutput(out);
}

/** Only files with cross-reference streams have object streams; unpacked they would grow to twice their size. */
export function usesStreams({ revisions }: CosDocument): boolean {
  return revisions.some(({ kind, hybrid }) => kind === "stream" || hybrid);
}
