/**
 * The word check: decides for every string of a new file whether it says what must be gone. It reads a string in each way that a
 * program may, and matches as a search would, and in a joined form, in which only letters and digits count.
 */
import { Buffer } from "node:buffer";
import { unescapeXml } from "../../core/xml/text.ts";
import { latin1 } from "../../cos/syntax/value.ts";
import { decodeText } from "../../document/text-string.ts";
import { type Matcher, type MatchOptions, textMatcher } from "../../search/matcher.ts";
import { type Range, SearchPage } from "../../search/search-page.ts";

/** One of the caller's items, and how to find it. */
export interface Wanted {
  readonly name: string;
  readonly find: Matcher;
  /** If it is a text: what to look for in the joined form. */
  readonly text?: string;
  readonly matchCase?: boolean;
}

/** A text to remove: as a search finds it, and where its letters are apart. */
export function wantedText(text: string, options: MatchOptions): Wanted {
  const plain = textMatcher(text, options);
  const joined = joinedForm(text, options.matchCase);
  if (!isJoinable(joined)) return { name: text, find: plain, text, matchCase: options.matchCase };
  const find: Matcher = (page) => {
    const found = plain(page);
    if (!joinedForm(page.text, options.matchCase).includes(joined)) return found;
    const apart = rangesApart(page.text, joined, options.matchCase).filter(
      ({ start, end }) => !found.some((range) => range.start < end && range.end > start),
    );
    return apart.length === 0 ? found : [...found, ...apart].sort((a, b) => a.start - b.start);
  };
  return { name: text, find, text, matchCase: options.matchCase };
}

/** Where whole words that follow each other together spell a text, also on separate lines. */
function rangesApart(text: string, wanted: string, matchCase: boolean): Range[] {
  const found: Range[] = [];
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}\p{DI}]+/gu)].map(({ 0: word, index }) => ({
    text: joinedForm(word, matchCase),
    start: index,
    end: index + word.length,
  }));
  for (let first = 0; first < words.length; first++) {
    let spelled = "";
    for (let last = first; last < words.length && wanted.startsWith(spelled); last++) {
      const word = words[last];
      if (!word) break;
      spelled += word.text;
      if (spelled !== wanted) continue;
      found.push({ start: words[first]?.start ?? 0, end: word.end });
      first = last;
      break;
    }
  }
  return found;
}

/** What a string is. A word in ordinary text counts as a search finds it; names, addresses and file names join words. */
export type Saying = "text" | "name" | "address";

/** Letters, or digits alone, that the joined form takes; from the last number of characters on, it is also found inside names. */
const leastLetters = 4;
const leastDigits = 6;
const leastInside = 8;
/** Letters and digits that a line of removed text needs to be looked for. */
const leastOfLine = 4;
/** Maximum length of a remembered text, and how many are remembered. */
const longestKnown = 400;
const mostKnown = 50_000;

interface Joined {
  /** Of the caller's item, if it is one. */
  readonly name?: string;
  readonly text: string;
  readonly matchCase: boolean;
}

export class WordCheck {
  readonly #wanted: readonly Wanted[];
  readonly #joined: readonly Joined[];
  readonly #lines: readonly Matcher[];
  readonly #known = new Map<string, boolean>();
  /** Names of the items that were found in a checked string. */
  readonly hits = new Set<string>();

  /** `lines`: texts that were removed from areas, and that no page shows anymore. */
  constructor(wanted: readonly Wanted[], lines: Iterable<string> = []) {
    this.#wanted = wanted;
    const texts = wanted.flatMap(({ name, text, matchCase = false }) =>
      text === undefined ? [] : [{ name, text: joinedForm(text, matchCase), matchCase }],
    );
    const own = [...new Set([...lines].map((line) => line.replace(/\s+/g, " ").trim()))].filter(
      (line) => (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= leastOfLine,
    );
    const ofLines = own.map((line) => ({ text: joinedForm(line, false), matchCase: false }));
    this.#joined = [...texts, ...ofLines].filter(({ text }) => isJoinable(text));
    this.#lines = own.map((line) =>
      textMatcher(line, { matchCase: false, wholeWords: true, matchAccents: false }),
    );
  }

