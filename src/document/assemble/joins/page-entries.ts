/** Entries of pages (ISO 32000-2, table 31) that refer to more than the page's content and lists. */
import {
  type CosDict,
  type CosValue,
  isRef,
  name,
  setEntry,
  withEntries,
} from "../../../cos/syntax/value.ts";
import { chain } from "../../../cos/walk.ts";
import { arrayAt, dictAt, nameAt } from "../../typed-get.ts";
import { adaptEntry } from "./actions.ts";
import { changeDict, currentDict, type PlannedSource } from "./source-document.ts";

/** Navigation nodes of one page; more is an attack. */
const maxSteps = 10_000;

/** Navigation nodes (12.4.4.2): actions between the steps of a presentation. */
export function followSteps(source: PlannedSource, page: CosDict): void {
  const first = page.get("PresSteps");
  if (first === undefined) return;
  const next = (node: CosValue) => dictAt(source.cos, node)?.get("Next");
  for (const { num } of chain(source.cos, { part: "the presentation steps", depth: maxSteps }, first, next)) {
    const node = num === 0 ? undefined : currentDict(source, num);
    for (const key of ["NA", "PA"]) {
      const adapted = node && adaptEntry(source, node, key);
      if (adapted !== node?.get(key)) changeDict(source, num, (dict) => setEntry(dict, key, adapted));
    }
  }
}

/** A page made from a template (12.7.7) refers to it. */
export function followTemplate(source: PlannedSource, page: CosDict): void {
  const template = nameAt(source.cos, page.get("TemplateInstantiated"));
  const renamed = template && source.renamedEntries.get("Templates")?.get(template);
  if (renamed) page.set("TemplateInstantiated", name(renamed));
}

/** The other separations of a page (14.11.4), if kept. */
export function keptSeparations(source: PlannedSource, value: CosValue | undefined): CosValue | undefined {
  const info = dictAt(source.cos, value);
  const pages = arrayAt(source.cos, info?.get("Pages"));
  if (!info || !pages) return value;
  const kept = pages.filter((entry) => {
    const page = isRef(entry) ? source.document.pages.pageOf(entry.num) : 0;
    return page !== 0 && source.keeps(page);
  });
  return kept.length === pages.length ? value : withEntries(info, { Pages: kept });
}
