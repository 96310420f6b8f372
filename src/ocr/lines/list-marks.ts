/**
 * Marks at the start of list items: bullets misread as letters, and marks next to a line that the line finder ignored because
 * they are isolated or stacked.
 */
import { boxAround, overlap } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { inkIn } from "../picture/bitmap.ts";
import type { FoundLine, FoundWord } from "../tesseract/tesseract.ts";
import { listMarks as t } from "../tolerances/tolerances.ts";
import { leadsFromRight } from "./reading-order.ts";

/** Maximum lines with isolated marks: more are a column of a table. */
const mostMarks = 200;

/** A number, a letter or a Roman numeral, with a dot or a bracket. */
const counted = /^\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,5})[.)](?!\S)/;
/** What a part of a bullet, or grain beside it, is read as. */
const specks = /^[_.,'`~]+$/;
/** A bullet that was read as marks, whose box may be elsewhere. */
const onlyMarks = /^[^\p{L}\p{N}]{1,2}$/u;

/** Whether a bullet is drawn in a box before words, whatever it was read as. */
function isBullet(box: Box, words: readonly FoundWord[], size: number, image: GrayImage): boolean {
  const { x0, y0, x1, y1 } = trimmed(box, image);
  const [across, down] = [x1 - x0, y1 - y0];
  const above = (Math.min(...words.map((word) => word.y1)) - y1) / size;
  const [least, most] = [Math.min(across, down), Math.max(across, down)];
  if (least < t.leastBullet * size || most > t.mostBullet * size || most >= 2 * least) return false;
  const filled = inkIn(image, { x0, y0, x1, y1 }) >= t.filledPart * across * down;
  return (filled && least >= t.leastFilled * size) || (above >= t.lowestBullet && above <= t.highestBullet);
}

const asBullet = (box: Box): FoundWord => ({ ...box, text: "•", confidence: 90 });

/** The smallest box around the ink of a box. */
function trimmed(box: Box, image: GrayImage): Box {
  let { x0, y0, x1, y1 } = box;
  while (y0 < y1 && inkIn(image, { x0, x1, y0, y1: y0 + 1 }) < 0.5) y0 += 1;
  while (y1 > y0 && inkIn(image, { x0, x1, y0: y1 - 1, y1 }) < 0.5) y1 -= 1;
  while (x0 < x1 && inkIn(image, { x0, x1: x0 + 1, y0, y1 }) < 0.5) x0 += 1;
  while (x1 > x0 && inkIn(image, { x0: x1 - 1, x1, y0, y1 }) < 0.5) x1 -= 1;
  return { x0, y0, x1, y1 };
}

/** A box with the ink that its edges cut, unless it is more than a bullet. */
function whole(box: Box, size: number, image: GrayImage): Box {
  let { x0, y0, x1, y1 } = box;
  for (let grown = 0; grown <= t.mostBullet * size; grown += 1) {
    x0 -= Number(inkIn(image, { x0: x0 - 1, x1: x0, y0, y1 }) >= 0.5);
    x1 += Number(inkIn(image, { x0: x1, x1: x1 + 1, y0, y1 }) >= 0.5);
    y0 -= Number(inkIn(image, { x0, x1, y0: y0 - 1, y1: y0 }) >= 0.5);
    y1 += Number(inkIn(image, { x0, x1, y0: y1, y1: y1 + 1 }) >= 0.5);
  }
  return { x0, y0, x1, y1 };
}

/** The isolated mark next to the start of a line: the box of its ink. */
function before(line: FoundLine, size: number, fromRight: boolean, image: GrayImage): Box | undefined {
  const [first] = line.words;
  if (!first) return undefined;

  // The first word may be the dot of a number, and much lower than its digit.
  const { y0, y1 } = boxAround(line.words.slice(0, t.markedWords));
  const hasInk = (x: number) => inkIn(image, { x0: x, x1: x + 1, y0, y1 }) >= 0.5;
  const step = fromRight ? 1 : -1;
  const start = fromRight ? first.x1 + 1 : first.x0 - 2;
  let x = start;

  while (!hasInk(x)) {
    x += step;
    if (Math.abs(x - start) > t.markDistance * size || x < 0 || x >= image.width) return undefined;
  }

  const near = x;
  let far = x;

  for (let blank = 0; blank <= t.markGap * size && x >= 0 && x < image.width; x += step) {
    blank = hasInk(x) ? 0 : blank + 1;
    if (blank === 0) far = x;
    if (Math.abs(far - near) > t.markWidth * size) return undefined;
  }

  return trimmed({ x0: Math.min(near, far), x1: Math.max(near, far) + 1, y0, y1 }, image);
}

/** A line with the number before it, whose dot may have been read as the beginning of the line. */
function withCounted(line: FoundLine, mark: Box, read: string): FoundLine {
  const number = counted.exec(read.trim())?.[0];
  const [first, ...others] = line.words;
  if (number === undefined || !first) return line;
  const text = first.text.replace(/^[.)]+/, "");
  const own = text === "" ? [] : [{ ...first, text }];
  return { ...line, words: [{ ...mark, text: number, confidence: first.confidence }, ...own, ...others] };
}

/** A picture's lines with the marks before them. `sizes`: their font sizes in pixels; `read`: the text in boxes. */
export function withMarks(
  lines: readonly FoundLine[],
  sizes: readonly number[],
  image: GrayImage,
  read: (boxes: readonly Box[]) => readonly string[],
): FoundLine[] {
  const made = [...lines];
  const alone: { readonly at: number; readonly mark: Box; readonly box: Box }[] = [];
  lines.forEach((line, at) => {
    const size = sizes[at] ?? line.height;
    const [first, ...rest] = line.words;
    if (!first) return;
    const fromRight = leadsFromRight(line.words);
    const own = onlyMarks.test(first.text) ? [first, whole(first, size, image)] : [first];
    const shown =
      first.text.length <= 4 && rest.length > 0 && own.find((box) => isBullet(box, rest, size, image));
    if (shown) {
      made[at] = { ...line, words: [asBullet(shown), ...rest] };
      return;
    }
    const mark = before(line, size, fromRight, image);
    if (!mark || lines.some(({ words }) => words.some((word) => overlap(word, mark, 0)))) return;

    if (isBullet(mark, line.words, size, image))
      made[at] = { ...line, words: [asBullet(mark), ...(specks.test(first.text) ? rest : line.words)] };
    // Alone, a digit is often misread.
    else if (mark.y1 - mark.y0 > t.lowestNumber * size && mark.y1 - mark.y0 < t.highestNumber * size)
      alone.push({
        at,
        mark,
        box: fromRight ? mark : boxAround([mark, ...line.words.slice(0, t.markedWords)]),
      });
  });
  if (alone.length === 0 || alone.length > mostMarks) return made;
  const texts = read(alone.map(({ box }) => box));
  alone.forEach(({ at, mark }, k) => {
    const line = made[at];
    if (line) made[at] = withCounted(line, mark, texts[k] ?? "");
  });

  return made;
}
