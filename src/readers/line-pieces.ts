/** From lines as MuPDF has them to pieces of a layout: boxes, baselines, and the order of right-to-left text. */
import type { Face, Piece, Word } from "../core/page-layout.ts";
import type { RawLine } from "./raw-line.ts";
import { bracketsTurned, hasRightToLeft, mayBeReversed, unmirrored } from "./text/bidi.ts";
import { plainCharacters } from "./text/characters.ts";
import { joinedLines, partedLine } from "./text/cut-lines.ts";
import type { PlacedLine } from "./text/lines.ts";
import { readLine } from "./text/right-to-left.ts";

function pieceOf({ words, horizontal, turn, tag }: RawLine, rightToLeft: boolean): Piece[] {
  const [first] = words;
  if (!first) return [];
  let largest = first;
  let { x0, y0, x1, y1 } = first.box;
  for (const word of words) {
    if (word.text.length > largest.text.length) largest = word;
    x0 = Math.min(x0, word.box.x0);
    y0 = Math.min(y0, word.box.y0);
    x1 = Math.max(x1, word.box.x1);
    y1 = Math.max(y1, word.box.y1);
  }
  const box = { x0, y0, x1, y1 };
  const { baseline, size } = largest;
  return [{ words, box, baseline, size, horizontal, ...(turn && { turn }), rightToLeft, tag }];
}

/** The face of most letters. */
function mainFace(words: readonly Word[]): Face | undefined {
  const letters = new Map<Face, number>();
  for (const { face, text } of words) letters.set(face, (letters.get(face) ?? 0) + text.length);
  const most = Math.max(...letters.values());
  return [...letters].find(([, count]) => count === most)?.[0];
}

/** Lines with right-to-left letters: their characters sorted by where they are seen, as one word for each stretch. */
function rightToLeftPieces(lines: readonly RawLine[], pageReads: boolean): Piece[] {
  const placed = lines.flatMap((line): (PlacedLine & { raw: RawLine })[] => {
    const [piece] = pieceOf(line, false);
    if (!piece) return [];
    const text = line.characters.map(({ text }) => text).join("");
    const { box, size } = piece;
    return [{ text, box, size, characters: line.characters, horizontal: line.horizontal, raw: line }];
  });
  const turned = bracketsTurned(placed.map(({ text }) => text));
  let at = 0;
  return joinedLines(placed).flatMap((line): Piece[] => {
    const { raw } = line;
    // The words of all the lines that were joined: as many characters as it has.
    const words: Word[] = [];
    for (let count = 0; count < line.characters.length && at < placed.length; at += 1) {
      const { characters, raw: part } = placed[at] ?? line;
      count += characters.length;
      words.push(...part.words);
    }
    if (!mayBeReversed(line.text))
      return pieceOf(turned ? { ...raw, words: unmirroredWords(raw.words) } : raw, false);
    const [first] = raw.words;
    if (!first) return [];
    const face = mainFace(words) ?? first.face;
    const parts = partedLine(line);
    return (pageReads ? parts.toReversed() : parts).flatMap((part): Piece[] => {
      const text = plainCharacters(readLine(part, pageReads)).trim();
      if (text === "") return [];
      const { box, size, horizontal } = part;
      const word: Word = { ...first, face, text, box, spaced: true, size };
      const rightToLeft = hasRightToLeft(part.text);
      const { baseline } = first;
      return [
        {
          words: [word],
          box,
          baseline,
          size,
          horizontal,
          ...(raw.turn && { turn: raw.turn }),
          rightToLeft,
          tag: raw.tag,
        },
      ];
    });
  });
}

/** The words of a line, with the brackets turned that a page with right-to-left text has the wrong way round. */
function unmirroredWords(words: Word[]): Word[] {
  const text = words.map((word) => word.text).join("");
  const turned = unmirrored(text);
  if (turned === text) return words;
  let at = 0;
  return words.map((word) => {
    const start = at;
    at += word.text.length;
    return { ...word, text: turned.slice(start, at) };
  });
}

/** The lines of a page as pieces, those that read from right to left in logical order. */
export function readPieces(lines: readonly RawLine[], mayHaveTurned: boolean): Piece[] {
  const holds = (test: (text: string) => boolean) => (line: RawLine) =>
    line.words.some(({ text }) => test(text));
  if (!mayHaveTurned || !lines.some(holds(mayBeReversed)))
    return lines.flatMap((line) => pieceOf(line, false));
  const right = lines.filter(holds(hasRightToLeft)).length;
  const pageReads = right > 0 && right * 2 >= lines.length;
  return rightToLeftPieces(lines, pageReads);
}
