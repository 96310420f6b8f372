/** Embedded go-to actions (ISO 32000-2, 12.6.4.4) and their targets in this document: by attachment, page and annotation. */
import {
  bytesString,
  type CosDict,
  type CosValue,
  fromLatin1,
  isString,
  latin1,
  setEntry,
} from "../../../cos/syntax/value.ts";
import { destinationPage } from "../../navigation/destinations.ts";
import { annotationsAt, bytesAt, dictAt, nameAt, numberAt } from "../../typed-get.ts";
import { adaptDestination } from "./destinations.ts";
import type { PlannedSource } from "./source-document.ts";

/** The action with its target in the result; undefined if that is on a removed page. */
export function followEmbedded(source: PlannedSource, action: CosDict): CosDict | undefined {
  const target = dictAt(source.cos, action.get("T"));
  // Targets in another file, or the file around this document, don't change.
  if (action.has("F") || !target || nameAt(source.cos, target.get("R")) !== "C") return action;
  const followed = followTarget(source, target);
  if (followed === target) return action;
  return followed && new Map(action).set("T", followed);
}

function followTarget(source: PlannedSource, target: CosDict): CosDict | undefined {
  const named = bytesAt(source.cos, target.get("N"));
  if (named) {
    const renamed = source.renamedEntries.get("EmbeddedFiles")?.get(latin1(named));
    return renamed === undefined ? target : new Map(target).set("N", bytesString(fromLatin1(renamed)));
  }
  const place = target.get("P");
  const page = pageOf(source, place);
  if (page === undefined) return target;
  if (!source.keeps(page)) return undefined;

  const made = new Map(target);
  const byName = isString(source.cos.resolve(place));
  const to = source.firstPage + source.pages.findIndex((copy) => copy.page === page);
  setEntry(made, "P", byName ? adaptDestination(source, place ?? null) : to);
  const index = numberAt(source.cos, target.get("A"));
  if (index !== undefined) made.set("A", indexAmongKept(source, page, index));

  return made;
}

/** Pages are counted from 0 here. */
function pageOf(source: PlannedSource, place: CosValue | undefined): number | undefined {
  const number = numberAt(source.cos, place);
  if (number === undefined) return place === undefined ? undefined : destinationPage(source.document, place);
  return number >= 0 && number < source.document.pages.count ? number + 1 : undefined;
}

/** An annotation's index after dangling links are removed. */
function indexAmongKept(source: PlannedSource, page: number, index: number): number {
  const list = annotationsAt(source.cos, source.document.pages.dict(page).get("Annots")) ?? [];
  return list.slice(0, index).filter((entry) => isKept(source, dictAt(source.cos, entry))).length;
}

function isKept(source: PlannedSource, annotation: CosDict | undefined): boolean {
  if (!annotation) return false;
  if (nameAt(source.cos, annotation.get("Subtype")) !== "Link") return true;
  const action = dictAt(source.cos, annotation.get("A"));
  const target = annotation.get("Dest") ?? (isGoTo(source, action) ? action?.get("D") : undefined);
  return target === undefined || adaptDestination(source, target) !== undefined;
}

function isGoTo(source: PlannedSource, action: CosDict | undefined): boolean {
  return nameAt(source.cos, action?.get("S")) === "GoTo";
}
