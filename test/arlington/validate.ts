/** Walks a document from its trailer along the model's links and lists every violation. */
import {
  type Dict,
  isDict,
  isList,
  nameOf,
  type ReadDocument,
  referenceOf,
  resolved,
  textOf,
  type Value,
} from "./documents.ts";
import { type Expression, parse, splitList } from "./expressions.ts";
import type { Kind, Model, Row } from "./model.ts";
import { type Entry, holds, type Place } from "./predicates.ts";

export interface Findings {
  /** Such as `PageObject.MediaBox: is missing`; each once. */
  readonly violations: ReadonlySet<string>;
  /** Keys that the model doesn't know; producers may define their own. */
  readonly unknown: ReadonlySet<string>;
}

interface Visit {
  readonly value: Value;
  readonly links: readonly string[];
  readonly parent: Place | undefined;
}

export function validate(model: Model, document: ReadDocument): Findings {
  const violations = new Set<string>();
  const unknown = new Set<string>();
  const seen = new Map<number, Set<Kind>>();
  const visits: Visit[] = [{ value: document.trailer, links: ["FileTrailer"], parent: undefined }];
  for (let visit = visits.pop(); visit; visit = visits.pop()) {
    const { value, links, parent } = visit;
    const object = resolved(document, value);
    if (!isDict(object) && !isList(object)) continue;
    const kinds = links.flatMap((name) => model.get(name) ?? []);
    const place = bestPlace(kinds, { document, object, parent });
    if (!place) continue;
    const num = referenceOf(value);
    if (num !== undefined) {
      const known = seen.get(num) ?? new Set();
      seen.set(num, known);
      if (known.has(place.kind)) continue;
      known.add(place.kind);
    }
    for (const fault of faultsOf(place)) violations.add(fault);
    for (const { key, row, value: held } of entriesOf(place)) {
      if (row) visits.push(...followed(place, key, row, held));
      else unknown.add(`${place.kind.name}.${isDict(place.object) ? key : "…"}`);
    }
  }
  return { violations, unknown };
}

/** Of the kinds allowed here, the one that the object violates least: annotations by their Subtype, actions by their S. */
function bestPlace(kinds: readonly Kind[], rest: Omit<Place, "kind">): Place | undefined {
  let best: Place | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const kind of kinds) {
    const place = { ...rest, kind };
    const cost = kinds.length === 1 ? 0 : costOf(place);
    if (cost < fewest) [best, fewest] = [place, cost];
  }
  return best;
}

/** Keys that distinguish kinds weigh more than others. */
const telling = /\.(Type|Subtype|S|FT|O|0|\w+Type|TransformMethod|CFM)?: /;

function costOf(place: Place): number {
  const isArray = isList(place.object);
  const forArray = [...place.kind.rows.keys()].every((key) => /^(\d+\*?|\*)$/.test(key));
  const shape = isArray && !forArray ? 1000 : 0;
  const unknown = [...entriesOf(place)].filter(({ row }) => !row).length;
  const faults = faultsOf(place).map((fault) => (telling.test(fault) ? 100 : 10));
  return shape + unknown + faults.reduce((a, b) => a + b, 0);
}

interface Held {
  readonly key: string;
  readonly row: Row | undefined;
  readonly value: Value;
}

/** The entries of an object; a null value in a dictionary means the entry is absent (ISO 32000-2, 7.3.9). */
function* entriesOf({ kind, object, document }: Place): Generator<Held> {
  if (isDict(object)) {
    for (const [key, value] of object.keys) {
      if (resolved(document, value) === null) continue;
      yield { key, row: kind.rows.get(key) ?? kind.rows.get("*"), value };
    }
    return;
  }
  for (const [at, value] of object.entries()) {
    const first = kind.rows.size - kind.repeated.length;
    const repeated = at >= first ? kind.repeated[(at - first) % kind.repeated.length] : undefined;
    yield { key: String(at), row: kind.rows.get(String(at)) ?? repeated ?? kind.rows.get("*"), value };
  }
}

function faultsOf(place: Place): readonly string[] {
  const faults: string[] = [];
  for (const { key, row, value } of entriesOf(place)) {
    if (!row) continue;
    const entry = { place, key, value };
    for (const fault of entryFaults(row, entry)) faults.push(`${place.kind.name}.${row.key}: ${fault}`);
  }
  for (const row of place.kind.rows.values())
    if (isMissing(row, place)) faults.push(`${place.kind.name}.${row.key}: is missing`);
  return faults;
}

function isMissing(row: Row, place: Place): boolean {
  if (row.key.endsWith("*") || row.required === "FALSE") return false;
  const { object, document } = place;
  const value = isDict(object) ? object.keys.get(row.key) : object[Number(row.key)];
  if (isDict(object) ? resolved(document, value) !== null : value !== undefined) return false;
  const required =
    row.required === "TRUE" || holds(row.required, { place, key: row.key, value: null }, false) === true;
  return required && !(row.inheritable && isInherited(place, row.key));
}

/** Whether an ancestor, by Parent, has the key. */
function isInherited({ document, object }: Place, key: string): boolean {
  let at: Value = isDict(object) ? object : null;
  for (let height = 0; height < 100 && isDict(at); height++) {
    if (resolved(document, at.keys.get(key)) !== null) return true;
    at = resolved(document, at.keys.get("Parent"));
  }
  return false;
}

