/**
 * Groups in joined forms: fields with named fields below them (ISO 32000-2, 12.7.4.2). Groups with the same name in several
 * files become one, so that readers that follow names down the tree find each field.
 */
import { type CosDict, type CosValue, isRef, ref } from "../../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../../cos/write/rewrite.ts";
import { arrayAt, dictAt } from "../../../typed-get.ts";
import { changeDict, currentDict, type SourceDocument } from "../source-document.ts";
import type { FieldTree, NamedField } from "./field-tree.ts";

/** Entries that fields inherit from their group (tables 226 to 239). */
const inheritable = ["FT", "Ff", "V", "DV", "DA", "Q", "MaxLen", "Opt"] as const;

interface Group {
  readonly target: number;
  /** Which of `inheritable` it has: joining groups must have them too, and pass theirs to their fields. */
  inherits: readonly string[];
  /** In target numbering; undefined until its file has been added. */
  dict: CosDict | undefined;
  /** Target numbers. */
  readonly kids: Set<number>;
}

export class FieldGroups {
  readonly #rewriter: Rewriter;
  readonly #byName = new Map<string, Group>();
  /** Groups of the current document, by source number. */
  #current = new Map<number, Group>();

  constructor(rewriter: Rewriter) {
    this.#rewriter = rewriter;
  }

  /** Before references to a document's groups are written; returns the names of groups that an earlier file has too. */
  plan(source: SourceDocument, fields: readonly NamedField[]): ReadonlySet<string> {
    this.#current = new Map();

    const joined = new Set<string>();
    for (const { num, name, isGroup, group: above } of fields) {
      const dict = isGroup ? dictAt(source.cos, source.cos.object(num)) : undefined;
      const known = this.#byName.get(name);
      const kids = arrayAt(source.cos, dict?.get("Kids")) ?? [];
      if (!dict || (above !== 0 && !this.#current.has(above)) || !kids.every(isRef)) continue;
      if (known && !known.inherits.every((key) => dict.has(key))) continue;
      if (known?.dict) joined.add(name);

      const inherits = inheritable.filter((key) => dict.has(key));
      const group = known ?? { target: this.#rewriter.reserve(), inherits, dict: undefined, kids: new Set() };
      this.#byName.set(name, group);
      this.#current.set(num, group);
      source.copier.alias(num, group.target);
    }

    return joined;
  }

  /** Whether this field of the current document is a group that an earlier file has written. */
  isKnown(num: number): boolean {
    return this.#current.get(num)?.dict !== undefined;
  }

  /** Adds the groups of the current document, whose fields are otherwise final. */
  add(source: SourceDocument, tree: FieldTree): void {
    for (const [num, group] of this.#current) {
      const dict = currentDict(source, num);
      const kids = tree.nodes.get(num)?.kids ?? [];
      if (!dict) continue;
      if (group.dict) for (const kid of kids) inherit(source, kid, dict);
      else {
        group.inherits = inheritable.filter((key) => dict.has(key));
        group.dict = translatedEntries(source, dict);
      }
      for (const kid of kids) {
        const target = source.copier.map(kid);
        if (target !== 0) group.kids.add(target);
      }
    }
  }

  finish(): void {
    for (const { target, dict, kids } of this.#byName.values())
      if (dict)
        this.#rewriter.set(
          target,
          dict.set(
            "Kids",
            Array.from(kids, (kid) => ref(kid)),
          ),
        );
  }
}

function inherit(source: SourceDocument, kid: number, group: CosDict): void {
  const missing = inheritable.filter((key) => group.has(key) && !currentDict(source, kid)?.has(key));
  if (missing.length === 0) return;
  changeDict(source, kid, (dict) => {
    for (const key of missing) dict.set(key, group.get(key) ?? null);
  });
}

function translatedEntries(source: SourceDocument, dict: CosDict): CosDict {
  const entries = [...dict].filter(([key]) => key !== "Kids");
  return new Map(entries.map(([key, value]): [string, CosValue] => [key, source.copier.translate(value)]));
}
