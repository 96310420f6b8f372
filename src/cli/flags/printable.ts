/** A folder's name may contain a line break or an escape sequence; a terminal must not interpret it. */
export const printable = (text: string): string =>
  /[\p{Cc}\p{Cf}]/u.test(text) ? JSON.stringify(text) : text;
