/** The conformance claim of a merged document: the common claims of its sources, as far as the result can conform. */
import { type CosValue, ref } from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import {
  type Claim,
  claimOf,
  claimText,
  colorClaims,
  commonClaim,
  damagedReason,
  noClaim,
} from "../../conformance/claim.ts";
import { packetWithClaim } from "../../conformance/identification.ts";
import { type Intents, intentsOf, lostIntents, noIntents } from "../../conformance/output-intents.ts";
import { type PageResources, pageResources } from "../../conformance/page-resources.ts";
import { informationWithClaim, metadataStream } from "../../conformance/withdraw.ts";
import { packetOf } from "../../metadata/xmp.ts";
import { type HeadingTags, headingTags, structureRoot } from "../../tags/structure-tree.ts";
import type { Join } from "./join.ts";
import type { PlannedSource, SourceDocument } from "./source-document.ts";

/** The result's claim, initially the first document's. */
interface Claimed {
  readonly first: Claim;
  claim: Claim;
  /** Why it is less than the first document's. */
  reason: string;
  /** The first document's XMP packet. */
  readonly packet: string;
  intents: Intents;
  readonly spots: Map<string, string>;
  /** CMYK color space profiles in documents with another output intent. */
  readonly profiles: Set<string>;
  readonly headings: Set<HeadingTags>;
  /** Target values of a later document for a catalog that lacks them. */
  outputIntents?: CosValue;
  language?: CosValue;
}

/** If pages of one document are chosen, its claim stays, except for dropped tags. */
export function joinConformance(rewriter: Rewriter, merging: boolean): Join {
  /** Undefined before the first document, or if that claims nothing. */
  let joined: Claimed | undefined;
  let first: Intents | undefined;
  return {
    add(source) {
      const { catalog } = source;
      // A split asks for each part, without comparing.
      const own = merging ? intentsOf(source.document) : noIntents;

      if (!first) {
        first = own;
        joined = firstClaim(source, own, merging);
      } else {
        if (joined) addLater(source, own, joined);
        const kept = joined?.outputIntents === undefined ? first : joined.intents;
        const lost = lostIntents(source.document, own, kept, "a later file");
        if (lost !== undefined) source.warn(lost);
      }

      if (joined && claimText(joined.claim) !== "" && source.document.isIncomplete?.()) {
        joined.claim = noClaim;
        joined.reason ||= damagedReason;
      }

      if (joined) looseTags(source, joined);
      if (joined?.claim.pdfvt && catalog.has("DPartRoot"))
        withdraw(joined, ["pdfvt"], "its document parts were dropped");
    },
    finish(result) {
      if (!joined) return;
      const { catalog, warn } = result;
      const { first, packet, claim, reason, outputIntents, language } = joined;
      if (outputIntents !== undefined) catalog.set("OutputIntents", outputIntents);
      if (claim.pdfua && language !== undefined && !catalog.has("Lang")) catalog.set("Lang", language);
      if (claimText(first) === claimText(claim)) return;
      const changed = packetWithClaim(packet, claim);
      if (changed !== packet) catalog.set("Metadata", ref(rewriter.add(metadataStream(changed))));
      if (result.info) result.info = informationWithClaim(result.info, claim);
      const kept = claimText(claim);
      warn(`the result ${kept ? `claims ${kept}, not` : "no longer claims"} ${claimText(first)}: ${reason}`);
    },
  };
}

function firstClaim(source: SourceDocument, own: Intents, merging: boolean): Claimed | undefined {
  const packet = packetOf(source.cos) ?? "";
  const claim = claimOf(source.cos);
  if (claimText(claim) === "") return undefined;

  const resources = merging && limitsColors(claim) ? pageResources(source.document) : undefined;

  return {
    first: claim,
    claim,
    reason: "",
    packet,
    intents: own,
    spots: new Map(resources?.spots),
    profiles: new Set([...(resources?.profiles ?? [])].filter((profile) => !own.profiles.includes(profile))),
    headings: new Set(claim.pdfua === "1" && merging ? headingTags(source.document) : []),
  };
}

