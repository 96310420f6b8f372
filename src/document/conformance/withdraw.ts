/** Withdraws claims that an edit breaks: the document no longer conforms, so it no longer says that it does. */
import { type CosDict, type CosStream, isRef, name, without } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { packetOf } from "../metadata/xmp.ts";
import { dictAt } from "../typed-get.ts";
import {
  type Claim,
  claimIn,
  claimOf,
  claimText,
  damagedReason,
  noClaim,
  versionClaims,
  versionKeys,
} from "./claim.ts";
import { identificationOf, packetWithClaim } from "./identification.ts";

/** Removes a claim, with a warning that ends in `because`; does nothing if there is none. */
export function withdrawClaim(session: EditSession, which: keyof Claim, because: string): void {
  const claim = claimOf(session.cos);
  if (!claim[which]) return;
  setClaim(session, { ...claim, [which]: undefined });
  session.context.warn(
    `the result no longer claims ${claimText({ ...noClaim, [which]: claim[which] })}: ${because}`,
  );
}

/** An incomplete document claims nothing; completeness is checked only if there is a claim. */
export function withdrawAllClaims(session: EditSession, isIncomplete: () => boolean): void {
  const claim = claimText(claimOf(session.cos));
  if (claim === "" || !isIncomplete()) return;
  setClaim(session, noClaim);
  session.context.warn(`the result no longer claims ${claim}: ${damagedReason}`);
}

/** Encryption: we don't write that of PDF/E-1 (ISO 24517-1, 18), which is based on PDF 1.6. */
export function withdrawForEncryption(session: EditSession): void {
  withdrawClaim(session, "pdfa", "PDF/A forbids encryption");
  withdrawClaim(session, "pdfx", "PDF/X forbids encryption");
  withdrawClaim(session, "pdfvt", "PDF/VT forbids encryption");
  withdrawClaim(session, "pdfe", "PDF/E does not allow AES-256 encryption");
}

/** Runs an edit that removes the metadata, keeping only the document's claim. */
export function keepIdentification(session: EditSession, edit: (session: EditSession) => void): void {
  const packet = packetOf(session.cos) ?? "";
  const claim = claimOf(session.cos);
  const identification = identificationOf(packet, claim);
  edit(session);
  if (identification) setPacket(session, identification);

  const kept = claimIn(identification ?? "");
  for (const which of ["pdfx", "pdfvt", "pdfe", "declared"] as const)
    if (claim[which] && !kept[which])
      session.context.warn(
        `the result no longer claims ${claimText({ ...noClaim, [which]: claim[which] })}: ${
          which === "declared" ? "it was" : "it asks for a title and dates, which were"
        } part of the metadata`,
      );
}

/** Sets the document's claim to this one, which is at most its own. */
function setClaim(session: EditSession, claim: Claim): void {
  const { cos } = session;
  const packet = packetOf(cos) ?? "";
  const changed = packetWithClaim(packet, claim);
  if (changed !== packet) setPacket(session, changed);
  const place = cos.trailer.get("Info");
  const info = dictAt(cos, place);
  const kept = info && informationWithClaim(info, claim);
  if (kept === info) return;
  if (isRef(place) && kept) session.set(place.num, kept);
  else session.dropInfo();
}

/** An information dictionary with this claim, which is at most its own. */
export function informationWithClaim(info: CosDict, claim: Claim): CosDict {
  const gone = versionClaims.filter((which) => !claim[which]).flatMap((which) => versionKeys[which]);
  if (!gone.some((key) => info.has(key))) return info;
  return without(info, gone);
}

/** Sets the document's XMP packet. */
export function setPacket(session: EditSession, packet: string): void {
  const stream = metadataStream(packet);
  const place = session.cos.catalog.get("Metadata");
  if (isRef(place)) session.set(place.num, stream);
  else session.setCatalog({ Metadata: session.add(stream) });
}

/** XMP as an uncompressed stream: programs that don't read PDF look for it (ISO 32000-2, 14.3.2). */
export function metadataStream(packet: string): CosStream {
  const dict: CosDict = new Map([
    ["Type", name("Metadata")],
    ["Subtype", name("XML")],
  ]);
  // It is written as UTF-8, whatever it was before.
  const text = packet.replace(/^(<\?xml[^>]{0,200}?)\s+encoding\s*=\s*["'][^"']{0,40}["']/, "$1");
  return newStream(dict, new TextEncoder().encode(text));
}
