/**
 * What a document claims to conform to: PDF/A (ISO 19005) and PDF/UA (ISO 14289) by the identification schemas of its XMP, PDF/X
 * (ISO 15930), PDF/VT (ISO 16612) and PDF/E (ISO 24517) by XMP or its information dictionary, others such as WTPDF (Well-Tagged PDF)
 * by PDF Declarations.
 * An edit keeps a claim where the result conforms as the document did; else it withdraws the claim and says so.
 */
import type { CosDocument } from "../../cos/document.ts";
import type { CosDict } from "../../cos/syntax/value.ts";
import { packetOf } from "../metadata/xmp.ts";
import { type XmpEntry, xmpEntries, xmpValue } from "../metadata/xmp-entries.ts";
import { decodeText } from "../text-string.ts";
import { bytesAt, dictAt } from "../typed-get.ts";

export interface Claim {
  readonly pdfa: PdfA | undefined;
  /** The part of ISO 14289. */
  readonly pdfua: string | undefined;
  /** `PDF/X-1a:2003`. */
  readonly pdfx?: string | undefined;
  readonly pdfvt?: string | undefined;
  readonly pdfe?: string | undefined;
  /** What PDF Declarations name: `wtpdf#reuse1.0`, more of them joined by ", ". */
  readonly declared: string | undefined;
}

export const noClaim: Claim = { pdfa: undefined, pdfua: undefined, declared: undefined };

/** Claims that ask for more of colours than a device's. */
export const colourClaims = ["pdfa", "pdfx", "pdfvt", "pdfe"] as const;

/** Why a document that was recovered claims nothing. */
export const damagedReason = "the file was damaged, and something of it may be missing";

export interface PdfA {
  /** The part of ISO 19005. */
  readonly part: string;
  /** The level: A, U or B, for part 4 also E, F or none. */
  readonly level: string;
}

/** Schemas by which a packet identifies what it conforms to, by the prefix that they usually have. */
export const schemas = {
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
  pdfuaid: "http://www.aiim.org/pdfua/ns/id/",
  pdfd: "http://pdfa.org/declarations/",
} as const;

type Schema = keyof typeof schemas;

/** Properties and keys of the information dictionary that claim by themselves, whatever schema a program puts them in; the last one with a value counts. */
export const versionKeys = {
  pdfx: ["GTS_PDFXVersion", "GTS_PDFXConformance"],
  pdfvt: ["GTS_PDFVTVersion"],
  pdfe: ["GTS_PDFEVersion", "ISO_PDFEVersion"],
} as const;

type VersionClaim = keyof typeof versionKeys;

export const versionClaims: readonly VersionClaim[] = ["pdfx", "pdfvt", "pdfe"];

/** A document without a packet that can be read, and without keys for it in its information, claims nothing. */
export function claimOf(cos: CosDocument): Claim {
  return claimIn(packetOf(cos) ?? "", informationOf(cos));
}

/** The information dictionary with its strings as text. */
function informationOf(cos: CosDocument): ReadonlyMap<string, string> {
  const info: CosDict = dictAt(cos, cos.trailer.get("Info")) ?? new Map();
  const keys = Object.values(versionKeys).flat();
  return new Map(
    keys.flatMap((key) => {
      const bytes = bytesAt(cos, info.get(key));
      return bytes ? [[key, decodeText(bytes)] as const] : [];
    }),
  );
}

/** What stands in a packet before it is gone through: most claim nothing. */
const signs = [...Object.keys(schemas), ...Object.values(schemas), ...Object.values(versionKeys).flat()];

/** Entries of a packet that have to do with a claim. */
export function claimEntries(packet: string): readonly XmpEntry[] {
  if (!signs.some((sign) => packet.includes(sign))) return [];
  return Array.from(xmpEntries(packet)).filter(
    (entry) => schemaOf(entry) !== undefined || versionClaimOf(entry) !== undefined,
  );
}

/** The schema of an entry: by its namespace, or by the usual prefix. */
export function schemaOf({ namespace, prefix }: XmpEntry): Schema | undefined {
  const names: readonly Schema[] = ["pdfaid", "pdfuaid", "pdfd"];
  return names.find((name) => schemas[name] === namespace) ?? names.find((name) => name === prefix);
}

