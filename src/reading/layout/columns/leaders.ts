/** Leaders: the dots that lead from an entry of a table of contents to its page. */
const leaders = /(?:\.\s?){4,}\s*[\divxlc]*$|…{2,}|_{4,}/i;
const toPage = /(?:\.\s?){4,}\s*[\divxlc]{1,6}$|…{2,}\s*[\divxlc]{1,6}$/i;

/** Whether dots or a line to write on lead through a text. */
export const hasLeaders = (text: string): boolean =>
  (text.includes(".") || text.includes("…") || text.includes("_")) && leaders.test(text);

/** Whether a character may be a number's last, Arabic or Roman. */
const endsNumber = (code: number) => (code >= 48 && code <= 57) || numerals.includes(code);
const numerals = [..."ivxlcIVXLC"].map((letter) => letter.charCodeAt(0));

/** Whether a line is an entry that dots lead from to its page: nothing goes on behind it. */
export function isLed(text: string): boolean {
  // Almost no line is: the cheap looks come first.
  return (
    endsNumber(text.charCodeAt(text.length - 1)) &&
    (text.includes("..") || text.includes(". .") || text.includes("…")) &&
    toPage.test(text)
  );
}
