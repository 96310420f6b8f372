/**
 * Walks over document objects go through src/cos/walk.ts, which limits them: in rooms that handle such objects, no
 * function may call itself or keep its own stack, except those listed here with the reason they end.
 */
import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { circles, type NamedFunction, namedFunctions } from "./support/call-graph.ts";

const src = resolve(import.meta.dirname, "../src");
const rooms = ["cos", "fonts", "document", "recovery", "reading", "engines", "steps", "tools"];

/** Functions that look at a document's objects. */
const looking = new Set([
  "resolve",
  "object",
  "dictAt",
  "arrayAt",
  "streamAt",
  "kidsOf",
  "raw",
  "isDict",
  "isArray",
  "refNumber",
  "nameAt",
]);

/** Functions of a file, by name, and why they end. */
const allowed: readonly (readonly [file: string, names: string, reason: string])[] = [
  ["cos/walk.ts", "walk", "the walker itself"],
  [
    "cos/stored-objects.ts",
    "decodePartly integer need object objectAt objectStream openObjectStream read resolve",
    "chains of references are counted, and an object that is being opened is not opened again",
  ],
  [
    "cos/crypt/decrypt-strings.ts",
    "decryptStrings",
    "one object, in which no reference is followed: the parser bounds it",
  ],
  [
    "cos/write/copy-objects.ts",
    "translate translateArray translateDict",
    "one object: a reference is queued, each once",
  ],
  ["cos/write/serialize.ts", "writeDict writeValue", "one object, to a depth; references are written"],
  [
    "document/flatten/appearance-sheet.ts",
    "copier copy copyDict",
    "one object; what it refers to waits, each object once",
  ],
  ["document/attachments/remove.ts", "pruned prunedList", "one object, in which no reference is followed"],
  ["document/metadata/clear.ts", "clean", "one object, in which no reference is followed"],
  [
    "document/scale/destinations.ts",
    "walk",
    "one object: every object of the file is gone through by itself",
  ],
  ["document/tags/tagged-tables.ts", "visit", "two levels: a table, and its head, body and foot"],
  ["document/fingerprint.ts", "fingerprint", "400 values, eight levels deep, to tell two fonts apart"],
  [
    "document/pages/page-tree.ts",
    "constructor",
    "a branch that is shared holds its pages as often as it is named: a branch in itself is cut, all others are counted",
  ],
  ["fonts/encodings/composite-encoding.ts", "baseOf readEncoding", "a map builds on one other; eight levels"],
  ["fonts/subset/usage.ts", "readContent", "saved states of one content stream, at most 512"],
  ["engines/mupdf/repair-before-save.ts", "correct", "MuPDF's objects: 100 levels, 250,000 nodes"],
];

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return path.endsWith(".ts") ? [path] : [];
  });
}

const keyOf = (one: NamedFunction) => `${relative(src, one.file)} ${one.name}`;

/** Walks that bypass the walker, by `keyOf`. */
function ownWalks(all: readonly NamedFunction[]): string[] {
  const looks = (one: NamedFunction) => [...one.uses].some((use) => looking.has(use));
  const recursive = circles(all)
    .filter((circle) => circle.some(looks))
    .flat();
  // A stack in a class: one method takes from it, and others that it calls look at objects.
  const callsOneThatLooks = ({ file, calls }: NamedFunction) =>
    all.some((other) => other.file === file && calls.has(other.name) && looks(other));
  const stacks = all.filter((one) => one.takes.length > 0 && (looks(one) || callsOneThatLooks(one)));
  return [...new Set([...recursive, ...stacks].map(keyOf))].sort();
}

describe("walks over document objects", () => {
  const all = rooms.flatMap((room) => filesBelow(join(src, room)).flatMap((file) => namedFunctions(file)));

  it("use the walker, except for the few listed", () => {
    const written = allowed.flatMap(([file, names]) => names.split(" ").map((name) => `${file} ${name}`));
    expect(ownWalks(all)).toEqual(written.sort());
  });

  const walks: readonly (readonly [what: string, code: string, found: readonly string[]])[] = [
    [
      "a function that calls itself",
      "export function depth(cos: Cos, value: Value): number { return 1 + depth(cos, cos.resolve(value)); }",
      ["depth"],
    ],
    [
      "functions that call each other",
      "const one = (v: V) => cos.resolve(v) && v.map(other); function other(v: V) { return one(v); }",
      ["one", "other"],
    ],
    [
      "a method that calls itself",
      "class Kids { #kid(num: number) { return this.#kid(dictAt(num)); } }",
      ["kid"],
    ],
    [
      "a stack",
      "function all(cos: Cos) { const stack = [1]; while (stack.length > 0) stack.push(...arrayAt(cos, stack.pop())); }",
      ["all"],
    ],
    [
      "a stack that methods share",
      "class Tree { walk() { while (this.stack.length > 0) this.visit(this.stack.pop()); } visit(v: V) { this.stack.push(dictAt(v)); } }",
      ["walk"],
    ],
    [
      "a descent, which is the walker's",
      "const f = (v: V) => descent.into(v, (dict) => isDict(dict) && f(dict), 0);",
      [],
    ],
    ["a loop over items", "function each(cos: Cos) { for (const item of arrayAt(cos, 1)) look(item); }", []],
    [
      "a recursion over numbers",
      "function fact(n: number): number { return n < 2 ? 1 : n * fact(n - 1); }",
      [],
    ],
  ];
  it.each(walks)("are detected: %s", (_, code, found) => {
    const file = join(src, "document/made.ts");
    expect(ownWalks(namedFunctions(file, code))).toEqual(found.map((name) => `document/made.ts ${name}`));
  });
});
