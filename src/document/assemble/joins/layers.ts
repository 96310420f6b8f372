/** Layers of assembled documents (ISO 32000-2, 8.11): groups next to each other, each with its file's state and order. */
import { type CosDict, type CosValue, dictOf, isArray, isRef, name } from "../../../cos/syntax/value.ts";
import type { ObjectCopier } from "../../../cos/write/copy-objects.ts";
import { arrayAt, dictAt, nameAt, refNumber } from "../../typed-get.ts";
import type { Join, NewCatalog } from "./join.ts";
import type { SourceDocument } from "./source-document.ts";

/** A document's layers, and how its objects are copied. */
interface LayerSource extends Pick<SourceDocument, "cos" | "catalog"> {
  readonly copier: Pick<ObjectCopier, "translate">;
}

/** A join that needs to know no more than the layers. */
interface LayersJoin extends Join {
  add(source: LayerSource): void;
  finish(result: Pick<NewCatalog, "catalog" | "warn">): void;
}

/** Arrays of the default configuration to concatenate. */
const lists = ["Order", "RBGroups", "Locked", "AS"] as const;

export function joinLayers(): LayersJoin {
  const groups: CosValue[] = [];
  const on: CosValue[] = [];
  const off: CosValue[] = [];
  const joined: CosDict = new Map();
  let parts = 0;
  let hasAlternates = false;
  let single: CosValue | undefined;

  /** States with `ON` as the default for groups in no list: a file whose base is `OFF` lists groups that are off. */
  const addStates = (source: LayerSource, own: readonly CosValue[], config: CosDict) => {
    const shown = arrayAt(source.cos, config.get("ON")) ?? [];
    on.push(...translated(source, shown));
    const isOff = nameAt(source.cos, config.get("BaseState")) === "OFF";
    const numbers = new Set(shown.map(refNumber));
    const hidden = isOff
      ? own.filter((group) => isRef(group) && !numbers.has(group.num))
      : (arrayAt(source.cos, config.get("OFF")) ?? []);
    off.push(...translated(source, hidden));
  };

  return {
    add(source) {
      const properties = dictAt(source.cos, source.catalog.get("OCProperties"));
      if (!properties) return;

      parts++;
      // Kept whole while it is the only one; also taken apart, since another may follow.
      single = parts === 1 ? source.copier.translate(properties) : undefined;
      const own = arrayAt(source.cos, properties.get("OCGs")) ?? [];
      const config: CosDict = dictAt(source.cos, properties.get("D")) ?? new Map();
      const configs = arrayAt(source.cos, properties.get("Configs"));
      hasAlternates ||= configs !== undefined && configs.length > 0;
      groups.push(...translated(source, own));
      addStates(source, own, config);

      for (const key of lists) {
        const list = arrayAt(source.cos, config.get(key));
        if (!list) continue;
        const known = joined.get(key);
        joined.set(key, [...(isArray(known) ? known : []), ...translated(source, list)]);
      }

      for (const key of ["Name", "Creator", "ListMode", "Intent"]) {
        const value = config.get(key);
        if (value !== undefined && !joined.has(key)) joined.set(key, source.copier.translate(value));
      }
    },
    finish({ catalog, warn }) {
      if (parts === 0) return;
      if (parts > 1 && hasAlternates)
        warn("layers: alternate configurations were dropped; each file's default one is kept");
      joined.set("BaseState", name("ON"));
      if (on.length > 0) joined.set("ON", on);
      if (off.length > 0) joined.set("OFF", off);
      catalog.set("OCProperties", single ?? dictOf({ OCGs: groups, D: joined }));
    },
  };
}

function translated(source: LayerSource, values: readonly CosValue[]): CosValue[] {
  return values.map((value) => source.copier.translate(value)).filter((value) => value !== null);
}
