/**
 * Digital signatures (ISO 32000-2, 12.8). Any edit breaks them, and a result must not carry a broken signature
 * (docs/decisions/0016): signed fields become plain appearances, and all traces of signing are removed.
 */
import type { CosDocument } from "../cos/document.ts";
import {
  type CosArray,
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  name,
} from "../cos/syntax/value.ts";
import { createDescent } from "../cos/walk.ts";
import { arrayAt, dictAt, memo, numberAt } from "./typed-get.ts";

/** The warning of results after `signatureRemoval`. */
export const signatureWarning =
  "The document was digitally signed. Changing it would break the signature, so the result is not signed: signatures became plain graphics.";

/** Whether the document has a digital signature: a signed field, or certification or usage rights in /Perms. */
export const isSigned = (cos: CosDocument): boolean => signatureRemoval(cos) !== undefined;

function hasPermissions(cos: CosDocument): boolean {
  const perms = dictAt(cos, cos.catalog.get("Perms"));
  return ["DocMDP", "UR3", "UR"].some((key) => dictAt(cos, perms?.get(key)));
}

/**
 * The objects that change when signatures are removed, by number; undefined if the document isn't signed. The result must be a
 * rewrite that drops unreachable objects, so that no signature stays in the bytes: an `EditSession` does so when it opens a
 * signed document; elsewhere pass this to a copier's `replace`.
 */
export const signatureRemoval = memo((cos: CosDocument): ReadonlyMap<number, CosValue> | undefined => {
  const changes = new Map<number, CosValue>();
  const catalog = new Map(cos.catalog);
  const formValue = catalog.get("AcroForm");
  const form = dictAt(cos, formValue);
  const fields = arrayAt(cos, form?.get("Fields"));
  const kept = fields && withoutSigned(cos, fields, changes);
  const untouched = kept === undefined || kept === fields;
  if (untouched && changes.size === 0 && !hasPermissions(cos)) return undefined;

  catalog.delete("Perms");
  // The signatures' certificates and revocation lists (12.8.4.3), which no longer prove anything.
  catalog.delete("DSS");

  if (form) {
    const cleaned = new Map(form);
    cleaned.delete("SigFlags");
    if (kept) cleaned.set("Fields", kept);
    if (isRef(formValue)) changes.set(formValue.num, cleaned);
    else catalog.set("AcroForm", cleaned);
  }

  const root = cos.trailer.get("Root");
  if (isRef(root)) changes.set(root.num, catalog);

  return changes;
});

/** Nested fields, and their lists; nobody accepts deeper ones. */
const maxDepth = 200;

interface Above {
  readonly kind: CosValue;
  readonly value: CosValue;
}

/** A list of fields without the signed ones, or the same array if there are none; replacements go into `changes`. */
function withoutSigned(cos: CosDocument, fields: CosArray, changes: Map<number, CosValue>): CosArray {
  const descent = createDescent(cos, { part: "the signed fields", depth: maxDepth });

  const strip = (list: CosArray, above: Above): CosArray => {
    const kept = list.flatMap((value) =>
      descent.into(value, (dict) => (isDict(dict) ? field(value, dict, above) : [value]), [value]),
    );
    return kept.length === list.length && kept.every((value, k) => value === list[k]) ? list : kept;
  };

  /** The rest of a field, as an entry of its list. */
  const field = (value: CosValue, dict: CosDict, above: Above): CosArray => {
    const num = isRef(value) ? value.num : 0;
    const own = {
      kind: cos.resolve(dict.get("FT")) ?? above.kind,
      value: cos.resolve(dict.get("V")) ?? above.value,
    };
    const kids = cos.resolve(dict.get("Kids"));
    const stripped = descent.into(
      dict.get("Kids"),
      (list) => (isArray(list) ? strip(list, own) : undefined),
      undefined,
    );
    if (isNamed(own.kind, "Sig") && isDict(own.value)) {
      if (num !== 0) changes.set(num, asPicture(cos, dict));
      return [];
    }
    if (stripped === kids || stripped === undefined) return [value];
    if (stripped.length === 0) return [];
    const changed = new Map(dict).set("Kids", stripped);
    if (num === 0) return [changed];
    changes.set(num, changed);

    return [value];
  };

  return strip(fields, { kind: null, value: null });
}

/** Widget entries about appearance and position (ISO 32000-2, table 166); all others are the field's. */
const looks = "Type Rect P NM M F AP AS Border C StructParent OC Lang CA ca".split(" ");
const hiddenFlag = 2;

/** A signed widget as a picture: its appearance in a stamp annotation. Without an appearance it is hidden if it would be visible. */
function asPicture(cos: CosDocument, widget: CosDict): CosDict {
  const kept = [...widget].filter(([key]) => looks.includes(key));
  const picture: CosDict = new Map(kept).set("Type", name("Annot")).set("Subtype", name("Stamp"));
  if (!picture.has("Rect")) picture.set("Rect", [0, 0, 0, 0]);
  const shows = cos.resolve(dictAt(cos, widget.get("AP"))?.get("N")) !== null;
  if (!shows && !isEmpty(cos, picture.get("Rect")))
    picture.set("F", (numberAt(cos, widget.get("F")) ?? 0) | hiddenFlag);
  return picture;
}

/** Whether a rectangle has no area. PDF/A forbids hidden annotations, and an empty one needn't be hidden. */
function isEmpty(cos: CosDocument, value: CosValue | undefined): boolean {
  const [x0, y0, x1, y1] = (arrayAt(cos, value) ?? []).map((part) => numberAt(cos, part));
  return x0 === x1 || y0 === y1;
}
