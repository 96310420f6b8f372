/**
 * The one place where outside values become typed: valibot finds the faults, this module words them (code `validation`).
 * Messages never repeat values (which may be passwords), only the names of unknown fields.
 */
import * as v from "valibot";
import { maxJsonDepth } from "../limits.ts";
import { type FieldError, ProblemError } from "../problem.ts";

/** Faults listed in one answer: enough to fix a form, too few to turn a hostile body into a huge answer. */
const maxErrors = 50;
/** Beyond this many values, validation stops at the first fault: listing half a million would block the event loop. */
const manyValues = 5000;
/** Characters shown of a caller's own field name. */
const maxNameLength = 60;

/**
 * `input` as the schema's output. Throws 422 `validation` naming every faulty or unknown field by its JSON path
 * (`steps[0].options.angle`), with the prefix `fieldPrefix` if the value is nested in another (a job's `input`).
 */
export function validate<Output>(
  schema: v.GenericSchema<unknown, Output>,
  input: unknown,
  fieldPrefix = "",
): Output {
  const size = measure(input);
  if (size.tooDeep)
    throw refuse([{ field: fieldPrefix || root, message: `must nest at most ${maxJsonDepth} levels` }]);
  if (Array.isArray(input))
    throw refuse([{ field: fieldPrefix || root, message: "must be an object, not an array" }]);

  const result = v.safeParse(schema, input, { abortEarly: size.values > manyValues, message: wording });
  if (!result.success) {
    const errors = result.issues
      .slice(0, maxErrors)
      .flatMap((issue) => translate(issue, fieldPrefix, schema));
    throw refuse(errors.slice(0, maxErrors));
  }

  const misplaced = arrayForObject(input, result.output);
  if (misplaced)
    throw refuse([{ field: fieldName(misplaced, fieldPrefix), message: "must be an object, not an array" }]);

  return result.output;
}

/** The name of the whole value in errors, if no field can be named. */
const root = "body";

function refuse(errors: readonly FieldError[]): ProblemError {
  const shown = errors.slice(0, 3).map(({ field, message }) => `${field}: ${message}`);
  const more = errors.length > shown.length ? `; and ${errors.length - shown.length} more` : "";
  return new ProblemError("validation", `${shown.join("; ")}${more}`, { errors });
}

type Issue = v.BaseIssue<unknown>;
type Key = string | number;

function pathOf(issue: Issue): Key[] {
  return (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)));
}

/** A JSON path as shown in errors: `inputs[2]`, `steps[0].options.angle`, `["odd name"]`. */
export function fieldName(path: readonly Key[], prefix = ""): string {
  const name = path.reduce<string>((before, key) => {
    if (typeof key === "number") return `${before}[${key}]`;
    const short = key.length > maxNameLength ? `${key.slice(0, maxNameLength)}…` : key;
    if (!/^[\w$-]+$/.test(key)) return `${before}[${JSON.stringify(short.toWellFormed())}]`;
    return before === "" ? short : `${before}.${short}`;
  }, prefix);
  return name === "" ? root : name;
}

function translate(issue: Issue, prefix: string, schema: unknown): FieldError[] {
  const path = pathOf(issue);
  if (!isUnknownKey(issue)) return [{ field: fieldName(path, prefix), message: issue.message }];
  // Valibot stops at an object's first unknown key; callers want them all.
  const above = path.slice(0, -1);
  const names = fieldsAt(schema, issue.path?.slice(0, -1) ?? []);
  const holder = issue.path?.at(-1)?.input;
  const keys = typeof holder === "object" && holder !== null ? Object.keys(holder) : [];
  const unknown = names.length === 0 ? path.slice(-1) : keys.filter((key) => !names.includes(key));
  const message = names.length === 0 ? unknownField : `${unknownField}; known fields: ${names.join(", ")}`;
  return unknown.slice(0, maxErrors).map((key) => ({ field: fieldName([...above, key], prefix), message }));
}

const unknownField = "is not a known field";

const isUnknownKey = (issue: Issue): boolean => issue.type === "strict_object" && issue.expected === "never";

/** Valibot's default texts repeat the value; these say what to enter. A schema's own message takes precedence. */
function wording(issue: Issue): string {
  if (isUnknownKey(issue)) return unknownField;

  const limit = String(issue.requirement);
  switch (issue.type) {
    case "min_length":
      return `must have at least ${counted(issue)}`;
    case "max_length":
      return `must have at most ${counted(issue)}`;
    case "length":
      return `must have exactly ${counted(issue)}`;
    case "non_empty":
      return "must not be empty";
    case "min_value":
      return `must be at least ${limit}`;
    case "max_value":
      return `must be at most ${limit}`;
    case "gt_value":
      return `must be more than ${limit}`;
    case "lt_value":
      return `must be less than ${limit}`;
    case "integer":
      return "must be a whole number";
    case "finite":
      return "must be a finite number";
    case "regex":
      return `must match ${issue.requirement instanceof RegExp ? issue.requirement.source : limit}`;
    default:
      return issue.kind === "schema" ? wrongShape(issue) : "is not valid";
  }
}

