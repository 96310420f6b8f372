/**
 * Numbers as tables print them: decimal and thousands separators of several languages, signs before or after, parentheses,
 * percent and currency. A text is read only as a whole; where it has two readings, the column decides.
 */

/** The characters that separate thousands and decimals; "" for none. A space stands for all kinds of spaces. */
export interface Separators {
  readonly group: "" | "," | "." | "'" | " ";
  readonly decimal: "" | "," | ".";
}

/** How a negative number is marked. */
type Mark = "minus" | "trailing" | "parentheses";

export interface PrintedNumber extends Separators {
  readonly value: number;
  /** Digits after the decimal separator. */
  readonly decimals: number;
  /** Whether thousands are grouped by two beyond the first three digits, as in India. */
  readonly lakh: boolean;
  readonly percent: boolean;
  /** As printed; "" for none. */
  readonly currency: string;
  /** Whether the currency precedes the digits. */
  readonly before: boolean;
  /** Whether a space separates the digits from the currency or the percent sign. */
  readonly spaced: boolean;
  readonly mark?: Mark | undefined;
}

const spaces = /[\u0020\u00a0\u2007\u2009\u202f]/g;
const currencies = "(?:[$€£¥₹₽₺₩₪฿₫₦₴]|(?:US|A|C|NZ|HK|R)\\$|[A-Z]{3}|kr\\.?|Kč|zł|Ft|Rs\\.?|Fr\\.?)";
const shape = new RegExp(
  `^(\\()?([-−–+])?(${currencies})?( ?)([-−–+])?(\\d(?:[\\d.,' ]*\\d)?)( ?%)?( ?)(${currencies})?([-−–+])?(\\))?$`,
  "u",
);
/** A spreadsheet's numbers keep no more digits. */
const mostDigits = 15;
/** Longer texts aren't numbers. */
const mostLength = 40;
const code = /^[A-Z]{3}$/;
/** ISO 4217: other words of three capitals are units, or names. */
const codes = new Set(
  "AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PEN PHP PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR".split(
    " ",
  ),
);

/** Every way to read a text as a number; none if it isn't one. `1.234` has two. */
export function readNumber(text: string): PrintedNumber[] {
  const plain = text.trim().replace(spaces, " ").replaceAll("’", "'");
  const match = plain.length > mostLength ? null : shape.exec(plain);
  if (!match) return [];
  const [, open, first, prefix, gapBefore, second, digits = "", percent, gapAfter, suffix, last, close] =
    match;
  const signs = [first, second, last].filter((sign) => sign !== undefined);
  const currency = prefix ?? suffix ?? "";
  const known = !code.test(currency) || codes.has(currency);
  const isWhole =
    (open === undefined) === (close === undefined) && signs.length <= (open === undefined ? 1 : 0);
  const oneUnit = [prefix, suffix, percent].filter((unit) => unit !== undefined).length <= 1;
  if (!known || !isWhole || !oneUnit) return [];
  const mark = markOf(open !== undefined, last, signs[0]);

  return readDigits(digits).map(({ value, ...read }) => ({
    ...read,
    value: (percent === undefined ? value : Number(`${value}e-2`)) * (mark === undefined ? 1 : -1),
    percent: percent !== undefined,
    currency,
    before: prefix !== undefined,
    spaced: (prefix === undefined ? (percent ?? gapAfter) : gapBefore)?.startsWith(" ") ?? false,
    mark,
  }));
}

function markOf(parentheses: boolean, last: string | undefined, sign: string | undefined): Mark | undefined {
  if (parentheses) return "parentheses";
  if (sign === undefined || sign === "+") return undefined;
  return last === undefined ? "minus" : "trailing";
}

/** Separators of German, English, Swiss and French texts, and of ISO 80000. */
export const separators: readonly Separators[] = [
  { group: ",", decimal: "." },
  { group: ".", decimal: "," },
  { group: "'", decimal: "." },
  { group: "'", decimal: "," },
  { group: " ", decimal: "," },
  { group: " ", decimal: "." },
];

const byThree = /^\d{1,3}(?:g\d{3})+$/;
const byTwo = /^\d{1,2}(?:g\d{2})*g\d{3}$/;

type Digits = Pick<PrintedNumber, "value" | "decimals" | "group" | "decimal" | "lakh">;

function readDigits(digits: string): Digits[] {
  if (digits.replaceAll(/\D/g, "").length > mostDigits) return [];
  const found = new Map<string, Digits>();

  for (const { group, decimal } of separators) {
    const [whole = "", fraction, ...more] = digits.split(decimal);
    if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) continue;
    const isGrouped = whole.includes(group);
    const pattern = whole.replaceAll(group, "g");
    const lakh = group === "," && !byThree.test(pattern) && byTwo.test(pattern);
    if (isGrouped ? !byThree.test(pattern) && !lakh : !/^\d+$/.test(whole)) continue;
    // Digits that begin with zero are a code.
    if (/^0\d/.test(whole)) continue;
    const used: Separators = {
      group: isGrouped ? group : "",
      decimal: fraction === undefined ? "" : decimal,
    };
    const value = Number(`${whole.replaceAll(group, "")}.${fraction ?? "0"}`);
    found.set(`${used.group}|${used.decimal}`, { ...used, value, decimals: fraction?.length ?? 0, lakh });
  }

  return [...found.values()];
}

/** Whether a text is nothing but dashes, which tables print for nothing. */
export const isDash = (text: string): boolean => /^[-−–—]+$/.test(text.trim());

/** Whether a text is a number, whatever its separators. */
export const isNumber = (text: string): boolean => readNumber(text).length > 0;