/** PDF/UA (ISO 14289-1, 7.1) and WTPDF require everything to be tagged; level A of PDF/A requires a structure tree. */
function looseTags(source: PlannedSource, joined: Claimed): void {
  const { pdfa, pdfua, declared } = joined.claim;
  const damaged = source.catalog.has("StructTreeRoot") && structureRoot(source.document) === undefined;
  const dropped = damaged || source.structureOffset === undefined;
  const repeated = source.pages.some(({ repeat }) => repeat);
  if (!dropped && !repeated) return;
  const level = dropped && pdfa?.level === "A" ? "B" : pdfa?.level;
  if (level === pdfa?.level && !pdfua && !declared) return;

  const lower = pdfa && { ...pdfa, level: level ?? "" };
  joined.claim = { ...joined.claim, pdfa: lower, pdfua: undefined, declared: undefined };
  joined.reason ||= dropped
    ? "its tags are damaged and were dropped"
    : "pages taken more than once are tagged in their first copy only";
}

function addLater(source: SourceDocument, own: Intents, joined: Claimed): void {
  const { catalog, copier, document } = source;
  const packet = packetOf(source.cos) ?? "";
  const claim = claimOf(source.cos);
  const common = commonClaim(joined.claim, claim);
  if (claimText(common) !== claimText(joined.claim))
    joined.reason ||= `a later file claims ${claimText(claim) || "nothing of the kind"}`;
  joined.claim = common;
  const language = catalog.get("Lang");
  if (common.pdfua && language !== undefined) joined.language ??= copier.translate(language);

  if (common.pdfua === "1") {
    for (const tags of headingTags(document)) joined.headings.add(tags);
    if (joined.headings.size > 1)
      withdraw(joined, ["pdfua"], "some files tag headings as H, others as H1 to H6");
  }

  if (!limitsColors(common)) return;
  if (own.print !== undefined && joined.intents.print === undefined) {
    joined.intents = own;
    joined.outputIntents = copier.translate(catalog.get("OutputIntents") ?? null);
  }

  const resources = pageResources(document);
  const reason =
    own.print !== undefined && own.print !== joined.intents.print
      ? "a later file has another output intent"
      : clashOf(joined, common.pdfa?.part ?? "", resources, packet, own);
  for (const [name, print] of resources.spots) joined.spots.set(name, print);
  if (reason !== undefined) withdraw(joined, colorClaims, reason);
}

const limitsColors = (claim: Claim) => colorClaims.some((which) => claim[which]);

function withdraw(joined: Claimed, which: readonly (keyof Claim)[], reason: string): void {
  joined.claim = { ...joined.claim, ...Object.fromEntries(which.map((one) => [one, undefined])) };
  joined.reason ||= reason;
}

/** Why a document's resources can't share a file of its claim with earlier documents. */
function clashOf(
  joined: Claimed,
  part: string,
  { spots, profiles, hasMetadata }: PageResources,
  packet: string,
  own: Intents,
): string | undefined {
  const clash = [...spots].find(([name, print]) => (joined.spots.get(name) ?? print) !== print);
  if (clash) return `a later file defines the spot color ${clash[0]} differently`;
  const schemas = extensionSchemas(packet);
  if (hasMetadata && /^[123]$/.test(part) && schemas !== "" && schemas !== extensionSchemas(joined.packet))
    return "a later file describes metadata schemas that its parts may use";
  for (const profile of profiles) if (!own.profiles.includes(profile)) joined.profiles.add(profile);
  if (part === "4" && joined.intents.profiles.some((profile) => joined.profiles.has(profile)))
    return "a file has colors in the profile of another file's output intent";
  return undefined;
}

/** The element in which a packet describes schemas unknown to PDF/A up to part 3 (ISO 19005-2, 6.6.2.3). */
function extensionSchemas(packet: string): string {
  const start = packet.indexOf("<pdfaExtension:schemas");
  const end = packet.lastIndexOf("pdfaExtension:schemas>");
  return start < 0 ? "" : packet.slice(start, end);
}
