/** Leaders: the dots that lead from an entry of a table of contents to its page. Read from the end, in one pass over a text. */

/** Dots that are more than the end of a sentence. */
const fewestDots = 4;
/** Digits of a page's number, Roman ones too. */
const mostDigits = 6;
const digit = /[\divxlc]/i;

/** Whether dots or a line to write on lead through a text. */
export const hasLeaders = (text: string): boolean =>
  text.includes("……") || text.includes("____") || (text.includes(".") && dotsAtEnd(text).dots >= fewestDots);

/** Whether a line is an entry that dots lead from to its page: nothing continues after it. */
export function isLed(text: string): boolean {
  // Almost no line is: the cheap looks come first.
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
