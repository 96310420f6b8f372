/** One page of a document, read to characters in lines and blocks. */
import type { OnDamage } from "../../cos/syntax/error.ts";
import type { PdfDocument } from "../../document/open.ts";
import { colorOperators } from "./color-operators.ts";
import { FormCache } from "./content/form-cache.ts";
import { pageResources, pageView } from "./content/page-source.ts";
import { Collector, Room } from "./device/text-device.ts";
import { graphicsOperators } from "./graphics-operators.ts";
import { toldByElements } from "./marked-content/actual-text-of-elements.ts";
import { tagsOfPage } from "./marked-content/page-tags.ts";
import { type DocumentRun, type Operator, PageRun } from "./page-run.ts";
import { Fonts, Scope } from "./state/resources.ts";
import { textOperators } from "./text-operators.ts";

const operators: ReadonlyMap<number, Operator> = new Map(
  Object.entries({ ...textOperators, ...graphicsOperators, ...colorOperators }).map(([name, operator]) => [
    operatorCode(name),
    operator,
  ]),
);

/** What is kept of a document from page to page. */
export function documentRun(document: PdfDocument, onDamage: OnDamage): DocumentRun {
  return {
    document,
    onDamage,
    fonts: new Fonts(document.cos),
    forms: new FormCache(document.cos, onDamage),
    states: new Map(),
    room: new Room(),
    lexers: [],
  };
}

/** How characters are told. */
export interface ReadOptions {
  /** One that stands where the same one stands already is left out: text made bold by painting it twice. */
  readonly once?: boolean;
  /** By their glyphs alone, not by what `ActualText` says of them. */
  readonly byGlyphs?: boolean;
}

export interface CollectOptions extends ReadOptions {
  /** With images, drawings and the elements that text belongs to. */
  readonly layout?: boolean;
}

/**
 * The characters of `content`, which is a page's; to be disposed of. Text that cannot be seen is read where it may be that of a
 * scan: not where it is less than what can be seen, and there is no image. Throws `Unread`, and CosError for what is damaged.
 */
export function collect(
  shared: DocumentRun,
  page: number,
  content: Uint8Array,
  options: CollectOptions = {},
): Collector {
  const all = new Collector(shared.room, options.once ?? false);
  const { seen, unseen, images } = collectTo(all, shared, page, content, options, false);
  if (unseen === 0 || unseen >= seen || images > 0) return all;
  all[Symbol.dispose]();
  const collector = new Collector(shared.room, options.once ?? false);
  collectTo(collector, shared, page, content, options, true);
  return collector;
}

function collectTo(
  collector: Collector,
  shared: DocumentRun,
  page: number,
  content: Uint8Array,
  { byGlyphs = false, layout = false }: CollectOptions,
  seenAlone: boolean,
): PageRun {
  const { document } = shared;
  const view = pageView(document, page);
  const scope = new Scope(document.cos, pageResources(document, page), undefined);
  const run = new PageRun(shared, operators, collector, scope, layout);
  run.seenAlone = seenAlone;
  const [a, b, c, d, e, f] = view.matrix;
  run.state.concat(a, b, c, d, e, f);
  run.state.clip(0, 0, view.width, view.height);
  run.marks.ignoreTold = byGlyphs;
  const dict = document.pages.dict(page);
  run.marks.elements = {
    told: byGlyphs ? undefined : toldByElements(document, dict),
    tag: layout ? tagsOfPage(document, dict) : undefined,
  };
  run.marks.inForm(() => run.read(content, scope));
  return run;
}

function operatorCode(operator: string): number {
  let code = 0;
  for (let k = operator.length - 1; k >= 0; k--) code = code * 256 + operator.charCodeAt(k);
  return code;
}
