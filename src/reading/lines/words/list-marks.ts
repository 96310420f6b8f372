/** List markers, shared by text and structure, as parts of character classes. */

/** Dots, squares, arrows and ticks, and their codes in symbol fonts. */
export const signs = "•◦▪‣∙·‧⁃●○■□◆◇▶►➢➤❖✓✔\uf0b7\uf0a7\uf0d8";
/** Punctuation that a sentence may also begin with, or contain. */
export const dashes = "\u2013\u2014*+-";
/** Digits that number items. */
export const digits = "\\d\u0660-\u0669\u06f0-\u06f9";

const bullet = new RegExp(`^[${signs}${dashes}]$`, "u");
const lone = new RegExp(`^(?:[${signs}${dashes}]|\\(?(?:\\d{1,3}|[a-zA-Z]|[ivxlc]{1,5})[.)])$`, "u");

/** Whether a word is a single bullet or dash. */
export const isBullet = (text: string): boolean => bullet.test(text);

/** Whether a text is only a marker: a bullet or dash, or a number, a letter or a Roman numeral with a dot or a bracket. */
export const isMarker = (text: string): boolean => lone.test(text);

/** NaN if a marker is no number. */
export const numberOf = (marker: string) => Number(/^\(?(\d+)[.)]$/.exec(marker)?.[1]);
