/** Sets widths of glyphs in a CFF program; the outlines stay (Adobe Technical Notes 5176 and 5177). */
import { openCff, readDict, readIndex } from "../programs/cff-program.ts";
import { cffWidths } from "../programs/program-glyphs.ts";
import { putOperand } from "./type2.ts";
import { cffIndex, putEntry, putLong } from "./write-cff.ts";

const operators = { charStrings: 17, private: 18, fdArray: 1236 } as const;
/** Entries that are offsets: charset, encoding, FDSelect. Values up to 2 name predefined ones. */
const offsets = new Set([15, 16, 1237]);
const predefined = 2;

/** Operators that call the subroutine whose number is the last operand. */
const calls = new Set([10, 29]);

/** Bytes of the number at the beginning of a charstring; 0 if there is none. */
function numberLength(first: number): number {
  if (first === 28) return 3;
  if (first === 255) return 5;
  if (first < 32) return 0;
  return first <= 246 ? 1 : 2;
}

const putFixed = (out: number[], value: number) =>
  out.push(255, ...[24, 16, 8, 0].map((shift) => (Math.round(value * 65_536) >> shift) & 255));

/**
 * The program with these widths, in thousandths of the size, by glyph number. undefined: not for certain. Throws a RangeError
 * for a damaged program.
 */
export function withCffWidths(
  bytes: Uint8Array,
  widths: ReadonlyMap<number, number>,
): Uint8Array | undefined {
  const parts = openCff(bytes);
  if (!parts) return undefined;
  const { data, top, tops } = parts;
  const starts = parts.charStrings();
  const known = cffWidths(parts);
  const strings: Uint8Array[] = [];

  for (let glyph = 0; glyph + 1 < starts.length; glyph++) {
    const own = bytes.subarray(starts[glyph], starts[glyph + 1]);
    const wanted = widths.get(glyph);
    const metrics = wanted === undefined ? undefined : known(glyph);
    if (wanted === undefined || !metrics) {
      strings.push(own);
      continue;
    }
    const given = metrics.extra === undefined ? 0 : numberLength(own[0] ?? 0);
    // A number before a call is that of a subroutine, which has the width.
    if (metrics.extra !== undefined && (given === 0 || calls.has(own[given] ?? 0))) return undefined;
    const head: number[] = [];
    putOperand(head, Math.round(wanted / metrics.scale) - metrics.nominal, putFixed);
    strings.push(Buffer.concat([Uint8Array.from(head), own.subarray(given)]));
  }

  const charStrings = cffIndex(strings);
  const fonts = top.get(operators.fdArray)?.[0];
  const fontDicts = fonts === undefined ? undefined : readIndex(data, fonts).starts;
  // Offsets take five bytes whatever their value, so that sizes are known in advance.
  const moved = (entries: ReadonlyMap<number, readonly number[]>, by: number, ends: readonly number[]) => {
    const out: number[] = [];
    for (const [operator, operands] of entries) {
      const [value = 0, offset = 0] = operands;
      if (operator === operators.private) {
        putLong(out, value);
        putLong(out, offset + by);
      } else if (operator === operators.charStrings) putLong(out, ends[0] ?? 0);
      else if (operator === operators.fdArray) putLong(out, ends[1] ?? 0);
      else if (offsets.has(operator) && value > predefined) putLong(out, value + by);
      else {
        putEntry(out, operands, operator);
        continue;
      }
      if (operator >= 1200) out.push(12, operator - 1200);
      else out.push(operator);
    }
    return Uint8Array.from(out);
  };
  const by = cffIndex([moved(top, 0, [])]).length - (tops.end - tops.start);
  const end = bytes.length + by;
  const array = fontDicts
    ?.slice(0, -1)
    .map((start, k) => moved(readDict(data, start, fontDicts[k + 1] ?? start), by, []));

  return Buffer.concat([
    bytes.subarray(0, tops.start),
    cffIndex([moved(top, by, [end, end + charStrings.length])]),
    bytes.subarray(tops.end),
    charStrings,
    ...(array ? [cffIndex(array)] : []),
  ]);
}
