/** Leaders: the dots from a table of contents entry to its page number. Parsed from the end, in one pass. */

/** Minimum dots, more than a sentence ending has. */
const fewestDots = 4;
/** Maximum digits of a page number, also Roman. */
const mostDigits = 6;
const digit = /[\divxlc]/i;

/** Whether a text contains dots or a line to write on. */
export const hasLeaders = (text: string): boolean =>
  text.includes("……") || text.includes("____") || (text.includes(".") && dotsAtEnd(text).dots >= fewestDots);

/** Whether a line is an entry with dots leading to its page: nothing continues after it. */
export function isLed(text: string): boolean {
  // Almost no line is: the cheap checks come first.
  if (!text.includes("..") && !text.includes(". .") && !text.includes("……")) return false;
  const { digits, dots, before } = dotsAtEnd(text);
  return digits > 0 && digits <= mostDigits && (dots >= fewestDots || before.endsWith("……"));
}

/** The number at the end of a text, the dots before it, and the text before the number. */
function dotsAtEnd(text: string): {
  readonly digits: number;
  readonly dots: number;
  readonly before: string;
} {
  let end = text.length;
  while (end > 0 && digit.test(text.charAt(end - 1))) end--;
  const before = text.slice(0, end).trimEnd();

  let dots = 0;
  for (let at = before.length - 1; before[at] === "."; at--) {
    dots++;
    if (before.charAt(at - 1).trim() === "") at--;
  }
  return { digits: text.length - end, dots, before };
}
