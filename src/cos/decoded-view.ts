/** Decoded data of streams that are only looked at once: without an array of its own for each. */
import type { CosDocument } from "./document.ts";
import type { OnDamage } from "./error.ts";
import { fitsChecksum, inflateOneOfMany } from "./small-inflate.ts";
import { type CosStream, isNamed } from "./value.ts";

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
