/** The marks that items of lists begin with, once for text and structure, as parts of character classes. */

/** Dots, squares, arrows and ticks, with what fonts of symbols have in their place. */
export const signs = "•◦▪‣∙·‧⁃●○■□◆◇▶►➢➤❖✓✔\uf0b7\uf0a7\uf0d8";
/** Signs that a sentence may begin with as well, or hold. */
export const dashes = "\u2013\u2014*+-";
/** Digits that items are counted with. */
export const digits = "\\d\u0660-\u0669\u06f0-\u06f9";

const bullet = new RegExp(`^[${signs}${dashes}]$`, "u");
const lone = new RegExp(`^(?:[${signs}${dashes}]|\\(?(?:\\d{1,3}|[a-zA-Z]|[ivxlc]{1,5})[.)])$`, "u");

/** Whether a word is one sign or dash. */
export const isBullet = (text: string): boolean => bullet.test(text);

/** Whether a text is a marker and nothing else: a sign or dash, or a number, a letter or a Roman number with a dot or a bracket. */
export const isMarker = (text: string): boolean => lone.test(text);
