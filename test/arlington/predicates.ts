/** Evaluates the model's expressions on an object. Undefined means no judgment, because the answer isn't known here. */
import {
  type Dict,
  isDict,
  isList,
  nameOf,
  type ReadDocument,
  resolved,
  textOf,
  type Value,
} from "./documents.ts";
import { type Expression, parse } from "./expressions.ts";
import type { Kind } from "./model.ts";

/** An object at its position, or one of its entries. */
export interface Place {
  readonly document: ReadDocument;
  readonly kind: Kind;
  readonly object: Dict | readonly Value[];
  readonly parent: Place | undefined;
}

export interface Entry {
  readonly place: Place;
  readonly key: string;
  readonly value: Value;
}

type Found = boolean | number | string | undefined;

/** `vacuous`: the result of a statement that doesn't apply, because it's about another version. */
export function holds(expression: Expression | string, entry: Entry, vacuous: boolean): boolean | undefined {
  const tree = typeof expression === "string" ? parse(expression) : expression;
  const found = evaluate(tree, { entry, vacuous });
  return typeof found === "boolean" ? found : undefined;
}

interface Scope {
  readonly entry: Entry;
  readonly vacuous: boolean;
}

function evaluate(expression: Expression, scope: Scope): Found {
  if (expression.is === "word") return wordValue(expression.text, scope.entry);
  if (expression.is === "array") return undefined;
  if (expression.is === "operator") return operate(expression, scope);
  const own = functions[expression.name];
  return own?.(expression.parts, scope);
}

function operate({ sign, parts }: Expression & { is: "operator" }, scope: Scope): Found {
  const [a, b] = parts.map((part) => evaluate(part, scope));
  if (sign === "&&" || sign === "||") return together(sign === "||", a, b);
  if (a === undefined || b === undefined) return undefined;
  if (sign === "==") return a === b;
  if (sign === "!=") return a !== b;
  if (typeof a !== "number" || typeof b !== "number") return undefined;
  if (sign === ">") return a > b;
  if (sign === ">=") return a >= b;
  if (sign === "<") return a < b;
  if (sign === "<=") return a <= b;
  if (sign === "+") return a + b;
  if (sign === "-") return a - b;
  return sign === "*" ? a * b : a % b;
}

/** `and` and `or` over values that may be unknown; `decides` is the deciding value: true for `or`. */
function together(decides: boolean, a: Found, b: Found): Found {
  if (a === decides || b === decides) return decides;
  return typeof a === "boolean" && typeof b === "boolean" ? !decides : undefined;
}

/** A number, the value of a path with `@`, or the word itself. */
function wordValue(word: string, entry: Entry): Found {
  if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  if (word === "true" || word === "false") return word === "true";
  if (!word.includes("@")) return word.replaceAll("'", "");
  const found = valueAt(word, entry);
  return found === undefined ? fallbackOf(word, entry) : plain(found);
}

function plain(value: Value): Found {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return nameOf(value) ?? textOf(value);
}

