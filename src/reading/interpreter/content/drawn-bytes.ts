/** Measures what a page asks of an engine without limits of its own, before it is left to one. */
import { getOrInsert } from "../../../core/collections/maps.ts";
import { isOfContent } from "../../../cos/syntax/content/unsupported.ts";
import { CosError } from "../../../cos/syntax/error.ts";
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  latin1,
  ref,
} from "../../../cos/syntax/value.ts";
import { createDescent } from "../../../cos/walk.ts";
import { mostLayoutSteps, pageLayoutSteps } from "../../../document/flatten/layout-cost.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { dictAt, memo } from "../../../document/typed-get.ts";
import {
  maxContentBytes,
  maxForms,
  maxLayerDepth,
  maxLayers,
  maxStreamBytes,
  smallFile,
} from "../state/limits.ts";
import { contentOf, pageContent, pageResources } from "./page-source.ts";

const draws = /\/([^\s/()<>[\]{}%]+)\s+Do\b/g;
const ignoreDamage = () => {};

/**
 * What a page has too much of; undefined: an engine can open it. Only a malicious file asks so much; of a larger one, an engine
 * draws and reads what it can.
 */
export function asksTooMuch(document: PdfDocument, page: number): string | undefined {
  return getOrInsert(knownPages(document), page, () => {
    const { cos, pages } = document;
    if (pageLayoutSteps(cos, pages.dict(page)) > mostLayoutSteps)
      return "its fields or comments have too much text without an appearance";
    if (cos.source.size >= smallFile) return undefined;
    if (layersAsked(document) > maxLayers) return "its layers are nested too deeply";
    return drawnBytes(document, page) > maxContentBytes ? "its content is too large" : undefined;
  });
}

/** Pages measured before: tools draw a page several times. */
const knownPages = memo((_: PdfDocument) => new Map<number, string | undefined>());

/**
 * Groups that a membership leads to, or the order of layers lists, each counted as often as named (ISO 32000-2, 8.11): the most
 * in a document. Infinite if they are nested too deeply.
 */
const layersAsked = memo(({ cos, catalog }: PdfDocument): number => {
  const known = new Map<number, number>();
  let isDeep = false;
  const onSkipped = (_: CosValue, why: "again" | "deep") => {
    isDeep ||= why === "deep";
  };
  const descent = createDescent(cos, { part: "its layers", depth: maxLayerDepth, onSkipped });

  const count = (item: CosValue | undefined): number => {
    const num = isRef(item) ? item.num : 0;
    const before = known.get(num);
    if (before !== undefined) return before;
    const enter = (value: CosValue): number => {
      if (isArray(value)) return value.reduce((sum: number, kid) => sum + count(kid), 1);
      const isMembership = isDict(value) && isNamed(cos.resolve(value.get("Type")), "OCMD");
      return isMembership ? 1 + count(value.get("OCGs")) : 1;
    };
    const found = orElse(1, () => descent.into(item, enter, 0));
    if (num !== 0) known.set(num, found);
    return found;
  };

  const config = dictAt(cos, dictAt(cos, catalog.get("OCProperties"))?.get("D"));
  let most = count(config?.get("Order"));
  for (let num = 1; num < cos.objectCount; num++) {
    const value = cos.inUse(num) ? orElse(null, () => cos.object(num)) : null;
    if (isDict(value) && isNamed(value.get("Type"), "OCMD")) most = Math.max(most, count(ref(num)));
  }

  return isDeep ? Number.POSITIVE_INFINITY : most;
});

/**
 * Bytes of a page's content and its forms, each counted as often as drawn; infinite for a stream beyond all limits. Unreadable
 * content doesn't count.
 */
function drawnBytes(document: PdfDocument, page: number): number {
  const { cos } = document;
  const known = new Map<number, number>();
  const descent = createDescent(cos, { part: "the forms of its pages", depth: maxForms });

  const bytesOf = (content: Uint8Array | undefined, resources: CosDict | undefined): number => {
    if (content === undefined) return Number.POSITIVE_INFINITY;
    const objects = cos.resolve(resources?.get("XObject"));
    let bytes = content.length;
    if (!isDict(objects)) return bytes;
    for (const [, name = ""] of latin1(content).matchAll(draws))
      bytes += formBytes(objects.get(name), resources);
    return bytes;
  };

  const formBytes = (value: CosValue | undefined, outer: CosDict | undefined): number => {
    const num = isRef(value) ? value.num : 0;
    const before = known.get(num);
    if (before !== undefined) return before;

    const enter = (form: CosValue) => {
      if (!isStream(form) || !isNamed(cos.resolve(form.dict.get("Subtype")), "Form")) return 0;
      const own = cos.resolve(form.dict.get("Resources"));
      const content = read(() => contentOf(cos, form, maxStreamBytes, ignoreDamage));
      return bytesOf(content, isDict(own) ? own : outer);
    };

    const bytes = descent.into(value, enter, 0);
    if (num !== 0) known.set(num, bytes);

    return bytes;
  };

  const content = read(() => pageContent(document, page, ignoreDamage).bytes);
  return bytesOf(content, pageResources(document, page));
}

/** Undefined if there is more than is ever read. */
function read(content: () => Uint8Array): Uint8Array | undefined {
  try {
    return content();
  } catch (error) {
    if (error instanceof CosError && error.reason === "limit") return undefined;
    if (isOfContent(error)) return new Uint8Array(0);
    throw error;
  }
}

/** What `get` returns, or `damaged` if an object can't be read: MuPDF skips it too. */
function orElse<T>(damaged: T, get: () => T): T {
  try {
    return get();
  } catch (error) {
    if (isOfContent(error)) return damaged;
    throw error;
  }
}
