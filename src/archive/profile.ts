/** The profiles a document can be checked against, and the numbering that each one's rules have. */
import type { Claim, PdfA } from "../document/conformance/claim.ts";

/** Levels of PDF/A that documents can be converted to. */
export const levels = ["2b", "2u", "3b", "3u", "4", "4f", "1b"] as const;
export type Level = (typeof levels)[number];

export type PdfAProfile = `pdfa-${Level}`;
export type Profile = PdfAProfile | "pdfua-1" | "lint";

export const profiles = [
  "pdfa-1b",
  "pdfa-2b",
  "pdfa-2u",
  "pdfa-3b",
  "pdfa-3u",
  "pdfa-4",
  "pdfa-4f",
  "pdfua-1",
  "lint",
] as const satisfies readonly Profile[];

/** Profiles whose rules have the same numbers: parts 2 and 3 of ISO 19005 are one family. */
export type Family = "a1" | "a2" | "a4" | "ua1" | "lint";

export function familyOf(profile: Profile): Family {
  if (profile === "lint") return "lint";
  if (profile === "pdfua-1") return "ua1";
  if (profile === "pdfa-1b") return "a1";
  return profile.startsWith("pdfa-4") ? "a4" : "a2";
}

/** The part of ISO 19005 and the level, as the identification schema has them; undefined for other profiles. */
export function pdfaOf(profile: Profile): PdfA | undefined {
  const found = /^pdfa-(\d)(\w?)$/.exec(profile);
  return found ? { part: found[1] ?? "", level: (found[2] ?? "").toUpperCase() } : undefined;
}

/** A claim's PDF/A level as in the profile names: `pdfa-2a`. */
const pdfaName = ({ part, level }: PdfA): string => `pdfa-${part}${level.toLowerCase()}`;

/** A document's claims, spelled like the profiles: `pdfa-2b`, `pdfua-1`, `pdfx-4`. */
export function claimNames({ pdfa, pdfua, pdfx, pdfvt, pdfe }: Claim): readonly string[] {
  const others = [pdfx, pdfvt, pdfe].flatMap((name) => name?.toLowerCase().replace("/", "") ?? []);
  return [...(pdfa ? [pdfaName(pdfa)] : []), ...(pdfua ? [`pdfua-${pdfua}`] : []), ...others];
}

const isProfile = (text: string): text is (typeof profiles)[number] =>
  profiles.some((profile) => profile === text);

/**
 * The profile of a document's own claim: that of PDF/A if there is one. Level A is checked as U, or as B in part 1, since
 * its further rules are about tags; `lacks` says so. Undefined: no such profile.
 */
export function claimedProfile(
  claim: Claim,
): { readonly profile: Profile; readonly lacks: boolean } | undefined {
  const [name = ""] = claimNames(claim);
  if (isProfile(name)) return { profile: name, lacks: false };
  const lower = name.replace(/^pdfa-1a$/, "pdfa-1b").replace(/^pdfa-([23])a$/, "pdfa-$1u");
  return lower !== name && isProfile(lower) ? { profile: lower, lacks: true } : undefined;
}
