/** How a pattern's run time grows with a text of its own characters: the exponent of the curve, in processor time. */

/** Shorter times can't be compared, in milliseconds. */
const noteworthyMs = 6;
/** A linear pattern scans the longest text in less than `noteworthyMs`; a quadratic one needs a hundred times as long. */
const shortest = 256;
const longest = 32_768;
/** A measurement this long isn't noise, so it is final. */
const plainMs = 100;
/** Growth only counts if every round shows it, because a single measurement means little on a busy computer. */
const rounds = [1, 2, 3, 4];

/** Pieces to repeat: the pattern's literal characters, and one of each class that it names. */
function piecesOf(source: string): string[] {
  const plain = source.replaceAll(
    /\\u[\da-f]{4}|\\[pP]\{[^}]*\}|\\[a-zA-Z\d]|\(\?<?[:=!]|[\\^$.*+?()[\]{}|]|,?\d*\}/gi,
    " ",
  );
  const words = plain.split(" ").filter((word) => word.length > 1);
  const letters = new Set(plain.replaceAll(" ", ""));
  if (/\\s|\\S|\s/.test(source)) letters.add(" ");
  if (/\\d|\\w|\\p\{N/.test(source)) letters.add("1");
  if (/\\p\{L|\\w|\[\^|\\S|\./.test(source)) letters.add("a");
  if (/\\p\{M/.test(source)) letters.add("\u0301");
  for (const [, code = ""] of source.matchAll(/\\u([\da-f]{4})/gi))
    letters.add(String.fromCharCode(Number.parseInt(code, 16)));
  if (/\\0/.test(source)) letters.add("\0");
  for (const [escaped] of source.matchAll(/\\[^a-zA-Z\d]/g)) letters.add(escaped.slice(1));
  const spread = [...letters];
  const few = spread.filter((_, k) => k % Math.ceil(spread.length / 16) === 0);
  return [...few, ...words.slice(0, 8), ...words.slice(0, 4).map((word) => `${word} `)];
}

/** The shorter of two times, to ignore other processes. */
function timeOf(pattern: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 2 && least >= noteworthyMs; round++) {
    const before = process.cpuUsage();
    if (pattern.global) for (const _ of text.matchAll(pattern));
    else pattern.test(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Undefined if linear in every attempt. */
export function growthOf(pattern: RegExp): { readonly exponent: number; readonly text: string } | undefined {
  for (const piece of piecesOf(pattern.source))
    for (const end of ["\u0001", ""]) {
      const time = (length: number) => timeOf(pattern, piece.repeat(Math.ceil(length / piece.length)) + end);
      for (let length = shortest; length <= longest; length *= 2) {
        const once = time(length);
        if (once < noteworthyMs) continue;
        // A single pause of the computer, at either length, hides the growth, so the next length is tried too.
        const exponent = Math.min(...rounds.map(() => Math.log2(time(2 * length) / time(length))));
        if (exponent > 1.5)
          return { exponent, text: `${JSON.stringify(piece)} repeated, then ${JSON.stringify(end)}` };
        if (once > plainMs) break;
      }
    }
  return undefined;
}
