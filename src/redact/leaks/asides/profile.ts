/** Texts in a color profile (ICC.1:2022, 7 and 10): in its tags, in private data, between tags and after them. */
import { latin1 } from "../../../cos/syntax/value.ts";
import { dataTexts, runsIn } from "./data-words.ts";

const [headerSize, tagSize] = [128, 12];
/** The header's reserved bytes. */
const reserved = 100;
/** What texts of profiles say: colors, devices, papers, makers and rights. */
const colorWords =
  /RGB|RVB|CMYK|CMJN|gr[ae]y|gris|grau|gamma|profil|copyright|\(c\)|public domain|freely|lcms|ICC|IEC|Adobe|Apple|Epson|Canon|Kodak|Hewlett|Microsoft|Display|LCD|monitor|FOGRA|SWOP|coated|ECI|dot gain|scanner|camera|PAL|NTSC|D50|D65|illuminant|viewing|printer|ink/i;
export const describesColor = (text: string): boolean => colorWords.test(text);
const textTypes = new Set(["desc", "text", "mluc"]);

export function profileAsides(data: Uint8Array): string[] {
  const buffer = Buffer.from(data);
  if (buffer.length < headerSize + 4) return dataTexts(data);
  const count = Math.min(
    buffer.readUInt32BE(headerSize),
    Math.floor((buffer.length - headerSize - 4) / tagSize),
  );
  const rest = Buffer.from(buffer);
  rest.fill(0, 0, reserved);
  rest.fill(0, headerSize, headerSize + 4 + tagSize * count);

  const found: string[] = [];
  for (let tag = 0; tag < count; tag++) {
    const at = headerSize + 4 + tagSize * tag;
    const start = buffer.readUInt32BE(at + 4);
    const value = buffer.subarray(start, start + buffer.readUInt32BE(at + 8));
    rest.fill(0, start, start + value.length);
    // A tag begins with its type and four zeros.
    const isText = textTypes.has(latin1(value.subarray(0, 4)));
    const texts = isText ? runsIn(value.subarray(8)) : dataTexts(value.subarray(8));
    if (!isText || !texts.some((text) => describesColor(text))) found.push(...texts);
  }
  return [...found, ...dataTexts(rest)];
}
