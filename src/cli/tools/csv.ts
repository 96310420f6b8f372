/** Tables as saved by spreadsheets (RFC 4180): a header, then a row per record. */
import { UsageError } from "../flags/flags.ts";

export interface Row {
  readonly values: Readonly<Record<string, unknown>>;
  /** Why it can't be used. */
  readonly fault?: string;
}

/** The rows, keyed by the header. Fields are separated by commas, or by the header's separator: semicolons or tabs. */
export function csvRows(text: string, from: string): Row[] {
  const separator = separatorOf(text);
  const [header = [], ...records] = recordsOf(text, separator, from);
  const repeated = header.find((name, k) => header.indexOf(name) !== k);
  if (repeated !== undefined) throw new UsageError(`${from} has two columns ${JSON.stringify(repeated)}`);
  return records.flatMap((record) => {
    if (record.length === 1 && record[0] === "") return [];
    const values = Object.fromEntries(header.map((name, at) => [name, record[at] ?? ""]));
    // Spreadsheets fill rows up with empty cells.
    if (record.slice(header.length).every((value) => value === "")) return [{ values }];
    return [{ values, fault: `it has ${record.length} values for ${header.length} columns` }];
  });
}

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const line = end < 0 ? text : text.slice(0, end);
  const count = (mark: string) => line.split(mark).length;
  return [";", "\t"].find((mark) => count(mark) > count(",")) ?? ",";
}

const placeOf = (before: readonly unknown[]) => (before.length === 0 ? "the header" : `row ${before.length}`);

function recordsOf(text: string, separator: string, from: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];

  for (let at = 0; at < text.length; ) {
    let value = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 2) {
        const end = text.indexOf('"', at);
        if (end < 0)
          throw new UsageError(`${from}: ${placeOf(records)} has a quotation mark that is not closed`);
        value += text.slice(at, end);
        at = end;
        if (text[at + 1] !== '"') break;
        value += '"';
      }
      at += 1;
    }
    const start = at;
    while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
    record.push(value + text.slice(start, at));
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      record.push("");
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    records.push(record);
    record = [];
  }

  if (record.length > 0) records.push(record);
  return records;
}
