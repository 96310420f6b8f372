/** Entries that end with their page numbers: of contents, after leading dots, and of an index, after commas. */

/** Minimum dots, more than a sentence ending has. */
const fewestDots = 4;
/** Maximum digits of a page number, also Roman. */
const mostDigits = 6;
const digit = /[\divxlc]/i;

/** A name, and the numbers of its pages. */
const indexEntry = /^[\p{L}"“«(][^.;:!?]*(?<=[\p{L})”»"]), \d[\d, –-]*$/u;

/** A name, and its price. */
const billEntry = /^[\p{L}\p{N}].* [$€£]?-?\d[\d.,]*[.,]\d\d$/u;

/** Whether consecutive lines are two entries, each with its pages or its price. */
export const areEntries = (a: string, b: string): boolean =>
  isLed(a) || (indexEntry.test(a) && indexEntry.test(b)) || (billEntry.test(a) && billEntry.test(b));

/** Whether dots lead from the end of a text to something beside it. */
export const leadsOn = (text: string): boolean => /\.{4}$|(?:\. ){3}\.$|……$/.test(text.slice(-8).trimEnd());

/** Whether a line is an entry with dots leading to its page, parsed from the end: nothing continues after it. */
export function isLed(text: string): boolean {
  // Almost no line is: the cheap checks come first.
  if (!text.includes("..") && !text.includes(". .") && !text.includes("……")) return false;

  let end = text.length;
  while (end > 0 && digit.test(text.charAt(end - 1))) end--;
  const digits = text.length - end;
  if (digits === 0 || digits > mostDigits) return false;

  const before = text.slice(0, end).trimEnd();
  let dots = 0;
  for (let at = before.length - 1; before[at] === "."; at--) {
    dots++;
    if (before.charAt(at - 1).trim() === "") at--;
  }

  return dots >= fewestDots || before.endsWith("……");
}
