/**
 * Decides which short lines are headings: a table of rules, of which the first that applies decides. A new rule is a new row,
 * with an example in `test/reading/layout/heading-rules.test.ts`.
 */

import { isLed } from "../columns/leaders.ts";
import { isTiny, type Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import { type Decision, decide, type LayoutRule } from "../model/rule.ts";
import { isNameHeading } from "../paragraphs/code-lines.ts";
import { saysFormula } from "../paragraphs/formulas.ts";
import * as t from "../tolerances/tolerances.ts";
import {
  type Candidate,
  candidateOf,
  headsParagraph,
  isApart,
  isBookmarked,
  isLabel,
  type Surroundings,
  smallestScale,
} from "./candidate.ts";

const numbered =
  /^(?:(?:chapter|section|part|appendix|annex|kapitel|abschnitt|teil|§|article|artikel)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s+\S/iu;
const numberOnly = /^(\d{1,2}(?:\.\d{1,3}){0,5})\.?\s+\p{Lu}/u;
/**
 * Names before a caption's number, by language: en, de, fr, es and pt, it, nl and sv, fi, pl, cs, tr, vi; el; ru; zh, ja, ko;
 * ar; he; hi; th.
 */
const captionNames = [
  "fig(?:ure|\\.)?|table|tab\\.|box|scheme|listing|chart|diagram|exhibit|illustration|plate",
  "abb(?:ildung|\\.)|tabelle|schaubild|tableau|graphique|schéma|figura|tabla|tabela|cuadro|quadro|gráfico|tabella|grafico",
  "figuu?r|afbeelding|tabell?|bild|kuvi?o|kuva|taulukko|rys(?:unek|\\.)|wykres|obr(?:ázek|\\.)|tabulka|şekil|tablo|hình|bảng",
  "εικόνα|πίνακας|σχήμα|рис(?:унок|\\.)?|табл(?:ица|\\.)|图|圖|表|図|그림|표|(?:ال)?شكل|(?:ال)?جدول|איור|טבלה|चित्र|तालिका|รูปที่|ตารางที่",
];
const caption = new RegExp(
  `^(?:${captionNames.join("|")})\\s*(?:(?:[A-Z]{1,3}[.-]?)?\\p{Nd}|[IVX]+(?!\\p{L}))`,
  "iu",
);
/** Books number these by chapter; alone, as in "Example 2", they may head a section. */
const example =
  /^(?:example|beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld|exempel|пример|例)\s*\d{1,3}[.-]\d/iu;

export const isCaption = (text: string) => caption.test(text) || example.test(text);

/** Number of parts in a heading's number: 3 for "2.1.4"; 0 if none. */
export function numberDepth(text: string): number {
  const number =
    numberOnly.exec(text)?.[1] ?? (/^[\p{L}§]+\s/u.test(text) ? undefined : numbered.exec(text)?.[1]);
  return number === undefined ? 0 : number.split(".").length;
}

/** Labels next to a note, which head nothing; languages as above. */
const labels = [
  "note|tip|warning|caution|important|attention|danger|hint|notice|hinweis|tipp|warnung|achtung|vorsicht|wichtig|anmerkung|gefahr",
  "remarque|conseil|avertissement|astuce|prudence|nota|consejo|sugerencia|advertencia|aviso|precaución|importante|atención",
  "dica|cuidado|atenção|advertência|suggerimento|avviso|avvertenza|attenzione|pericolo|opmerking|waarschuwing|let op|belangrijk",
  "obs|varning|viktigt|viktig|advarsel|bemærk|merk|huomautus|huom|varoitus|vinkki|tärkeää|uwaga|wskazówka|ostrzeżenie|ważne",
  "poznámka|varování|upozornění|důležité|uyarı|dikkat|önemli|ipucu|lưu ý|ghi chú|cảnh báo|σημείωση|προειδοποίηση|προσοχή",
  "примечание|внимание|важно|совет|предупреждение|замечание|осторожно|注意|警告|重要|提示|说明|備考|注記|ヒント|참고|주의|경고|중요|팁",
  "ملاحظة|تحذير|تنبيه|هام|הערה|אזהרה|חשוב|नोट|चेतावनी|หมายเหตุ|คำเตือน",
];
const label = new RegExp(`^(?:${labels.join("|")})\\s?[:!：！]?$`, "iu");
const longestLabel = 20;

/** A chapter's first paragraph is often set slightly larger than the others. */
const isSentences = (text: string): boolean =>
  text.length > t.leastSentence &&
  /\.$/.test(text) &&
  (text.length > t.longSentence || /[.!?]\s+\p{Lu}/u.test(text)) &&
  numberDepth(text) === 0;

/** The answer of a rule whose matches aren't headings. */
const noneIf = (covered: boolean) => (covered ? false : undefined);
const letterCount = (text: string) => text.replaceAll(/[^\p{L}]/gu, "").length;
const isQuestion = (text: string) => /\?$/.test(text);

export const headingRules: readonly LayoutRule<Candidate, boolean>[] = [
  {
    name: "bookmark",
    why: "A line with the title of a bookmark on this page is a heading, whatever it looks like.",
    decide: (seen) => isBookmarked(seen) || undefined,
  },
  {
    name: "tiny",
    why: "Text too small to see heads nothing visible.",
    decide: ({ lines }) => noneIf(lines.every(isTiny)),
  },
  {
    name: "item of a list",
    why: "A line that begins with a list marker, and continues its count, is an item.",
    decide: ({ around }) => noneIf(around?.own.items !== undefined),
  },
  {
    name: "run-in",
    why: "Bold words before a wide space, at the beginning of a paragraph, head it.",
    decide: ({ first }) => first.runIn || undefined,
  },
  {
    name: "turned",
    why: "Text at an angle belongs to a watermark or a drawing.",
    decide: ({ first }) => noneIf(!first.horizontal),
  },
  {
    name: "within the text",
    why: "A heading is set apart, by space or by larger type, and is in one style.",
    decide: (seen) => noneIf(!isApart(seen)),
  },
  {
    name: "long, or no words",
    why: "Headings are short, and have letters.",
    decide: ({ text }) => noneIf(text.length > t.longestHeading || !/\p{L}/u.test(text)),
  },
  {
    name: "code",
    why: "Monospaced type is code, unless it is the name of something explained below.",
    decide: ({ first, style }) => noneIf(first.mono && !style.bodyMono && !isNameHeading(first, style)),
  },
  {
    name: "caption, contents or formula",
    why: "These are set apart as headings are: a figure's number, a line that dots lead to a page's, signs of mathematics.",
    decide: ({ text }) => noneIf(isCaption(text) || isLed(text) || saysFormula(text)),
  },
  {
    name: "few letters",
    why: "Headings are words: text with fewer than two letters, or more symbols than letters, is a value.",
    decide: ({ text }) =>
      noneIf(letterCount(text) < 2 || letterCount(text) < t.letterShare * text.replaceAll(/\s/g, "").length),
  },
  {
    name: "end of a sentence",
    why: "Text that begins in lowercase and ends with a period continues from elsewhere.",
    decide: ({ text }) => noneIf(/^\p{Ll}.*\.$/u.test(text)),
  },
  {
    name: "label of a note",
    why: "Note and Warning are next to their text, and head nothing; manuals set them larger than the text, and slides use them in even larger type as titles.",
    decide: ({ text, scale }) =>
      noneIf(scale < t.largestLabel && text.length <= longestLabel && label.test(text)),
  },
  {
    name: "label in a figure",
    why: "A word or two in lowercase, where no line of the page begins or is centered, label a part of a drawing.",
    decide: (seen) => noneIf(isLabel(seen)),
  },
  {
    name: "larger",
    why: "Larger type heads the following text; if only slightly larger, it may be a chapter's first paragraph, or a continued list.",
    decide: ({ lines, text, scale }) => {
      if (scale < t.larger || (scale < t.muchLarger && /[,;]$/.test(text))) return undefined;
      return (
        scale > t.muchLarger ||
        (lines.length <= (isQuestion(text) ? t.headingLines : t.largeLines) && !isSentences(text))
      );
    },
  },
  {
    name: "bold",
    why: "Separate bold type heads the following text, unless it is a bold sentence: longer, or with a sentence ending.",
    decide: (seen) => {
      const { lines, first, text, scale, style } = seen;
      if (!first.bold || style.bodyBold || scale <= smallestScale(seen)) return undefined;
      if (lines.length > (isQuestion(text) ? t.headingLines : t.boldLines)) return false;
      // Browsers set the lower headings smaller than the text.
      if (scale <= t.usualBold && /[:\d]$/.test(text)) return false;
      // In body size, an exclamation is a bold sentence; slightly larger, it may head a section.
      const ends = scale < t.sentenceScale ? /[.,;!。，；！]$/u : /[.,;。，；]$/u;
      return !ends.test(text) || numberDepth(text) > 0;
    },
  },
  {
    name: "italic",
    why: "A line in italics heads a paragraph at its edge, or anything on a scan, where captions have no other place; at the top of a page, it is a running line.",
    decide: (seen) => {
      const { lines, first, text, scale, around } = seen;
      const short = lines.length === 1 && text.length < t.longestSmall && scale > t.usualBold;
      if (!first.italic || !short || !around || around.flow.items[0]?.box === first.box) return undefined;
      if (!around.flow.recognized && !headsParagraph(seen)) return undefined;
      return /^[\p{Lu}\p{Nd}].*[^\p{P}]$/u.test(text) || undefined;
    },
  },
  {
    name: "numbered",
    why: "A number and capitals, or slanted type, set apart: 2.1 METHOD.",
    decide: ({ lines, first, text }) => {
      if (
        numberDepth(text) === 0 ||
        lines.length > 1 ||
        text.length >= t.longestNumbered ||
        /[.,;:]$/.test(text)
      )
        return undefined;
      return first.italic || text === text.toUpperCase();
    },
  },
];

export function headingRule(
  lines: readonly Line[],
  style: DocumentStyle,
  around?: Surroundings,
): Decision<boolean> | undefined {
  const seen = candidateOf(lines, style, around);
  return seen && decide(headingRules, seen);
}
