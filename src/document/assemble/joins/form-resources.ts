/** Default resources of joined forms (ISO 32000-2, 12.7.3): fonts of the same name that differ get names of their own. */
import { createHash } from "node:crypto";
import type { CosDocument } from "../../../cos/document.ts";
import {
  bytesString,
  type CosDict,
  type CosString,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
} from "../../../cos/syntax/value.ts";
import { dictAt, fromLatin1, latin1, nameMaker } from "../../typed-get.ts";
import type { SourceDocument } from "./source-document.ts";

interface Resource {
  /** In the target's numbering. */
  readonly value: CosValue;
  readonly print: string;
}

/** Values looked at to tell two resources apart. */
const maxLooked = 400;
/** Streams up to this size are compared by content, larger ones by length. */
const maxHashed = 4_000_000;

/** What a resource is, as text: equal for two files that hold the same font. */
function fingerprint(cos: CosDocument, value: CosValue): string {
  const parts: string[] = [];
  const stack: { readonly value: CosValue; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let looked = 0, next = stack.pop(); next && looked < maxLooked; looked++, next = stack.pop()) {
    const found = isRef(next.value) ? cos.resolve(next.value) : next.value;
    const depth = next.depth + 1;
    if (depth > 8) continue;
    if (isStream(found)) {
      const length = found.dict.get("Length");
      const size = typeof length === "number" ? length : cos.resolve(length ?? null);
      parts.push(`stream ${typeof size === "number" && size > maxHashed ? size : digest(found.encoded())}`);
    } else if (isArray(found)) {
      parts.push(`[${found.length}`);
      for (const entry of found.toReversed()) stack.push({ value: entry, depth });
    } else if (isDict(found)) {
      parts.push(`<${found.size}`);
      for (const [key, entry] of [...found].sort(([a], [b]) => (a < b ? 1 : -1))) {
        stack.push({ value: entry, depth }, { value: bytesString(fromLatin1(key)), depth: 0 });
      }
    } else if (isString(found)) parts.push(`(${latin1(found.bytes)}`);
    else parts.push(isName(found) ? `/${found.name}` : String(found));
  }
  return digest(fromLatin1(parts.join("\n")));
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}

/** A default appearance string with fonts renamed; the same value when it names none of them. */
export function renameFonts(appearance: CosString, renamed: ReadonlyMap<string, string>): CosString {
  const text = latin1(appearance.bytes);
  const changed = text.replace(/\/([^\s/()<>[\]{}%]+)(?=\s+[-+.\d]+\s+Tf)/g, (whole, font: string) =>
    renamed.has(font) ? `/${renamed.get(font) ?? font}` : whole,
  );
  return changed === text ? appearance : bytesString(fromLatin1(changed));
}

export function joinFormResources(): {
  /** Adds a form's `DR`; returns the fonts whose names change. */
  add(source: SourceDocument, resources: CosDict): Map<string, string>;
  /** `DR` of the joined form, in the target's numbering. */
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
        const joined = kinds.get(kind) ?? new Map<string, Resource>();
        kinds.set(kind, joined);
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
        Array.from(kinds, ([kind, entries]): [string, CosValue] => [
          kind,
          new Map(Array.from(entries, ([key, { value }]): [string, CosValue] => [key, value])),
        ]),
      );
    },
  };
}
