/**
 * The oldest form, `adbe.x509.rsa_sha1` (ISO 32000-1, 12.8.3.2): an RSA signature (PKCS #1) of the bytes by itself, in an octet
 * string. Its certificate is the entry Cert.
 */
import * as asn1js from "asn1js";
import { AlgorithmIdentifier, type Certificate } from "pkijs";
import { algorithmOf, parsed, rsaKey } from "./algorithms.ts";
import { type SignedContent, tooLargeToHold, type Verdict } from "./signed-data.ts";

/** Table 257 of ISO 32000-1 allows all of these, whatever the form's name says. */
const [usual, others] = ["SHA-1", ["SHA-256", "SHA-384", "SHA-512"]] as const;

export interface RawSignature {
  readonly value: Uint8Array;
  /** Bytes of the encoding. */
  readonly length: number;
}

/** Undefined if the bytes aren't an octet string. Bytes after its end are left out. */
export function openRaw(bytes: Uint8Array): RawSignature | undefined {
  return parsed(() => {
    const { result, offset } = asn1js.fromBER(Uint8Array.from(bytes));
    if (offset <= 0 || !(result instanceof asn1js.OctetString)) return undefined;
    return { value: new Uint8Array(result.getValue()), length: offset };
  });
}

export async function verdictOnRaw(
  { value }: RawSignature,
  certificate: Certificate,
  content: SignedContent,
): Promise<Verdict> {
  const identifier = new AlgorithmIdentifier({ algorithmId: rsaKey });
  const by = (hash: string) => algorithmOf(identifier, certificate.subjectPublicKeyInfo, hash);
  const verdict = (integrity: Verdict["integrity"], hash: string, ...doubts: string[]): Verdict => {
    const { text, weak } = by(hash);
    return { integrity, algorithm: text, weak, doubts };
  };
  const bytes = content.bytes();
  if (!bytes) return verdict("unreadable", usual, tooLargeToHold);
  let isKnown = true;
  for (const hash of [usual, ...others]) {
    const isRight = await by(hash).verify(value, bytes);
    if (isRight) return verdict("intact", hash);
    isKnown &&= isRight !== undefined;
  }
  return isKnown
    ? verdict("changed", usual, "the signature doesn't match the signed bytes")
    : verdict("unreadable", usual, "the certificate's key isn't one of RSA that can be checked here");
}
