/** Sets widths of glyphs in a CFF program; the outlines stay (Adobe Technical Notes 5176 and 5177). */
import { openCff, readDict, readIndex } from "../programs/cff-program.ts";
import { biasOf, cffWidths } from "../programs/program-glyphs.ts";
import { putOperand } from "./type2.ts";
import { cffIndex, putEntry, putLong } from "./write-cff.ts";

const operators = { charStrings: 17, private: 18, fdArray: 1236 } as const;
/** Entries that are offsets: charset, encoding, FDSelect. Values up to 2 name predefined ones. */
const offsets = new Set([15, 16, 1237]);
const predefined = 2;

/** Operators that call the subroutine whose number is the last operand, and the one that ends it. */
const calls = { local: 10, global: 29 } as const;
const returns = 11;
const maxCalls = 10;

/** Bytes of the number at the beginning of a charstring; 0 if there is none. */
function numberLength(first: number): number {
  if (first === 28) return 3;
  if (first === 255) return 5;
  if (first < 32) return 0;
  return first <= 246 ? 1 : 2;
}

type Metrics = NonNullable<ReturnType<ReturnType<typeof cffWidths>>>;

/** A charstring without calls of subroutines at its beginning: the first number is an operand. */
function withoutCalls(bytes: Uint8Array, charString: Uint8Array, { subroutines, globals }: Metrics) {
  let own = charString;
  for (let count = 0; count < maxCalls; count++) {
    const given = numberLength(own[0] ?? 0);
    const call = own[given];
    if (given === 0 || (call !== calls.local && call !== calls.global)) return own;
    const list = call === calls.local ? subroutines : globals;
    const which = numberAt(own) + biasOf(list.length - 1);
    const body = bytes.subarray(list[which], list[which + 1]);
    const end = body.at(-1) === returns ? body.length - 1 : body.length;
    own = Buffer.concat([body.subarray(0, end), own.subarray(given + 1)]);
  }
  return undefined;
}

/** The integer that a charstring begins with. */
function numberAt(own: Uint8Array): number {
  const [first = 0, second = 0, third = 0] = own;
  if (first === 28) return ((second << 24) >> 16) | third;
  if (first <= 246) return first - 139;
  return first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108;
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
    const whole = metrics.extra === undefined ? own : withoutCalls(bytes, own, metrics);
    const given = metrics.extra === undefined ? 0 : numberLength(whole?.[0] ?? 0);
    if (!whole || (metrics.extra !== undefined && given === 0)) return undefined;
    const head: number[] = [];
    putOperand(head, Math.round(wanted / metrics.scale) - metrics.nominal, putFixed);
    strings.push(Buffer.concat([Uint8Array.from(head), whole.subarray(given)]));
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
