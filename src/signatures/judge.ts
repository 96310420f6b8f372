/** Checks one signature's CMS data: integrity, time stamps and trust. Loads the library for it. */
import { Certificate } from "pkijs";
import type { Work } from "../core/work.ts";
import type { CosDocument } from "../cos/document.ts";
import { arrayAt, bytesAt, dataOf, dictAt, listAt, memo, streamAt } from "../document/typed-get.ts";
import { parsed } from "./cms/algorithms.ts";
import { isEqual } from "./cms/bytes.ts";
import { nameText, serialText, timeText } from "./cms/names.ts";
import { openRaw, verdictOnRaw } from "./cms/raw-signature.ts";
import {
  contentOf,
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
import { pays, steps, tooMuchWork } from "./work.ts";

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
/** Certificates of the entry Cert that may be part of chains. */
const mostStated = 20;
/** Time stamp tokens of one signature that are checked. */
const mostTokens = 4;

interface Context {
  readonly cos: CosDocument;
  readonly trusted: readonly Certificate[];
  readonly work: Work;
}

export async function judge(
  found: FoundSignature,
  content: SignedContent | undefined,
  context: Context,
): Promise<Judged> {
  const { contents = new Uint8Array(0), subFilter } = found;
  const isRaw = subFilter === "adbe.x509.rsa_sha1";
  const doubts: string[] = [];
  const isPaid = pays(context.work, steps.parsing(contents.length) + steps.verifying);
  const isRead = isPaid && contents.length <= maxContents;
  const signed = isRead && !isRaw ? openSigned(contents) : undefined;
  const raw = isRead && isRaw ? openRaw(contents) : undefined;
  const stated = isRaw ? statedCertificates(found, context.cos) : [];
  const certificate = signed?.certificate ?? stated[0];

  let verdict: Verdict = { integrity: "unreadable", algorithm: "", weak: [], doubts: [] };
  let time: Date | undefined;
  let stamp: Pick<Judged, "timestamp" | "timestampBy"> = {};
  if (!isPaid) doubts.push(tooMuchWork);
  else if (!signed && !raw) doubts.push("Contents isn't a signature that can be read");
  else if (!content) doubts.push("ByteRange doesn't say which bytes are signed");
  else if (raw) {
    if (certificate) verdict = await verdictOnRaw(raw, certificate, content);
    else doubts.push("the signer's certificate isn't in the signature");
  } else if (signed && subFilter === "ETSI.RFC3161") {
    const token = await checkTimestamp(contents, content);
    if (token) verdict = token.verdict;
    else doubts.push("Contents isn't a time stamp");
    if (token?.verdict.integrity === "intact") {
      time = token.time;
      stamp = stampOf(token.time, token.certificate);
    }
  } else if (signed) {
    verdict = await verdictBy(subFilter, signed, content);
    const token = await timestampOf(signed, context, doubts);
    time = token?.time;
    if (token) stamp = stampOf(token.time, token.certificate);
  }

  const others = [...(signed?.certificates ?? []), ...stated];
  const claimed = signed && signingTime(signed);
  const length = signed?.length ?? raw?.length;
  return {
    ...namesOf(certificate),
    ...{ algorithm: verdict.algorithm, integrity: verdict.integrity, isWeak: verdict.weak.length > 0 },
    trust: await trustOf(certificate, { others, time, context, doubts }),
    signingTime: claimed && timeText(claimed),
    ...stamp,
    doubts: [...verdict.doubts, ...verdict.weak, ...doubts],
    hasMore: length !== undefined && contents.subarray(length).some((byte) => byte !== 0),
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
  const own = await verdictOn(signed, contentOf(hash));
  const weak = [...new Set([...own.weak, "SHA-1 is a weak hash"])];
  const range = content.digest("SHA-1");
  if (!range) return { ...own, weak, integrity: "unreadable", doubts: [...own.doubts, tooMuchWork] };
  if (own.integrity !== "intact" || isEqual(hash, range)) return { ...own, weak };
  return {
    ...own,
    weak,
    integrity: "changed",
    doubts: [...own.doubts, "the signed bytes were changed after signing"],
  };
}

/** The first right time stamp of a signature; others are doubts. */
async function timestampOf(signed: Signed, context: Context, doubts: string[]) {
  const about = contentOf(signatureOf(signed));
  for (const token of timestampTokens(signed).slice(0, mostTokens)) {
    if (!pays(context.work, steps.parsing(token.length) + steps.verifying)) {
      doubts.push(`the time stamp: ${tooMuchWork}`);
      return undefined;
    }
    const stamp = await checkTimestamp(token, about);
    const problems = stamp ? [...stamp.verdict.doubts, ...stamp.verdict.weak] : ["it can't be read"];
    for (const problem of problems) doubts.push(`the time stamp: ${problem}`);
    if (stamp?.verdict.integrity !== "intact") continue;
    const others = [...stamp.signed.certificates, ...signed.certificates];
    const trust = await trustOf(stamp.certificate, { others, time: stamp.time, context, doubts });
    if (trust !== "trusted" && trust !== "not_checked")
      doubts.push("the time stamp: its signer isn't trusted");
    return stamp;
  }
  return undefined;
}

function stampOf(time: Date, by: Certificate | undefined): Pick<Judged, "timestamp" | "timestampBy"> {
  return { timestamp: timeText(time), ...(by && { timestampBy: nameText(by.subject) }) };
}

interface TrustQuestion {
  /** Certificates of the signature, which may be part of chains, as those of the security store. */
  readonly others: readonly Certificate[];
  readonly time: Date | undefined;
  readonly context: Context;
  readonly doubts: string[];
}

async function trustOf(
  certificate: Certificate | undefined,
  { others, time = new Date(), context, doubts }: TrustQuestion,
): Promise<Judged["trust"]> {
  const { cos, trusted, work } = context;
  if (trusted.length === 0) return "not_checked";
  if (!certificate) return "untrusted";
  let isCut = false;
  const search = { trusted, others: [...others, ...storedCertificates(cos)], time, work };
  const onCut = () => {
    isCut = true;
  };
  const trust = await trustIn(certificate, { ...search, onCut });
  if (isCut && trust !== "trusted") doubts.push("not every chain of certificates was followed");
  return trust;
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

/** The certificates of the entry Cert, the signer's own first: signatures without CMS have them there. */
function statedCertificates({ value }: FoundSignature, cos: CosDocument): Certificate[] {
  const stated = listAt(cos, value.get("Cert")).slice(0, mostStated);
  const [own, ...others] = stated.map((one) => certificateFrom(bytesAt(cos, one)));
  return own ? [own, ...others.flatMap((one) => one ?? [])] : [];
}

/** Certificates in the document's security store (ISO 32000-2, 12.8.4.3). */
const storedCertificates = memo((cos: CosDocument): readonly Certificate[] => {
  const stored = arrayAt(cos, dictAt(cos, cos.catalog.get("DSS"))?.get("Certs")) ?? [];
  return stored.slice(0, mostStored).flatMap((value) => {
    const stream = streamAt(cos, value);
    return (stream && certificateFrom(dataOf(cos, stream))) ?? [];
  });
});
