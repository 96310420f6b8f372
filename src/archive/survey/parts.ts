/** Layers and embedded files (ISO 32000-2, 7.11 and 8.11). */
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isArray, isRef, isString } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import { arrayAt, dictAt } from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import type { Report } from "../rule.ts";

export function surveyLayers(cos: CosDocument, report: Report): void {
  const layers = PdfObject.at(cos, cos.catalog.get("OCProperties"));
  if (!layers) return;
  const all = (layers.array("OCGs") ?? []).flatMap((item) => (isRef(item) ? [item.num] : []));
  const own = layers.object("D");
  const others = (layers.array("Configs") ?? []).flatMap((item) => PdfObject.at(cos, item) ?? []);
  const configurations = [...(own ? [own] : []), ...others];
  const names = configurations.map((one) => textKey(one.get("Name")));
  const inOrder = (one: PdfObject) => {
    if (!one.has("Order")) return true;
    const listed = new Set<number>();
    collect(cos, one.dict.get("Order"), listed);
    return all.every((num) => listed.has(num));
  };

  for (const [k, object] of configurations.entries()) {
    const name = names[k];
    report(
      "configuration",
      {
        object,
        hasName: name !== undefined,
        isEmptyName: name === "",
        isDuplicate: name !== undefined && names.indexOf(name) < k,
        listsAll: inOrder(object),
      },
      { num: object.num },
    );
  }
}

const textKey = (value: CosValue) =>
  isString(value) ? Buffer.from(value.bytes).toString("latin1") : undefined;

/** The layers in an order, which nests. */
function collect(cos: CosDocument, order: CosValue | undefined, into: Set<number>): void {
  const list = (value: CosValue | undefined) => arrayAt(cos, value) ?? [];
  const roots = list(order);
  const note = (items: readonly CosValue[]) => {
    for (const item of items) if (isRef(item)) into.add(item.num);
  };
  note(roots);
  const pending = roots.filter((item) => isArray(cos.resolve(item)));
  const seen = new Set<CosValue>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const items = list(next);
    cos.budget.spend(items.length + 1);
    if (seen.has(items)) continue;
    seen.add(items);
    note(items);
    pending.push(...items.filter((item) => isArray(cos.resolve(item))));
  }
}

/** Whether a dictionary is a file specification. */
export const isFileSpec = (dict: CosDict, cos: CosDocument): boolean => {
  const type = cos.resolve(dict.get("Type"));
  return (
    typeof type === "object" &&
    type !== null &&
    "name" in type &&
    (type.name === "Filespec" || type.name === "F")
  );
};

export interface EmbeddedFile {
  readonly spec: PdfObject;
  readonly file: PdfObject;
}

/** File specifications in the name tree of embedded files. */
export function namedFiles(cos: CosDocument): PdfObject[] {
  const names = dictAt(cos, cos.catalog.get("Names"));
  const found: PdfObject[] = [];
  walk(
    cos,
    { part: "its attachments", depth: 1000 },
    [names?.get("EmbeddedFiles") ?? null],
    undefined,
    ({ value }) => {
      const node = dictAt(cos, value);
      if (!node) return undefined;
      for (const [k, item] of (arrayAt(cos, node.get("Names")) ?? []).entries()) {
        const spec = k % 2 === 1 ? PdfObject.at(cos, item) : undefined;
        if (spec) found.push(spec);
      }
      return [{ values: [node.get("Kids") ?? null], state: undefined }];
    },
  );
  return found;
}

/** The streams that a specification embeds. */
export function embeddedOf(spec: PdfObject): PdfObject[] {
  const files = spec.object("EF");
  const streams = new Map<CosDict, PdfObject>();
  for (const key of files?.dict.keys() ?? []) {
    const file = files?.object(key);
    if (file?.stream) streams.set(file.dict, file);
  }
  return [...streams.values()];
}
