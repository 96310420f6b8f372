/**
 * Inspects an office file before a converter sees it (docs/decisions/0014): a ZIP of sane size whose content agrees with its
 * name. Protected, disguised and exploding files are distinguished and rejected.
 */
import type { ByteSource } from "../core/document-io.ts";
import { failed } from "../core/problem.ts";
import { xmlAttributes, xmlTags } from "../core/xml/tags.ts";
import { collectsFonts, createFontCollector } from "./font-names.ts";
import type { Format } from "./formats.ts";
import { hasDeletions, hidesSheets, withoutHiddenAreas } from "./hidden-content.ts";
import { createLostContentFinder, isSheet, mayLose } from "./lost-content.ts";
import { UnlinkError, withoutLinks } from "./unlink.ts";
import { type InspectedEntry, inflate, readEntries, repack, ZipError } from "./zip.ts";

/** R8's bounds. */
const maxEntries = 10_000;
const maxInflatedBytes = 512_000_000;
const maxRatio = 200;
/** Below this, a high ratio is a harmless table of equal cells. */
const ratioFloorBytes = 32_000_000;
/** Bytes inspected per part: names are near its beginning. */
const maxTextBytes = 8_000_000;

const contentTypes = "[content_types].xml";
const manifest = "meta-inf/manifest.xml";
const mimetype = "mimetype";

/** Maximum size of a part that is searched for outside references; the suite would need gigabytes for more. */
const maxPartBytes = 128_000_000;

export interface Inspection {
  /**
   * Produces the converter's input: a new package with exactly the inspected entries, without outside references. The
   * converter might read the original file differently.
   */
  readonly content: (onPiece: (piece: Uint8Array) => void) => Promise<void>;
  /** Names of the fonts that the document requests. */
  readonly fonts: readonly string[];
  /** What the result shows otherwise than the document as saved. `hasMath`: the converter draws equations. */
  readonly warnings: (hasMath: boolean) => readonly string[];
}

/**
 * Throws 422 `operation_failed` for anything but a plausible file of the format. `path` is for errors; `checkTime` throws when
 * the time is up.
 */
export async function inspect(
  source: ByteSource,
  path: string,
  format: Format,
  checkTime: () => void = () => {},
): Promise<Inspection> {
  refuseByMagic(source, path, format);
  try {
    return await inspectZip(source, path, format, checkTime);
  } catch (error) {
    if (!(error instanceof ZipError || error instanceof UnlinkError)) throw error;
    throw failed(`Cannot convert ${path}: it is not a valid ${format.name} (${error.message})`, {
      reason: "damaged",
      cause: error,
    });
  }
}

const zipMagic = [0x50, 0x4b, 0x03, 0x04];
const oleMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

function refuseByMagic(source: ByteSource, path: string, format: Format): void {
  const head = source.read(0, oleMagic.length);
  if (head.length === 0) throw failed(`Cannot convert ${path}: it is empty`);
  if (zipMagic.every((byte, k) => head[k] === byte)) return;
  if (!oleMagic.every((byte, k) => head[k] === byte)) throw disguised(path, format);
  if (isEncryptedPackage(source)) throw needsPassword(path);
  throw failed(
    `Cannot convert ${path}: it is a file of an old Office version (.doc, .xls, .ppt) or protected with a password; save it as ${format.extension} without a password`,
  );
}

/**
 * Whether an OLE container holds an encrypted package (MS-OFFCRYPTO 2.3.1), by the names at the start of its directory (MS-CFB
 * 2.6): UTF-16, in entries of 128 bytes.
 */
function isEncryptedPackage(source: ByteSource): boolean {
  const head = source.read(0, 512);
  if (head.length < 512) return false;
  const data = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const shift = data.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return false;
  const directory = (data.getUint32(48, true) + 1) * 2 ** shift;
  const names = new TextDecoder("utf-16le").decode(source.read(directory, 4096));
  return names.includes("EncryptedPackage") || names.includes("EncryptionInfo");
}

function needsPassword(path: string): Error {
  return failed(
    `Cannot convert ${path}: it needs a password; open it in its program and save it without one`,
    { reason: "password" },
  );
}

function disguised(path: string, format: Format): Error {
  return failed(`Cannot convert ${path}: its content is not a ${format.name}, despite its name`);
}

function bomb(path: string): Error {
  return failed(`Cannot convert ${path}: it expands to more data than a document of its size can hold`);
}

async function inspectZip(
  source: ByteSource,
  path: string,
  format: Format,
  checkTime: () => void,
): Promise<Inspection> {
  const { entries, encrypted } = await readEntries(source, maxEntries);
  if (encrypted) throw needsPassword(path);

  const fonts = createFontCollector(format.family);
  const lost = createLostContentFinder(format);
  const inspected: InspectedEntry[] = [];
  let total = 0;
  let matches = false;
  let deletions = false;

  for (const entry of entries) {
    const name = entry.filename.toLowerCase();
    const linking = format.family === "odf" && name.endsWith(".xml");
    const hiding = hidesSheets(name);
    const whole = linking || hiding;
    const wanted =
      whole || [contentTypes, manifest, mimetype].includes(name) || collectsFonts(name) || mayLose(name);
    const kept: Uint8Array[] = [];
    let size = 0;
    await inflate(entry, (piece) => {
      checkTime();
      if (wanted && size < (whole || isSheet(name) ? maxPartBytes : maxTextBytes))
        kept.push(Uint8Array.from(piece));
      size += piece.length;
      total += piece.length;
      if (total > maxInflatedBytes || (size > ratioFloorBytes && size > entry.compressedSize * maxRatio))
        throw bomb(path);
    });
    const bytes = Buffer.concat(kept);
    if (whole && size > maxPartBytes) throw new UnlinkError("a part is too large");
    const unlinked = linking ? withoutLinks(bytes) : undefined;
    const shown = hiding ? withoutHiddenAreas(unlinked ?? bytes) : bytes;
    inspected.push({ entry, replacement: shown === bytes ? unlinked : shown });
    if (!wanted) continue;
    const text = decode(bytes.subarray(0, maxTextBytes));
    if (name === manifest && /<(?:[\w.-]+:)?encryption-data[\s/>]/.test(text)) throw needsPassword(path);
    if (name === markOf(format)) {
      if (!declares(text, format)) throw disguised(path, format);
      matches = true;
    }
    if (mayLose(name)) lost.add(name, isSheet(name) ? decode(bytes) : text);
    if (!collectsFonts(name)) continue;
    fonts.add(name, text);
    deletions ||= hasDeletions(text);
  }

  if (total > ratioFloorBytes && total > source.size * maxRatio) throw bomb(path);
  if (!matches) throw disguised(path, format);

  const struck = "The document has tracked changes: deleted or moved text appears in the PDF, struck through";
  return {
    content: (onPiece) => repack(inspected, onPiece),
    fonts: fonts.names(),
    warnings: (hasMath) => [...(deletions ? [struck] : []), ...lost.warnings(hasMath)],
  };
}

/** The entry in which a package declares its type. */
const markOf = (format: Format): string => (format.family === "ooxml" ? contentTypes : mimetype);

function declares(text: string, { family, mediaType }: Format): boolean {
  if (family === "odf") return text.trim() === mediaType;
  for (const tag of xmlTags(text))
    for (const { name, value } of xmlAttributes(text, tag))
      if (name === "ContentType" && value.toLowerCase() === mediaType.toLowerCase()) return true;
  return false;
}

/** Decodes an XML part: as UTF-16 if its first bytes say so. */
function decode(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("latin1");
  if (mark === "\xff\xfe") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "\xfe\xff") return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}
