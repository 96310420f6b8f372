/** Kinds of data on pages, each a linear-time expression and a check of what it finds. */
import { isIP } from "node:net";
import { type Matcher, patternMatcher } from "./matcher.ts";
import type { Range, SearchPage } from "./search-page.ts";

export const kinds = ["email", "phone", "iban", "credit_card", "ssn", "ip"] as const;
export type Kind = (typeof kinds)[number];

/** What an expression found: its text and the text after it. */
interface Candidate {
  readonly text: string;
  readonly after: string;
  /** Whether a number right before it, with a mark or space between them, may belong to it. */
  readonly isLater: boolean;
}

interface KindRule {
  /** Finds where the data starts, at least. */
  readonly pattern: string;
  /** The length of the data, in characters from the start of the match; 0: it isn't of this kind. */
  readonly length: (found: Candidate) => number;
  /** What before a match shows that it is part of something longer. */
  readonly continues: RegExp;
}

/** Endings of a text that continues a word or a number, and of one that continues a number alone. */
const afterWord = /[\p{L}\p{N}]$|\p{Nd}[-./:]$/u;
const afterNumber = /\p{Nd}[-./:]?$/u;

/** Spaces of all widths, and hyphens and dashes, inside a class of characters. */
const spaces = " \u00a0\u2007\u2009\u202f";
const dashes = "\u2010-\u2015\u2212-";
/** Between the groups of a number. */
const separators = new RegExp(`^[\\s._/${dashes}]{0,3}`);
const separatorsOfWords = new RegExp(`^[\\s.${dashes}]{0,3}`);

const when =
  (isRight: (text: string) => boolean) =>
  ({ text }: Candidate) =>
    isRight(text) ? text.length : 0;

const local = String.raw`[\p{L}\p{N}_%+!#$&'*=?^{|}~-]`;
const afterAreaCode = String.raw`\d{3}[${spaces}.${dashes}]{0,3}\d{4}\b`;
const ssnGap = `[${spaces}.${dashes}]{0,3}`;

