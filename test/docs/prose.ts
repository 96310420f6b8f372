/** The prose of sources and documents, line by line: comments, messages, and Markdown outside its code. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "rolldown/utils";

export interface Prose {
  readonly line: number;
  readonly text: string;
}

const checkout = resolve(import.meta.dirname, "../..");

/** The prose of a file, given its path in the checkout. Of a test, only comments and titles: its other strings are samples. */
export function proseOf(path: string): readonly Prose[] {
  const text = readFileSync(resolve(checkout, path), "utf8");
  if (/\.(md|txt)$/.test(path)) return markdownProse(text);
  return sourceProse(path, text, path.startsWith("test/") ? isTitle : undefined);
}

/** Whether a string after this code is the title of a test. */
const isTitle = (before: string): boolean =>
  /(?:\b(?:it|describe)(?:\.only|\.skip)?|[\])])\(\s*$/.test(before.slice(-60));

/** Lines outside fenced blocks, with quoted code removed. */
function markdownProse(text: string): Prose[] {
  let fenced = false;
  return text.split("\n").flatMap((line, at) => {
    if (line.trimStart().startsWith("```")) fenced = !fenced;
    return fenced ? [] : [{ line: at + 1, text: withoutCode(line) }];
  });
}

/** Comments, and strings of more than one word that `counts` accepts by the code before them. */
export function sourceProse(path: string, code: string, counts = (_before: string) => true): Prose[] {
  const { program, comments, errors } = parseSync(path, code, { lang: "ts" });
  if (errors.length > 0) throw new Error(`${path} can't be parsed`);
  const found: Prose[] = [];
  const lineOf = lineFinder(code);

  const add = (start: number, text: string) => {
    for (const [k, line] of text.split("\n").entries())
      found.push({ line: lineOf(start) + k, text: withoutCode(line) });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    if (isString(value)) {
      const text = code.slice(value.start, value.end).replace(/^["'`}]|(?:\$\{|["'`])$/g, "");
      if (/\w \w/.test(text) && counts(code.slice(0, value.start))) add(value.start, text);
    }
    for (const child of Object.values(value)) visit(child);
  };

  for (const { start, value } of comments) add(start, value);
  visit(program);
  return found;
}

interface Text {
  readonly start: number;
  readonly end: number;
}

/** Whether a node is a string or a part of a template. */
function isString(node: object & Record<"type", unknown>): node is typeof node & Text {
  return (
    node.type === "TemplateElement" ||
    (node.type === "Literal" && "value" in node && typeof node.value === "string")
  );
}

/** Maps an offset to its line, starting at 1. */
function lineFinder(code: string): (offset: number) => number {
  const ends = [...code.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

const withoutCode = (line: string): string => line.replace(/`[^`]*`/g, "``");
