/**
 * A document's conformance claims: PDF/A (ISO 19005) and PDF/UA (ISO 14289) by the identification schemas in its XMP, PDF/X
 * (ISO 15930), PDF/VT (ISO 16612) and PDF/E (ISO 24517) by XMP or its information dictionary, others such as WTPDF
 * (Well-Tagged PDF) by PDF Declarations. An edit keeps a claim if the result conforms as the document did; otherwise it
 * withdraws the claim and says so.
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
  /** Declarations of PDF Declarations: `wtpdf#reuse1.0`, several joined by ", ". */
  readonly declared: string | undefined;
}

export const noClaim: Claim = { pdfa: undefined, pdfua: undefined, declared: undefined };

/** Claims with stricter color requirements than device colors meet. */
export const colorClaims = ["pdfa", "pdfx", "pdfvt", "pdfe"] as const;

/** Why a recovered document claims nothing. */
export const damagedReason = "the file was damaged, and parts of it may be missing";

export interface PdfA {
  /** The part of ISO 19005. */
  readonly part: string;
  /** The level: A, U or B, for part 4 also E, F or none. */
  readonly level: string;
}

/** Schemas with which a packet identifies its conformance, by their usual prefix. */
export const schemas = {
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
  pdfuaid: "http://www.aiim.org/pdfua/ns/id/",
  pdfd: "http://pdfa.org/declarations/",
} as const;

type Schema = keyof typeof schemas;

/** Properties and information keys that are claims by themselves, whatever schema a program uses; the last one with a value counts. */
export const versionKeys = {
  pdfx: ["GTS_PDFXVersion", "GTS_PDFXConformance"],
  pdfvt: ["GTS_PDFVTVersion"],
  pdfe: ["GTS_PDFEVersion", "ISO_PDFEVersion"],
} as const;

type VersionClaim = keyof typeof versionKeys;

export const versionClaims: readonly VersionClaim[] = ["pdfx", "pdfvt", "pdfe"];

/** A document without a readable packet, and without such information keys, claims nothing. */
export const claimOf = (cos: CosDocument): Claim => claimIn(packetOf(cos) ?? "", informationOf(cos));

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

/** Text to look for in a packet before parsing it: most claim nothing. */
const signs = [...Object.keys(schemas), ...Object.values(schemas), ...Object.values(versionKeys).flat()];

/** A packet's entries that concern a claim. */
export function claimEntries(packet: string): readonly XmpEntry[] {
  if (!signs.some((sign) => packet.includes(sign))) return [];
  return Array.from(xmpEntries(packet)).filter(
    (entry) => schemaOf(entry) !== undefined || versionClaimOf(entry) !== undefined,
  );
}

/** An entry's schema: by its namespace, or by the usual prefix. */
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

/** The URIs that the packet declares (PDF Declarations, PDF Association). */
export function declarationsIn(packet: string, entries = claimEntries(packet)): readonly string[] {
  const named = entries.filter((entry) => entry.name === "conformsTo" && schemaOf(entry) === "pdfd");
  return [...new Set(named.map((entry) => xmpValue(packet, entry)))].filter((uri) => uri !== "").sort();
}

const shortName = (declaration: string): string => declaration.slice(declaration.lastIndexOf("/") + 1);

/** Names to use if the claim itself has no sensible one. */
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

/** PDF/A-1 and parts of PDF/X before 4 are based on PDF 1.4 or 1.3, which have no object streams. */
export function allowsObjectStreams({ pdfa, pdfx }: Claim): boolean {
  return pdfa?.part !== "1" && !(pdfx && isOldPdfX(pdfx));
}

/** The parts of PDF/X before 4, which also forbid transparency. */
export const isOldPdfX = (version: string): boolean => /^PDF\/X-[123]/.test(version);

/** Levels within a part, each including the requirements of those before it. */
const levels = ["B", "U", "A"];

/** The claim of a document made from both: the lower level of the same PDF/A part, and other common claims. */
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
