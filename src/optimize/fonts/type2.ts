/**
 * Charstrings of Type 1 as those of CFF (Adobe Technical Note 5177): the same outline and hints, without the subroutines that
 * flex and the replacement of hints need there.
 */
import type { Type1 } from "./type1.ts";

/** What a charstring does, step by step: from its bytes to operators with absolute hints. */
interface Glyph {
  width: number;
  /** Encoded operators and their operands after the hints. */
  readonly path: PathPart[];
  /** Groups of hints: replaced at the parts of the path that name them. */
  readonly groups: Hints[];
}

type PathPart =
  | { readonly operator: number; readonly operands: readonly number[] }
  | { readonly group: number };

interface Hints {
  readonly horizontal: Stem[];
  readonly vertical: Stem[];
}
type Stem = readonly [edge: number, width: number];

const maxSteps = 20_000;
const maxCalls = 10;
const maxStems = 90;

const op = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  hstemhm: 18,
  hintmask: 19,
  rmoveto: 21,
  hmoveto: 22,
  vstemhm: 23,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;

class Unconvertible extends Error {}

/** Undefined for one that is not converted with certainty. `components` hears of the codes that an accented letter is made of. */
export function toType2(
  font: Type1,
  code: Uint8Array,
  components: (code: number) => void,
): Uint8Array | undefined {
  try {
    return encode(read(font, code, components));
  } catch (error) {
    if (error instanceof Unconvertible || error instanceof RangeError) return undefined;
    throw error;
  }
}

function read(font: Type1, code: Uint8Array, components: (code: number) => void): Glyph {
  const glyph: Glyph = { width: 0, path: [], groups: [{ horizontal: [], vertical: [] }] };
  const stack: number[] = [];
  const results: number[] = [];
  const frames: { readonly bytes: Uint8Array; at: number }[] = [{ bytes: code, at: 0 }];
  let bearing = [0, 0];
  /** Where the path would begin: moves add up until something is drawn. */
  let started = false;
  let flex: number[] | undefined;
  let isOpen = false;
  const pop = (): number => {
    const value = stack.pop();
    if (value === undefined) throw new Unconvertible("a missing operand");
    return value;
  };
  const add = (operator: number, ...operands: number[]) => {
    glyph.path.push({ operator, operands });
  };
  const move = (dx: number, dy: number) => {
    if (flex) {
      flex.push(dx, dy);
      return;
    }
    const [x = 0, y = 0] = started ? [0, 0] : bearing;
    started = true;
    isOpen = true;
    if (dy + y === 0) add(op.hmoveto, dx + x);
    else if (dx + x === 0) add(op.vmoveto, dy + y);
    else add(op.rmoveto, dx + x, dy + y);
  };
  const draw = (operator: number, ...operands: number[]) => {
    if (!isOpen) throw new Unconvertible("a path without a beginning");
    add(operator, ...operands);
  };
  const hint = (kind: "horizontal" | "vertical", edge: number, width: number) => {
    glyph.groups.at(-1)?.[kind].push([edge + ((kind === "vertical" ? bearing[0] : bearing[1]) ?? 0), width]);
  };
  const curveOfFlex = (points: readonly number[]) => {
    if (points.length !== 14) throw new Unconvertible("flex of other than seven points");
    const [rx = 0, ry = 0, ax = 0, ay = 0, ...rest] = points;
    draw(op.rrcurveto, rx + ax, ry + ay, ...rest.slice(0, 4));
    draw(op.rrcurveto, ...rest.slice(4));
  };
  const other = (subroutine: number, operands: number[]) => {
    results.length = 0;
    if (subroutine === 1) flex = [];
    else if (subroutine === 0) {
      const points = flex ?? [];
      flex = undefined;
      curveOfFlex(points);
      results.push(operands[2] ?? 0, operands[1] ?? 0);
    } else if (subroutine === 3) {
      glyph.groups.push({ horizontal: [], vertical: [] });
      glyph.path.push({ group: glyph.groups.length - 1 });
      results.push(operands[0] ?? 3);
    } else if (subroutine !== 2 && subroutine !== 12 && subroutine !== 13)
      throw new Unconvertible("an unknown subroutine");
  };
  const escaped = (operator: number): boolean => {
    switch (operator) {
      case 0:
        break;
      case 1:
      case 2: {
        const kind = operator === 1 ? "vertical" : "horizontal";
        for (let k = 0; k + 1 < 6; k += 2) hint(kind, stack[k] ?? 0, stack[k + 1] ?? 0);
        break;
      }
      case 6: {
        const [asb = 0, adx = 0, ady = 0, base = 0, accent = 0] = stack;
        components(base);
        components(accent);
        add(op.endchar, adx - asb + (bearing[0] ?? 0), ady, base, accent);
        return true;
      }
      case 7:
        bearing = [stack[0] ?? 0, stack[1] ?? 0];
        glyph.width = stack[2] ?? 0;
        break;
      case 12: {
        const divisor = pop();
        stack.push(pop() / divisor);
        return false;
      }
      case 16: {
        const [subroutine, count] = [pop(), pop()];
        if (count < 0 || count > stack.length) throw new Unconvertible("missing operands");
        other(subroutine, stack.splice(stack.length - count, count));
        return false;
      }
      case 17:
        stack.push(results.pop() ?? 0);
        return false;
      case 33:
        break;
      default:
        throw new Unconvertible("an unknown operator");
    }
    stack.length = 0;
    return false;
  };
  for (let steps = 0; steps < maxSteps; steps++) {
    const frame = frames.at(-1);
    if (!frame || frame.at >= frame.bytes.length) throw new Unconvertible("a charstring without an end");
    const byte = frame.bytes[frame.at++] ?? 0;
    if (byte >= 32) {
      const next = () => frame.bytes[frame.at++] ?? 0;
      if (byte <= 246) stack.push(byte - 139);
      else if (byte <= 250) stack.push((byte - 247) * 256 + next() + 108);
      else if (byte <= 254) stack.push(-(byte - 251) * 256 - next() - 108);
      else stack.push((next() << 24) | (next() << 16) | (next() << 8) | next());
      continue;
    }
    const [a = 0, b = 0, c = 0, d = 0] = stack;
    switch (byte) {
      case 1:
      case 3:
        hint(byte === 1 ? "horizontal" : "vertical", a, b);
        break;
      case 4:
        move(0, a);
        break;
      case 5:
        draw(op.rlineto, a, b);
        break;
      case 6:
        draw(op.hlineto, a);
        break;
      case 7:
        draw(op.vlineto, a);
        break;
      case 8:
        draw(op.rrcurveto, ...stack);
        break;
      case 9:
        isOpen = false;
        break;
      case 10: {
        const bytes = font.subroutines[pop()];
        if (!bytes || frames.length > maxCalls) throw new Unconvertible("a missing subroutine");
        frames.push({ bytes, at: 0 });
        continue;
      }
      case 11:
        frames.pop();
        continue;
      case 12:
        if (escaped(frame.bytes[frame.at++] ?? 255)) return glyph;
        continue;
      case 13:
        bearing = [a, 0];
        glyph.width = b;
        break;
      case 14:
        add(op.endchar);
        return glyph;
      case 21:
        move(a, b);
        break;
      case 22:
        move(a, 0);
        break;
      case 30:
        draw(op.vhcurveto, a, b, c, d);
        break;
      case 31:
        draw(op.hvcurveto, a, b, c, d);
        break;
      default:
        throw new Unconvertible("an unknown operator");
    }
    stack.length = 0;
  }
  throw new Unconvertible("a charstring that is too long");
}

