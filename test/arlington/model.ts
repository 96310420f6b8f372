/** The Arlington PDF model: the requirements of ISO 32000-2 as one table of tab-separated values for each kind of object. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { essentials } from "./essentials.ts";
import { splitList } from "./expressions.ts";

/** A key of a dictionary or an index of an array. */
export interface Row {
  /** A key's name, an index (`0`), a repeated index (`0*`), or `*` for all others. */
  readonly key: string;
  /** The possible types; columns with one entry per type use the same order. */
  readonly types: readonly string[];
  /** The version that introduced it; undefined if an extension did, or if it depends. */
  readonly since: string | undefined;
  /** TRUE, FALSE or an expression. */
  readonly required: string;
  readonly indirect: readonly string[];
  readonly inheritable: boolean;
  readonly fallback: string;
  readonly possible: readonly string[];
  readonly special: readonly string[];
  /** The kinds of object it may link to, by type. */
  readonly links: readonly (readonly string[])[];
}

export interface Kind {
  readonly name: string;
  readonly rows: ReadonlyMap<string, Row>;
  /** The repeated indexes at the end of an array. */
  readonly repeated: readonly Row[];
}

export type Model = ReadonlyMap<string, Kind>;

/** The whole model as its project publishes it: the folder with `Catalog.tsv`. */
const folder = resolve(
  process.env.PDFD_ARLINGTON ?? join(import.meta.dirname, "../../../shared/judges/arlington/tsv/latest"),
);

/** The whole model, or the essentials if it isn't installed. */
export function readModel(): Model {
  if (!existsSync(join(folder, "Catalog.tsv"))) return essentials();
  const names = readdirSync(folder).filter((name) => name.endsWith(".tsv"));
  const kinds = names.map((name) => kindOf(name.slice(0, -4), readFileSync(join(folder, name), "utf8")));
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

/** Parses a table; its first line names the columns. */
export function kindOf(name: string, table: string): Kind {
  const rows = table.split(/\r?\n/).slice(1).filter(Boolean).map(rowOf);
  return {
    name,
    rows: new Map(rows.map((row) => [row.key, row])),
    repeated: rows.filter(({ key }) => /^\d+\*$/.test(key)),
  };
}

function rowOf(line: string): Row {
  const [key = "", type = "", since = "", , required = "", indirect = "", inheritable = "", ...rest] =
    line.split("\t");
  const [fallback = "", possible = "", special = "", link = ""] = rest;
  return {
    key,
    types: type.split(";").map((one) => /(\w[\w-]*)\)*$/.exec(one)?.[1] ?? one),
    since: /^\d\.\d$/.test(since) ? since : undefined,
    required,
    indirect: byType(indirect),
    inheritable: inheritable === "TRUE",
    fallback,
    possible: byType(possible),
    special: byType(special),
    links: byType(link).map((one) => splitList(one).map(linked)),
  };
}

/** `[a];[b]` as two entries, `[a]` as one. */
function byType(column: string): readonly string[] {
  return splitList(column, ";").map((one) => (/^\[.*\]$/.test(one) ? one.slice(1, -1) : one));
}

/** The kind inside `fn:SinceVersion(1.5,Kind)` and the like; the version that allows it isn't judged. */
function linked(entry: string): string {
  return /(\w+)\)*$/.exec(entry)?.[1] ?? entry;
}
