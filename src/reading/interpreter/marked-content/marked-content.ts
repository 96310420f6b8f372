/** Marked content (ISO 32000-2, 14.6): what of it is hidden, and what text is told for it. */
import { artifactType, type Tag } from "../../../core/page-layout.ts";
import { readValue } from "../../../cos/syntax/parser.ts";
import { cursorOn } from "../../../cos/syntax/tokenizer.ts";
import { type CosDict, type CosValue, isDict, isString } from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { decodeText } from "../../../document/text-string.ts";
import type { Lexer } from "../content/lexer.ts";
import type { ActualTexts } from "../device/actual-text.ts";
import { maxMarks } from "../state/limits.ts";
import type { Scope } from "../state/resources.ts";
import { Unread } from "../state/unsupported.ts";
import { isHidden } from "./optional-content.ts";

/** What elements of the structure say of their content in a page: by MCID. */
export interface PageElements {
  /** The text that an element tells for its content. */
  readonly told?: ((mcid: number) => string | undefined) | undefined;
  /** The element itself, where tags are wanted. */
  readonly tag?: ((mcid: number) => Tag | undefined) | undefined;
}

const none: PageElements = {};

interface Span {
  /** Whether text is told for it. */
  readonly told: boolean;
  readonly tag: Tag | undefined;
  /** Of an artifact: the element that was being read before it. */
  readonly before?: Tag | undefined;
}

interface Properties {
  readonly mcid: number | undefined;
  readonly text: string | undefined;
}

const nothing = { told: false, tag: undefined, mcid: undefined, text: undefined } as const;

/** What artifacts belong to (14.8.2.2): no element, and behind them all. */
const artifact: Tag = {
  type: artifactType,
  parent: undefined,
  index: Number.MAX_SAFE_INTEGER,
  key: artifactType,
};

export class MarkedContent {
  readonly #document: PdfDocument;
  readonly #told: ActualTexts;
  /** The spans that are open in the stream being read. */
  #open: Span[] = [];
  /** The element to go back to once something is painted: the one around a span that has ended. */
  #back: Tag | undefined;
  /** The element that is being read. */
  #entered: Tag | undefined;
  #hidden = 0;
  elements: PageElements = none;
  /** No text is told: characters are read by their glyphs alone. */
  ignoreTold = false;

  readonly #tell: (tag: Tag | undefined) => void;

  /** `enter` is told of each element whose content begins. */
  constructor(document: PdfDocument, told: ActualTexts, enter: (tag: Tag | undefined) => void) {
    this.#document = document;
    this.#told = told;
    this.#tell = enter;
  }

  #enter(tag: Tag | undefined): void {
    this.#entered = tag;
    this.#tell(tag);
  }

  /** Something is painted. */
  content(): void {
    if (this.#back === undefined) return;
    this.#enter(this.#back);
    this.#back = undefined;
  }

  /** Whether what is painted now is not to be seen. */
  get hidden(): boolean {
    return this.#hidden > 0;
  }

  /** `BMC`. */
  begin(lexer: Lexer): void {
    if (lexer.name === "Artifact" && this.elements.tag) this.#beginArtifact(false);
    else this.#push(nothing);
    if (this.#hidden > 0) this.#hidden++;
  }

  /** In a document with a structure, what an artifact shows belongs to no element: neither the one around it nor the last. */
  #beginArtifact(told: boolean): void {
    const before = this.#back ?? this.#entered;
    this.#push({ told, tag: artifact, before });
    this.#enter(artifact);
  }

  /** `BDC`: the tag is the first name; its properties are a second name, or a dictionary. */
  beginWith(lexer: Lexer, scope: Scope): void {
    const named =
      lexer.dictEnd === 0 && lexer.names > 1 ? scope.find("Properties", lexer.lastName) : undefined;
    const { mcid, text: own } = this.#properties(lexer, named);
    const tag = mcid === undefined ? undefined : this.elements.tag?.(mcid);
    const byElement = mcid === undefined || own !== undefined ? undefined : this.elements.told?.(mcid);
    const text = this.ignoreTold ? undefined : (own ?? byElement);
    if (lexer.name === "Artifact" && this.elements.tag && !tag) this.#beginArtifact(text !== undefined);
    else this.#push({ told: text !== undefined, tag });
    if (tag) this.#enter(tag);
    if (text !== undefined) this.#told.begin(text);
    if (this.#hidden > 0) this.#hidden++;
    else if (lexer.name === "OC") {
      const value = named ?? (lexer.dictEnd > 0 ? propertiesOf(lexer) : undefined);
      if (isHidden(this.#document, value)) this.#hidden++;
    }
  }

  #push(span: Span): void {
    this.#told.flush();
    this.#back = undefined;
    if (this.#open.length >= maxMarks) throw new Unread("marked content");
    this.#open.push(span);
  }

  end(): void {
    this.#pop();
    if (this.#hidden > 0) this.#hidden--;
  }

  #pop(): void {
    this.#told.flush();
    const span = this.#open.pop();
    if (span?.told) this.#told.end();
    if (!span?.tag) return;
    const around = this.#open.findLast(({ tag }) => tag !== undefined)?.tag;
    if (span.tag === artifact) this.#enter(around ?? span.before);
    else if (around) this.#back = around;
    else this.#enter(undefined);
  }

  /** Runs `work` on a stream within this one: spans do not reach from one into the other. */
  inForm(work: () => void): void {
    const open = this.#open;
    this.#open = [];
    work();
    while (this.#open.length > 0) this.#pop();
    this.#open = open;
  }

  /** The number and the text that the properties of a span tell. */
  #properties(lexer: Lexer, named: CosValue | undefined): Properties {
    let dict: CosDict | undefined;
    if (lexer.dictEnd > 0) {
      const mcid = onlyMcid(lexer);
      if (mcid >= 0) return { mcid, text: undefined };
      dict = propertiesOf(lexer);
    } else if (named !== undefined) {
      const value = this.#document.cos.resolve(named);
      if (isDict(value)) dict = value;
    }
    if (dict === undefined) return nothing;
    const { cos } = this.#document;
    const mcid = cos.resolve(dict.get("MCID"));
    const told = cos.resolve(dict.get("ActualText"));
    const text = isString(told) ? decodeText(told.bytes) : "";
    return { mcid: typeof mcid === "number" ? mcid : undefined, text: told === null ? undefined : text };
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
