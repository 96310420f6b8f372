/** Checks one signature's CMS data: integrity, time stamps and trust. Loads the library for it. */
import { Certificate } from "pkijs";
import type { CosDocument } from "../cos/document.ts";
import { arrayAt, bytesAt, dataOf, dictAt, listAt, streamAt } from "../document/typed-get.ts";
import { parsed } from "./cms/algorithms.ts";
import { digestOf, isEqual } from "./cms/bytes.ts";
import { nameText, serialText, timeText } from "./cms/names.ts";
import {
  type Integrity,
  openSigned,
  type Signed,
  type SignedContent,
  signatureOf,
  signingTime,
  timestampTokens,
  type Verdict,
  verdictOn,
} from "./cms/signed-data.ts";
import { checkTimestamp } from "./cms/timestamp.ts";
import { type Trust, trustIn } from "./cms/trust.ts";
import type { FoundSignature } from "./found.ts";

export { readCertificates } from "./cms/trust.ts";

/** What the CMS data of a signature says. Texts are empty if there is no certificate. */
export interface Judged {
  readonly signer: string;
  readonly issuer: string;
  readonly serial: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly algorithm: string;
  readonly integrity: Integrity;
  readonly trust: Trust | "not_checked";
  readonly isWeak: boolean;
  readonly signingTime?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly timestampBy?: string | undefined;
  readonly doubts: readonly string[];
  /** Whether Contents has more than the signature and zeros. */
  readonly hasMore: boolean;
}

/** Longer encodings aren't read: revocation lists in them have a few megabytes at most. */
const maxContents = 16_000_000;
/** Certificates of the document's security store that may be part of chains. */
const mostStored = 200;
/** Time stamp tokens of one signature that are checked. */
const mostTokens = 4;

interface Context {
  readonly cos: CosDocument;
  readonly trusted: readonly Certificate[];
}

export async function judge(
  found: FoundSignature,
  content: SignedContent | undefined,
  context: Context,
): Promise<Judged> {
  const { contents = new Uint8Array(0), subFilter } = found;
  const signed = contents.length > maxContents ? undefined : openSigned(contents);
  const certificate = signed?.certificate ?? certificateOf(found, context.cos);
  const doubts: string[] = [];

  let verdict: Verdict = { integrity: "unreadable", algorithm: "", weak: [], doubts: [] };
  let time: Date | undefined;
  let stamp: Pick<Judged, "timestamp" | "timestampBy"> = {};
  if (subFilter === "adbe.x509.rsa_sha1") {
    const doubt = "signatures of the form adbe.x509.rsa_sha1 aren't checked";
    verdict = { ...verdict, algorithm: "RSA with SHA-1", weak: ["SHA-1 is a weak hash"], doubts: [doubt] };
  } else if (!signed) doubts.push("Contents isn't a signature that can be read");
  else if (!content) doubts.push("ByteRange doesn't say which bytes are signed");
  else if (subFilter === "ETSI.RFC3161") {
    const token = await checkTimestamp(contents, content);
    if (token) verdict = token.verdict;
    else doubts.push("Contents isn't a time stamp");
    if (token?.verdict.integrity === "intact") {
      time = token.time;
      stamp = stampOf(token.time, token.certificate);
    }
  } else {
    verdict = await verdictBy(subFilter, signed, content);
    const token = await timestampOf(signed, context, doubts);
    time = token?.time;
    if (token) stamp = stampOf(token.time, token.certificate);
  }

  const others = [...(signed?.certificates ?? []), ...storedCertificates(context.cos)];
  const claimed = signed && signingTime(signed);
  return {
    ...namesOf(certificate),
    ...{ algorithm: verdict.algorithm, integrity: verdict.integrity, isWeak: verdict.weak.length > 0 },
    trust: await trustOf(certificate, others, context, time),
    signingTime: claimed && timeText(claimed),
    ...stamp,
    doubts: [...verdict.doubts, ...verdict.weak, ...doubts],
    hasMore: signed !== undefined && contents.subarray(signed.length).some((byte) => byte !== 0),
  };
}

