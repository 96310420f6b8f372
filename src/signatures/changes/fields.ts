/** What happened to form fields: filled in, signed, added, removed, or made to look or work differently. */
import { type CosDict, isDict } from "../../cos/syntax/value.ts";
import { type FormField, fieldFlags } from "../../document/forms/fields.ts";
import { documentFields } from "../../document/forms/form-items.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageBoxes, readBox } from "../../document/pages/boxes.ts";
import { shownBox } from "../../document/pages/display-space.ts";
import { memo, nameAt, numberAt } from "../../document/typed-get.ts";
import type { Change } from "./change.ts";
import { isSameValue } from "./changed-objects.ts";

/** Entries that filling in a field changes (ISO 32000-2, 12.7.4). */
const filled = new Set("V AP AS DA Q RV DS I TI M NM MK".split(" "));
/** Entries without a meaning of their own. */
const linking = new Set(["Kids", "Parent", "P", "StructParent"]);

interface Fields {
  readonly byName: ReadonlyMap<string, FormField>;
  readonly place: (field: FormField) => Pick<Change, "page" | "box">;
}

/** The fields by name, and where they are shown. */
export const fieldsOf = memo((document: PdfDocument): Fields => {
  const { fields, widgets } = documentFields(document);
  return {
    byName: new Map(fields.map((field) => [field.name, field])),
    place(field) {
      const [widget] = field.widgets.flatMap(({ num, dict }) => widgets.get(num || dict) ?? []);
      if (!widget) return {};
      const rect = readBox(document.cos, widget.dict.get("Rect"));
      const boxes = pageBoxes(document.cos, document.pages, widget.page);
      return { page: widget.page, ...(rect && { box: shownBox(rect, boxes) }) };
    },
  };
});

/** `touched`: fields with changed objects, apart from their own dictionaries. */
export function fieldChanges(before: PdfDocument, now: PdfDocument, touched: ReadonlySet<string>): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(now)];
  const removed = [...was.byName.values()].filter(({ name }) => !is.byName.has(name));
  return [
    ...[...is.byName.values()].flatMap((field): Change[] => {
      const old = was.byName.get(field.name);
      const change = old ? changeOf(old, field, touched.has(field.name), before, now) : addition(field, now);
      return change ? [{ ...change, ...is.place(field), field: field.name, isOver: !old }] : [];
    }),
    ...removed.map(
      (field): Change => ({
        ...(field.kind === "Sig" && isDict(field.value)
          ? {
              kind: "signatures",
              detail: `the signature in field ${quoted(field)} was removed`,
              isDoubtful: true,
              nature: "never",
            }
          : { kind: "fields", detail: `field ${quoted(field)} was removed`, nature: "else" }),
        ...was.place(field),
        field: field.name,
      }),
    ),
  ];
}

const quoted = ({ name }: FormField): string => `"${name}"`;

function addition(field: FormField, now: PdfDocument): Change {
  if (field.kind !== "Sig")
    return { kind: "fields", detail: `field ${quoted(field)} was added`, nature: "else" };
  if (!isDict(field.value))
    return {
      kind: "signatures",
      detail: `the empty signature field ${quoted(field)} was added`,
      nature: "usual",
    };
  return signing(field, field.value, now);
}

function signing(field: FormField, value: CosDict, { cos }: PdfDocument): Change {
  const isStamp = nameAt(cos, value.get("SubFilter")) === "ETSI.RFC3161";
  return {
    ...{ kind: "signatures", nature: isStamp ? "archival" : "usual" },
    detail: `${isStamp ? "a document time stamp" : "a signature"} was added in field ${quoted(field)}`,
  };
}

function changeOf(
  old: FormField,
  field: FormField,
  isTouched: boolean,
  before: PdfDocument,
  now: PdfDocument,
): Change | undefined {
  const parts = [
    ...differing(old.dict, field.dict),
    ...(old.widgets.length === field.widgets.length ? [] : ["Kids"]),
    ...field.widgets.flatMap(({ dict }, k) => differing(old.widgets[k]?.dict ?? new Map(), dict)),
  ];
  const keys = new Set(parts.filter((key) => key === "Kids" || !linking.has(key)));
  const isValue =
    !isSameValue(old.value, field.value) ||
    !isSameValue(before.cos.resolve(old.value), now.cos.resolve(field.value));
  if (keys.size === 0 && !isTouched && !isValue) return undefined;

  if (field.kind === "Sig" && isDict(field.value)) {
    if (!isDict(old.value)) return signing(field, field.value, now);
    const detail = isValue
      ? `the signature in field ${quoted(field)} was replaced`
      : `the look of the signature in field ${quoted(field)} was changed`;
    return { kind: "signatures", detail, nature: "never", isDoubtful: true };
  }
  keys.delete("Ff");
  const others = [...keys].filter((key) => !filled.has(key));
  if (others.length > 0 || isUnlocked(old, field) || old.kind !== field.kind)
    return {
      kind: "fields",
      detail: `field ${quoted(field)} was changed (${others.join(", ") || "Ff"})`,
      nature: "else",
    };
  if (isValue) return { kind: "fields", detail: `field ${quoted(field)} was filled in`, nature: "usual" };
  if (
    numberAt(now.cos, field.dict.get("Ff")) !== numberAt(before.cos, old.dict.get("Ff")) &&
    keys.size === 0 &&
    !isTouched
  )
    return { kind: "fields", detail: `field ${quoted(field)} was locked`, nature: "neutral" };
  return {
    ...{ kind: "fields", nature: "else", isLook: true, isDoubtful: true },
    detail: `the look of field ${quoted(field)} was changed, but not its value`,
  };
}

/** Whether flags changed in another way than a lock: signing may make fields read-only. */
function isUnlocked(old: FormField, field: FormField): boolean {
  return (
    (field.flags & ~fieldFlags.readOnly) !== (old.flags & ~fieldFlags.readOnly) || old.flags > field.flags
  );
}

/** Keys of entries that aren't the same. */
export function differing(a: CosDict, b: CosDict): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((key) => !isSameValue(a.get(key), b.get(key)));
}