function encode({ width, path, groups }: Glyph): Uint8Array {
  const out: number[] = [];
  const put = (operator: number, operands: readonly number[]) => {
    for (const operand of operands) putNumber(out, operand);
    out.push(operator);
  };
  const [horizontal, vertical] = [stemsOf(groups, "horizontal"), stemsOf(groups, "vertical")];
  const count = horizontal.length + vertical.length;
  if (count > maxStems) throw new Unconvertible("too many hints");
  const replaces = groups.length > 1 && count > 0;
  // The first operator that clears the stack takes the width.
  putNumber(out, width);
  if (horizontal.length > 0) put(replaces ? op.hstemhm : op.hstem, edges(horizontal));
  if (vertical.length > 0) put(replaces ? op.vstemhm : op.vstem, edges(vertical));
  const mask = (group: number) => {
    if (!replaces) return;
    out.push(op.hintmask, ...maskOf(groups[group], horizontal, vertical));
  };
  mask(0);
  for (const [k, part] of path.entries()) {
    if ("group" in part) {
      // Of groups one after the other the last one counts.
      const next = path[k + 1];
      if (next && "operator" in next && next.operator !== op.endchar) mask(part.group);
    } else put(part.operator, part.operands);
  }
  return Uint8Array.from(out);
}

const sameStem = ([edge, width]: Stem, other: Stem) => edge === other[0] && width === other[1];

/** All stems of one direction in the order that CFF wants. */
function stemsOf(groups: readonly Hints[], kind: keyof Hints): Stem[] {
  const all: Stem[] = [];
  for (const group of groups)
    for (const stem of group[kind]) if (!all.some((other) => sameStem(stem, other))) all.push(stem);
  return all.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Each edge by its distance to the one before. */
function edges(stems: readonly Stem[]): number[] {
  let before = 0;
  return stems.flatMap(([edge, width]) => {
    const pair = [edge - before, width];
    before = edge + width;
    return pair;
  });
}

function maskOf(group: Hints | undefined, horizontal: readonly Stem[], vertical: readonly Stem[]): number[] {
  const bytes = new Array<number>(Math.ceil((horizontal.length + vertical.length) / 8)).fill(0);
  const active = [
    ...horizontal.map((stem) => group?.horizontal.some((own) => sameStem(own, stem))),
    ...vertical.map((stem) => group?.vertical.some((own) => sameStem(own, stem))),
  ];
  for (const [k, isActive] of active.entries())
    if (isActive) bytes[k >> 3] = (bytes[k >> 3] ?? 0) | (128 >> (k & 7));
  return bytes;
}

function putNumber(out: number[], value: number): void {
  if (!Number.isInteger(value)) {
    const fixed = Math.round(value * 65_536);
    out.push(255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255);
  } else if (value >= -107 && value <= 107) out.push(value + 139);
  else if (value >= 108 && value <= 1131) out.push(247 + ((value - 108) >> 8), (value - 108) & 255);
  else if (value <= -108 && value >= -1131) out.push(251 + ((-value - 108) >> 8), (-value - 108) & 255);
  else if (value >= -32_768 && value <= 32_767) out.push(28, (value >> 8) & 255, value & 255);
  else throw new Unconvertible("a number that is too large");
}
