/** Leaders: the dots that lead from an entry of a table of contents to its page. */
const leaders = /(?:\.\s?){4,}\s*[\divxlc]*$|…{2,}|_{4,}/i;
const toPage = /(?:\.\s?){4,}\s*[\divxlc]{1,6}$|…{2,}\s*[\divxlc]{1,6}$/i;

/** Whether dots or a line to write on lead through a text. */
export const hasLeaders = (text: string): boolean =>
  (text.includes(".") || text.includes("…") || text.includes("_")) && leaders.test(text);

/** Whether a line is an entry that dots lead from to its page: nothing goes on behind it. */
export function isLed(text: string): boolean {
  // Almost no line is: the cheap looks come first.
  return (text.includes("..") || text.includes(". .") || text.includes("…")) && toPage.test(text);
}
