/** Default resources of joined forms (ISO 32000-2, 12.7.3): different fonts with the same name are renamed. */
import { getOrInsert } from "../../../../core/collections/maps.ts";
import {
  bytesString,
  type CosDict,
  type CosString,
  type CosValue,
  fromLatin1,
  latin1,
} from "../../../../cos/syntax/value.ts";
import { fingerprint } from "../../../fingerprint.ts";
import { dictAt, nameMaker } from "../../../typed-get.ts";
import type { SourceDocument } from "../source-document.ts";

interface Resource {
  /** In target numbering. */
  readonly value: CosValue;
  readonly print: string;
}

/** A default appearance string with fonts renamed; the same value if it uses none. */
export function renameFonts(appearance: CosString, renamed: ReadonlyMap<string, string>): CosString {
  const text = latin1(appearance.bytes);
  const changed = text.replace(/\/([^\s/()<>[\]{}%]+)(?=\s+[-+.\d]+\s+Tf)/g, (whole, font: string) =>
    renamed.has(font) ? `/${renamed.get(font) ?? font}` : whole,
  );
  return changed === text ? appearance : bytesString(fromLatin1(changed));
}

export function joinFormResources(): {
  /** Adds a form's `DR`; returns the renamed fonts. */
  add(source: SourceDocument, resources: CosDict): Map<string, string>;
  /** `DR` of the joined form, in target numbering. */
  dict(): CosDict;
} {
  const kinds = new Map<string, Map<string, Resource>>();
  const freeName = nameMaker("_");
  return {
    add(source, resources) {
      const renamed = new Map<string, string>();

      for (const [kind, entry] of resources) {
        const own = dictAt(source.cos, entry);
        if (!own) continue;
        const joined = getOrInsert(kinds, kind, () => new Map());
        for (const [key, value] of own) {
          const print = fingerprint(source.cos, value);
          const known = joined.get(key);
          if (known?.print === print) continue;
          const free = known ? freeName(key, (text) => joined.has(text) || own.has(text)) : key;
          if (free !== key && kind === "Font") renamed.set(key, free);
          joined.set(free, { value: source.copier.translate(value), print });
        }
      }

      return renamed;
    },
    dict() {
      return new Map(
        Array.from(kinds, ([kind, entries]) => [
          kind,
          new Map(Array.from(entries, ([key, { value }]) => [key, value])),
        ]),
      );
    },
  };
}
