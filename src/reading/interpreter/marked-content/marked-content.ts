/** Marked content (ISO 32000-2, 14.6): which parts are hidden, and which `ActualText` replaces them. */
import { artifactType, type Tag } from "../../../core/page-layout.ts";
import type { Lexer } from "../../../cos/syntax/content/lexer.ts";
import { Unsupported } from "../../../cos/syntax/content/unsupported.ts";
import type { Cursor } from "../../../cos/syntax/tokenizer.ts";
import { type CosDict, type CosValue, isDict, isString } from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { decodeText } from "../../../document/text-string.ts";
import type { ActualTexts } from "../device/actual-text.ts";
import { maxMarks } from "../state/limits.ts";
import type { Scope } from "../state/resources.ts";
import { isHidden } from "./optional-content.ts";
import type { PageElements } from "./page-elements.ts";

const none: PageElements = {};

/** The role of marked content: an artifact (14.8.2.2), or the content of an element. */
type Mark = "artifact" | "tagged" | undefined;

interface Span {
  /** Whether `ActualText` replaces it. */
  readonly replaced: boolean;
  readonly tag: Tag | undefined;
  /** For an artifact: the element read before it. */
  readonly before?: Tag | undefined;
  readonly around: Mark;
}

interface Properties {
  readonly mcid: number | undefined;
  readonly text: string | undefined;
}

const nothing: Properties = { mcid: undefined, text: undefined };

/** The tag of artifacts (14.8.2.2): no element, and after all others. */
const artifact: Tag = {
  type: artifactType,
  parent: undefined,
  index: Number.MAX_SAFE_INTEGER,
  key: artifactType,
};

export class MarkedContent {
  readonly #document: PdfDocument;
  readonly #actualTexts: ActualTexts;
  /** The open spans in the current stream. */
  #open: Span[] = [];
  /** The element to return to once something is painted: the one around a span that has ended. */
  #back: Tag | undefined;
  #entered: Tag | undefined;
  #hidden = 0;
  elements: PageElements = none;
  /** The elements of another stream's content: MCIDs in a form are its own (14.7.5.4). */
  elementsOf: (form: CosDict) => PageElements = () => none;
  /** Called with each text that content says of itself: its `ActualText`, `Alt` or `E` (14.9). */
  onSaid: ((text: string) => void) | undefined;
  /** Ignores `ActualText`: characters are read only by their glyphs. */
  ignoreActualText = false;
  /** The mark currently in effect. */
  mark: Mark;
  /** Where artifacts end: later additions to a finished page are marked that way too, but are meant to be read. */
  artifactsEnd: Pick<Cursor, "bytes" | "at"> = { bytes: new Uint8Array(0), at: 0 };

  readonly #onTag: (tag: Tag | undefined) => void;

  /** `enter` is called for each element whose content begins. */
  constructor(document: PdfDocument, actualTexts: ActualTexts, enter: (tag: Tag | undefined) => void) {
    this.#document = document;
    this.#actualTexts = actualTexts;
    this.#onTag = enter;
  }

  #enter(tag: Tag | undefined): void {
    this.#entered = tag;
    this.#onTag(tag);
  }

  content(): void {
    if (this.#back === undefined) return;
    this.#enter(this.#back);
    this.#back = undefined;
  }

  /** Whether current painting is hidden. */
  get hidden(): boolean {
    return this.#hidden > 0;
  }

  /** Runs `work` on hidden content. */
  inHidden(work: () => void): void {
    this.#hidden += 1;
    work();
    this.#hidden -= 1;
  }

  /** `BMC`. */
  begin(lexer: Lexer): void {
    if (lexer.name === "Artifact") this.#beginArtifact(lexer, false);
    else this.#push({ replaced: false, tag: undefined, around: this.mark });
    if (this.#hidden > 0) this.#hidden++;
  }

  /** In a document with a structure, an artifact's content belongs to no element: neither the enclosing one nor the last. */
  #beginArtifact({ cursor }: Lexer, replaced: boolean): void {
    const before = this.#back ?? this.#entered;
    const tag = this.elements.tag ? artifact : undefined;
    this.#push({ replaced, tag, before, around: this.mark });
    const { bytes, at } = this.artifactsEnd;
    if (cursor.bytes !== bytes || cursor.at < at) this.mark = "artifact";
    if (tag) this.#enter(tag);
  }

  /** `BDC`: the tag is the first name; its properties are a second name, or a dictionary. */
  beginWith(lexer: Lexer, scope: Scope): void {
    const properties =
      lexer.dict ?? (lexer.lastName === "" ? undefined : scope.find("Properties", lexer.lastName));
    const { mcid, text: own } = this.#read(properties);
    if (this.onSaid) this.#tell(properties, this.onSaid);
    const tag = mcid === undefined ? undefined : this.elements.tag?.(mcid);
    const byElement = mcid === undefined || own !== undefined ? undefined : this.elements.actualText?.(mcid);
    const text = this.ignoreActualText ? undefined : (own ?? byElement);
    if (lexer.name === "Artifact" && mcid === undefined) this.#beginArtifact(lexer, text !== undefined);
    else this.#push({ replaced: text !== undefined, tag, around: this.mark });
    if (mcid !== undefined) this.mark = "tagged";
    if (tag) this.#enter(tag);
    if (text !== undefined) this.#actualTexts.begin(text);
    if (this.#hidden > 0) this.#hidden++;
    else if (lexer.name === "OC" && isHidden(this.#document, properties)) this.#hidden++;
  }

  #tell(properties: CosValue | undefined, onSaid: (text: string) => void): void {
    const { cos } = this.#document;
    const dict = cos.resolve(properties);
    for (const key of isDict(dict) ? ["ActualText", "Alt", "E"] : []) {
      const text = isDict(dict) ? cos.resolve(dict.get(key)) : null;
      if (isString(text)) onSaid(decodeText(text.bytes));
    }
  }

  #push(span: Span): void {
    this.#actualTexts.flush();
    this.#back = undefined;
    if (this.#open.length >= maxMarks) throw new Unsupported("marked content");
    this.#open.push(span);
  }

  end(): void {
    this.#pop();
    if (this.#hidden > 0) this.#hidden--;
  }

  #pop(): void {
    this.#actualTexts.flush();
    const span = this.#open.pop();
    if (span) this.mark = span.around;
    if (span?.replaced) this.#actualTexts.end();
    if (!span?.tag) return;
    const around = this.#open.findLast(({ tag }) => tag !== undefined)?.tag;
    if (span.tag === artifact) this.#enter(around ?? span.before);
    else if (around) this.#back = around;
    else this.#enter(undefined);
  }

  drop(): void {
    this.#open = [];
    this.#back = undefined;
    this.#hidden = 0;
    this.mark = undefined;
    this.elements = none;
    this.elementsOf = () => none;
  }

  /** Runs `work` on a nested stream: spans don't extend across its border. */
  inForm(work: () => void): void {
    const open = this.#open;
    this.#open = [];
    work();
    while (this.#open.length > 0) this.#pop();
    this.#open = open;
  }

  /** The MCID and the `ActualText` in a span's properties. */
  #read(properties: CosValue | undefined): Properties {
    const { cos } = this.#document;
    const dict = cos.resolve(properties);
    if (!isDict(dict)) return nothing;
    const mcid = cos.resolve(dict.get("MCID"));
    const actual = cos.resolve(dict.get("ActualText"));
    const text = isString(actual) ? decodeText(actual.bytes) : "";
    return { mcid: typeof mcid === "number" ? mcid : undefined, text: actual === null ? undefined : text };
  }
}