function* entryFaults(row: Row, entry: Entry): Generator<string> {
  const { document } = entry.place;
  const value = resolved(document, entry.value);
  const types = row.types.flatMap((type, k) => (isOfType(document, value, type) ? [k] : []));
  const [at] = types;
  if (at === undefined) {
    yield `is ${typeOf(value)}, not ${row.types.join(" or ")}`;
    return;
  }
  if (row.since !== undefined && row.since > document.version) yield `came with PDF ${row.since}`;
  const direct = referenceOf(entry.value) === undefined;
  const indirect = row.indirect[row.indirect.length === 1 ? 0 : at] ?? "FALSE";
  if (direct && mustBe(indirect, "Indirect", entry)) yield "is not indirect";
  if (!direct && mustBe(indirect, "Direct", entry)) yield "is indirect";
  const possible = row.possible[at] ?? "";
  if (possible !== "" && !types.some((k) => isPossible(row.possible[k] ?? "", entry, value)))
    yield `has a value that is not possible${named(value)}`;
  const special = row.special[at] ?? "";
  if (special !== "" && splitList(special).some((one) => holds(one, entry, true) === false))
    yield `is against ${special}`;
}

function named(value: Value): string {
  const text = nameOf(value) ?? (typeof value === "object" ? undefined : String(value));
  return text === undefined ? "" : `, ${text}`;
}

function mustBe(column: string, what: "Direct" | "Indirect", entry: Entry): boolean {
  if (column === "TRUE") return what === "Indirect";
  return column.startsWith(`fn:MustBe${what}`) && holds(column, entry, false) === true;
}

/** Whether a list of values and conditions allows the value; conditions that can't be judged do. */
function isPossible(list: string, entry: Entry, value: Value): boolean {
  const verdicts = splitList(list).map((one) =>
    one.startsWith("fn:") ? allows(parse(one), entry, value) : allowsValue(one, value),
  );
  return verdicts.length === 0 || (!verdicts.includes("never") && verdicts.includes("yes"));
}

/** The verdict of one entry in a list of possible values; `never`: it requires a different value. */
type Allows = "yes" | "no" | "never";

const wrappers = new Set(["SinceVersion", "BeforeVersion", "IsPDFVersion", "Deprecated", "Extension"]);

/** The version that allows a value isn't judged. */
function allows(expression: Expression, entry: Entry, value: Value): Allows {
  if (expression.is === "word" || expression.is === "array") return allowsValue(expression.text, value);
  const last = expression.parts.at(-1);
  if (expression.is === "call" && last) {
    if (wrappers.has(expression.name)) return allows(last, entry, value);
    if (expression.name === "RequiredValue") {
      const same = allows(last, entry, value);
      const [condition] = expression.parts;
      return same === "no" && condition && holds(condition, entry, false) === true ? "never" : same;
    }
  }
  return holds(expression, entry, true) === false ? "no" : "yes";
}

function allowsValue(text: string, value: Value): Allows {
  return text === "*" || text.startsWith("[") || sameValue(text, value) ? "yes" : "no";
}

function sameValue(text: string, value: Value): boolean {
  if (typeof value === "number") return Number(text) === value;
  if (typeof value === "boolean") return text === String(value);
  return (nameOf(value) ?? textOf(value) ?? text) === text.replaceAll("'", "");
}

function typeOf(value: Value): string {
  if (value === null) return "null";
  if (isList(value)) return "array";
  if (isDict(value)) return value.stream ? "stream" : "dictionary";
  if (nameOf(value) !== undefined) return "name";
  if (textOf(value) !== undefined) return "string";
  return typeof value;
}

function isOfType(document: ReadDocument, value: Value, type: string): boolean {
  const own = typeOf(value);
  if (type === "integer" || type === "bitmask") return Number.isInteger(value);
  if (type === "rectangle") return isNumbers(document, value, 4);
  if (type === "matrix") return isNumbers(document, value, 6);
  if (type === "name-tree" || type === "number-tree") return own === "dictionary";
  if (type === "date") return /^(D:)?\d{4}/.test(textOf(value) ?? "");
  if (type.startsWith("string")) return own === "string";
  return own === type;
}

function isNumbers(document: ReadDocument, value: Value, count: number): boolean {
  return (
    isList(value) &&
    value.length === count &&
    value.every((one) => typeof resolved(document, one) === "number")
  );
}

/** The objects that an entry links to; for trees, the values in their leaves. */
function followed(place: Place, key: string, row: Row, value: Value): readonly Visit[] {
  const { document } = place;
  const target = resolved(document, value);
  const at = row.types.findIndex((type) => isOfType(document, target, type));
  const type = row.types[at] ?? "";
  const links = row.links[row.links.length === 1 ? 0 : at] ?? [];
  if (links.length === 0 || key === "Parent") return [];
  if (type !== "name-tree" && type !== "number-tree") return [{ value, links, parent: place }];
  return leavesOf(document, target).map((leaf) => ({ value: leaf, links, parent: place }));
}

function leavesOf(document: ReadDocument, root: Value): readonly Value[] {
  const leaves: Value[] = [];
  const seen = new Set<Dict>();
  const nodes = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!isDict(node) || seen.has(node)) continue;
    seen.add(node);
    const pairs = resolved(document, node.keys.get("Names") ?? node.keys.get("Nums"));
    if (isList(pairs)) leaves.push(...pairs.filter((_, k) => k % 2 === 1));
    const kids = resolved(document, node.keys.get("Kids"));
    if (isList(kids)) nodes.push(...kids.map((kid) => resolved(document, kid)));
  }
  return leaves;
}
