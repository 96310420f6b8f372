/** Time stamp tokens (RFC 3161): signed data about the hash of something else. */
import type { Certificate } from "pkijs";
import { TSTInfo } from "pkijs";
import { hashName, isHash, parsed } from "./algorithms.ts";
import { isEqual } from "./bytes.ts";
import {
  contentOf,
  openSigned,
  type Signed,
  type SignedContent,
  type Verdict,
  verdictOn,
} from "./signed-data.ts";

export interface Timestamp {
  /** Whether the token's own signature is right, and the imprint is the content's. */
  readonly verdict: Verdict;
  readonly time: Date;
  readonly signed: Signed;
  readonly certificate: Certificate | undefined;
}

/** id-ct-TSTInfo */
const tokenContent = "1.2.840.113549.1.9.16.1.4";

/** The token in these bytes, checked against the content that it is about; undefined if it is none. */
export async function checkTimestamp(
  token: Uint8Array,
  about: SignedContent,
): Promise<Timestamp | undefined> {
  const signed = openSigned(token);
  const { content } = signed ?? {};
  if (!signed || !content || signed.data.encapContentInfo.eContentType !== tokenContent) return undefined;
  const info = parsed(() => TSTInfo.fromBER(content));
  if (!info) return undefined;

  const own = await verdictOn(signed, contentOf(content));
  const hash = hashName(info.messageImprint.hashAlgorithm);
  const imprint = info.messageImprint.hashedMessage.valueBlock.valueHexView;
  const stamped = isHash(hash) ? about.digest(hash) : undefined;
  const isStamped = stamped && isEqual(imprint, stamped);
  const verdict = own.integrity === "intact" ? withImprint(own, hash, isStamped) : own;
  return { verdict, time: info.genTime, signed, certificate: signed.certificate };
}

/** `isStamped`: whether the imprint is the content's; undefined if its hash can't be computed. */
function withImprint(own: Verdict, hash: string, isStamped: boolean | undefined): Verdict {
  const weak = hash === "SHA-1" ? [...new Set([...own.weak, `${hash} is a weak hash`])] : own.weak;
  if (isStamped) return { ...own, weak };
  const doubt =
    isStamped === undefined ? `an imprint by ${hash} can't be checked` : "the stamped bytes were changed";
  return {
    ...own,
    weak,
    integrity: isStamped === undefined ? "unreadable" : "changed",
    doubts: [...own.doubts, doubt],
  };
}
