/** What later revisions changed, and whether the signers allowed it. */
import type { Box } from "../../core/page-layout.ts";
import { type InForce, isLocked } from "../permissions.ts";

export const changeKinds = [
  ...(["fields", "annotations", "pages", "content", "metadata", "attachments", "signatures", "dss"] as const),
  "other",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface Change {
  readonly kind: ChangeKind;
  readonly page?: number | undefined;
  readonly box?: Box | undefined;
  readonly detail: string;
  /** The field that was changed. */
  readonly field?: string;
  /**
   * - `usual`: what permissions are about, such as a field that was filled in.
   * - `never`: replaces signed content.
   * - `else`: anything that permissions for this kind don't cover, such as a field that was moved.
   * - `neutral`: structure that comes with allowed changes.
   * - `archival`: a document time stamp, which any permission allows.
   */
  readonly nature: "usual" | "never" | "else" | "neutral" | "archival";
  /** Whether it may be drawn over signed content: an annotation, or a new field. */
  readonly isOver?: boolean;
  /** Whether only the look of a field was changed. */
  readonly isLook?: boolean;
  /** Also named in doubts. */
  readonly isDoubtful?: boolean;
}

/** By kind: the least DocMDP level that allows usual changes; above 3, none does. */
const leastLevel: Readonly<Record<ChangeKind, number>> = {
  fields: 2,
  signatures: 2,
  annotations: 3,
  dss: 1,
  pages: 4,
  content: 4,
  metadata: 4,
  attachments: 4,
  other: 4,
};

/** Whether the permissions in force allow a change; null if they don't say. */
export function isAllowed({ kind, nature, field }: Change, permissions: InForce): boolean | null {
  const { docMdp, locks } = permissions;
  if (nature === "never") return false;
  if (nature === "archival") return docMdp === undefined ? null : true;
  const isOfField = field !== undefined && locks.length > 0;
  if (isOfField && isLocked(permissions, field)) return false;
  if (docMdp === undefined) return isOfField && kind === "fields" && nature === "usual" ? true : null;
  if (nature === "neutral" || kind === "metadata") return docMdp === 1 ? false : null;
  return nature === "usual" && docMdp >= leastLevel[kind];
}
