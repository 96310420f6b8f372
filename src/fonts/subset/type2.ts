/**
 * Converts Type 1 charstrings to CFF (Adobe Technical Note 5177): the same outline and hints, without the subroutines needed
 * there for flex and hint replacement.
 */
import type { Type1 } from "../programs/type1-program.ts";

const maxSteps = 20_000;
const maxCalls = 10;
const maxStems = 90;

/** Drawing operators with their number of operands: the same in both formats. */
const drawing = new Map([
  [5, 2],
  [6, 1],
  [7, 1],
  [8, 6],
  [30, 4],
  [31, 4],
]);
const op = { curve: 8, endchar: 14, hintmask: 19, move: 21 } as const;
/** Stem operators: without masks, and with them. */
const stemOperators = { horizontal: [1, 18], vertical: [3, 23] } as const;

interface Stem {
  readonly edge: number;
  readonly width: number;
}
type Direction = keyof typeof stemOperators;

class Unconvertible extends Error {}

/** Undefined if it can't be converted with certainty. `component` receives the codes of an accented letter's components. */
export function toType2(
  font: Pick<Type1, "subroutines">,
  code: Uint8Array,
  component: (code: number) => void,
): Uint8Array | undefined {
  try {
    const glyph = new Glyph(font, component);
    glyph.run(code);
    return glyph.encode();
  } catch (error) {
    if (error instanceof Unconvertible || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A Type 1 charstring being executed: its drawing, and the stems hinted so far. */
class Glyph {
  readonly #font: Pick<Type1, "subroutines">;
  readonly #component: (code: number) => void;
  #stack: number[] = [];
  /** Results of a subroutine outside the font. */
  #results: number[] = [];
  #width = 0;
  #bearing = 0;
  /** Horizontal offset of the next move: the bearing, before anything is drawn. */
  #start = 0;
  #isOpen = false;
  /** Moves of the current flex. */
  #flex: number[] | undefined;
  readonly #stems = { horizontal: new Map<string, Stem>(), vertical: new Map<string, Stem>() };
  #hints = new Set<Stem>();
  /** CFF bytes, and the stems that apply from there on. */
  readonly #parts: (Uint8Array | ReadonlySet<Stem>)[] = [this.#hints];

  constructor(font: Pick<Type1, "subroutines">, component: (code: number) => void) {
    this.#font = font;
    this.#component = component;
  }

  run(code: Uint8Array): void {
    const frames = [{ bytes: code, at: 0 }];

    for (let steps = 0; steps < maxSteps; steps++) {
      const frame = frames.at(-1);
      if (!frame || frame.at >= frame.bytes.length) throw new Unconvertible("no end");
      const next = () => frame.bytes[frame.at++] ?? 0;
      const byte = next();
      if (byte >= 32) this.#stack.push(numberOf(byte, next));
      else if (byte === 10) {
        const bytes = this.#font.subroutines[this.#pop()];
        if (!bytes || frames.length > maxCalls) throw new Unconvertible("a missing subroutine");
        frames.push({ bytes, at: 0 });
      } else if (byte === 11) frames.pop();
      else if (byte === 12) {
        if (this.#escaped(next())) return;
      } else if (byte === op.endchar) {
        this.#add(op.endchar, []);
        return;
      } else {
        this.#operator(byte);
        this.#stack = [];
      }
    }

    throw new Unconvertible("too long");
  }

  #operator(operator: number): void {
    const [a = 0, b = 0] = this.#stack;
    const operands = drawing.get(operator);
    if (operands !== undefined) this.#draw(operator, this.#stack.slice(0, operands));
    else if (operator === 1) this.#hint("horizontal", a, b);
    else if (operator === 3) this.#hint("vertical", a, b);
    else if (operator === 4) this.#move(0, a);
    else if (operator === 21) this.#move(a, b);
    else if (operator === 22) this.#move(a, 0);
    else if (operator === 9) this.#isOpen = false;
    else if (operator === 13) [this.#bearing, this.#start, this.#width] = [a, a, b];
    else throw new Unconvertible("an unknown operator");
  }

  /** An operator after 12; returns whether it ends the glyph. */
  #escaped(operator: number): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#stack;

    if (operator === 12) {
      const divisor = this.#pop();
      this.#stack.push(this.#pop() / divisor);
      return false;
    }

    if (operator === 16) {
      const [subroutine, count] = [this.#pop(), this.#pop()];
      if (count < 0 || count > this.#stack.length) throw new Unconvertible("missing operands");
      this.#other(subroutine, this.#stack.splice(this.#stack.length - count, count));
      return false;
    }

    if (operator === 17) {
      this.#stack.push(this.#results.pop() ?? 0);
      return false;
    }

    if (operator === 6) {
      this.#component(d);
      this.#component(e);
      this.#add(op.endchar, [b - a + this.#bearing, c, d, e]);
      return true;
    }

    if (operator === 1 || operator === 2) {
      const direction = operator === 1 ? "vertical" : "horizontal";
      this.#hint(direction, a, b);
      this.#hint(direction, c, d);
      this.#hint(direction, e, f);
    } else if (operator !== 0 && operator !== 33) throw new Unconvertible("an unknown operator");

    this.#stack = [];
    return false;
  }

  /** Subroutines outside the font: flex (0 to 2), hint replacement (3), counters (12, 13). */
  #other(subroutine: number, operands: readonly number[]): void {
    this.#results = [];

    if (subroutine === 1) this.#flex = [];
    else if (subroutine === 0) {
      const [rx = 0, ry = 0, ax = 0, ay = 0, ...rest] = this.#flex ?? [];
      if (rest.length !== 10) throw new Unconvertible("flex without exactly seven points");
      this.#flex = undefined;
      this.#draw(op.curve, [rx + ax, ry + ay, ...rest.slice(0, 4)]);
      this.#draw(op.curve, rest.slice(4));
      this.#results = [operands[2] ?? 0, operands[1] ?? 0];
    } else if (subroutine === 3) {
      this.#hints = new Set();
      this.#parts.push(this.#hints);
      this.#results = [operands[0] ?? 3];
    } else if (![2, 12, 13].includes(subroutine)) throw new Unconvertible("an unknown subroutine");
  }

  #pop(): number {
    const value = this.#stack.pop();
    if (value === undefined) throw new Unconvertible("a missing operand");
    return value;
  }

  #add(operator: number, operands: readonly number[]): void {
    this.#parts.push(encoded(operator, operands));
  }

  #move(dx: number, dy: number): void {
    if (this.#flex) {
      this.#flex.push(dx, dy);
      return;
    }
    this.#add(op.move, [dx + this.#start, dy]);
    this.#start = 0;
    this.#isOpen = true;
  }

  #draw(operator: number, operands: readonly number[]): void {
    if (!this.#isOpen) throw new Unconvertible("a path without a beginning");
    this.#add(operator, operands);
  }

  #hint(direction: Direction, at: number, width: number): void {
    const edge = direction === "vertical" ? at + this.#bearing : at;
    const key = `${edge} ${width}`;
    const stem = this.#stems[direction].get(key) ?? { edge, width };
    this.#stems[direction].set(key, stem);
    this.#hints.add(stem);
  }

  encode(): Uint8Array {
    const groups = this.#parts.filter((part) => !(part instanceof Uint8Array));
    const horizontal = inOrder(this.#stems.horizontal);
    const vertical = inOrder(this.#stems.vertical);
    const stems = [...horizontal, ...vertical];
    if (stems.length > maxStems) throw new Unconvertible("too many hints");

    const masks = groups.length > 1 && stems.length > 0 ? 1 : 0;
    const out: number[] = [];
    // The first operator that clears the stack takes the width.
    putOperand(out, this.#width, putFixed);
    if (horizontal.length > 0) out.push(...encoded(stemOperators.horizontal[masks], distances(horizontal)));
    if (vertical.length > 0) out.push(...encoded(stemOperators.vertical[masks], distances(vertical)));

    for (const [k, part] of this.#parts.entries()) {
      if (part instanceof Uint8Array) out.push(...part);
      // Of consecutive masks only the last one applies, and none at the end.
      else if (masks && this.#parts[k + 1] instanceof Uint8Array && k + 2 < this.#parts.length)
        out.push(op.hintmask, ...maskOf(stems, part));
    }

    return Uint8Array.from(out);
  }
}

function numberOf(byte: number, next: () => number): number {
  if (byte <= 246) return byte - 139;
  if (byte <= 250) return (byte - 247) * 256 + next() + 108;
  if (byte <= 254) return -(byte - 251) * 256 - next() - 108;
  return (next() << 24) | (next() << 16) | (next() << 8) | next();
}

function encoded(operator: number, operands: readonly number[]): Uint8Array {
  const out: number[] = [];
  for (const operand of operands) putOperand(out, operand, putFixed);
  out.push(operator);
  return Uint8Array.from(out);
}

/** Appends an operand: integers in CFF's common form, others with `putOther`. */
export function putOperand(
  out: number[],
  value: number,
  putOther: (out: number[], value: number) => void,
): void {
  if (!Number.isInteger(value) || Math.abs(value) > 32_767) putOther(out, value);
  else if (Math.abs(value) <= 107) out.push(value + 139);
  else if (Math.abs(value) > 1131) out.push(28, (value >> 8) & 255, value & 255);
  else out.push((value < 0 ? 251 : 247) + ((Math.abs(value) - 108) >> 8), (Math.abs(value) - 108) & 255);
}

/** A number with 16 bits before and after the point. */
function putFixed(out: number[], value: number): void {
  if (Math.abs(value) >= 32_768) throw new Unconvertible("a number that is too large");
  const fixed = Math.round(value * 65_536);
  out.push(255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255);
}

const inOrder = (stems: ReadonlyMap<string, Stem>) =>
  [...stems.values()].sort((a, b) => a.edge - b.edge || a.width - b.width);

/** Each edge as the distance from the previous one. */
function distances(stems: readonly Stem[]): number[] {
  let before = 0;
  return stems.flatMap(({ edge, width }) => {
    const pair = [edge - before, width];
    before = edge + width;
    return pair;
  });
}

function maskOf(stems: readonly Stem[], group: ReadonlySet<Stem>): number[] {
  const bytes = new Array<number>(Math.ceil(stems.length / 8)).fill(0);
  for (const [k, stem] of stems.entries())
    if (group.has(stem)) bytes[k >> 3] = (bytes[k >> 3] ?? 0) | (128 >> (k & 7));
  return bytes;
}
