/** Decoded data of streams that are only looked at once: without an array of its own for each. */
import { has, newSpots, says } from "./check.ts";
import type { CosDocument } from "./document.ts";
import type { OnDamage } from "./error.ts";
import { lengthKey } from "./object-reader.ts";
import { fitsChecksum, inflateOneOfMany } from "./small-inflate.ts";
import { type CosRef, type CosStream, isNamed } from "./value.ts";

/** As `cos.decode`, but what it returns may be gone as soon as another stream is decoded. */
export function decodedView(
  cos: CosDocument,
  stream: CosStream,
  limit?: number,
  onDamage?: OnDamage,
): Uint8Array {
  const { dict } = stream;
  const simple = isNamed(dict.get("Filter"), "FlateDecode") && !dict.has("DecodeParms");
  if (simple) {
    const encoded = stream.encoded();
    const small = inflateOneOfMany(encoded);
    if (small && (!onDamage || fitsChecksum(encoded, small))) return small;
  }
  return cos.decode(stream, limit, onDamage);
}

const spots = newSpots([lengthKey, "Filter", "DecodeParms"]);
const [filter, parameters] = [1, 2] as const;
const flate = new TextEncoder().encode("/FlateDecode");

/**
 * The same of what a reference leads to where that is a plain stream of the file, without its dictionary being made; undefined:
 * it has to be read for what it is.
 */
export function plainView(cos: CosDocument, { num, gen }: CosRef): Uint8Array | undefined {
  if (cos.encryption !== undefined || !cos.inUse(num) || cos.generation(num) !== gen) return undefined;
  const raw = cos.raw(num, spots);
  if (!raw?.stream || spots.isOdd || has(spots, parameters)) return undefined;
  if (!says(spots, raw.bytes, filter, flate)) return undefined;
  return inflateOneOfMany(cos.readBytes(raw.stream.offset, raw.stream.length));
}
