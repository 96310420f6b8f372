/** From lines as MuPDF has them to pieces of a layout: boxes, baselines, and the order of right-to-left text. */
import type { Face, Piece, Word } from "../../core/page-layout.ts";
import type { PlacedLine } from "../../core/text-lines.ts";
import type { RawLine } from "./raw-line.ts";
import { hasRightToLeft, mayBeReversed } from "./right-to-left/bidi.ts";
import { bracketReader, bracketsTurned, type ReadLine, unmirrored } from "./right-to-left/brackets.ts";
import { joinedLines, partedLine } from "./right-to-left/cut-lines.ts";
import { linesFromRight } from "./right-to-left/from-right.ts";
import { readLine } from "./right-to-left/right-to-left.ts";
import { plainCharacters } from "./words/characters.ts";

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

type Placed = PlacedLine & { readonly raw: RawLine };

function placedLine(raw: RawLine): Placed[] {
  const [piece] = pieceOf(raw, false);
  if (!piece) return [];
  const text = raw.characters.map(({ text }) => text).join("");
  const { box, size } = piece;
  return [{ text, box, size, characters: raw.characters, horizontal: raw.horizontal, raw }];
}

/** A line with the spaces at its ends, which programs' code is indented by. */
function withSpaces(line: Placed): PlacedLine {
  let { x0, x1 } = line.box;
  for (const character of line.characters) {
    x0 = Math.min(x0, character.x0);
    x1 = Math.max(x1, character.x1);
  }
  return { ...line, box: { ...line.box, x0, x1 } };
}

/** A piece of one word, or its line as it is. */
type Draft =
  | { readonly piece: Piece }
  | { readonly line: ReadLine; readonly named: (text: string) => Piece[] };

/** Lines with right-to-left letters: their characters sorted by where they are seen, as one word for each stretch. */
function rightToLeftPieces(lines: readonly RawLine[], pageReads: boolean): Piece[] {
  const placed = lines.flatMap(placedLine);
  const turned = bracketsTurned(placed.map(({ text }) => text));
  const fromRight = linesFromRight(placed.map(withSpaces));
  let at = 0;
  const drafts = joinedLines(placed, fromRight).flatMap((line): Draft[] => {
    const { raw } = line;
    // The words of all the lines that were joined: as many characters as it has.
    const words: Word[] = [];
    for (let count = 0; count < line.characters.length && at < placed.length; at += 1) {
      const { characters, raw: part } = placed[at] ?? line;
      count += characters.length;
      words.push(...part.words);
    }
    const reversed = mayBeReversed(line.text);
    if (!reversed && !fromRight)
      return pieceOf(turned ? { ...raw, words: unmirroredWords(raw.words) } : raw, false).map((piece) => ({
        piece,
      }));
    const [first] = raw.words;
    if (!first) return [];
    const face = mainFace(words) ?? first.face;
    const parts = partedLine(line);
    const reads = pageReads || !reversed;
    return (reads ? parts.toReversed() : parts).map((part): Draft => {
      const { box, size, horizontal } = part;
      const { baseline } = first;
      const { turn, tag } = raw;
      const rightToLeft = hasRightToLeft(part.text);
      const named = (read: string) => {
        const text = plainCharacters(read).trim();
        if (text === "") return [];
        const word: Word = { ...first, face, text, box, spaced: true, size };
        return [{ words: [word], box, baseline, size, horizontal, ...(turn && { turn }), rightToLeft, tag }];
      };
      return { line: readLine(part, reads, fromRight), named };
    });
  });
  const shown = bracketReader(drafts.flatMap((draft) => ("line" in draft ? [draft.line] : [])));
  return drafts.flatMap((draft) => ("line" in draft ? draft.named(shown(draft.line)) : [draft.piece]));
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