const rules: Readonly<Record<Kind, KindRule>> = {
  // Addresses that don't fit on a line are parted after @, a dot or a hyphen.
  email: {
    pattern: String.raw`(?:"[^"\n]{1,64}"|${local}+(?:\.\n?${local}+)*)[${spaces}]?@`,
    length: emailLength,
    continues: /[^\s\S]/,
  },
  // With a country code, as in North America, or with the zero of a trunk line.
  phone: {
    pattern: String.raw`(?:\+|\b00)[1-9]\d{0,2}(?: ?\(0\))?(?:[${spaces}./()${dashes}]{0,2}\d){6,12}\b|(?:\b1[${spaces}.-]?)?(?:\(\d{3}\)[${spaces}.${dashes}]{0,2}${afterAreaCode}|\b[2-9]\d{2}(?:[./${dashes}]\d{3}[.${dashes}]|[${spaces}][2-9]\d{2}[${spaces}.${dashes}])\d{4}\b)|(?:\(0\d{1,5}\)|\b0\d{1,5})[${spaces}/${dashes}]{1,3}\d{2,}(?:[${spaces}${dashes}]?\d{2,}){0,4}\b`,
    length: when((text) => digitsOf(text).length <= 15),
    continues: afterWord,
  },
  iban: { pattern: String.raw`[A-Z]{2}\d{2}`, length: ibanLength, continues: /[^\s\S]/ },
  credit_card: { pattern: String.raw`\d+`, length: cardLength, continues: /[^\s\S]/ },
  ssn: {
    pattern: String.raw`\d{3}${ssnGap}\d{2}${ssnGap}\d{4}`,
    length: ssnLength,
    continues: afterNumber,
  },
  ip: {
    pattern: String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}`,
    length: when((text) => isIP(text) !== 0),
    continues: afterWord,
  },
};

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

const domainOf =
  /^\s?(\[[0-9A-Fa-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}]|[.-]\n?[\p{L}\p{N}-])*(?:\n[\p{Ll}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?)/u;

/** A domain continues after a break unless that begins a sentence, another word, or another address. */
function emailLength({ text, after }: Candidate): number {
  const [all = "", found = ""] = domainOf.exec(after) ?? [];
  if (found.startsWith("[")) return text.length + all.length;
  const [first = "", ...parts] = found.split("\n");
  let domain = first;
  for (const [k, part] of parts.entries()) {
    const isOther = k === parts.length - 1 && /^[\w%+.-]{0,64}\s?@/.test(after.slice(all.length));
    const isOpen = /[.-]$/.test(domain) || !domain.includes(".");
    const mayEnd = dotsIn(domain) > 1 && domain.endsWith(".") && !/^\p{L}{2,3}$|[^.]\.[^.]/u.test(part);
    if (isOther || !isOpen || mayEnd || !/^[\p{Ll}\p{N}]/u.test(part)) break;
    domain += `\n${part}`;
  }
  // The mark of a sentence isn't a part of it.
  domain = domain.replace(/[.-]$/, "");
  const isDomain = dotsIn(domain) > 0 && /\p{L}/u.test(domain);
  return isDomain ? text.length + all.length - found.length + domain.length : 0;
}

const dotsIn = (text: string) => text.split(".").length - 1;

/** By country, how many characters an IBAN has (ISO 13616-1, the registry, and countries that use it without being in it). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    "AD24 AE23 AL28 AO25 AT20 AZ28 BA20 BE16 BF28 BG22 BH22 BI27 BJ28 BR29 BY28 CF27 CG27 CH21 CI28 CM27 CR22 CV25 CY28 CZ24 " +
    "DE22 DJ27 DK18 DO28 DZ26 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GA27 GB22 GE22 GI23 GL18 GQ27 GR27 GT28 GW25 HN28 HR21 HU28 " +
    "IE22 IL23 IQ23 IR26 IS26 IT27 JO30 KM27 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MA28 MC27 MD24 ME22 MG27 MK19 ML28 " +
    "MN20 MR27 MT31 MU30 MZ25 NE28 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 " +
    "SM27 SN28 SO23 ST25 SV28 TD27 TG28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function ibanLength({ text, after }: Candidate): number {
  const wanted = ibanLengths.get(text.slice(0, 2).toUpperCase()) ?? 0;
  const all = text + after;
  let [plain, end] = ["", 0];
  while (plain.length < wanted) {
    const gap = plain.length >= 4 ? (separatorsOfWords.exec(all.slice(end))?.[0].length ?? 0) : 0;
    const character = all.charAt(end + gap);
    if (!/[0-9A-Za-z]/.test(character)) return 0;
    plain += character;
    end += gap + 1;
  }
  return wanted > 0 && !/^[0-9A-Za-z]/.test(all.slice(end)) && isIban(plain) ? end : 0;
}

/** ISO 7064, MOD 97-10. */
function isIban(plain: string): boolean {
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** How cards print their numbers, as the lengths of the groups; and those of digits alone. */
const cardShape = /^(?:4,4,4,4(?:,[1-3])?|4,6,[45]|4,4,5|1[3-9])$/;
const mostCardDigits = 19;

/** Groups of digits from the first on: as they are printed on cards, or in any groups if nothing like it precedes them. */
function cardLength({ text, after, isLater }: Candidate): number {
  const all = text + after;
  const groups = [text.length];
  let [end, count, found, plainGaps] = [text.length, text.length, 0, true];
  const check = () => {
    const isShape = cardShape.test(groups.join(",")) || (plainGaps && !isLater);
    if (count >= 13 && isShape && isCard(all.slice(0, end))) found = end;
  };

  while (count <= mostCardDigits) {
    check();
    const gap = separators.exec(all.slice(end))?.[0] ?? "";
    const group = /^\d+/.exec(all.slice(end + gap.length, end + gap.length + mostCardDigits + 1))?.[0] ?? "";
    if (gap === "" || group === "") break;
    plainGaps &&= /^[ \n-]$/.test(gap);
    groups.push(group.length);
    count += group.length;
    end += gap.length + group.length;
  }

  return found;
}

/** ISO/IEC 7812-1, annex B (Luhn). */
function isCard(text: string): boolean {
  const digits = [...digitsOf(text)].reverse().map(Number);
  const sum = digits.reduce((all, digit, at) => {
    const doubled = at % 2 === 0 ? digit : digit * 2;
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum > 0 && sum % 10 === 0;
}

/** Area, group and number are never zero; areas from 900 on belong to another registry. */
function ssnLength({ text, after }: Candidate): number {
  const isPart = /^(?:[.,]?\d|[\p{L}_])/u.test(after);
  return isPart || /^(?:000|666|9)|^\d{3}00|0000$/.test(digitsOf(text)) ? 0 : text.length;
}

/** How much of the text after a match a rule sees. */
const reach = 300;

/** Finds data of a kind. */
export function kindMatcher(kind: Kind): Matcher {
  const { pattern, length, continues } = rules[kind];
  const find = patternMatcher(pattern, { matchCase: false, wholeWords: false, matchAccents: true }, "kinds");
  return (page: SearchPage) => {
    const hits: Range[] = [];
    for (const match of find(page)) {
      // What belongs to the last one doesn't begin the next one.
      const last = hits.at(-1)?.end ?? 0;
      const between = /^[.\s]*/.exec(page.text.slice(last, last + 4))?.[0].length ?? 0;
      const start = Math.max(match.start, hits.length > 0 ? last + between : 0);
      const before = page.text.slice(Math.max(0, start - 4), start);
      if (start >= match.end || continues.test(before)) continue;
      const own = length({
        text: page.text.slice(start, match.end),
        after: page.text.slice(match.end, match.end + reach),
        isLater: /\d[^\p{L}\p{N}]{1,3}$/u.test(before),
      });
      if (own > 0) hits.push({ start, end: start + own });
    }
    return hits;
  };
}