export function versionClaimOf({ name }: XmpEntry): VersionClaim | undefined {
  return versionClaims.find((which) => versionKeys[which].some((key) => key === name));
}

export function claimIn(packet: string, info: ReadonlyMap<string, string> = new Map()): Claim {
  const entries = claimEntries(packet);
  const value = (schema: Schema, name: string) => {
    const entry = entries.find((one) => one.name === name && schemaOf(one) === schema);
    return entry && xmpValue(packet, entry);
  };
  const version = (which: VersionClaim) => {
    const claimed = versionKeys[which].flatMap((key) => {
      const entry = entries.find(({ name }) => name === key);
      return info.get(key)?.trim() || (entry && xmpValue(packet, entry)) || [];
    });
    return claimed.at(-1);
  };
  const part = value("pdfaid", "part");
  return {
    pdfa: part ? { part, level: (value("pdfaid", "conformance") ?? "").toUpperCase() } : undefined,
    pdfua: value("pdfuaid", "part") || undefined,
    pdfx: version("pdfx"),
    pdfvt: version("pdfvt"),
    pdfe: version("pdfe"),
    declared: declarationsIn(packet, entries).map(shortName).join(", ") || undefined,
  };
}

/** The URIs of what the packet declares (PDF Declarations, PDF Association). */
export function declarationsIn(packet: string, entries = claimEntries(packet)): readonly string[] {
  const named = entries.filter((entry) => entry.name === "conformsTo" && schemaOf(entry) === "pdfd");
  return [...new Set(named.map((entry) => xmpValue(packet, entry)))].filter((uri) => uri !== "").sort();
}

function shortName(declaration: string): string {
  return declaration.slice(declaration.lastIndexOf("/") + 1);
}

/** How each of these is called where it says nothing sensible of itself. */
const versionNames = { pdfx: "PDF/X", pdfvt: "PDF/VT", pdfe: "PDF/E" } as const;

/** For messages: `PDF/A-2b and PDF/UA-1`. */
export function claimText(claim: Claim): string {
  const { pdfa, pdfua, declared } = claim;
  const names: string[] = [];
  if (pdfa) names.push(`PDF/A-${pdfa.part}${pdfa.level.toLowerCase()}`);
  if (pdfua) names.push(`PDF/UA-${pdfua}`);
  for (const which of versionClaims) {
    const version = claim[which];
    if (version) names.push(/^PDF\/[\w:. -]{1,40}$/.test(version) ? version : versionNames[which]);
  }
  if (declared) names.push(declared);
  return names.join(" and ");
}

/** PDF/A-1 and the parts of PDF/X before 4 are built on PDF 1.4 or 1.3, which have no object streams. */
export function allowsObjectStreams({ pdfa, pdfx }: Claim): boolean {
  return pdfa?.part !== "1" && !(pdfx && isOldPdfX(pdfx));
}

/** The parts of PDF/X before 4, which forbid transparency too. */
export function isOldPdfX(version: string): boolean {
  return /^PDF\/X-[123]/.test(version);
}

/** Levels of one part, each of which asks for all that those before it ask for. */
const levels = ["B", "U", "A"];

/** What a document made of both may claim: of one part of PDF/A the lower level, and what else both claim. */
export function commonClaim(one: Claim, other: Claim): Claim {
  const same = (which: VersionClaim | "pdfua") => (one[which] === other[which] ? one[which] : undefined);
  return {
    pdfa: one.pdfa && other.pdfa && commonPdfA(one.pdfa, other.pdfa),
    pdfua: same("pdfua"),
    pdfx: same("pdfx"),
    pdfvt: same("pdfvt"),
    pdfe: same("pdfe"),
    declared: one.declared === other.declared ? one.declared : undefined,
  };
}

function commonPdfA(one: PdfA, other: PdfA): PdfA | undefined {
  if (one.part !== other.part) return undefined;
  if (one.level === other.level) return one;
  const [a, b] = [levels.indexOf(one.level), levels.indexOf(other.level)];
  if (a < 0 || b < 0) return undefined;
  return a < b ? one : other;
}