  /** Whether a text, in any way it can be read, says one of the words. */
  isIn(text: string, saying: Saying = "text"): boolean {
    if (!/[\p{L}\p{N}]/u.test(text)) return false;
    if (text.length > longestKnown) return this.#isIn(text, saying);
    const key = `${saying} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#isIn(text, saying);
    if (this.#known.size < mostKnown) this.#known.set(key, found);
    return found;
  }

  /** The same for a string object, whatever its encoding. */
  isInBytes(bytes: Uint8Array, saying: Saying = "text"): boolean {
    return textsOf(bytes).some((text) => this.isIn(text, saying));
  }

  #isIn(text: string, saying: Saying): boolean {
    return formsOf(text).some((form) => this.#isSaid(form, saying));
  }

  #isSaid(text: string, saying: Saying): boolean {
    let found = false;
    const plain = joinedForm(text, true);
    const small = lowered(plain);
    for (const one of this.#joined)
      if ((one.matchCase ? plain : small).includes(one.text) && hasJoined(text, one, saying !== "text")) {
        if (one.name !== undefined) this.hits.add(one.name);
        found = true;
      }
    // A name of the syntax isn't ordinary text: in it, a word must be whole.
    if (saying === "name") return found;
    const page = new SearchPage([{ text, lines: [] }]);
    for (const { name, find } of this.#wanted)
      if (find(page).length > 0) {
        this.hits.add(name);
        found = true;
      }
    return found || this.#lines.some((find) => find(page).length > 0);
  }
}

function isJoinable(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters >= leastLetters || text.length >= leastDigits;
}

const isAscii = /^[\0-\x7f]*$/;
/** In small letters, with one form of sigma, since another letter may follow. */
const lowered = (text: string) => text.toLowerCase().replaceAll("ς", "σ");

/** Only letters and digits, in compatibility form. */
export function joinedForm(text: string, matchCase: boolean): string {
  if (isAscii.test(text)) {
    const plain = text.replace(/[^A-Za-z0-9]+/g, "");
    return matchCase ? plain : plain.toLowerCase();
  }
  const plain = text.normalize("NFKD").replace(/[^\p{L}\p{N}]|\p{DI}/gu, "");
  return matchCase ? plain : lowered(plain);
}

/** Whether whole words of a text together spell another; long ones may be part of words too, if `inside`. */
function hasJoined(text: string, { text: wanted, matchCase }: Joined, inside: boolean): boolean {
  const isAnywhere = inside && wanted.length >= leastInside;
  let whole = "";
  const borders = new Set<number>();
  for (const [word] of text
    .normalize("NFKD")
    .replace(/[\p{M}\p{DI}]/gu, "")
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    borders.add(whole.length);
    whole += matchCase ? word : lowered(word);
  }
  borders.add(whole.length);
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1))
    if (isAnywhere || (borders.has(at) && borders.has(at + wanted.length))) return true;
  return false;
}

/** A text as it is, and without the escapes of addresses, XML and scripts. */
function formsOf(text: string): string[] {
  const forms = [text];
  if (/%[0-9A-Fa-f]{2}|\+/.test(text)) forms.push(percentDecoded(text.replaceAll("+", " ")));
  if (text.includes("&")) forms.push(unescapeXml(unescapeXml(text)).replaceAll("\u00a0", " "));
  if (text.includes("\\")) forms.push(withoutEscapes(text));
  if (text.includes("<")) forms.push(text.replace(/<[^<>]*>/g, ""));
  return forms;
}

/** An address without its percent escapes: UTF-8, or Latin-1 where it isn't. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
    const decoded = bytes.toString("utf8");
    return decoded.includes("\ufffd") ? bytes.toString("latin1") : decoded;
  });
}

/** `\u0041`, `\x41`, `\101` and `\'` as scripts and strings write them. */
const escaped = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([0-7]{1,3})|(.))/gs;

const withoutEscapes = (text: string): string =>
  text.replace(escaped, (_, wide?: string, short?: string, octal?: string, other = "") => {
    const digits = wide ?? short;
    if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
    return octal === undefined ? other : String.fromCharCode(Number.parseInt(octal, 8));
  });

/** Language escapes of any length. */
const languages = /\u001b[^\u001b]{0,40}\u001b/g;

/** A string's bytes as text, in every encoding that it may have. */
export function textsOf(bytes: Uint8Array): string[] {
  const found = new Set([decodeText(bytes)]);
  const codes = latin1(bytes);
  if (/[\x80-\xff]/.test(codes)) {
    found.add(codes);
    found.add(new TextDecoder("utf-8").decode(bytes));
  }
  if (/[\0-\x08\x0b\x0e-\x1f]/.test(codes)) {
    for (const start of [0, 1])
      for (const encoding of ["utf-16be", "utf-16le"] as const)
        found.add(new TextDecoder(encoding).decode(bytes.subarray(start)));
    found.add(codes);
  }
  for (const text of [...found]) if (text.includes("\u001b")) found.add(text.replaceAll(languages, ""));
  for (const text of [...found])
    if (text.includes("\0")) {
      found.delete(text);
      found.add(text.replace(byBytes, withoutNuls)).add(withoutNuls(text));
    }
  return [...found];
}

/** Letters of UTF-16 that were read byte by byte. */
const byBytes = /(?:\0[^\0]){4,}|(?:[^\0]\0){4,}/g;
/** The NULs in them don't part words; others may. */
const withoutNuls = (text: string): string => text.replaceAll("\0", "");
