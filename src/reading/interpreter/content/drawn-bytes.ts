/** Measures how much content a page draws, before it is left to an engine without limits of its own. */
import { CosError } from "../../../cos/syntax/error.ts";
import {
  type CosDict,
  type CosValue,
  isDict,
  isNamed,
  isRef,
  isStream,
  latin1,
} from "../../../cos/syntax/value.ts";
import { createDescent } from "../../../cos/walk.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { maxForms, maxStreamBytes } from "../state/limits.ts";
import { Unsupported } from "../state/unsupported.ts";
import { contentOf, pageContent, pageResources } from "./page-source.ts";

const draws = /\/([^\s/()<>[\]{}%]+)\s+Do\b/g;
const ignoreDamage = () => {};

/**
 * Bytes of a page's content and its forms, each counted as often as drawn; infinite for a stream beyond all limits. Unreadable
 * content doesn't count.
 */
export function drawnBytes(document: PdfDocument, page: number): number {
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
    if (error instanceof Unsupported || (error instanceof CosError && error.reason !== "work"))
      return new Uint8Array(0);
    throw error;
  }
}
