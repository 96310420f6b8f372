/**
 * What a document changed after a revision, judged by what it is for: each changed object tells its owner (owners.ts), and each
 * owner is compared by its own rules.
 */
import { getOrInsert } from "../../core/collections/maps.ts";
import type { PdfDocument } from "../../document/open.ts";
import type { Change } from "./change.ts";
import { changedObjects } from "./changed-objects.ts";
import { fieldChanges } from "./fields.ts";
import { formerLooks } from "./former-looks.ts";
import { type Owner, ownersOf } from "./owners.ts";
import {
  annotationChange,
  catalogChanges,
  entryChange,
  inheritedChanges,
  pageChanges,
  pageListChanges,
} from "./pages.ts";
import { shadowsIn } from "./shadows.ts";

export interface Changes {
  readonly list: readonly Change[];
  readonly doubts: readonly string[];
}

/** Objects of one kind that are listed. */
const mostListed = 10;

const replaced = (nums: readonly number[], how: string): Change[] =>
  nums.slice(0, mostListed).map((num) => ({
    ...{ kind: "other", nature: "never", isDoubtful: true },
    detail: `object ${num} ${how}`,
  }));

/** `before` is the beginning of the file that `now` reads. */
export function listChanges(before: PdfDocument, now: PdfDocument): Changes {
  const { nums, fromHidden } = changedObjects(before.cos, now.cos);
  const doubts: string[] = [];
  const shadows = shadowsIn(now.cos).filter(
    ({ num, offset }) => offset >= before.cos.source.size && before.cos.inUse(num),
  );
  const owners = ownersOf(now);
  if (!owners.isComplete) doubts.push("some changes may be missing: objects are nested too deep");

  const list: Change[] = [
    ...pageListChanges(before, now),
    ...catalogChanges(before, now),
    ...replaced(fromHidden, "is now read from bytes that the signed revision hid"),
    ...replaced(
      shadows.map(({ num }) => num),
      "comes again after the one in use: other readers may show it",
    ),
  ];
  const fields = new Set<string>();
  const pages = new Set<number>();
  const contents = new Set<number>();
  const annotations = new Map<number, Set<number>>();
  const entries = new Map<string, Change>();
  let isTree = false;

  const sort = (owner: Owner) => {
    if (owner.of === "field" || owner.of === "signature") fields.add(owner.name);
    else if (owner.of === "content") contents.add(owner.page);
    else if (owner.of === "page") pages.add(owner.page);
    else if (owner.of === "tree") isTree = true;
    else if (owner.of === "annotation")
      getOrInsert(annotations, owner.page, () => new Set<number>()).add(owner.num);
    else if (owner.of === "entry")
      entries.set(owner.key, {
        ...entryChange(owner.key),
        ...(owner.page !== undefined && { page: owner.page }),
      });
  };
  for (const num of nums) {
    for (const owner of [owners.of.get(num), owners.entryOf.get(num)]) if (owner) sort(owner);
  }

  if (isTree) list.push(...inheritedChanges(before, now));
  for (const page of pages) {
    const old = before.pages.pageOf(now.pages.number(page));
    if (old > 0) list.push(...pageChanges(before, now, old, page));
  }
  const isNew = (page: number) => before.pages.pageOf(now.pages.number(page)) === 0;
  for (const page of contents)
    if (!isNew(page) && !list.some((one) => one.kind === "content" && one.page === page))
      list.push({
        ...{ kind: "content", page, nature: "never", isDoubtful: true },
        detail: `the content of page ${page} was replaced`,
      });
  for (const [page, changed] of annotations)
    for (const num of changed)
      if (num !== 0 && before.cos.inUse(num) && !isNew(page)) list.push(annotationChange(now, page, num));
  for (const change of entries.values())
    if (!list.some(({ detail, page }) => detail === change.detail && page === change.page)) list.push(change);
  list.push(...fieldChanges(before, now, fields), ...formerLooks(before, now));

  return { list, doubts };
}
