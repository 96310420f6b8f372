/** Checks a document's signatures: integrity, coverage, trust and later changes, each by itself (docs/signatures.md). */
import type { ByteSource } from "../core/document-io.ts";
import type { Box } from "../core/page-layout.ts";
import type { Work } from "../core/work.ts";
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import { isoDate } from "../document/metadata/dates.ts";
import type { PdfDocument } from "../document/open.ts";
import { decodeText } from "../document/text-string.ts";
import { bytesAt, dictAt, refNumber } from "../document/typed-get.ts";
import { type Change, type ChangeKind, isAllowed } from "./changes/change.ts";
import { listChanges } from "./changes/list-changes.ts";
import { type Draw, type PictureComparer, pictureComparer } from "./changes/pictures.ts";
import { withPictures } from "./changes/with-pictures.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { rangeHasher } from "./digest.ts";
import { type FoundSignature, findSignatures } from "./found.ts";
import type { Judged } from "./judge.ts";
import { type InForce, inForce, type Permissions, permissionsOf } from "./permissions.ts";

export interface SignatureChange {
  readonly kind: ChangeKind;
  readonly allowed: boolean | null;
  readonly page?: number | undefined;
  readonly box?: Box | undefined;
  readonly detail: string;
}

export interface CheckedSignature extends Pick<FoundSignature, "page" | "box"> {
  readonly field: string;
  readonly kind: "signature" | "certification" | "timestamp";
  readonly judged: Judged;
  readonly claimedTime?: string | undefined;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly covers: Coverage["covers"];
  readonly permissions?: Permissions | undefined;
  readonly changes: readonly SignatureChange[];
  readonly doubts: readonly string[];
}

export interface CheckOptions {
  /** Files of certificates that the caller trusts, in PEM or DER. */
  readonly trusted: readonly Uint8Array[];
  readonly draw: Draw;
  readonly work: Work;
}

/** Changes that are listed for one signature. */
const mostChanges = 200;

/** In the order of signing. `input`: the whole file, whose bytes are signed. */
export async function checkSignatures(
  input: ByteSource,
  document: PdfDocument,
  { trusted, draw, work }: CheckOptions,
): Promise<CheckedSignature[]> {
  const all = findSignatures(document);
  if (all.length === 0) return [];
  const { judge, readCertificates } = await import("./judge.ts");
  const context = { cos: document.cos, trusted: trusted.flatMap(readCertificates), work };
  const contentOf = rangeHasher(input, work);
  // Comparing revisions may take the rest of the call's work, so every signature is judged first.
  const verdicts: (readonly [FoundSignature, Judged])[] = [];
  for (const found of all) verdicts.push([found, await judge(found, contentOf(found.byteRange), context)]);

  const comparer = pictureComparer(document, draw);
  const stated: (Permissions | undefined)[] = [];
  const checked: CheckedSignature[] = [];

  try {
    for (const [found, judged] of verdicts) {
      const coverage = afterJudging(
        coverageOf(input, document, found, { work, signatures: all.length }),
        judged,
      );
      const { cos } = coverage.covers === "revision" ? coverage.signed : document;
      const permissions = permissionsOf(cos, found.value);
      stated.push(permissions);
      const later = await laterChanges(coverage, document, { comparer, permissions: inForce(stated) });
      checked.push({
        ...{ field: found.field.name, kind: kindOf(cos, found, permissions), judged, permissions },
        ...textsOf(document.cos, found, judged),
        ...{ page: found.page, box: found.box, covers: later.covers, changes: later.changes },
        doubts: [...judged.doubts, ...later.doubts],
      });
    }
  } finally {
    comparer.close();
  }
  return checked;
}

/** Whether all signatures are intact, cover a revision as they should, and use no weak algorithm; false without any. */
export const areIntact = (checked: readonly CheckedSignature[]): boolean =>
  checked.length > 0 &&
  checked.every(
    ({ judged, covers }) => judged.integrity === "intact" && !judged.isWeak && covers !== "broken",
  );

function afterJudging(coverage: Coverage, { hasMore }: Judged): Coverage {
  if (!hasMore || coverage.covers === "broken") return coverage;
  return { covers: "broken", fault: "Contents has more than the signature" };
}

function kindOf(
  cos: CosDocument,
  found: FoundSignature,
  permissions: Permissions | undefined,
): CheckedSignature["kind"] {
  if (found.subFilter === "ETSI.RFC3161") return "timestamp";
  const certified = refNumber(dictAt(cos, cos.catalog.get("Perms"))?.get("DocMDP"));
  const isCertified = permissions?.doc_mdp !== undefined && (certified ?? found.num) === found.num;
  return isCertified ? "certification" : "signature";
}

/** What the signer says about the signature. */
function textsOf(cos: CosDocument, { value, subFilter }: FoundSignature, { signingTime }: Judged) {
  const textAt = (key: string) => {
    const bytes = bytesAt(cos, value.get(key));
    return bytes && bytes.length > 0 ? decodeText(bytes) : undefined;
  };
  const date = isoDate(textAt("M") ?? "");
  const time = date === undefined ? signingTime : `${new Date(date).toISOString().slice(0, 19)}Z`;
  return {
    ...(subFilter !== "ETSI.RFC3161" && { claimedTime: time }),
    ...{ reason: textAt("Reason"), location: textAt("Location") },
  };
}

interface Later extends Pick<CheckedSignature, "covers" | "changes" | "doubts"> {}

async function laterChanges(
  coverage: Coverage,
  document: PdfDocument,
  { comparer, permissions }: { readonly comparer: PictureComparer; readonly permissions: InForce },
): Promise<Later> {
  if (coverage.covers === "file") return { covers: "file", changes: [], doubts: [] };
  const broken = (fault: string): Later => ({ covers: "broken", changes: [], doubts: [fault] });
  if (coverage.covers === "broken") return broken(coverage.fault);
  const { signed } = coverage;
  let found: ReturnType<typeof listChanges>;
  try {
    found = listChanges(signed, document);
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    return broken("changes after signing can't be listed: an object can't be read");
  }
  const seen = await withPictures(found.list, signed, document, comparer);
  const more = seen.list.length - mostChanges;
  return {
    covers: "revision",
    changes: seen.list.slice(0, mostChanges).map((change) => shown(change, permissions)),
    doubts: [
      ...coverage.doubts,
      ...found.doubts,
      ...new Set(seen.list.flatMap(({ isDoubtful, detail }) => (isDoubtful ? [detail] : []))),
      ...seen.doubts,
      ...(more > 0 ? [`${more} more changes aren't listed`] : []),
    ],
  };
}

function shown(change: Change, permissions: InForce): SignatureChange {
  const { kind, page, box, detail } = change;
  return { ...{ kind, allowed: isAllowed(change, permissions), page, box, detail } };
}
