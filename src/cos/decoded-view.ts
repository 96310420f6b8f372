/** Decoded data of streams that are only looked at once: without an array of its own for each. */
import type { CosDocument } from "./document.ts";
import { inflateOneOfMany } from "./small-inflate.ts";
import { type CosStream, isNamed } from "./value.ts";

/** As `cos.decode`, but what it returns may be gone as soon as another stream is decoded. */
export function decodedView(cos: CosDocument, stream: CosStream): Uint8Array {
  const { dict } = stream;
  const simple = isNamed(dict.get("Filter"), "FlateDecode") && !dict.has("DecodeParms");
  return (simple && inflateOneOfMany(stream.encoded())) || cos.decode(stream);
}
