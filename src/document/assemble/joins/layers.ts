/** Layers of assembled documents (ISO 32000-2, 8.11): groups side by side, each in the state and order that its file gives it. */
import { type CosDict, type CosValue, dictOf, isArray, isRef, name, ref } from "../../../cos/syntax/value.ts";
import { arrayAt, dictAt, nameAt } from "../../typed-get.ts";
import type { Join } from "./join.ts";
import type { SourceDocument } from "./source-document.ts";

/** Arrays of the default configuration that are joined end to end. */
const lists = ["Order", "RBGroups", "Locked", "AS"] as const;

interface Joined {
  readonly groups: CosValue[];
  readonly on: CosValue[];
  readonly off: CosValue[];
  readonly config: CosDict;
  parts: number;
}

export function joinLayers(): Join {
  const joined: Joined = { groups: [], on: [], off: [], config: new Map(), parts: 0 };
  let single: CosValue | undefined;
  return {
    add(source) {
      const properties = dictAt(source.cos, source.catalog.get("OCProperties"));
      if (!properties) return;
      joined.parts++;
      // Kept whole while it is the only one; taken apart as well, since another may follow.
      single = joined.parts === 1 ? source.copier.translate(properties) : undefined;
      const groups = arrayAt(source.cos, properties.get("OCGs")) ?? [];
      const config = dictAt(source.cos, properties.get("D")) ?? new Map<string, CosValue>();
      const configs = arrayAt(source.cos, properties.get("Configs"));
      if (joined.parts > 1 && configs && configs.length > 0)
        source.warn("layers: alternate configurations of a later file were dropped; its default one is kept");
      joined.groups.push(...translated(source, groups));
      addStates(source, groups, config, joined);
      for (const key of lists) {
        const own = arrayAt(source.cos, config.get(key));
        if (!own) continue;
        const known = joined.config.get(key);
        joined.config.set(key, [...(isArray(known) ? known : []), ...translated(source, own)]);
      }
      for (const key of ["Name", "Creator", "ListMode", "Intent"]) {
        const value = config.get(key);
        if (value !== undefined && !joined.config.has(key))
          joined.config.set(key, source.copier.translate(value));
      }
    },
    finish({ catalog }) {
      if (joined.parts === 0) return;
      if (single !== undefined) {
        catalog.set("OCProperties", single);
        return;
      }
      const { config, on, off } = joined;
      config.set("BaseState", name("ON"));
      if (on.length > 0) config.set("ON", on);
      if (off.length > 0) config.set("OFF", off);
      catalog.set("OCProperties", dictOf({ OCGs: joined.groups, D: config }));
    },
  };
}

function translated(source: SourceDocument, values: readonly CosValue[]): CosValue[] {
  return values.map((value) => source.copier.translate(value)).filter((value) => value !== null);
}

/** States with `ON` as what holds for groups that no list names: a file whose base is `OFF` lists what is off. */
function addStates(
  source: SourceDocument,
  groups: readonly CosValue[],
  config: CosDict,
  joined: Joined,
): void {
  const on = arrayAt(source.cos, config.get("ON")) ?? [];
  const off = arrayAt(source.cos, config.get("OFF")) ?? [];
  joined.on.push(...translated(source, on));
  if (nameAt(source.cos, config.get("BaseState")) !== "OFF") {
    joined.off.push(...translated(source, off));
    return;
  }
  const shown = new Set(on.map((value) => (isRef(value) ? value.num : 0)));
  for (const group of groups) {
    const num = isRef(group) ? source.copier.map(group.num) : 0;
    if (isRef(group) && num !== 0 && !shown.has(group.num)) joined.off.push(ref(num));
  }
}
