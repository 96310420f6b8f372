/** German sharp s, which the Latin model takes for a B or an R, or reads twice: "GroBmüller", "WeißBbrot". */
import type { FoundLine, FoundWord } from "../tesseract/tesseract.ts";
import { germanWords as t } from "../tolerances/tolerances.ts";

/** Words of nearly every German text that few other languages have. */
const common: ReadonlySet<string> = new Set(
  "der die das und ist nicht mit von dem den ein eine im zu auf für sich auch werden wird sind oder".split(
    " ",
  ),
);
/** A letter that was read in addition to ß, before another small letter or at the end. */
const twice = /ß[BRb](?!\p{Lu})/gu;
/** A capital letter where only ß can be: after a vowel within a word. */
const capital = /(?<=\p{L}[aeiouyäöü])[BR](?!\p{Lu})/gu;
/** Only German has these in words with ß; no name in mixed case does. */
const umlaut = /[äöü]/u;

/** Whether a text seems to be German. */
function isGerman(lines: readonly FoundLine[]): boolean {
  const words = lines.flatMap((line) => line.words.map(({ text }) => text));
  const known = new Set(words.filter((text) => common.has(text.toLowerCase())));
  return known.size >= t.fewestCommon || words.some((text) => /ß|[äöü]\p{Ll}/u.test(text));
}

function withSharpS(word: FoundWord): FoundWord {
  const text = word.text.replaceAll(twice, "ß");
  // Names in mixed case, such as LaBelle, are read with confidence.
  const isMisread = word.confidence < t.sureCapital || umlaut.test(text);
  return { ...word, text: isMisread ? text.replaceAll(capital, "ß") : text };
}

/** The lines with ß restored, if they are German. */
export function withSharpSs(lines: readonly FoundLine[]): readonly FoundLine[] {
  if (!isGerman(lines)) return lines;
  return lines.map((line) => {
    const words = line.words.map(withSharpS);
    if (words.every(({ text }, at) => text === line.words[at]?.text)) return line;
    let text = line.text;
    for (const [at, word] of line.words.entries())
      text = text.replace(word.text, () => words[at]?.text ?? word.text);
    return { ...line, words, text };
  });
}
