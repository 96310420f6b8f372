/** The encoding in a simple font's dictionary (ISO 32000-2, 9.6.5). */
import type { CosDocument } from "../../cos/document.ts";
import { type CosValue, isDict, isName } from "../../cos/syntax/value.ts";
import { arrayAt, nameAt } from "../../cos/typed-get.ts";
import { type Encoding, namedEncoding } from "./encodings.ts";

/** Glyph names by code from /Encoding; other codes use the program's own. */
export function encodedNames(
  cos: CosDocument,
  encoding: CosValue,
  otherwise: Encoding | undefined,
): (string | undefined)[] {
  if (isName(encoding))
    return [...(namedEncoding(encoding.name) ?? new Array<undefined>(256).fill(undefined))];

  const base = isDict(encoding) ? namedEncoding(nameAt(cos, encoding.get("BaseEncoding"))) : undefined;
  const named = isDict(encoding) && nameAt(cos, encoding.get("BaseEncoding")) !== undefined;
  const names = [...(base ?? (named ? undefined : otherwise) ?? new Array<undefined>(256).fill(undefined))];
  const differences = isDict(encoding) ? arrayAt(cos, encoding.get("Differences")) : undefined;
  let code = 0;

  for (const entry of differences ?? []) {
    const item = typeof entry === "object" ? cos.resolve(entry) : entry;
    if (typeof item === "number" && Number.isInteger(item)) code = item;
    else if (isName(item) && code >= 0 && code < 256) names[code++] = item.name;
  }

  return names;
}
