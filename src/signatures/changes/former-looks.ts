/** Looks that fields had when the document was signed, and that other parts of it lead to as well. */
import type { PdfDocument } from "../../document/open.ts";
import { annotationsAt, dictAt, memo, nameAt, refNumber } from "../../document/typed-get.ts";
import type { Change } from "./change.ts";
import { isSameValue } from "./changed-objects.ts";
import { fieldsOf } from "./fields.ts";
import { type Owner, ownersOf } from "./owners.ts";

/**
 * A field that gets a look of its own no longer shows what these parts lead to: a signer who saw one in both places may have
 * meant both.
 */
export function formerLooks(before: PdfDocument, now: PdfDocument): Change[] {
  const current = fieldsOf(now).byName;
  return [...fieldsOf(before).byName.values()].flatMap(({ name, widgets }) =>
    widgets.flatMap(({ dict }, k): Change[] => {
      const look = dict.get("AP");
      const num = refNumber(look);
      const other = current.get(name)?.widgets[k];
      if (!num || !other || isSameValue(look, other.dict.get("AP"))) return [];
      const shared = otherOwner(before, num);
      if (!shared) return [];
      const where =
        shared.of === "entry" ? shared.key : `${shared.of === "annotation" ? "an" : "the"} ${shared.of}`;
      return [
        {
          ...{ kind: "other", nature: "else", isDoubtful: true },
          detail: `the look of field "${name}" was replaced, and ${where} still leads to the former one`,
        },
      ];
    }),
  );
}

/** What leads to a look beside fields. */
function otherOwner(document: PdfDocument, num: number): Owner | undefined {
  const { of, entryOf } = ownersOf(document);
  const owner = of.get(num);
  if (owner && owner.of !== "field" && owner.of !== "signature") return owner;
  return entryOf.get(num) ?? looksOfAnnotations(document).get(num);
}

/** Annotations other than widgets, by the numbers of their looks. */
const looksOfAnnotations = memo(({ cos, pages }: PdfDocument): ReadonlyMap<number, Owner> => {
  const found = new Map<number, Owner>();
  for (let page = 1; page <= pages.count; page++)
    for (const value of annotationsAt(cos, pages.dict(page).get("Annots")) ?? []) {
      const dict = dictAt(cos, value);
      const num = refNumber(dict?.get("AP"));
      if (!num || nameAt(cos, dict?.get("Subtype")) === "Widget") continue;
      found.set(num, { of: "annotation", page, num: refNumber(value) ?? 0 });
    }
  return found;
});
