/**
 * Form fields (ISO 32000-2, 12.7.4) as a flat list: names joined, attributes inherited, widgets separated from subfields.
 * Loops, shared branches and hostile depth are cut; the walk is linear in the number of field objects.
 */
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isDict, isNamed } from "../../cos/syntax/value.ts";
import { chain, walk } from "../../cos/walk.ts";
import { decodeText } from "../text-string.ts";
import { arrayAt, bytesAt, refNumber } from "../typed-get.ts";

/** A widget annotation, which shows a field. `num` is 0 for a direct object. */
export interface FieldWidget {
  readonly num: number;
  readonly dict: CosDict;
}

const kinds = ["Tx", "Btn", "Ch", "Sig"] as const;

/** A field without subfields. Values are resolved one step; own or inherited. */
export interface FormField {
  readonly num: number;
  /** The field that it is below; 0 for a topmost one. */
  readonly parent: number;
  readonly dict: CosDict;
  /** Fully qualified. */
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  /** /Ff; see `fieldFlags`. */
  readonly flags: number;
  readonly value: CosValue;
  readonly options: CosValue;
  readonly maxLength: CosValue;
  readonly widgets: readonly FieldWidget[];
}

/** Bits of /Ff (ISO 32000-2, tables 227, 229, 231, 233). */
export const fieldFlags = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  multiSelect: 1 << 21,
  comb: 1 << 24,
} as const;

/** Maximum field objects per document; the rest are omitted. */
export const maxFields = 200_000;
/** Nesting of fields. */
const maxDepth = 100;
/** Maximum characters of a qualified name: a chain of long parts must not grow quadratically. */
const maxNameLength = 2000;

/** Attributes that a field passes to its children. */
interface Attributes extends Pick<FormField, "parent" | "name" | "value" | "options" | "maxLength"> {
  readonly kind: CosValue;
  readonly flags: CosValue;
}

const nothing: Attributes = {
  parent: 0,
  name: "",
  kind: null,
  flags: null,
  value: null,
  options: null,
  maxLength: null,
};

/** A widget or field, and its ancestors. */
export function fieldsUp(cos: CosDocument, field: CosValue | undefined): ReturnType<typeof chain> {
  return chain(cos, { part: "the form fields", depth: maxDepth }, field, (value) =>
    isDict(value) ? value.get("Parent") : undefined,
  );
}

export interface FieldList {
  readonly fields: readonly FormField[];
  /** Object numbers of all field and widget objects met. */
  readonly seen: ReadonlySet<number>;
  /** Whether there were more than `maxFields`. */
  readonly cut: boolean;
}

/** The fields below `roots`, in tree order. `known` are objects to skip. */
export function listFields(
  cos: CosDocument,
  roots: readonly CosValue[],
  known: ReadonlySet<number> = new Set(),
): FieldList {
  const fields: FormField[] = [];
  const seen = new Set<number>();
  let met = 0;
  let cut = false;

  /** A kid's dictionary when first met. */
  const take = (num: number, dict: CosValue): FieldWidget | undefined => {
    if (num !== 0 && (seen.has(num) || known.has(num))) return undefined;
    cut ||= met >= maxFields;
    if (cut || !isDict(dict)) return undefined;
    met++;
    if (num !== 0) seen.add(num);
    return { num, dict };
  };

  walk(cos, { part: "the form fields", depth: maxDepth }, roots, nothing, (step) => {
    const node = cut ? undefined : take(step.num, step.value);
    if (!node) return undefined;

    const own = attributes(cos, node.dict, step.state);
    const subFields: CosValue[] = [];
    const widgets: FieldWidget[] = [];

    for (const kid of arrayAt(cos, node.dict.get("Kids")) ?? []) {
      const dict = cos.resolve(kid);
      const isField = isDict(dict) && isSubField(dict);
      const widget = isField ? undefined : take(refNumber(kid) ?? 0, dict);
      if (isField) subFields.push(kid);
      else if (widget) widgets.push(widget);
    }

    const below = [{ values: subFields, state: { ...own, parent: node.num } }];
    if (subFields.length > 0 && widgets.length === 0) return below;
    if (widgets.length === 0 && isWidget(node.dict)) widgets.push(node);
    const kind = kinds.find((known) => isNamed(own.kind, known));
    const flags = typeof own.flags === "number" ? own.flags | 0 : 0;
    if (kind) fields.push({ ...own, ...node, kind, flags, widgets });

    return below;
  });

  return { fields, seen, cut };
}

/** A kid with its own name or kids is a field; others are widgets of their parent (12.7.4.2). */
function isSubField(dict: CosDict): boolean {
  return dict.has("T") || dict.has("Kids");
}

function isWidget(dict: CosDict): boolean {
  return dict.has("Rect") || dict.has("AP");
}

function attributes(cos: CosDocument, dict: CosDict, above: Attributes): Attributes {
  const part = bytesAt(cos, dict.get("T"));
  const partial = part ? decodeText(part).slice(0, maxNameLength) : "";
  const own = (key: string, inherited: CosValue) => cos.resolve(dict.get(key)) ?? inherited;
  return {
    parent: above.parent,
    name: joinName(above.name, partial),
    kind: own("FT", above.kind),
    flags: own("Ff", above.flags),
    value: own("V", above.value),
    options: own("Opt", above.options),
    maxLength: own("MaxLen", above.maxLength),
  };
}

function joinName(above: string, part: string): string {
  if (above === "" || part === "") return above + part;
  return `${above}.${part}`.slice(0, maxNameLength);
}

/** Maximum fields listed in a warning. */
const maxNamed = 10;
/** Maximum characters of a name in a message. */
const maxNameShown = 100;

/** Fields in a warning: `form fields "a", "b" and 3 more`. */
export function inWarning(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, maxNamed).map((name) => `"${name.slice(0, maxNameShown)}"`);
  const more = names.size > shown.length ? ` and ${names.size - shown.length} more` : "";
  return `form ${names.size === 1 ? "field" : "fields"} ${shown.join(", ")}${more}`;
}
