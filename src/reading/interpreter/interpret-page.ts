/** One page of a document, read to characters in lines and blocks. */
import type { OnDamage } from "../../cos/syntax/error.ts";
import { isDict } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { memo } from "../../document/typed-get.ts";
import { readAnnotations } from "./annotations.ts";
import { colorOperators } from "./color-operators.ts";
import { operatorCode } from "./content/lexer.ts";
import { formReader, type PageContent, pageResources, pageView } from "./content/page-source.ts";
import { findHidden } from "./device/hidden-text.ts";
import { putInReadingOrder } from "./device/reading-order.ts";
import { TextDevice } from "./device/text-device.ts";
import { graphicsOperators } from "./graphics-operators.ts";
import { pageElements } from "./marked-content/page-elements.ts";
import { type DocumentRun, type Operator, PageRun, type Watcher } from "./page-run.ts";
import { Fonts, Scope } from "./state/resources.ts";
import { textOperators } from "./text-operators.ts";

const operators: ReadonlyMap<number, Operator> = new Map(
  Object.entries({ ...textOperators, ...graphicsOperators, ...colorOperators }).map(([name, operator]) => [
    operatorCode(name),
    operator,
  ]),
);

/** What is kept of a document from page to page. `byCodes`: letters that fonts do not name are those that their codes are. */
export function documentRun(document: PdfDocument, onDamage: OnDamage, byCodes = false): DocumentRun {
  return {
    document,
    onDamage,
    fonts: new Fonts(document.cos, byCodes),
    formContent: formReader(document.cos, onDamage),
    states: new Map(),
  };
}

/** What is read of a page, and where its characters come from. */
export interface CollectOptions {
  /** A character is dropped where the same one stands already: text is made bold by painting it twice. */
  readonly withoutDuplicates?: boolean;
  /** Glyphs are read by their fonts alone, without `ActualText`. */
  readonly byGlyphs?: boolean;
  /** Without what a tagged document marks as no part of it, as running heads are. */
  readonly withoutArtifacts?: boolean;
  /** Text that nobody can see is read as well: in a layer that is off, outside the page or a clip, in mode 3. */
  readonly withUnshown?: boolean;
  /** Only what `withoutArtifacts` leaves out. */
  readonly onlyArtifacts?: boolean;
  /** Words know their letters. */
  readonly letters?: boolean;
  /** With images, drawings and the elements that text belongs to. */
  readonly layout?: boolean;
}

/** What of a page's text is passed over. */
interface PassedOver {
  unseen: boolean;
  artifacts: boolean;
}

/**
 * The characters of a page. Text that cannot be seen is read where it may be that of a scan: not where it is less than what can
 * be seen, and there is no image. Throws `Unsupported`, and CosError for what is damaged.
 */
export function collect(
  shared: DocumentRun,
  page: number,
  content: PageContent,
  options: CollectOptions,
): TextDevice {
  const without: PassedOver = {
    unseen: false,
    artifacts: options.withoutArtifacts === true && isTagged(shared.document),
  };
  for (;;) {
    const device = new TextDevice(content.bytes.length, options.withoutDuplicates);
    const run = collectTo(device, shared, page, content, options, without);
    if (
      !without.unseen &&
      !options.withUnshown &&
      run.unseen > 0 &&
      run.unseen < run.seen &&
      run.images === 0
    )
      without.unseen = true;
    else if (without.artifacts && !areArtifacts(run.shown)) without.artifacts = false;
    else {
      const { width, height } = pageView(shared.document, page);
      findHidden(device, run.grounds, width, height);
      device.artifactsLeftOut = without.artifacts && run.shown.artifact > 0;
      putInReadingOrder(device);
      device.finish();
      return device;
    }
  }
}

/** The document says that it is tagged, and has structure. */
const isTagged = memo(({ cos, catalog }: PdfDocument): boolean => {
  const info = cos.resolve(catalog.get("MarkInfo"));
  const root = cos.resolve(catalog.get("StructTreeRoot"));
  if (!isDict(info) || !isDict(root)) return false;
  if (cos.resolve(info.get("Marked")) !== true || cos.resolve(info.get("Suspects")) === true) return false;
  return cos.resolve(root.get("K")) !== null;
});

/**
 * Bytes of text that headers and footers may hold. Where artifacts have more, and more than what is tagged, the tags are in
 * doubt: forms are made whose labels are all artifacts.
 */
const runningText = 600;

const areArtifacts = ({ artifact, tagged }: PageRun["shown"]) =>
  artifact === 0 || (tagged > 0 && artifact <= Math.max(runningText, tagged));

function collectTo(
  device: TextDevice,
  shared: DocumentRun,
  page: number,
  { bytes, ownEnd }: PageContent,
  { byGlyphs = false, layout = false, withUnshown = false, onlyArtifacts = false }: CollectOptions,
  { unseen, artifacts }: PassedOver,
): PageRun {
  const { document } = shared;
  const view = pageView(document, page);
  const scope = new Scope(document.cos, pageResources(document, page), undefined);
  const run = new PageRun(shared, operators, device, scope, layout);
  run.withoutUnseen = unseen;
  run.withoutArtifacts = artifacts;
  run.withUnshown = withUnshown;
  if (withUnshown) run.text.readsClippedOn = view;
  run.onlyArtifacts = onlyArtifacts;
  run.marks.artifactsEnd = { bytes, at: ownEnd };
  run.state.concat(...view.matrix);
  run.state.clip({ x0: 0, y0: 0, x1: view.width, y1: view.height });
  run.marks.ignoreActualText = byGlyphs;
  run.marks.elements = pageElements(document, document.pages.dict(page), {
    actualText: !byGlyphs,
    tags: layout,
  });
  const state = run.state.copy();
  run.marks.inForm(() => run.read(bytes, scope));
  readAnnotations({ run, device, page, state, tags: layout });
  return run;
}

/** Follows what a page's content paints, hidden layers included; annotations are not part of it. Throws like `collect`. */
export function watchPage(shared: DocumentRun, page: number, content: PageContent, watcher: Watcher): void {
  const { document } = shared;
  const device = new TextDevice(content.bytes.length);
  const view = pageView(document, page);
  const scope = new Scope(document.cos, pageResources(document, page), undefined);
  const run = new PageRun(shared, operators, device, scope, true, watcher);
  run.withUnshown = true;
  run.text.readsClippedOn = view;
  run.state.concat(...view.matrix);
  run.state.clip({ x0: 0, y0: 0, x1: view.width, y1: view.height });
  run.marks.ignoreActualText = true;
  run.marks.inForm(() => run.read(content.bytes, scope));
}
