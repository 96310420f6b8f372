/** The graphics state at the end of a page's content (ISO 32000-2, 8.4.2): what must be closed before drawing after it. */
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { scanContent } from "../../cos/syntax/content/scan.ts";

const [save, restore, beginText, endText, mark, markWith, endMark] = [
  ..."q Q BT ET BMC BDC EMC".split(" ").map(operatorCode),
];

/** Anything that content leaves open at its end, and restores without a saved state. */
export interface ContentState {
  /** `q` without `Q`. */
  readonly saved: number;
  /** Offsets of each `Q` without `q`: readers skip them, unless a `q` is put before the content. */
  readonly surplus: readonly number[];
  /** A text object is open: `BT` without `ET`. */
  readonly inText: boolean;
  /** `BMC` or `BDC` without `EMC`. */
  readonly marked: number;
  /** Start of an unterminated string or inline image, which would swallow anything after it. */
  readonly cut: number | undefined;
}

/** Scans decoded content without interpreting it. */
export function contentState(bytes: Uint8Array): ContentState {
  const scan = scanContent(bytes);
  const surplus: number[] = [];
  let saved = 0;
  let marked = 0;
  let inText = false;

  while (scan.next()) {
    if (scan.token !== "operator") continue;
    const { code } = scan;
    if (code === save) saved++;
    else if (code === restore && saved > 0) saved--;
    else if (code === restore) surplus.push(scan.start);
    else if (code === beginText) inText = true;
    else if (code === endText) inText = false;
    else if (code === mark || code === markWith) marked++;
    else if (code === endMark && marked > 0) marked--;
  }

  return { saved, surplus, inText, marked, cut: scan.cut };
}
