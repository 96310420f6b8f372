/** Which functions of our sources call each other: by name, within a file and across its imports. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
// The parser that vitest itself uses.
import { parseAst } from "rolldown/parseAst";

/** A function with its own name. */
export interface NamedFunction {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** The names that it calls or passes to a function that calls them. */
  readonly calls: Set<string>;
  /** Lines with a loop that uses a list as a stack or queue. */
  readonly takes: number[];
  /** The names of the functions and methods it calls, which show what it works on. */
  readonly uses: Set<string>;
  readonly imports: ReadonlyMap<string, string>;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const nameOf = (value: unknown): string | undefined =>
  isNode(value) && typeof value.name === "string" ? value.name : undefined;
const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
/** Methods that call their arguments. */
const handsOn = new Set([
  "map",
  "flatMap",
  "filter",
  "some",
  "every",
  "find",
  "forEach",
  "reduce",
  "replace",
]);
const loops = new Set(["WhileStatement", "DoWhileStatement", "ForStatement"]);

/** The named functions of a source. `file` is its path; `code` replaces reading the file. */
export function namedFunctions(file: string, code = readFileSync(file, "utf8")): NamedFunction[] {
  const found: NamedFunction[] = [];
  const imports = new Map<string, string>();
  const lineOf = (offset: number) => code.slice(0, offset).split("\n").length;

  const begin = (name: string, node: Node): NamedFunction => {
    const own = {
      file,
      name,
      line: lineOf(node.start),
      calls: new Set<string>(),
      takes: [],
      uses: new Set<string>(),
      imports,
    };
    found.push(own);
    return own;
  };

  const visit = (
    value: unknown,
    owner: NamedFunction | undefined,
    name: string | undefined,
    inLoop: boolean,
  ): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, owner, undefined, inLoop);
    if (!isNode(value) || (value.type.startsWith("TS") && !/^TS(As|NonNull|Satisfies)/.test(value.type)))
      return;
    const own = nameOf(value.id) ?? name;
    const isFunction = functions.has(value.type) && own !== undefined;
    const inner = isFunction ? begin(own, value) : owner;
    const looping = loops.has(value.type) || (inLoop && !isFunction);
    if (value.type === "ImportDeclaration") noteImport(value);
    const bounded = value.type === "CallExpression" && inner && noteCall(value, inner, looping);
    const before = new Set(inner?.calls);
    for (const [key, child] of Object.entries(value)) {
      if (key === "id" && value.type !== "VariableDeclarator") continue;
      visit(child, inner, givenName(value, key), looping);
    }
    // Calls within a descent are within its limits.
    if (bounded) for (const call of inner.calls) if (!before.has(call)) inner.calls.delete(call);
  };

  const noteImport = (node: Node) => {
    const from = isNode(node.source) ? String(node.source.value) : "";
    if (!from.startsWith(".") || !Array.isArray(node.specifiers)) return;
    for (const one of node.specifiers) {
      const local = nameOf(one.local);
      if (local) imports.set(local, `${resolve(dirname(file), from)}#${nameOf(one.imported) ?? local}`);
    }
  };

  /** Whether the call is a descent (src/cos/walk.ts). */
  const noteCall = (node: Node, inner: NamedFunction, looping: boolean): boolean => {
    const callee = isNode(node.callee) ? node.callee : undefined;
    const method = callee?.type === "MemberExpression" ? nameOf(callee.property) : undefined;
    const called = callee?.type === "Identifier" ? nameOf(callee) : undefined;
    if (called) inner.calls.add(called);
    // `this.#walk(…)`: a method by its name.
    if (method && isNode(callee?.object) && callee.object.type === "ThisExpression") inner.calls.add(method);
    if (method ?? called) inner.uses.add(method ?? called ?? "");
    if (looping && (method === "pop" || method === "shift")) inner.takes.push(lineOf(node.start));
    if (method === "into") return true;
    for (const given of method && handsOn.has(method) && Array.isArray(node.arguments)
      ? node.arguments
      : []) {
      const passed = isNode(given) && given.type === "Identifier" ? nameOf(given) : undefined;
      if (passed) inner.calls.add(passed);
    }
    return false;
  };

  visit(parseAst(code, { lang: "ts" }), undefined, undefined, false);
  return found;
}

/** The name of an anonymous function: the variable, property or method that holds it. */
function givenName(node: Node, key: string): string | undefined {
  if (node.type === "VariableDeclarator" && key === "init") return nameOf(node.id);
  if ((node.type === "MethodDefinition" || node.type === "Property") && key === "value")
    return nameOf(node.key);
  return undefined;
}

/** Sets of functions that call each other in a cycle, or themselves. */
export function circles(all: readonly NamedFunction[]): readonly (readonly NamedFunction[])[] {
  const byKey = new Map<string, NamedFunction[]>();
  for (const one of all)
    byKey.set(`${one.file}#${one.name}`, [...(byKey.get(`${one.file}#${one.name}`) ?? []), one]);
  const after = (one: NamedFunction) =>
    [...one.calls].flatMap(
      (call) => byKey.get(`${one.file}#${call}`) ?? byKey.get(one.imports.get(call) ?? "") ?? [],
    );
  const reach = new Map(all.map((one) => [one, reachable(one, after)]));
  const done = new Set<NamedFunction>();
  return all.flatMap((one) => {
    if (done.has(one) || !reach.get(one)?.has(one)) return [];
    const circle = [...(reach.get(one) ?? [])].filter((other) => reach.get(other)?.has(one));
    for (const other of circle) done.add(other);
    return [circle];
  });
}

function reachable(
  from: NamedFunction,
  after: (one: NamedFunction) => readonly NamedFunction[],
): Set<NamedFunction> {
  const reached = new Set<NamedFunction>();
  const waiting = [from];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const one of after(next)) {
      if (reached.has(one)) continue;
      reached.add(one);
      waiting.push(one);
    }
  return reached;
}
