/** A file's structure, read before any of its objects: its header, and where the cross-reference locates objects. */
import type { ByteSource } from "../../core/document-io.ts";
import type { Work } from "../../core/work.ts";
import { createBudget } from "../syntax/budget.ts";
import { damageOf } from "../syntax/error.ts";
import { openWindows, sourceFrom, type Windows } from "../syntax/source-window.ts";
import { readXref, type Xref } from "./chain.ts";
import { type Located, locate } from "./locate.ts";

export interface Structure extends Located, Xref {
  /** The source that offsets refer to: the input, starting at its header if they ignore anything before it. */
  readonly source: ByteSource;
  readonly windows: Windows;
}

/** Throws CosError: damage to `startxref` or `xref`, or beyond a limit. */
export function readStructure(input: ByteSource, work: Work): Structure {
  const whole = openWindows(input);
  const located = damageOf("startxref", () => locate(whole));
  const source = sourceFrom(input, located.shift);
  const windows = located.shift === 0 ? whole : openWindows(source);
  const budget = createBudget(work);
  return {
    ...located,
    ...damageOf("xref", () => readXref(windows, located.startXref, budget)),
    source,
    windows,
  };
}