function counted(issue: Issue): string {
  const unit = typeof issue.input === "string" ? "character" : "item";
  return `${String(issue.requirement)} ${unit}${issue.requirement === 1 ? "" : "s"}`;
}

const jsonNames: Record<string, string> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  Object: "an object",
  Array: "an array",
  null: "null",
  NaN: "a number",
};

function wrongShape(issue: Issue): string {
  // JSON has no undefined: a key, a tuple item or a discriminator is missing.
  if (issue.input === undefined)
    return issue.type === "variant" ? `is required: ${oneOf(issue.expected)}` : "is required";
  const wanted = oneOf(issue.expected);
  const given = kindOf(issue.input);
  const shape =
    wanted.includes(given) || wanted.startsWith("one of")
      ? `must be ${wanted}`
      : `must be ${wanted}, not ${given}`;
  return shape + otherSpelling(wanted, issue.input);
}

/** How a value of the wrong kind is written as one of the right kind, if that is plain. */
function otherSpelling(wanted: string, value: unknown): string {
  if (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) && /^(a number|one of -?\d)/.test(wanted))
    return "; leave out the quotation marks";
  if (wanted !== "a string") return "";
  if (typeof value === "number") return "; put it in quotation marks";
  return Array.isArray(value) && value.every((item) => typeof item === "number")
    ? '; write it as "1, 2"'
    : "";
}

/** Valibot's `expected`, such as `string`, `("markdown" | "html")` or `90`, in words. */
function oneOf(expected: string | null): string {
  const options = (expected ?? "").replace(/^\(|\)$/g, "").split(" | ");
  const literal = options.filter((option) => !(option in jsonNames));
  if (literal.length === options.length && options.length > 1) {
    return `one of ${options.map(unquoted).join(", ")}`;
  }
  return options.map((option) => jsonNames[option] ?? unquoted(option)).join(" or ");
}

const unquoted = (option: string): string => option.replace(/^"(.*)"$/, "$1");

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return jsonNames[typeof value] ?? (typeof value === "object" ? "an object" : typeof value);
}

/**
 * The fields that a schema allows at the end of an issue's path, for callers who mistyped one. For a variant, those of the
 * option that matches the value's discriminator.
 */
function fieldsAt(schema: unknown, path: readonly Step[]): string[] {
  let inner = unwrapped(schema);
  for (const { key, input, value } of path) {
    const from = optionFor(inner, input);
    inner = unwrapped(
      typeof key === "number" ? member(from, "item") : member(member(from, "entries"), String(key)),
    );
    inner = optionFor(inner, value);
  }
  const entries = member(inner, "entries");
  return typeof entries === "object" && entries !== null ? Object.keys(entries) : [];
}

interface Step {
  readonly key: unknown;
  readonly input: unknown;
  readonly value: unknown;
}

function optionFor(schema: unknown, value: unknown): unknown {
  const options = member(schema, "options");
  const key = member(schema, "key");
  if (!Array.isArray(options) || typeof key !== "string") return schema;
  const given = member(value, key);
  return (
    options.find((option) => member(member(member(option, "entries"), key), "literal") === given) ?? schema
  );
}

/** The schema inside any optional, nullable and lazy wrappers. */
function unwrapped(schema: unknown): unknown {
  const inner = member(schema, "wrapped");
  return inner === undefined ? schema : unwrapped(inner);
}

/** An object's own member. */
export function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** Number of values inside a value, up to a bound, and whether it nests too deep for recursive code. */
function measure(value: unknown): { readonly values: number; readonly tooDeep: boolean } {
  let values = 0;
  let level: unknown[] = [value];

  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxJsonDepth) return { values, tooDeep: true };
    const next: unknown[] = [];
    for (const item of level) {
      values++;
      if (typeof item !== "object" || item === null) continue;
      for (const inner of Array.isArray(item) ? item : Object.values(item)) {
        if (typeof inner === "object" && inner !== null) next.push(inner);
        else values++;
      }
    }
    level = next;
  }

  return { values, tooDeep: false };
}

/**
 * Finds an input array that the schema read as an object. Valibot's objects accept arrays, so `[]` would pass for an object
 * with only optional fields; its output is then an object, which gives it away.
 */
function arrayForObject(input: unknown, output: unknown): readonly Key[] | undefined {
  if (typeof input !== "object" || input === null || typeof output !== "object" || output === null)
    return undefined;

  if (Array.isArray(input)) {
    if (!Array.isArray(output)) return [];
    for (let index = 0; index < input.length; index++) {
      const found = arrayForObject(input[index], output[index]);
      if (found) return [index, ...found];
    }
    return undefined;
  }

  for (const key of Object.keys(output)) {
    const found = arrayForObject(member(input, key), member(output, key));
    if (found) return [key, ...found];
  }

  return undefined;
}
