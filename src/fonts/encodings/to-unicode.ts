/** ToUnicode maps (ISO 32000-2, 9.10.3). */
import type { CosDocument } from "../../cos/document.ts";
import { CosError } from "../../cos/syntax/error.ts";
import type { CosStream, CosValue } from "../../cos/syntax/value.ts";
import { nameAt, streamAt } from "../../cos/typed-get.ts";
import { type Cmap, readCmap } from "../cmaps/cmap.ts";
import { FontDoubt } from "./font-doubt.ts";

/** Maximum bytes of a map to read: one for all codes has some 2 million. */
const maxCmapBytes = 16 * 1024 * 1024;

/** Undefined if there is none. Throws FontDoubt if its base map isn't in the document. */
export function readToUnicode(
  cos: CosDocument,
  entry: CosValue | undefined,
): Pick<Cmap, "text" | "hasEmptyTexts" | "overruns"> | undefined {
  const stream = streamAt(cos, entry);
  const name = nameAt(cos, entry);
  // Identity maps codes to themselves.
  if (name !== undefined && name !== "Identity-H" && name !== "Identity-V")
    throw new FontDoubt(`ToUnicode ${name}`);
  if (name !== undefined)
    return { text: (code) => String.fromCodePoint(code), hasEmptyTexts: false, overruns: () => false };
  if (!stream) return undefined;
  const map = readMap(cos, stream, "ToUnicode");
  if (map.base !== undefined || cos.resolve(stream.dict.get("UseCMap")) !== null)
    throw new FontDoubt("ToUnicode that builds on another map");
  // Readers would take the CIDs for text, which they aren't.
  if (map.hasCids) throw new FontDoubt("ToUnicode that maps to CIDs");

  return map;
}

/** Reads a map; `what` names it in the reason if it can't be read. */
export function readMap(cos: CosDocument, stream: CosStream, what: string): Cmap {
  const map = readCmap(mapBytes(cos, stream, what));
  if (!map) throw new FontDoubt(`${what} of too many mappings`);
  return map;
}

function mapBytes(cos: CosDocument, stream: CosStream, what: string): Uint8Array {
  try {
    return cos.decode(stream, maxCmapBytes);
  } catch (error) {
    if (error instanceof CosError) throw new FontDoubt(`${what} that cannot be decoded`);
    throw error;
  }
}
