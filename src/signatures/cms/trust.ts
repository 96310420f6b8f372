/**
 * Whether a chain of certificates (RFC 5280, 6) leads to one that the caller trusts. Revocation isn't checked, and nothing is
 * fetched. A critical extension that isn't understood, such as constraints of names, ends the chain.
 */
import * as asn1js from "asn1js";
import { BasicConstraints, Certificate } from "pkijs";
import type { Work } from "../../core/work.ts";
import { memo } from "../../document/typed-get.ts";
import { pays, steps } from "../work.ts";
import { algorithmOf, parsed } from "./algorithms.ts";

export type Trust = "trusted" | "untrusted" | "expired";

/** Certificates between the signer's and the trusted one. */
const maxLinks = 8;
/** Signatures of certificates that one search checks: cross-certificates could make it endless. */
const maxChecks = 100;

const basicConstraints = "2.5.29.19";
const keyUsage = "2.5.29.15";
/** Extensions that are understood, or that ask nothing of this check: key identifiers, usage, alternative names, policies. */
const understood = new Set([
  ...["2.5.29.14", keyUsage, "2.5.29.17", "2.5.29.18", basicConstraints, "2.5.29.31", "2.5.29.32"],
  ...["2.5.29.35", "2.5.29.37", "1.3.6.1.5.5.7.1.1", "1.3.6.1.5.5.7.1.3"],
]);

const pemBlock = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;

/** The certificates of a file in PEM or DER; none if there are none, or one can't be read. */
export function readCertificates(file: Uint8Array): Certificate[] {
  const blocks = [...Buffer.from(file).toString("latin1").matchAll(pemBlock)];
  const encoded = blocks.length > 0 ? blocks.map(([, text = ""]) => Buffer.from(text, "base64")) : [file];
  return parsed(() => encoded.map((bytes) => Certificate.fromBER(Uint8Array.from(bytes)))) ?? [];
}

export interface TrustSearch {
  readonly trusted: readonly Certificate[];
  /** Certificates of the file that may be between. */
  readonly others: readonly Certificate[];
  readonly time: Date;
  readonly work: Work;
  /** Called if there are more chains than are followed. */
  readonly onCut: () => void;
}

/** Judges a certificate at a time. */
export async function trustIn(
  certificate: Certificate,
  { trusted, others, time, work, onCut }: TrustSearch,
): Promise<Trust> {
  let checks = 0;
  /** Whether another signature of a certificate may be checked. */
  const mayCheck = () => {
    const may = ++checks <= maxChecks && pays(work, steps.verifying);
    if (!may) onCut();
    return may;
  };

  /** The best verdict on a chain that ends with this certificate, whose links below are `path`. */
  const judge = async (path: readonly Certificate[], hasExpired: boolean): Promise<Trust> => {
    const last = path.at(-1);
    if (!last || hasUnknownExtension(last)) return "untrusted";
    if (!pays(work, trusted.length + others.length)) {
      onCut();
      return "untrusted";
    }
    const expired = hasExpired || time < last.notBefore.value || time > last.notAfter.value;
    if (trusted.some((anchor) => isSame(anchor, last))) return expired ? "expired" : "trusted";
    if (path.length > maxLinks) return "untrusted";

    let best: Trust = "untrusted";
    for (const issuer of [...trusted, ...others]) {
      if (!issuer.subject.isEqual(last.issuer) || path.some((one) => isSame(one, issuer))) continue;
      if (!mayIssue(issuer, path.length - 1) || !mayCheck()) continue;
      if (!(await isIssuedBy(last, issuer))) continue;
      const found = await judge([...path, issuer], expired);
      if (found === "trusted") return found;
      if (found === "expired") best = found;
    }
    return best;
  };

  return await judge([certificate], false);
}

const isSame = (a: Certificate, b: Certificate): boolean =>
  a === b || Buffer.compare(encodingOf(a), encodingOf(b)) === 0;

const encodingOf = memo((certificate: Certificate) => new Uint8Array(certificate.toSchema().toBER()));

const hasUnknownExtension = ({ extensions }: Certificate): boolean =>
  (extensions ?? []).some(({ critical, extnID }) => critical && !understood.has(extnID));

/** Whether a certificate is an authority's with at most as many more below as it allows. */
function mayIssue({ version, extensions }: Certificate, below: number): boolean {
  const parsedOf = (oid: string) => extensions?.find(({ extnID }) => extnID === oid)?.parsedValue;
  const constraints = parsedOf(basicConstraints);
  // Version 1 has no extensions.
  if (!(constraints instanceof BasicConstraints)) return version === 0;
  const usage = parsedOf(keyUsage);
  const { cA, pathLenConstraint: limit } = constraints;
  const mostBelow = limit instanceof asn1js.Integer ? Number(limit.valueBlock.valueDec) : limit;
  const mayCertify =
    !(usage instanceof asn1js.BitString) || ((usage.valueBlock.valueHexView[0] ?? 0) & 0x04) !== 0;
  return cA && mayCertify && (mostBelow === undefined || below <= mostBelow);
}

async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const { signatureAlgorithm, signatureValue, tbsView } = certificate;
  const algorithm = algorithmOf(signatureAlgorithm, issuer.subjectPublicKeyInfo, "");
  return (await algorithm.verify(signatureValue.valueBlock.valueHexView, tbsView)) === true;
}
