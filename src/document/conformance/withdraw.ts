/** A claim that an edit must not keep: the document no longer conforms, so it no longer says that it does. */
import { type CosDict, type CosStream, isRef, name } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { packetOf } from "../metadata/xmp.ts";
import { type Claim, claimIn, claimText, damagedReason, noClaim } from "./claim.ts";
import { identificationOf, packetWithClaim } from "./identification.ts";

/** Takes the claim of PDF/A or PDF/UA out, with a warning that ends in `because`; nothing where there is none. */
export function withdrawClaim(session: EditSession, which: keyof Claim, because: string): void {
  const packet = packetOf(session.cos) ?? "";
  const claim = claimIn(packet);
  if (!claim[which]) return;
  const withdrawn: Claim = { ...noClaim, [which]: claim[which] };
  const kept: Claim = { ...claim, [which]: undefined };
  setPacket(session, packetWithClaim(packet, kept));
  session.context.warn(`the result no longer claims ${claimText(withdrawn)}: ${because}`);
}

/** Nothing is claimed of a document that lacks something; whether it does is looked for where it claims anything. */
export function withdrawAllClaims(session: EditSession, isIncomplete: () => boolean): void {
  const packet = packetOf(session.cos) ?? "";
  const claim = claimText(claimIn(packet));
  if (claim === "" || !isIncomplete()) return;
  setPacket(session, packetWithClaim(packet, noClaim));
  session.context.warn(`the result no longer claims ${claim}: ${damagedReason}`);
}

/** Runs an edit that removes the metadata; of it the document's claim stays, by itself. */
export function keepIdentification(session: EditSession, edit: (session: EditSession) => void): void {
  const packet = packetOf(session.cos);
  const identification = packet && identificationOf(packet);
  edit(session);
  if (!identification) return;
  setPacket(session, identification);
  const { declared } = claimIn(packet);
  if (declared && !claimIn(identification).declared)
    session.context.warn(`the result no longer claims ${declared}: it was part of the metadata`);
}

/** Makes this the document's XMP packet. */
function setPacket(session: EditSession, packet: string): void {
  const stream = metadataStream(packet);
  const place = session.cos.catalog.get("Metadata");
  if (isRef(place)) session.set(place.num, stream);
  else session.setCatalog({ Metadata: session.add(stream) });
}

/** XMP as a stream that is not compressed: programs that do not read PDF look for it (ISO 32000-2, 14.3.2). */
export function metadataStream(packet: string): CosStream {
  const dict: CosDict = new Map([
    ["Type", name("Metadata")],
    ["Subtype", name("XML")],
  ]);
  return newStream(dict, new TextEncoder().encode(packet));
}
