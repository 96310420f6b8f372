/** Encodings of composite fonts (ISO 32000-2, 9.7.5): the bytes of a code, and its CID. */
import type { CosDocument } from "../../cos/document.ts";
import { type CosStream, type CosValue, isName, isRef, isStream } from "../../cos/syntax/value.ts";
import { nameAt, numberAt } from "../../cos/typed-get.ts";
import type { Cmap, CodeSpace } from "../cmaps/cmap.ts";
import { FontDoubt } from "./font-doubt.ts";
import { readMap } from "./to-unicode.ts";

export interface CompositeEncoding {
  readonly vertical: boolean;
  /** Whether every code has two bytes and is its own CID. */
  readonly identity: boolean;
  readonly spaces: readonly CodeSpace[];
  cid(code: number): number | undefined;
}

const twoBytes: CodeSpace = { bytes: 2, low: 0, high: 0xffff };

function identity(vertical: boolean): CompositeEncoding {
  return { vertical, identity: true, spaces: [twoBytes], cid: (code) => code };
}

/** Maximum chain of base maps. */
const maxDepth = 8;

/** Throws FontDoubt for an encoding that requires data missing from the document. */
export function readEncoding(cos: CosDocument, entry: CosValue | undefined, depth = 0): CompositeEncoding {
  const value = cos.resolve(entry);
  if (isName(value)) return namedMap(value.name);
  if (!isStream(value) || depth > maxDepth) throw new FontDoubt("an encoding that is no map");
  const map = readMap(cos, value, "an encoding");
  if (map.hasTexts) throw new FontDoubt("an encoding that maps to texts");

  const base = baseOf(cos, value, map, depth);
  const mode = numberAt(cos, value.dict.get("WMode"));

  return {
    vertical: mode === undefined ? (map.vertical ?? false) : mode === 1,
    identity: false,
    spaces: map.spaces.length > 0 ? map.spaces : (base?.spaces ?? [twoBytes]),
    cid: (code) => map.cid(code) ?? base?.cid(code),
  };
}

function namedMap(name: string): CompositeEncoding {
  if (name === "Identity-H" || name === "Identity-V") return identity(name === "Identity-V");
  throw new FontDoubt(`encoding ${name}`);
}

/** A map's base map, by its dictionary or its text. */
function baseOf(
  cos: CosDocument,
  stream: CosStream,
  map: Cmap,
  depth: number,
): CompositeEncoding | undefined {
  const entry = stream.dict.get("UseCMap");
  const name = nameAt(cos, entry);
  if (name === undefined && isRef(entry)) return readEncoding(cos, entry, depth + 1);
  const base = name ?? map.base;
  return base === undefined ? undefined : namedMap(base);
}
