/** Signed data of CMS (RFC 5652) with one signer: whether the signature is right, and by whose certificate. */
import * as asn1js from "asn1js";
import {
  type Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from "pkijs";
import { tooMuchWork } from "../work.ts";
import { algorithmOf, hashName, isHash, isWeakHash, parsed } from "./algorithms.ts";
import { digestOf, type HashName, isEqual } from "./bytes.ts";

export type Integrity = "intact" | "changed" | "unreadable";

/** The signed content. */
export interface SignedContent {
  /** Undefined if the call has no work left for it. */
  digest(hash: HashName): Uint8Array | undefined;
  /** All of it; undefined if it is too long to be held in memory, or the call has no work left for it. */
  bytes(): Uint8Array | undefined;
}

/** A signature that could be parsed. */
export interface Signed {
  readonly data: SignedData;
  readonly signer: SignerInfo;
  /** All certificates of the signature, the signer's own among them. */
  readonly certificates: readonly Certificate[];
  /** Undefined if it isn't among them. */
  readonly certificate: Certificate | undefined;
  /** The content that the signature contains. */
  readonly content: Uint8Array | undefined;
  /** Bytes of the encoding. */
  readonly length: number;
}

/** A doubt about a signature over the bytes themselves. */
export const tooLargeToHold = "the document is too large for a signature without signed attributes";

/** Content that is in memory. */
export const contentOf = (bytes: Uint8Array): SignedContent => ({
  digest: (hash) => digestOf(hash, bytes),
  bytes: () => bytes,
});

export interface Verdict {
  readonly integrity: Integrity;
  readonly algorithm: string;
  /** Why the signature is weak, in words. */
  readonly weak: readonly string[];
  readonly doubts: readonly string[];
}

const oids = {
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  timestamp: "1.2.840.113549.1.9.16.2.14",
  keyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
};

/** Undefined if the bytes aren't signed data with one signer. Bytes after its end are left out. */
export function openSigned(bytes: Uint8Array): Signed | undefined {
  return parsed(() => {
    const { result, offset } = asn1js.fromBER(Uint8Array.from(bytes).buffer);
    if (offset <= 0) return undefined;
    const info = new ContentInfo({ schema: result });
    if (info.contentType !== oids.signedData) return undefined;
    const data = new SignedData({ schema: info.content });
    const [signer, ...others] = data.signerInfos;
    if (!signer || others.length > 0) return undefined;
    const certificates = (data.certificates ?? []).filter((one) => one instanceof Certificate);
    const certificate = certificates.find((one) => isOf(one, signer));
    const content = data.encapContentInfo.eContent;
    return {
      ...{ data, signer, certificates, certificate, length: offset },
      content: content && new Uint8Array(content.getValue()),
    };
  });
}

/** Whether it is the signer's certificate (RFC 5652, 5.3). */
function isOf(certificate: Certificate, { sid }: SignerInfo): boolean {
  if (sid instanceof IssuerAndSerialNumber)
    return certificate.issuer.isEqual(sid.issuer) && certificate.serialNumber.isEqual(sid.serialNumber);
  const wanted = octets(sid) ?? new Uint8Array(0);
  const named = certificate.extensions?.find(({ extnID }) => extnID === oids.keyIdentifier);
  const stated = named && octets(asn1js.fromBER(named.extnValue.valueBlock.valueHexView).result);
  const key = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return isEqual(wanted, stated ?? digestOf("SHA-1", key));
}

/** The bytes of an octet string, also of one that is tagged or split. */
function octets(block: unknown): Uint8Array | undefined {
  if (block instanceof asn1js.OctetString) return new Uint8Array(block.getValue());
  if (block instanceof asn1js.Primitive) return block.valueBlock.valueHexView;
  return block instanceof asn1js.Constructed ? octets(block.valueBlock.value[0]) : undefined;
}

const valuesOf = (attributes: readonly Attribute[] | undefined, oid: string): unknown[] =>
  (attributes ?? []).filter(({ type }) => type === oid).flatMap(({ values }) => values);

/** The signer's claim of when it signed. */
export function signingTime({ signer }: Signed): Date | undefined {
  const [value] = valuesOf(signer.signedAttrs?.attributes, oids.signingTime);
  return value instanceof asn1js.UTCTime ? parsed(() => value.toDate()) : undefined;
}

/** Encoded time stamp tokens about the signature (RFC 3161, appendix A). */
export const timestampTokens = ({ signer }: Signed): Uint8Array[] =>
  valuesOf(signer.unsignedAttrs?.attributes, oids.timestamp).flatMap((value) =>
    value instanceof asn1js.BaseBlock ? [new Uint8Array(value.toBER())] : [],
  );

export const signatureOf = ({ signer }: Signed): Uint8Array => octets(signer.signature) ?? new Uint8Array(0);

/** Checks the signature over the content with the signer's key. */
export async function verdictOn(signed: Signed, content: SignedContent): Promise<Verdict> {
  const { signer, certificate } = signed;
  const hash = hashName(signer.digestAlgorithm);
  if (!certificate) return unreadable(hash, "the signer's certificate isn't in the signature");

  const algorithm = algorithmOf(signer.signatureAlgorithm, certificate.subjectPublicKeyInfo, hash);
  const { text, weak } = algorithm;
  const weaknesses = new Set([...weak, ...(isWeakHash(hash) ? [`${hash} is a weak hash`] : [])]);
  const of = (integrity: Integrity, ...doubts: readonly string[]): Verdict => ({
    ...{ integrity, algorithm: text, weak: [...weaknesses] },
    doubts: [
      ...doubts,
      ...(mayNotSign(certificate) ? ["the certificate's key may not be used to sign documents"] : []),
    ],
  });
  if (!isHash(hash)) return of("unreadable", `content hashed with ${hash} can't be checked`);

  const attributes = signer.signedAttrs;
  let bytes: Uint8Array | undefined;
  if (attributes) {
    const digests = valuesOf(attributes.attributes, oids.messageDigest);
    const types = valuesOf(attributes.attributes, oids.contentType);
    const [digest] = digests.map(octets);
    const [type] = types;
    if (!digest || digests.length > 1 || types.length > 1)
      return of("unreadable", "the signed attributes have no hash of the content, or several");
    const own = content.digest(hash);
    if (!own) return of("unreadable", tooMuchWork);
    if (!isEqual(digest, own)) return of("changed", "the signed bytes were changed after signing");
    const isTyped = type instanceof asn1js.ObjectIdentifier;
    if (!isTyped || type.getValue() !== signed.data.encapContentInfo.eContentType)
      return of("changed", "the signature is for another kind of content");
    if (!namesCertificate(signed, certificate))
      return of("changed", "the signature names another certificate");
    bytes = new Uint8Array(attributes.encodedValue);
  } else bytes = content.bytes();
  if (!bytes) return of("unreadable", tooLargeToHold);

  const isRight = await algorithm.verify(signatureOf(signed), bytes);
  if (isRight === undefined) return of("unreadable", `a signature by ${text} can't be checked here`);
  return isRight ? of("intact") : of("changed", "the signature doesn't match the signed bytes");
}

const unreadable = (algorithm: string, doubt: string): Verdict => ({
  ...{ integrity: "unreadable", algorithm, weak: [], doubts: [doubt] },
});

/** Whether a certificate's key usage (RFC 5280, 4.2.1.3) has neither digitalSignature nor nonRepudiation. */
function mayNotSign({ extensions }: Certificate): boolean {
  const usage = extensions?.find(({ extnID }) => extnID === oids.keyUsage)?.parsedValue;
  return usage instanceof asn1js.BitString && ((usage.valueBlock.valueHexView[0] ?? 0) & 0xc0) === 0;
}

/** Whether the attribute that names the signer's certificate (RFC 5035), if there is one, names this certificate. */
function namesCertificate({ signer }: Signed, certificate: Certificate): boolean {
  const attributes = signer.signedAttrs?.attributes;
  const encoded = new Uint8Array(certificate.toSchema().toBER());
  const isNamed = (oid: string, byDefault: HashName) =>
    valuesOf(attributes, oid).every((value) => {
      // SigningCertificate ::= { certs: { { hashAlgorithm?, certHash, … } … } … }
      const [first] = itemsOf(itemsOf(value)[0]);
      const [algorithm, certHash] = itemsOf(first);
      const isStated = algorithm instanceof asn1js.Sequence;
      const [identifier] = isStated ? itemsOf(algorithm) : [];
      const name =
        identifier instanceof asn1js.ObjectIdentifier
          ? hashName({ algorithmId: identifier.getValue() })
          : byDefault;
      const wanted = octets(isStated ? certHash : algorithm);
      return !isHash(name) || (wanted !== undefined && isEqual(wanted, digestOf(name, encoded)));
    });
  return isNamed(oids.signingCertificateV2, "SHA-256") && isNamed(oids.signingCertificate, "SHA-1");
}

const itemsOf = (block: unknown): readonly unknown[] =>
  block instanceof asn1js.Constructed ? block.valueBlock.value : [];
