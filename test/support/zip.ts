/** ZIP files for tests, with every lie that a hostile one can tell. */
import { deflateRawSync } from "node:zlib";

export interface ZipPart {
  readonly data: string | Uint8Array;
  /** Uncompressed. */
  readonly stored?: boolean;
  /** General purpose flags. */
  readonly flags?: number;
  readonly method?: number;
  /** The sizes given in the directory. */
  readonly statedPacked?: number;
  readonly statedSize?: number;
  /** The offset given in the directory. */
  readonly statedHeader?: number;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Entries in the given order; names may repeat. `count` is the number in the end record. */
export function zip(
  parts: Readonly<Record<string, string | Uint8Array | ZipPart>> | readonly (readonly [string, ZipPart])[],
  count?: number,
): Uint8Array {
  const list: readonly (readonly [string, string | Uint8Array | ZipPart])[] = Array.isArray(parts)
    ? parts
    : Object.entries(parts);
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const [name, given] of list) {
    const part: ZipPart = typeof given === "string" || given instanceof Uint8Array ? { data: given } : given;
    const data = Buffer.from(part.data);
    const packed = part.stored ? data : deflateRawSync(data, { level: 9 });
    const key = Buffer.from(name);
    const method = part.method ?? (part.stored ? 0 : 8);
    const crc = crc32(data);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(part.flags ?? 0, 6);
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(crc, 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(data.length, 22);
    head.writeUInt16LE(key.length, 26);
    local.push(head, key, packed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(part.flags ?? 0, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(part.statedPacked ?? packed.length, 20);
    entry.writeUInt32LE(part.statedSize ?? data.length, 24);
    entry.writeUInt16LE(key.length, 28);
    entry.writeUInt32LE(part.statedHeader ?? offset, 42);
    central.push(entry, key);
    offset += head.length + key.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count ?? list.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(count ?? list.length, 0xffff), 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...local, directory, end]));
}
