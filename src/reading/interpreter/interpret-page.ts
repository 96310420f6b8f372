/** Reads a page of a document into characters in lines and blocks. */

import { getOrInsert } from "../../core/collections/maps.ts";
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import type { OnDamage } from "../../cos/syntax/error.ts";
import { type CosDict, isDict } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { memo } from "../../document/typed-get.ts";
import { readAnnotations } from "./annotations.ts";
import { colorOperators } from "./color-operators.ts";
import { formReader, type PageContent, pageResources, pageView } from "./content/page-source.ts";
import type { PaintedBlock } from "./device/blocks.ts";
import { findDoubts } from "./device/doubtful-text.ts";
import { findHidden } from "./device/hidden-text.ts";
import { Painter } from "./device/painter.ts";
import { putInReadingOrder } from "./device/reading-order.ts";
import { TextDevice } from "./device/text-device.ts";
import { graphicsOperators } from "./graphics-operators.ts";
import { type PageElements, pageElements } from "./marked-content/page-elements.ts";
import { type DocumentRun, type Operator, PageRun, type TextChoice, type Watcher } from "./page-run.ts";
import { clip, concat } from "./state/graphics-state.ts";
import { maxBlocks } from "./state/limits.ts";
import { Fonts, Scope } from "./state/resources.ts";
import { textOperators } from "./text-operators.ts";

const operators: ReadonlyMap<number, Operator> = new Map(
  Object.entries({ ...textOperators, ...graphicsOperators, ...colorOperators }).map(([name, operator]) => [
    operatorCode(name),
    operator,
  ]),
);

/** State kept between a document's pages. `byCodes`: letters that fonts don't name are read as their codes. */
export function documentRun(document: PdfDocument, onDamage: OnDamage, byCodes = false): DocumentRun {
  return {
    document,
    onDamage,
    fonts: new Fonts(document.cos, byCodes),
    formContent: formReader(document.cos, onDamage),
    states: new Map(),
  };
}

/** Which parts of a page to read, and the source of its characters. */
export interface CollectOptions extends Omit<TextChoice, "withoutUnseen"> {
  /** Drops a character if the same one is already at its position: text is made bold by painting it twice. */
  readonly withoutDuplicates?: boolean;
  /** Reads glyphs only by their fonts, without `ActualText`. */
  readonly byGlyphs?: boolean;
  /** Words know their letters. */
  readonly letters?: boolean;
  /** Includes images, drawings and the structure elements of text. */
  readonly layout?: boolean;
  /** Also finds text that may be invisible. */
  readonly doubts?: boolean;
}

/**
 * A page's characters. Invisible text is read if it may be that of a scan: not if there is less than visible text, and no
 * image. Throws `Unsupported`, and CosError for damage.
 */
export function collect(
  shared: DocumentRun,
  page: number,
  content: PageContent,
  options: CollectOptions,
): TextDevice {
  let withoutUnseen = false;
  let withoutArtifacts = options.withoutArtifacts === true && isTagged(shared.document);
  // Answers about text alone don't report which of it is invisible.
  const isJudged = shared.onHidden !== undefined || options.layout === true || options.withUnshown === true;

  for (;;) {
    const device = new TextDevice(content.bytes.length, options.withoutDuplicates);
    const run = collectTo(device, shared, page, {
      ...{ content, options },
      choice: { ...options, withoutUnseen, withoutArtifacts },
    });
    const isRest = run.unseen > 0 && run.unseen < run.seen && run.images === 0;
    if (!withoutUnseen && !options.withUnshown && isRest) withoutUnseen = true;
    else if (withoutArtifacts && !areArtifacts(run.shown)) withoutArtifacts = false;
    else {
      if (isJudged) findHidden(device, run.grounds, pageView(shared.document, page));
      if (options.doubts) findDoubts(device, run.grounds);
      if (run.text.isPartial) shared.onPartial?.();
      device.artifactsLeftOut = withoutArtifacts && run.shown.artifact > 0;
      putInReadingOrder(device);
      device.finish();
      return device;
    }
  }
}

