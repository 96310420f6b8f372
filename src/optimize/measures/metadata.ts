/** Removes data that programs keep for themselves or can recreate: thumbnails, private data, the padding of XMP packets. */
import { isDict, isStream, without } from "../../cos/syntax/value.ts";
import type { Draft, Measure } from "../draft.ts";

/** Invisible entries: previews of pages (12.3.4), data of the authoring program (14.5), web capture's identifiers. */
const privateEntries = ["Thumb", "PieceInfo", "LastModified"];

export const metadata: Measure = {
  name: "metadata",
  why: "Viewers create thumbnails themselves, private data serves one program, and XMP packets end with padding.",
  apply(draft) {
    for (const num of draft.reached.order) dropPrivate(draft, num);
    draft.stages.push({
      name: "metadata",
      run(stream, { role }) {
        const data = role === "metadata" && !stream.codec ? withoutPadding(stream.data) : undefined;
        return data && { ...stream, data };
      },
    });
  },
};

function dropPrivate(draft: Draft, num: number): void {
  const value = draft.get(num);
  const dict = isStream(value) ? value.dict : value;
  if (!isDict(dict) || !(dict.has("Thumb") || dict.has("PieceInfo"))) return;
  const own = without(dict, privateEntries);
  draft.set(num, isStream(value) ? { ...value, dict: own } : own);
}

/** Removes the white space before the end of a packet (ISO 16684-1, 7.3.3); undefined if there is none, or it isn't UTF-8. */
export function withoutPadding(packet: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.length);
  const end = bytes.lastIndexOf("<?xpacket end=");
  if (end < 0) return undefined;
  let from = end;
  while (from > 0 && isSpace(bytes[from - 1] ?? 0)) from--;
  if (end - from < 2 || bytes[from - 1] !== 0x3e) return undefined;
  return Buffer.concat([bytes.subarray(0, from), Uint8Array.of(10), bytes.subarray(end)]);
}

const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9;
