/** The data of embedded files, decoded piece by piece: they may be larger than memory. */

import { clearData } from "../../cos/crypt/stream-data.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type InflateEnd, inflatePieces } from "../../cos/filters/inflate-pieces.ts";
import { type CosStream, isNamed } from "../../cos/syntax/value.ts";
import { dictAt, listAt, numberAt } from "../typed-get.ts";

/** Bytes per budget step: passing data on costs much less than reading it. */
const bytesPerStep = 64;

/**
 * Passes on a stream's decoded data, in order; each piece is valid until `take` returns. Throws CosError if it can't be decoded,
 * or would be out of proportion to the file.
 */
export async function pourData(
  cos: CosDocument,
  stream: CosStream,
  take: (bytes: Uint8Array) => void,
): Promise<InflateEnd> {
  const paid = (bytes: Uint8Array) => {
    cos.budget.during("an embedded file", () => cos.budget.spend(Math.ceil(bytes.length / bytesPerStep)));
    take(bytes);
  };
  const filters = listAt(cos, stream.dict.get("Filter")).map((filter) => cos.resolve(filter));
  const [first, ...others] = filters.filter((filter) => !isNamed(filter, "Crypt"));
  const isDeflated = isNamed(first, "FlateDecode") || isNamed(first, "Fl");

  if (first === undefined) for (const piece of clearData(stream).pieces()) paid(piece);
  else if (isDeflated && others.length === 0 && !isPredicted(cos, stream))
    return await inflatePieces(clearData(stream).pieces(), paid);
  else paid(cos.decode(stream));
  return "whole";
}

/** Whether one of its filters has a predictor (ISO 32000-2, 7.4.4.4). */
function isPredicted(cos: CosDocument, { dict }: CosStream): boolean {
  return listAt(cos, dict.get("DecodeParms")).some(
    (parameters) => (numberAt(cos, dictAt(cos, parameters)?.get("Predictor")) ?? 1) > 1,
  );
}
