/** The two ways to tag headings (ISO 14289-1, 7.4): by H alone, or by H1 to H6. PDF/UA-1 wants one of them throughout a document. */
import { isDict } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import type { PdfDocument } from "../open.ts";
import { structureRoot } from "../tags/structure-tree.ts";
import { dictAt, nameAt } from "../typed-get.ts";

export type HeadingTags = "H" | "H1 to H6";

/** Those that a document has, by the standard types that its roles stand for. */
export function headingTags(document: PdfDocument): ReadonlySet<HeadingTags> {
  const { cos } = document;
  const num = structureRoot(document);
  const root = num === undefined ? undefined : dictAt(cos, cos.object(num));
  const roles = dictAt(cos, root?.get("RoleMap"));
  const found = new Set<HeadingTags>();
  walk(cos, { part: "the structure tree", depth: 500 }, [root?.get("K") ?? null], undefined, ({ value }) => {
    if (!isDict(value)) return undefined;
    const own = nameAt(cos, value.get("S"));
    const type = own === undefined ? undefined : (nameAt(cos, roles?.get(own)) ?? own);
    if (type === "H") found.add("H");
    else if (type && /^H[1-6]$/.test(type)) found.add("H1 to H6");
    return [{ values: [value.get("K") ?? null], state: undefined }];
  });
  return found;
}
