/**
 * What a document claims to conform to, by its XMP: PDF/A (ISO 19005) and PDF/UA (ISO 14289) by their identification schemas, others
 * such as WTPDF (Well-Tagged PDF) by PDF Declarations.
 * An edit keeps a claim where the result conforms as the document did; else it withdraws the claim and says so.
 */
import type { CosDocument } from "../../cos/document.ts";
import { packetOf, xmpProperty } from "../metadata/xmp.ts";

export interface Claim {
  readonly pdfa: PdfA | undefined;
  /** The part of ISO 14289. */
  readonly pdfua: string | undefined;
  /** What PDF Declarations name: `wtpdf#reuse1.0`, more of them joined by ", ". */
  readonly declared: string | undefined;
}

export const noClaim: Claim = { pdfa: undefined, pdfua: undefined, declared: undefined };

/** Why a document that was recovered claims nothing. */
export const damagedReason = "the file was damaged, and something of it may be missing";

export interface PdfA {
  /** The part of ISO 19005. */
  readonly part: string;
  /** The level: A, U or B, for part 4 also E, F or none. */
  readonly level: string;
}

/** A document without a packet that can be read claims nothing. */
export function claimOf(cos: CosDocument): Claim {
  return claimIn(packetOf(cos) ?? "");
}

export function claimIn(packet: string): Claim {
  const part = xmpProperty(packet, "pdfaid:part");
  const level = xmpProperty(packet, "pdfaid:conformance") ?? "";
  return {
    pdfa: part ? { part, level: level.toUpperCase() } : undefined,
    pdfua: xmpProperty(packet, "pdfuaid:part") || undefined,
    declared: declarationsIn(packet).map(shortName).join(", ") || undefined,
  };
}

const declarations = { open: "<pdfd:declarations", close: "</pdfd:declarations>" };

/** Where the element of PDF Declarations (PDF Association) is in a packet. */
export function declarationsAt(packet: string): { readonly start: number; readonly end: number } | undefined {
  const start = packet.indexOf(declarations.open);
  const end = start < 0 ? -1 : packet.indexOf(declarations.close, start);
  return end < 0 ? undefined : { start, end: end + declarations.close.length };
}

/** The URIs of what the packet declares; the bounds keep the search linear. */
export function declarationsIn(packet: string): readonly string[] {
  const place = declarationsAt(packet);
  if (!place) return [];
  const named = packet
    .slice(place.start, place.end)
    .matchAll(/<pdfd:conformsTo>\s{0,20}([^<\s]{1,400})\s{0,20}</g);
  return [...new Set(Array.from(named, ([, uri]) => uri ?? ""))].sort();
}

function shortName(declaration: string): string {
  return declaration.slice(declaration.lastIndexOf("/") + 1);
}

/** For messages: `PDF/A-2b and PDF/UA-1`. */
export function claimText({ pdfa, pdfua, declared }: Claim): string {
  const names = [];
  if (pdfa) names.push(`PDF/A-${pdfa.part}${pdfa.level.toLowerCase()}`);
  if (pdfua) names.push(`PDF/UA-${pdfua}`);
  if (declared) names.push(declared);
  return names.join(" and ");
}

/** Levels of one part, each of which asks for all that those before it ask for. */
const levels = ["B", "U", "A"];

/** What a document made of both may claim: of one part of PDF/A the lower level, and what else both claim. */
export function commonClaim(one: Claim, other: Claim): Claim {
  return {
    pdfa: one.pdfa && other.pdfa && commonPdfA(one.pdfa, other.pdfa),
    pdfua: one.pdfua === other.pdfua ? one.pdfua : undefined,
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
