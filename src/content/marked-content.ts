/** Marked content (ISO 32000-2, 14.6): what of it is hidden, and what text is told for it. */
import { cursorOn } from "../cos/lexer.ts";
import { readValue } from "../cos/parser.ts";
import { type CosDict, type CosValue, isDict, isString } from "../cos/value.ts";
import type { PdfDocument } from "../pdf/open.ts";
import { decodeText } from "../pdf/text-string.ts";
import type { ActualTexts } from "./actual-text.ts";
import type { Lexer } from "./lexer.ts";
import { maxMarks } from "./limits.ts";
import { isHidden } from "./optional-content.ts";
import type { Scope } from "./resources.ts";
import { Unread } from "./unread.ts";

/** Text told by an element of the structure tree for its content: by MCID, in the page or form that is read. */
export type ToldByElement = (mcid: number) => string | undefined;

export class MarkedContent {
  readonly #document: PdfDocument;
  readonly #told: ActualTexts;
  /** Of each span that is open in the stream being read: whether text is told for it. */
  #open: boolean[] = [];
  #hidden = 0;
  toldByElement: ToldByElement | undefined;
  /** No text is told: characters are read by their glyphs alone. */
  ignoreTold = false;

  constructor(document: PdfDocument, told: ActualTexts) {
    this.#document = document;
    this.#told = told;
  }

  /** Whether what is painted now is not to be seen. */
  get hidden(): boolean {
    return this.#hidden > 0;
  }

  /** `BMC`. */
  begin(): void {
    this.#push(false);
    if (this.#hidden > 0) this.#hidden++;
  }

  /** `BDC`: the tag is the first name; its properties are a second name, or a dictionary. */
  beginWith(lexer: Lexer, scope: Scope): void {
    const named =
      lexer.dictEnd === 0 && lexer.names > 1 ? scope.find("Properties", lexer.lastName) : undefined;
    const text = this.ignoreTold ? undefined : this.#toldText(lexer, named);
    this.#push(text !== undefined);
    if (text !== undefined) this.#told.begin(text);
    if (this.#hidden > 0) this.#hidden++;
    else if (lexer.name === "OC") {
      const value = named ?? (lexer.dictEnd > 0 ? propertiesOf(lexer) : undefined);
      if (isHidden(this.#document, value)) this.#hidden++;
    }
  }

  #push(told: boolean): void {
    this.#told.flush();
    if (this.#open.length >= maxMarks) throw new Unread("marked content");
    this.#open.push(told);
  }

  end(): void {
    this.#pop();
    if (this.#hidden > 0) this.#hidden--;
  }

  #pop(): void {
    this.#told.flush();
    if (this.#open.pop()) this.#told.end();
  }

  /** Runs `work` on a stream within this one: spans do not reach from one into the other. */
  inForm(work: () => void): void {
    const open = this.#open;
    this.#open = [];
    work();
    while (this.#open.length > 0) this.#pop();
    this.#open = open;
  }

  #toldText(lexer: Lexer, named: CosValue | undefined): string | undefined {
    let dict: CosDict | undefined;
    if (lexer.dictEnd > 0) {
      const mcid = onlyMcid(lexer);
      if (mcid >= 0) return this.toldByElement?.(mcid);
      dict = propertiesOf(lexer);
    } else if (named !== undefined) {
      const value = this.#document.cos.resolve(named);
      if (isDict(value)) dict = value;
    }
    if (dict === undefined) return undefined;
    const { cos } = this.#document;
    const text = cos.resolve(dict.get("ActualText"));
    if (text !== null) return isString(text) ? decodeText(text.bytes) : "";
    const mcid = cos.resolve(dict.get("MCID"));
    return typeof mcid === "number" ? this.toldByElement?.(mcid) : undefined;
  }
}

/** The MCID of `<</MCID n>>` and nothing else; -1 for any other dictionary. Most are such. */
function onlyMcid({ bytes, dictStart, dictEnd }: Lexer): number {
  let at = dictStart + 2;
  while (bytes[at] === 0x20) at++;
  if (bytes[at] !== 0x2f || bytes[at + 1] !== 0x4d || bytes[at + 2] !== 0x43) return -1;
  if (bytes[at + 3] !== 0x49 || bytes[at + 4] !== 0x44) return -1;
  at += 5;
  while (bytes[at] === 0x20) at++;
  let number = -1;
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[++at] ?? 0)
    number = Math.max(number, 0) * 10 + byte - 0x30;
  while (bytes[at] === 0x20) at++;
  return at + 2 === dictEnd ? number : -1;
}

function propertiesOf({ bytes, dictStart, dictEnd }: Lexer): CosDict {
  const value = readValue(cursorOn(bytes, dictStart, dictEnd));
  if (!isDict(value)) throw new Unread("properties");
  return value;
}