/** The default of a key of the same object, if it's a plain value. */
function fallbackOf(word: string, { place }: Entry): Found {
  const fallback = word.startsWith("@") ? place.kind.rows.get(word.slice(1))?.fallback : undefined;
  if (!fallback || /[[(:]/.test(fallback)) return undefined;
  if (/^-?\d+(\.\d+)?$/.test(fallback)) return Number(fallback);
  return fallback === "true" || fallback === "false" ? fallback === "true" : fallback;
}

/** The value at a path, or undefined if there is none. A repeated index (`0*`) means the entry itself. */
export function valueAt(path: string, { place, value }: Entry): Value | undefined {
  const steps = path.replace("@", "").split("::");
  if (/^@\d\*$/.test(path)) return resolved(place.document, value);
  let around: Place | undefined = place;
  let at: Value | undefined = place.object;
  for (const step of steps) {
    if (step === "parent") {
      around = around?.parent;
      at = around?.object;
    } else if (step === "trailer") at = place.document.trailer;
    else at = child(place.document, at, step === "Catalog" ? "Root" : step);
    if (at === undefined) return undefined;
  }
  return at;
}

function child(document: ReadDocument, value: Value | undefined, step: string): Value | undefined {
  if (isDict(value)) return resolved(document, value.keys.get(step)) ?? undefined;
  return isList(value) ? (resolved(document, value[Number(step)]) ?? undefined) : undefined;
}

/** Whether a path leads to a value; its last step may be `*` for any key. */
function present(path: string, entry: Entry): boolean | undefined {
  if (!path.includes("*")) return valueAt(path, entry) !== undefined;
  if (!path.endsWith("::*")) return undefined;
  const held = valueAt(path.slice(0, -3), entry);
  return isDict(held) ? held.keys.size > 0 && !held.stream : isList(held) && held.length > 0;
}

type Predicate = (parts: readonly Expression[], scope: Scope) => Found;

/** A statement that only applies to some versions, or that asks for the version. */
function inVersion(applies: (own: string, other: string) => boolean): Predicate {
  return ([version, statement], scope) => {
    const other = version?.is === "word" ? version.text : "";
    const does = applies(scope.entry.place.document.version, other);
    if (!statement) return does;
    return does ? evaluate(statement, scope) : scope.vacuous;
  };
}

/** Measures the value at a path. */
function measure(of: (value: Value, document: ReadDocument) => number | undefined): Predicate {
  return ([path], { entry }) => {
    const found = path?.is === "word" ? valueAt(path.text, entry) : undefined;
    return found === undefined ? undefined : of(found, entry.place.document);
  };
}

function side(value: Value, from: number): number | undefined {
  const [a, b] = isList(value) ? [value[from], value[from + 2]] : [];
  return typeof a === "number" && typeof b === "number" ? Math.abs(b - a) : undefined;
}

/** Whether bits of the value, numbered from 1, are set or clear as required. */
function bits(set: boolean): Predicate {
  return (parts, { entry }) => {
    const value = resolved(entry.place.document, entry.value);
    if (typeof value !== "number") return undefined;
    const [low = 1, high = low] = parts.map((part) => (part.is === "word" ? Number(part.text) : 1));
    for (let bit = low; bit <= high; bit++) if (((value >>> (bit - 1)) & 1) !== Number(set)) return false;
    return true;
  };
}

const standardFonts =
  /^(Courier|Helvetica)(-(Bold)?(Oblique)?)?$|^Times-(Roman|Bold|Italic|BoldItalic)$|^(Symbol|ZapfDingbats)$/;

/**
 * Functions without an entry here aren't judged: the objects don't hold the answer, or it takes more than a look at them.
 */
const functions: Readonly<Record<string, Predicate>> = {
  Eval: ([inner], scope) => inner && evaluate(inner, scope),
  IsRequired: ([inner], scope) => inner && evaluate(inner, scope),
  MustBeDirect: ([inner], scope) => (inner ? evaluate(inner, scope) : true),
  MustBeIndirect: ([inner], scope) => (inner ? evaluate(inner, scope) : true),
  Not: ([inner], scope) => {
    const found = inner && evaluate(inner, scope);
    return typeof found === "boolean" ? !found : undefined;
  },
  IsPresent: ([path, condition], scope) => {
    if (!path) return undefined;
    const isPath = path.is === "word" && !path.text.startsWith("@");
    const there = isPath ? present(path.text, scope.entry) : evaluate(path, scope);
    if (!condition) return there;
    return there === true ? evaluate(condition, scope) : scope.vacuous;
  },
  // An entry that is ignored or meaningless is no fault.
  Ignore: () => true,
  IsMeaningful: () => true,
  SinceVersion: inVersion((own, other) => own >= other),
  BeforeVersion: inVersion((own, other) => own < other),
  IsPDFVersion: inVersion((own, other) => own === other),
  Deprecated: ([, statement], scope) => statement && evaluate(statement, scope),
  IsPDFTagged: (_, { entry }) => entry.place.document.tagged,
  NotStandard14Font: (_, { entry }) => !standardFonts.test(nameOf(valueAt("BaseFont", entry)) ?? ""),
  ArrayLength: measure((value) => (isList(value) ? value.length : undefined)),
  StringLength: measure((value) => textOf(value)?.length),
  StreamLength: measure((value, document) => {
    const length = isDict(value) ? resolved(document, value.keys.get("Length")) : undefined;
    return typeof length === "number" ? length : undefined;
  }),
  RectWidth: measure((value) => side(value, 0)),
  RectHeight: measure((value) => side(value, 1)),
  BitSet: bits(true),
  BitsSet: bits(true),
  BitClear: bits(false),
  BitsClear: bits(false),
  Contains: ([path, wanted], { entry }) => {
    if (path?.is !== "word" || wanted?.is !== "word") return undefined;
    const found = valueAt(path.text, entry);
    const all = isList(found) ? found.map((one) => resolved(entry.place.document, one)) : [found];
    return all.some((one) => one !== undefined && plain(one) === wordValue(wanted.text, entry));
  },
};
