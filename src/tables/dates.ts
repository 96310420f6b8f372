/** Dates as tables print them: digits with four-digit years, in an order that the column makes certain. */

export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

export interface PrintedDate {
  readonly order: DateOrder;
  readonly separator: string;
  /** Days since 30 December 1899, as spreadsheets count. */
  readonly serial: number;
  /** Whether day and month have two digits each. */
  readonly padded: boolean;
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const dayMs = 86_400_000;
const epoch = Date.UTC(1899, 11, 30);
/** Spreadsheets count a 29 February 1900, so they differ about earlier dates. */
const first = Date.UTC(1900, 2, 1);

/** Every way to read a text as a date; none if it isn't one. `3/4/2026` has two. */
export function readDate(text: string): PrintedDate[] {
  const plain = text.trim();
  const iso = yearFirst.exec(plain);
  if (iso) return dateOf("ymd", iso[2], [iso[1], iso[3], iso[4]]);
  const [, one, separator, two, year] = yearLast.exec(plain) ?? [];
  const dayFirst = dateOf("dmy", separator, [year, two, one]);
  // Nobody writes the month first with dots.
  return separator === "." ? dayFirst : [...dayFirst, ...dateOf("mdy", separator, [year, one, two])];
}

function dateOf(
  order: DateOrder,
  separator = "",
  [year = "", month = "", day = ""]: readonly (string | undefined)[],
): PrintedDate[] {
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(time);
  if (!(time >= first) || date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day))
    return [];
  return [{ order, separator, serial: (time - epoch) / dayMs, padded: month.length + day.length === 4 }];
}

/** The number format of a spreadsheet that shows a date as it was printed. */
export function dateFormat({ order, separator, padded }: PrintedDate): string {
  const [day, month, year] = padded ? ["dd", "mm", "yyyy"] : ["d", "m", "yyyy"];
  const parts = { ymd: [year, month, day], dmy: [day, month, year], mdy: [month, day, year] }[order];
  return parts.join(`\\${separator}`);
}
