/** A form that shows nothing, in place of one that must go. */
import { type CosStream, dictOf, name } from "../cos/syntax/value.ts";
import { newStream } from "../cos/write/serialize.ts";

export const emptyForm = (): CosStream =>
  newStream(dictOf({ Type: name("XObject"), Subtype: name("Form"), BBox: [0, 0, 1, 1] }), new Uint8Array(0));
