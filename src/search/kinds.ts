/** Kinds of data on pages, each a linear-time expression and a check of its matches. */
import { isIP } from "node:net";
import { type Matcher, patternMatcher } from "./matcher.ts";
import type { Range, SearchPage } from "./search-page.ts";

export const kinds = ["email", "phone", "iban", "credit_card", "ssn", "ip"] as const;
export type Kind = (typeof kinds)[number];

interface KindRule {
  readonly pattern: string;
  /** The length of the match that is of this kind, in characters; 0: none. */
  readonly length: (text: string) => number;
}

const all = (text: string) => text.length;
const when = (isRight: (text: string) => boolean) => (text: string) => (isRight(text) ? text.length : 0);

const rules: Readonly<Record<Kind, KindRule>> = {
  email: {
    pattern: String.raw`[\p{L}\p{N}][\p{L}\p{N}._%+'-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
    length: all,
  },
  // With a country code, as in North America, or with the zero of a trunk line.
  phone: {
    pattern: String.raw`(?:\+|\b00)[1-9]\d{0,2}(?: ?\(0\))?(?:[ ./()-]{0,2}\d){6,12}\b|(?:\b1[ .-]?)?(?:\([2-9]\d{2}\) ?|\b[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}\b|(?:\(0\d{1,5}\)|\b0\d{1,5})[ /-]{1,3}\d{2,}(?:[ -]?\d{2,}){0,4}\b`,
    length: when((text) => digitsOf(text).length <= 15),
  },
  iban: {
    pattern: String.raw`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b`,
    length: (text) => longest(text, 15, isIban),
  },
  credit_card: { pattern: String.raw`\b\d(?:[ -]?\d){12,18}\b`, length: (text) => longest(text, 13, isCard) },
  ssn: {
    pattern: String.raw`\b\d{3}[- ]\d{2}[- ]\d{4}\b`,
    // Area, group and number are never zero; areas from 900 on belong to another registry.
    length: when((text) => !/^(?:000|666|9)|^.{4}00|0000$/.test(text)),
  },
  ip: {
    pattern: String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}`,
    length: when((text) => isIP(text) !== 0),
  },
};

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

/** The longest prefix of a text, at least this long, that passes a check: text after a number may look like more of it. */
function longest(text: string, least: number, isRight: (text: string) => boolean): number {
  for (let end = text.length; end >= least; end--)
    if (!/[\s-]/.test(text.charAt(end - 1)) && isRight(text.slice(0, end))) return end;
  return 0;
}

/** ISO 7064, MOD 97-10. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(/\s/g, "");
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** ISO/IEC 7812-1, annex B (Luhn). */
function isCard(text: string): boolean {
  const digits = [...digitsOf(text)].reverse().map(Number);
  const sum = digits.reduce((all, digit, at) => {
    const doubled = at % 2 === 0 ? digit : digit * 2;
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length >= 13 && sum > 0 && sum % 10 === 0;
}

/** Endings of a text that continues a number or a word. */
const continuation = /[\p{L}\p{N}]$|\p{Nd}[-./:]$/u;

/** Finds data of a kind. */
export function kindMatcher(kind: Kind): Matcher {
  const { pattern, length } = rules[kind];
  const matchCase = kind === "iban";
  const find = patternMatcher(pattern, { matchCase, wholeWords: false, matchAccents: true }, "kinds");
  return (page: SearchPage) =>
    find(page).flatMap(({ start, end }): Range[] => {
      if (continuation.test(page.text.slice(Math.max(0, start - 2), start))) return [];
      const own = length(page.text.slice(start, end).replaceAll("\n", " "));
      return own > 0 ? [{ start, end: start + own }] : [];
    });
}
