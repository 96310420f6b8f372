/** The state of reading a page, on which its operators work. */
import type { HiddenText } from "../../core/page-layout.ts";
import { Lexer } from "../../cos/syntax/content/lexer.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import type { OnDamage } from "../../cos/syntax/error.ts";
import type { CosStream, CosValue } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { ActualTexts } from "./device/actual-text.ts";
import type { Painter } from "./device/painter.ts";
import type { TextDevice } from "./device/text-device.ts";
import { type ShownGlyph, TextObject } from "./device/text-object.ts";
import { MarkedContent } from "./marked-content/marked-content.ts";
import { GraphicsState } from "./state/graphics-state.ts";
import { Grounds } from "./state/grounds.ts";
import { maxCharacters, maxContentBytes, maxDrawnForms, maxOperators, maxSaves } from "./state/limits.ts";
import { Path } from "./state/path.ts";
import type { Fonts, Scope } from "./state/resources.ts";

/** The relevant changes of a graphics state dictionary (`gs`). */
export interface StateChange {
  readonly font?: { readonly value: CosValue; readonly size: number } | undefined;
  /** A soft mask that may contain text. */
  readonly maskWithText?: boolean;
  readonly fillAlpha?: number | undefined;
  readonly strokeAlpha?: number | undefined;
  /** Whether subsequent painting is without blending and masks. */
  readonly plain?: boolean | undefined;
  readonly lineWidth?: number | undefined;
}

/** State kept while the document is open. */
export interface DocumentRun {
  readonly document: PdfDocument;
  readonly fonts: Fonts;
  readonly formContent: (form: CosStream) => Uint8Array;
  /** By object number. */
  readonly states: Map<number, StateChange>;
  /** Called for damaged content, each time it is read. */
  readonly onDamage: OnDamage;
  /** Called with invisible text, each time it is read. Text alone is searched for it only if this is set. */
  onHidden?: (texts: readonly HiddenText[]) => void;
  /** Called with each text that content says of itself. */
  onSaid?: (text: string) => void;
  /** Called if text on a page was omitted because it is marked as an artifact. */
  onArtifacts?: () => void;
  /** Called if a page's text may differ from what its glyphs say: some were omitted, replaced or put in another order. */
  onPartial?: () => void;
}

/** Which text of a page to read. */
export interface TextChoice {
  /** Omits content that a tagged document marks as an artifact, such as running heads. */
  readonly withoutArtifacts?: boolean;
  /** Reads only what `withoutArtifacts` omits. */
  readonly onlyArtifacts?: boolean;
  /** Omits text painted in mode 3. */
  readonly withoutUnseen?: boolean;
  /** Also reads invisible text: in a hidden layer, outside the page or a clip, in mode 3. */
  readonly withUnshown?: boolean;
}

/** An operator's effect; its operands are in `run.lexer`. */
export type Operator = (run: PageRun) => void;

/** Steps per byte of content. Drawings have many bytes that cost little; text is paid for when shown. */
const contentSteps = 0.5;

/** Follows a page as it is read: content within content, operator by operator. */
export interface Watcher {
  begin(content: Uint8Array): void;
  /** Before an operator takes effect; its operands are in `run.lexer`. */
  before(run: PageRun, code: number): void;
  /** After it; the next one begins at `end`. */
  after(run: PageRun, code: number, end: number): void;
  end(run: PageRun): void;
  /** A glyph that is shown, or would be if its layer were visible. */
  glyph(glyph: ShownGlyph, run: PageRun): void;
}

const noLexer = new Lexer(new Uint8Array(0));