/** Whether the document claims to be tagged, and has structure. */
const isTagged = memo(({ cos, catalog }: PdfDocument): boolean => {
  const info = cos.resolve(catalog.get("MarkInfo"));
  const root = cos.resolve(catalog.get("StructTreeRoot"));
  if (!isDict(info) || !isDict(root)) return false;
  if (cos.resolve(info.get("Marked")) !== true || cos.resolve(info.get("Suspects")) === true) return false;
  return cos.resolve(root.get("K")) !== null;
});

/**
 * Bytes of text that headers and footers may have. If artifacts have more than that and than tagged text, the tags are
 * doubtful: some forms have only artifacts as labels.
 */
const runningText = 600;

const areArtifacts = ({ artifact, tagged }: PageRun["shown"]) =>
  artifact === 0 || (tagged > 0 && artifact <= Math.max(runningText, tagged));

function startRun(device: TextDevice, shared: DocumentRun, page: number, how: Drawn): PageRun {
  const { document } = shared;
  const view = pageView(document, page);
  const aside = (block: PaintedBlock) =>
    block.kind === "drawing" && device.drawings.length < maxBlocks && device.drawings.push(block);
  const scope = new Scope(document.cos, pageResources(document, page), undefined);
  const run = new PageRun(shared, operators, device, scope, how.watcher);
  run.painter = new Painter(how.drawings ? device : { addBlock: aside });
  concat(run.state, view.matrix);
  clip(run.state, { x0: 0, y0: 0, x1: view.width, y1: view.height });
  return run;
}

interface Drawn {
  readonly drawings: boolean;
  readonly watcher?: Watcher;
}

interface Collecting {
  readonly content: PageContent;
  readonly options: CollectOptions;
  readonly choice: TextChoice;
}

function collectTo(
  device: TextDevice,
  shared: DocumentRun,
  page: number,
  { content, options, choice }: Collecting,
): PageRun {
  const { bytes, ownEnd } = content;
  const { byGlyphs = false, layout = false } = options;
  const { document } = shared;
  const run = startRun(device, shared, page, { drawings: layout });
  run.choice = choice;
  run.grounds.keepsPaints = options.doubts === true;
  if (choice.withUnshown) run.text.readsClippedOn = pageView(document, page);
  run.marks.artifactsEnd = { bytes, at: ownEnd };
  run.marks.ignoreActualText = byGlyphs;
  run.marks.onSaid = shared.onSaid;
  const known = new Map<CosDict, PageElements>();
  run.marks.elementsOf = (owner) =>
    getOrInsert(known, owner, () => pageElements(document, owner, { actualText: !byGlyphs, tags: layout }));
  run.marks.elements = run.marks.elementsOf(document.pages.dict(page));
  const state = { ...run.state };
  run.marks.inForm(() => run.read(bytes, run.scope));
  readAnnotations({ run, device, page, state, tags: layout });

  return run;
}

/** Follows what a page's content paints, including hidden layers but not annotations. Throws like `collect`. */
export function watchPage(shared: DocumentRun, page: number, content: PageContent, watcher: Watcher): void {
  const run = startRun(new TextDevice(content.bytes.length), shared, page, { drawings: true, watcher });
  watchIn(run, content.bytes);
}

/** Follows content that no page draws by itself, in its own space and with its own resources. Throws like `collect`. */
export function watchContent(
  shared: DocumentRun,
  content: Uint8Array,
  resources: CosDict,
  watcher: Watcher,
): void {
  const { cos } = shared.document;
  const scope = new Scope(cos, resources, undefined);
  const run = new PageRun(shared, operators, new TextDevice(content.length), scope, watcher);
  run.painter = new Painter({ addBlock: () => {} });
  watchIn(run, content);
}

/** A watcher sees each glyph: no lines are made of those in artifacts, nor of the rest. */
function watchIn(run: PageRun, content: Uint8Array): void {
  run.choice = { withUnshown: true, withoutArtifacts: true, onlyArtifacts: true };
  run.marks.ignoreActualText = true;
  run.marks.inForm(() => run.read(content, run.scope));
}
