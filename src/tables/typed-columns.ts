/** Columns as numbers or dates: typed only where all of a column agrees on one form, and that form is certain. */

import { dateFormat, dateOrders, type PrintedDate, readDate } from "./dates.ts";
import { isDash, type PrintedNumber, readNumber, type Separators, separators } from "./numbers.ts";

export interface TypedValue {
  readonly value: number;
  /** A spreadsheet's number format. */
  readonly format: string;
  /** What the format shows, with English separators. */
  readonly shown: string;
}

/** A column's texts by row, without its head. */
export type ColumnTexts = ReadonlyMap<number, string>;

/** A column's values by row: none if it stays text. */
export interface ColumnValues {
  readonly values: ReadonlyMap<number, TypedValue>;
  /** Why its numbers stay text. */
  readonly doubt?: string;
}

/** What each filled row of a column can be read as; undefined if one can't. Dashes stand for nothing. */
function readings<Reading>(
  texts: ColumnTexts,
  read: (text: string) => readonly Reading[],
): ReadonlyMap<number, readonly Reading[]> | undefined {
  const found = new Map<number, readonly Reading[]>();
  for (const [row, text] of texts) {
    if (text.trim() === "" || isDash(text)) continue;
    const own = read(text);
    if (own.length === 0) return undefined;
    found.set(row, own);
  }
  return found.size > 0 ? found : undefined;
}

interface NumberColumn {
  readonly rows: ReadonlyMap<number, readonly PrintedNumber[]>;
  /** The separators that fit every text. */
  readonly fitting: readonly Separators[];
}

const fits = (own: Separators, form: Separators) =>
  (own.group === "" || own.group === form.group) && (own.decimal === "" || own.decimal === form.decimal);

function numberColumn(texts: ColumnTexts): NumberColumn | undefined {
  const rows = readings(texts, readNumber);
  const all = [...(rows?.values() ?? [])];
  const [first] = all.flat();
  const isAlike = ({ percent, currency }: PrintedNumber) =>
    percent === first?.percent && currency === first.currency;
  if (!rows || !all.flat().every(isAlike)) return undefined;
  const fitting = separators.filter((form) => all.every((own) => own.some((one) => fits(one, form))));
  return fitting.length > 0 ? { rows, fitting } : undefined;
}

/** A column's numbers, read with these separators. */
const numbersWith = ({ rows }: NumberColumn, form: Separators): ReadonlyMap<number, PrintedNumber> =>
  new Map(
    [...rows].flatMap(([row, own]) => own.filter((one) => fits(one, form)).map((one) => [row, one] as const)),
  );

/** Whether all separators that fit give the same values. */
function isCertain(column: NumberColumn): boolean {
  const [first, ...others] = column.fitting.map((form) => numbersWith(column, form));
  return others.every((other) => [...other].every(([row, { value }]) => first?.get(row)?.value === value));
}

/** The decimal separators left to a column. */
const decimalsOf = ({ fitting }: NumberColumn) => new Set(fitting.map(({ decimal }) => decimal));

/** All columns of a table: one whose separators are certain decides for others where they aren't. */
export function typedColumns(columns: readonly ColumnTexts[]): ColumnValues[] {
  const numbers = columns.map(numberColumn);
  const certain = numbers.flatMap((own) =>
    own && isCertain(own) && decimalsOf(own).size === 1 ? [own] : [],
  );
  const decimals = new Set(certain.flatMap((own) => [...decimalsOf(own)]));
  const [decided] = decimals.size === 1 ? decimals : [];

  return columns.map((texts, at): ColumnValues => {
    const column = numbers[at];
    if (!column) return { values: dateValues(texts) };
    const form = column.fitting.find(({ decimal }) => isCertain(column) || decimal === decided);
    if (!form) {
      const doubt = `the separators in column ${at + 1} may be for thousands or for decimals`;
      return { values: new Map(), doubt };
    }
    return { values: new Map([...numbersWith(column, form)].map(([row, one]) => [row, numberValue(one)])) };
  });
}

function numberValue(one: PrintedNumber): TypedValue {
  const { value, decimals, group, percent, currency, before, spaced, mark } = one;
  const gap = spaced ? " " : "";
  const [prefix, suffix] = before ? [`${currency}${gap}`, ""] : ["", `${gap}${percent ? "%" : currency}`];
  const digits = `${group === "" ? "0" : "#,##0"}${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}`;
  const marked = (body: string) =>
    ({ parentheses: `(${body})`, trailing: `${body}-`, minus: `-${body}` })[mark ?? "minus"];
  const literal = (text: string) => (text.trim() === "" ? "" : `"${text}"`);
  const body = `${literal(prefix)}${digits}${percent ? suffix : literal(suffix)}`;
  const magnitude = Math.abs(percent ? Number(`${value}e2`) : value);
  const shown = `${prefix}${english(magnitude, decimals, group !== "")}${suffix}`;

  return {
    value,
    format: mark === undefined || mark === "minus" ? body : `${body};${marked(body)}`,
    shown: mark === undefined ? shown : marked(shown),
  };
}

const english = (value: number, decimals: number, useGrouping: boolean) =>
  value.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping,
  });

/** A column's dates, if all texts agree on one order of day and month. */
function dateValues(texts: ColumnTexts): ReadonlyMap<number, TypedValue> {
  const rows = readings(texts, readDate);
  if (!rows) return new Map();
  const all = [...rows.values()];
  const [order, other] = dateOrders.filter((one) =>
    all.every((own) => own.some((date) => date.order === one)),
  );
  // On 4/4/2026 both orders agree.
  const isOneDay = (own: readonly PrintedDate[]) => new Set(own.map(({ serial }) => serial)).size === 1;
  if (order === undefined || (other !== undefined && !all.every(isOneDay))) return new Map();

  return new Map(
    [...rows].flatMap(([row, own]) =>
      own
        .filter((date) => date.order === order)
        .map((date) => [row, dateValue(date, texts.get(row) ?? "")] as const),
    ),
  );
}

const dateValue = (date: PrintedDate, text: string): TypedValue => ({
  value: date.serial,
  format: dateFormat(date),
  shown: text.trim(),
});
