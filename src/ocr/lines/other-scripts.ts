/**
 * Lines of Cyrillic or Greek among Latin ones: the Latin model reads them as look-alikes, with little confidence. The models of
 * those scripts read such lines again.
 */
import { overlap } from "../../core/geometry.ts";
import type { FoundLine } from "../tesseract/tesseract.ts";
import { otherScripts as t } from "../tolerances/tolerances.ts";
import { confidenceOf, lineBox } from "./found-lines.ts";

/** Letters that no Latin letter looks like; with them, a word of the script is certain. */
const own = /[бвгджзийлптфцчшщъыьэюяБГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯїєґђљњћџαβγδεζηθλμξπρσςφχψωΓΔΘΛΞΠΣΦΨΩάέήίύώόϊ]/gu;
const letters = /\p{L}/gu;
const latin = /\p{Script=Latin}/gu;
const countOf = (text: string, kind: RegExp) => text.match(kind)?.length ?? 0;

/** Letters that look alike, by script. */
const alike = {
  Cyrillic: pairsOf("AАBВCСEЕHНIІJЈKКMМOОPРSЅTТXХYУaаcсeеiіoоpрsѕxхyу"),
  Greek: pairsOf("AΑBΒEΕHΗIΙKΚMΜNΝOΟPΡTΤXΧYΥZΖoοvνuυ"),
};

function pairsOf(text: string): ReadonlyMap<string, string> {
  const letters = [...text];
  return new Map(
    letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1] ?? letter]] : [])),
  );
}

/** A line of another script, without Latin words if each letter of theirs looks like one of the script. */
function withoutAlike(line: FoundLine): FoundLine {
  const pairs = /\p{Script=Greek}/u.test(line.text) ? alike.Greek : alike.Cyrillic;
  const isAlike = (text: string) => (text.match(latin) ?? []).every((letter) => pairs.has(letter));
  if (!line.words.every(({ text }) => isAlike(text))) return line;
  const inScript = (text: string) => text.replaceAll(latin, (letter) => pairs.get(letter) ?? letter);
  const words = line.words.map((word) => ({ ...word, text: inScript(word.text) }));
  return { ...line, words, text: inScript(line.text) };
}

/** The lines that may be in another script, the most doubtful first. `most`: the confidence below which a line is doubtful. */
export function strangeLines(lines: readonly FoundLine[], most: number = t.doubtfulLine): FoundLine[] {
  return lines
    .filter((line) => confidenceOf([line]) < most && countOf(line.text, letters) >= t.fewestLetters)
    .toSorted((a, b) => confidenceOf([a]) - confidenceOf([b]))
    .slice(0, t.mostLines);
}

/** Letters of few languages: Latin words that are taken for Cyrillic have many, of several languages. */
const rare = /[ѕіїјєґђћќѓџљњһ]/giu;

/** Whether a reading shows another script, by most of its letters. */
function isOther(reading: FoundLine, made: FoundLine): boolean {
  const all = countOf(reading.text, letters);
  const others = all - countOf(reading.text, latin);
  const sure = confidenceOf([reading]);
  return (
    others >= Math.max(t.fewestLetters, t.mostLetters * all) &&
    countOf(reading.text, rare) <= t.rareLetters * others &&
    countOf(reading.text, own) >= t.ownLetters * others &&
    sure >= t.sureLine &&
    sure >= confidenceOf([made]) + t.surer
  );
}

/** The lines with those replaced that a reading shows in another script. `readings`: of several models, in the same places. */
export function withOtherScripts(
  lines: readonly FoundLine[],
  strange: readonly FoundLine[],
  readings: readonly FoundLine[],
): readonly FoundLine[] {
  const found = new Map<FoundLine, FoundLine>();
  for (const made of strange) {
    const [best] = readings
      .filter((reading) => overlap(lineBox(reading), lineBox(made), 0) && isOther(reading, made))
      .toSorted((a, b) => confidenceOf([b]) - confidenceOf([a]));
    if (best)
      found.set(made, {
        ...withoutAlike(best),
        first: made.first,
        height: made.height,
        baseline: made.baseline,
      });
  }
  return found.size === 0 ? lines : lines.map((line) => found.get(line) ?? line);
}
