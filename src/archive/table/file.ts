/** The file and its objects: structure, spelling, limits (ISO 19005-2, 6.1). */
import { rule, type Table } from "../rule.ts";

const lengthOf = /^%PDF-\d\.\d/;
const versionOf = {
  a1: lengthOf,
  a2: /^%PDF-1\.[0-7]$/,
  a4: /^%PDF-2\.\d$/,
  ua1: /^%PDF-1\.[0-7]$/,
  lint: /./,
};

/** Filters that PDF/A-2 and later allow. */
const filters = new Set([
  "ASCIIHexDecode",
  "ASCII85Decode",
  "FlateDecode",
  "RunLengthDecode",
  "CCITTFaxDecode",
  "JBIG2Decode",
  "DCTDecode",
  "JPXDecode",
]);
const inlineFilters = new Set(
  "ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode AHx A85 Fl RL CCF DCT".split(
    " ",
  ),
);

const maxInteger = 2_147_483_647;
const maxReal = 3.403e38;
const leastReal = 1.175e-38;

export const fileTable = {
  file: [
    rule(
      { a1: "6.1.2-1", a2: "6.1.2-1", a4: "6.1.2-1", ua1: "6.1-1" },
      "the file doesn't begin with a header of a permitted version",
      ({ headerOffset, header }, { family }) =>
        (family === "ua1" || headerOffset === 0) && versionOf[family].test(header),
    ),
    rule(
      { a1: "6.1.2-2", a2: "6.1.2-2", a4: "6.1.2-2" },
      "no comment of four bytes above 127 follows the header",
      ({ binaryComment }) => binaryComment,
    ),
    rule(
      { a1: "6.1.3-1", a2: "6.1.3-1", a4: "6.1.3-1" },
      "the trailer has no file identifier",
      ({ hasId }) => hasId,
    ),
    rule({ a1: "6.1.3-4" }, "the identifiers of a linearized file differ", ({ sameIds }) => sameIds),
    rule(
      { a1: "6.1.3-3", a2: "6.1.3-3", a4: "6.1.3-3" },
      "data follows the end-of-file marker",
      ({ bytesAfterEnd }) => bytesAfterEnd === 0,
    ),
    rule({ a1: "6.1.4-3" }, "a cross-reference is a stream", ({ hasXrefStream }) => !hasXrefStream),
    rule(
      { a1: "6.1.12-7", a2: "6.1.13-7" },
      "the file has more than 8,388,607 objects",
      ({ objects }) => objects <= 8_388_607,
    ),
    rule({ a1: "6.1.11-2" }, "the document has attachments", ({ embedsFiles }) => !embedsFiles),
    rule({ a4: "6.9-5" }, "the document has no attachment", ({ embedsFiles }) => embedsFiles, ["pdfa-4f"]),
    rule({ a1: "6.1.13-1" }, "the document has layers", ({ catalog }) => !catalog.has("OCProperties")),
    rule(
      { a2: "6.4.2-2", a4: "6.4.2-2" },
      "the document must be rendered by an XFA program",
      ({ catalog }) => catalog.get("NeedsRendering") !== true,
    ),
    rule(
      { a2: "6.11-1", a4: "6.12-1" },
      "the document has requirements",
      ({ catalog }) => !catalog.has("Requirements"),
    ),
    rule(
      { a4: "6.1.3-4" },
      "an information dictionary without piece information",
      ({ catalog, hasInfo }) => !hasInfo || catalog.has("PieceInfo"),
    ),
    rule(
      { a4: "6.1.12-1" },
      "the catalog's version isn't one of PDF 2",
      ({ catalog }) => !catalog.has("Version") || /^2\.\d$/.test(catalog.name("Version") ?? ""),
    ),
    rule(
      { a1: "6.7.2-1", a2: "6.6.2.1-1", a4: "6.7.2.1-1", ua1: "7.1-8" },
      "the document has no XMP metadata",
      ({ catalog }) => catalog.streamOf("Metadata") !== undefined,
    ),
    rule(
      { a1: "6.6.2-3", a2: "6.5.2-1" },
      "the document has additional actions",
      ({ catalog }) => !catalog.has("AA"),
    ),
    rule(
      { a2: "6.10-1", a4: "6.11-1" },
      "the document has alternate presentations",
      ({ catalog }) => catalog.object("Names")?.has("AlternatePresentations") !== true,
    ),
  ],
  trailer: [
    rule(
      { a1: "6.1.3-2", a2: "6.1.3-2", a4: "6.1.3-2" },
      "the document is encrypted",
      ({ isEncrypted }) => !isEncrypted,
    ),
  ],
  xref: [
    rule(
      { a1: "6.1.4-1" },
      "the numbers of a cross-reference subsection aren't separated by a single space",
      ({ singleSpaces }) => singleSpaces,
    ),
    rule(
      { a1: "6.1.4-2", a2: "6.1.4-2", a4: "6.1.4-1" },
      "the cross-reference keyword isn't on a line of its own",
      ({ lineBreaks }) => lineBreaks,
    ),
  ],
  spelling: [
    rule(
      { a1: "6.1.8-1", a2: "6.1.9-1", a4: "6.1.8-1" },
      "an object's keywords aren't spaced as required",
      ({ spacing }) => spacing,
    ),
  ],
  hex: [
    rule(
      { a1: "6.1.6-1", a2: "6.1.6-1", a4: "6.1.5-1" },
      "a hexadecimal string has an odd number of digits",
      ({ digits }) => digits % 2 === 0,
    ),
    rule(
      { a1: "6.1.6-2", a2: "6.1.6-2", a4: "6.1.5-2" },
      "a hexadecimal string has other characters than digits",
      ({ onlyHex }) => onlyHex,
    ),
  ],
  integer: [
    rule(
      { a1: "6.1.12-1", a2: "6.1.13-1" },
      "an integer is out of range",
      (value) => value <= maxInteger && value >= -maxInteger - 1,
    ),
  ],
  real: [
    rule({ a1: "6.1.12-2" }, "a number is out of range", (value) => Math.abs(value) <= 32_767),
    rule({ a2: "6.1.13-2" }, "a number is out of range", (value) => Math.abs(value) <= maxReal),
    rule(
      { a2: "6.1.13-5" },
      "a number is too close to zero",
      (value) => value === 0 || Math.abs(value) >= leastReal,
    ),
  ],
  string: [
    rule({ a1: "6.1.12-3" }, "a string is too long", (length) => length < 65_536),
    rule({ a2: "6.1.13-3" }, "a string is too long", (length) => length < 32_768),
  ],
  name: [
    rule({ a1: "6.1.12-4", a2: "6.1.13-4" }, "a name is longer than 127 bytes", (length) => length <= 127),
  ],
  array: [rule({ a1: "6.1.12-5" }, "an array has more than 8,191 items", (length) => length <= 8191)],
  dict: [rule({ a1: "6.1.12-6" }, "a dictionary has more than 4,095 entries", (length) => length <= 4095)],
  unicodeName: [rule({ a2: "6.1.8-1", a4: "6.1.7-1" }, "a name isn't UTF-8", (text) => isUtf8(text))],
  stream: [
    rule(
      { a1: "6.1.7-1", a2: "6.1.7.1-1", a4: "6.1.6.1-1" },
      "a stream's length is wrong",
      ({ length }) => length,
    ),
    rule(
      { a1: "6.1.7-2", a2: "6.1.7.1-2" },
      "a stream's keywords lack line breaks",
      ({ lineBreaks }) => lineBreaks,
    ),
    rule(
      { a1: "6.1.7-3", a2: "6.1.7.1-3", a4: "6.1.6.1-2" },
      "a stream's data is in another file",
      ({ object }) => !object.hasAny("F", "FFilter", "FDecodeParms"),
    ),
  ],
  filter: [
    rule({ a1: "6.1.10-1" }, "a stream is compressed with LZW", ({ name }) => name !== "LZWDecode"),
    rule(
      { a2: "6.1.7.2-1", a4: "6.1.6.2-1" },
      "a stream has a filter that isn't permitted",
      ({ name, crypt }) => filters.has(name) || (name === "Crypt" && crypt === "Identity"),
    ),
  ],
  inlineFilter: [
    rule(
      { a1: "6.1.10-2" },
      "an inline image is compressed with LZW",
      (name) => name !== "LZWDecode" && name !== "LZW",
    ),
    rule({ a2: "6.1.10-1", a4: "6.1.9-1" }, "an inline image has a filter that isn't permitted", (name) =>
      inlineFilters.has(name),
    ),
  ],
  permissions: [
    rule(
      { a2: "6.1.12-1", a4: "6.1.11-1" },
      "the permissions have other entries than UR3 and DocMDP",
      (keys) => keys.every((key) => key === "UR3" || key === "DocMDP"),
    ),
  ],
  signatureReference: [
    rule(
      { a2: "6.1.12-2" },
      "a certification's reference has a digest",
      (reference) => !reference.hasAny("DigestLocation", "DigestMethod", "DigestValue"),
    ),
  ],
  signature: [rule({ a2: "6.4.3-1" }, "a signature doesn't cover the file", ({ coversFile }) => coversFile)],
  signedData: [
    rule({ a2: "6.4.3-2" }, "a signature has no certificate", () => undefined),
    rule({ a2: "6.4.3-3" }, "a signature has several signers", () => undefined),
  ],
  fileSpec: [
    rule({ a1: "6.1.11-1" }, "a file specification embeds a file", ({ embeds }) => !embeds),
    rule(
      { a2: "6.8-2", a4: "6.9-2" },
      "an embedded file's specification lacks F or UF",
      ({ object, embeds }) => !embeds || (object.has("F") && object.has("UF")),
    ),
    rule(
      { ua1: "7.11-1" },
      "an embedded file's specification lacks F or UF",
      ({ object, embeds }) => !embeds || ["F", "UF"].every((key) => (object.text(key)?.length ?? 0) > 0),
    ),
    rule(
      { a2: "6.8-3" },
      "a file specification doesn't say how its file relates to the document",
      ({ object }) => object.has("AFRelationship"),
      ["pdfa-3b", "pdfa-3u"],
    ),
    rule(
      { a2: "6.8-4" },
      "an embedded file is associated with no part of the document",
      ({ isAssociated }) => isAssociated,
      ["pdfa-3b", "pdfa-3u"],
    ),
    rule(
      { a4: "6.9-4" },
      "a file specification doesn't say how its file relates to the document",
      ({ object, embeds }) => !embeds || object.has("AFRelationship"),
    ),
  ],
  embedded: [
    rule({ a2: "6.8-1" }, "an embedded file has no media type", ({ subtype }) => isMediaType(subtype), [
      "pdfa-3b",
      "pdfa-3u",
    ]),
    rule({ a4: "6.9-1" }, "an embedded file has no media type", ({ subtype }) => isMediaType(subtype)),
    rule({ a2: "6.8-5" }, "an embedded file isn't PDF/A-1 or PDF/A-2", ({ isPdfA }) => isPdfA, [
      "pdfa-2b",
      "pdfa-2u",
    ]),
    rule({ a4: "6.9-3" }, "an embedded file isn't PDF/A", ({ isPdfA }) => isPdfA, ["pdfa-4"]),
  ],
  configuration: [
    rule(
      { a2: "6.9-1", ua1: "7.10-1" },
      "a configuration of layers has no name",
      ({ hasName, isEmptyName }) => hasName && !isEmptyName,
    ),
    rule({ a4: "6.10-1" }, "a configuration of layers has no name", ({ hasName }) => hasName),
    rule(
      { a2: "6.9-2", a4: "6.10-2" },
      "two configurations of layers have the same name",
      ({ isDuplicate }) => !isDuplicate,
    ),
    rule({ a2: "6.9-3", a4: "6.10-3" }, "the order of layers leaves some out", ({ listsAll }) => listsAll),
    rule(
      { a2: "6.9-4", ua1: "7.10-2" },
      "layers change their state by themselves",
      ({ object }) => !object.has("AS"),
    ),
  ],
} satisfies Partial<Table>;

const isMediaType = (subtype: string | undefined) => /^[-\w+.]+\/[-\w+.]+$/.test(subtype ?? "");

function isUtf8(name: string): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1"));
    return true;
  } catch {
    return false;
  }
}