export class PageRun {
  readonly shared: DocumentRun;
  readonly actualTexts: ActualTexts;
  readonly marks: MarkedContent;
  readonly text: TextObject;
  readonly path = new Path();
  /** Receives images and drawings; undefined while they aren't wanted. */
  painter: Painter | undefined;
  /** Everything painted below and above text. */
  readonly grounds: Grounds;
  readonly #operators: ReadonlyMap<number, Operator>;
  readonly watcher: Watcher | undefined;
  state = new GraphicsState();
  scope: Scope;
  lexer: Lexer;
  /** How often visible and invisible text was shown. */
  seen = 0;
  unseen = 0;
  choice: TextChoice = {};
  /** Bytes of artifact text, and of text in the structure. */
  readonly shown = { artifact: 0, tagged: 0 };
  images = 0;
  /** Between `BX` and `EX`, unknown operators are skipped. */
  compatible = 0;
  /** The forms being drawn, the innermost last. */
  readonly drawing: CosStream[] = [];
  #saves: GraphicsState[] = [];
  #countedOperators = 0;
  #countedBytes = 0;
  #countedStreams = 0;
  #countedGlyphs = 0;

  constructor(
    shared: DocumentRun,
    operators: ReadonlyMap<number, Operator>,
    device: TextDevice,
    scope: Scope,
    watcher?: Watcher,
  ) {
    this.shared = shared;
    this.#operators = operators;
    this.watcher = watcher;
    this.scope = scope;
    this.lexer = noLexer;
    this.grounds = new Grounds(() => device.count);
    this.actualTexts = new ActualTexts(device);
    this.marks = new MarkedContent(shared.document, this.actualTexts, (tag) => device.enter(tag));
    this.text = new TextObject(
      device,
      this.actualTexts,
      watcher && ((glyph) => this.#watched(watcher, glyph)),
    );
  }

  #watched(watcher: Watcher, glyph: ShownGlyph): void {
    if (++this.#countedGlyphs > maxCharacters) throw new Unsupported("characters");
    watcher.glyph(glyph, this);
  }

  /** Something is painted now: closes everything left open. */
  content(): void {
    this.marks.content();
  }

  /** Pays for an operator's work beyond reading it. */
  spend(steps: number): void {
    this.shared.document.cos.budget.spend(steps);
  }

  save(): void {
    if (this.#saves.length >= maxSaves) throw new Unsupported("saved states");
    this.#saves.push(this.state);
    this.state = { ...this.state };
  }

  restore(): void {
    this.actualTexts.flush();
    const state = this.#saves.pop();
    // A surplus restore has no effect.
    if (state === undefined) return;
    this.state = state;
    this.text.changed();
  }

  /** Abandons the current reading, which failed: reading restarts in this state. */
  recover(state: GraphicsState): void {
    this.#saves = [];
    this.drawing.length = 0;
    this.compatible = 0;
    this.state = { ...state };
    this.text.changed();
    this.actualTexts.drop();
    this.marks.drop();
  }

  /** Reads a stream whose names are looked up in `scope`. States saved in it don't outlive it, nor can it restore others. */
  read(content: Uint8Array, scope: Scope): void {
    if (++this.#countedStreams > maxDrawnForms) throw new Unsupported("forms");

    this.#countedBytes += content.length;
    if (this.#countedBytes > maxContentBytes) throw new Unsupported("content too large");
    this.spend(contentSteps * content.length);
    const { lexer: outerLexer, scope: outerScope } = this;
    const saves = this.#saves;
    const state = this.state;
    this.#saves = [];
    this.scope = scope;
    const lexer = new Lexer(content);
    this.lexer = lexer;
    const operators = this.#operators;
    const { watcher } = this;
    watcher?.begin(content);

    for (let code = lexer.next(); code !== 0; code = lexer.next()) {
      if (++this.#countedOperators > maxOperators) throw new Unsupported("operators");
      const operator = operators.get(code);
      watcher?.before(this, code);
      if (operator !== undefined) operator(this);
      else if (this.compatible <= 0) throw new Unsupported("operator");
      watcher?.after(this, code, lexer.cursor.at);
    }

    watcher?.end(this);
    this.actualTexts.flush();
    const [bottom] = this.#saves;
    this.#saves = saves;
    this.state = bottom ?? state;
    this.lexer = outerLexer;
    this.scope = outerScope;
    this.text.changed();
  }
}