/** The signed content is the range itself or, in one old form, its hash. */
async function verdictBy(subFilter: string, signed: Signed, content: SignedContent): Promise<Verdict> {
  if (subFilter !== "adbe.pkcs7.sha1") {
    const own = await verdictOn(signed, content);
    if (!signed.content) return own;
    return {
      ...own,
      integrity: "unreadable",
      doubts: [...own.doubts, "the signature has content of its own"],
    };
  }
  const hash = signed.content ?? new Uint8Array(0);
  const own = await verdictOn(signed, { digest: (name) => digestOf(name, hash), bytes: () => hash });
  const weak = [...new Set([...own.weak, "SHA-1 is a weak hash"])];
  if (own.integrity !== "intact" || isEqual(hash, content.digest("SHA-1"))) return { ...own, weak };
  return {
    ...own,
    weak,
    integrity: "changed",
    doubts: [...own.doubts, "the signed bytes were changed after signing"],
  };
}

/** The first right time stamp of a signature; others are doubts. */
async function timestampOf(signed: Signed, { trusted }: Context, doubts: string[]) {
  const signature = signatureOf(signed);
  for (const token of timestampTokens(signed).slice(0, mostTokens)) {
    const about = {
      digest: (hash: Parameters<typeof digestOf>[0]) => digestOf(hash, signature),
      bytes: () => signature,
    };
    const stamp = await checkTimestamp(token, about);
    const problems = stamp ? [...stamp.verdict.doubts, ...stamp.verdict.weak] : ["it can't be read"];
    for (const problem of problems) doubts.push(`the time stamp: ${problem}`);
    if (stamp?.verdict.integrity !== "intact") continue;
    const others = [...stamp.signed.certificates, ...signed.certificates];
    const isTrusted =
      stamp.certificate &&
      (await trustIn(stamp.certificate, { trusted, others, time: stamp.time })) === "trusted";
    if (trusted.length > 0 && !isTrusted) doubts.push("the time stamp: its signer isn't trusted");
    return stamp;
  }
  return undefined;
}

function stampOf(time: Date, by: Certificate | undefined): Pick<Judged, "timestamp" | "timestampBy"> {
  return { timestamp: timeText(time), ...(by && { timestampBy: nameText(by.subject) }) };
}

async function trustOf(
  certificate: Certificate | undefined,
  others: readonly Certificate[],
  { trusted }: Context,
  time: Date = new Date(),
): Promise<Judged["trust"]> {
  if (trusted.length === 0) return "not_checked";
  return certificate ? await trustIn(certificate, { trusted, others, time }) : "untrusted";
}

function namesOf(certificate: Certificate | undefined) {
  if (!certificate) return { signer: "", issuer: "", serial: "", validFrom: "", validTo: "" };
  return {
    signer: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    serial: serialText(certificate),
    validFrom: timeText(certificate.notBefore.value),
    validTo: timeText(certificate.notAfter.value),
  };
}

const certificateFrom = (bytes: Uint8Array | undefined): Certificate | undefined =>
  bytes && parsed(() => Certificate.fromBER(Uint8Array.from(bytes)));

/** The first certificate of the entry Cert, which signatures without CMS have. */
const certificateOf = ({ value }: FoundSignature, cos: CosDocument): Certificate | undefined =>
  certificateFrom(bytesAt(cos, listAt(cos, value.get("Cert"))[0]));

/** Certificates in the document's security store (ISO 32000-2, 12.8.4.3). */
function storedCertificates(cos: CosDocument): Certificate[] {
  const stored = arrayAt(cos, dictAt(cos, cos.catalog.get("DSS"))?.get("Certs")) ?? [];
  return stored.slice(0, mostStored).flatMap((value) => {
    const stream = streamAt(cos, value);
    return (stream && certificateFrom(dataOf(cos, stream))) ?? [];
  });
}
