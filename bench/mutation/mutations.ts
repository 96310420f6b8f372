/** Small changes to a source that a test should detect. */
import { createHash } from "node:crypto";
// The parser that Vitest itself uses.
import { parseAst } from "rolldown/parseAst";

export interface Mutation {
  readonly file: string;
  readonly line: number;
  readonly kind: "negated" | "compared" | "joined" | "constant" | "removed" | "returned early" | "threshold";
  /** The replaced range of the source. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const comparisons: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};
const joins: Readonly<Record<string, string>> = { "&&": "||", "||": "&&" };
const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
/** Functions that define layout thresholds. */
const units = new Set(["em", "pt", "share", "count"]);
const factors = [1.35, 1 / 1.35];

/** Scales a threshold. Counts are integers and change by at least one. */
function scaled(unit: string, value: number, factor: number): number {
  if (unit !== "count") return value * factor;
  const whole = Math.round(value * factor);
  return whole === value ? value + Math.sign(factor - 1) : whole;
}

/** TypeScript nodes that contain an expression; all others are types, which have no effect at run time. */
const typedExpressions = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

/** Every mutation of a source, in source order. */
export function mutationsOf(file: string, code: string): Mutation[] {
  const found: Mutation[] = [];
  const textOf = (node: Node) => code.slice(node.start, node.end);
  const add = (kind: Mutation["kind"], node: Node, replacement: string) => {
    const line = code.slice(0, node.start).split("\n").length;
    const { start, end } = node;
    found.push({ file, line, kind, start, end, original: textOf(node), replacement });
  };
  const exchange = (kind: Mutation["kind"], node: Node, operators: Readonly<Record<string, string>>) => {
    const other = operators[String(node.operator)];
    if (other === undefined || !isNode(node.left) || !isNode(node.right)) return;
    // Parentheses around each operand preserve the order of evaluation.
    add(kind, node, `(${textOf(node.left)}) ${other} (${textOf(node.right)})`);
  };
  const look = (node: Node): void => {
    if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
      if (isNode(node.test)) add("negated", node.test, `!(${textOf(node.test)})`);
    } else if (node.type === "BinaryExpression") exchange("compared", node, comparisons);
    else if (node.type === "LogicalExpression") exchange("joined", node, joins);
    else if (node.type === "CallExpression" && isNode(node.callee) && units.has(String(node.callee.name))) {
      const [value]: unknown[] = Array.isArray(node.arguments) ? node.arguments : [];
      if (isNode(value) && typeof value.value === "number")
        for (const factor of factors)
          add("threshold", value, String(scaled(String(node.callee.name), value.value, factor)));
    } else if (node.type === "Literal") {
      if (typeof node.value === "number") add("constant", node, String(node.value + 1));
      if (typeof node.value === "boolean") add("constant", node, String(!node.value));
    } else if (node.type === "ExpressionStatement" || node.type === "ThrowStatement") {
      const isSuper = /^super\b/.test(textOf(node));
      if (typeof node.directive !== "string" && !isSuper) add("removed", node, ";");
    } else if (functions.has(node.type) && isNode(node.body) && node.body.type === "BlockStatement") {
      const { body } = node.body;
      if (Array.isArray(body) && body.length > 1) {
        const brace = { ...node.body, end: node.body.start + 1 };
        add("returned early", brace, "{ return;");
      }
    }
  };
  const visit = (node: Node): void => {
    if (node.type.startsWith("TS") && !typedExpressions.has(node.type)) return;
    look(node);
    for (const [key, value] of Object.entries(node)) {
      // A property name is not a value.
      if (key === "key" && node.computed !== true) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  const program: unknown = parseAst(code, { lang: "ts" });
  if (isNode(program)) visit(program);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Samples up to `count` mutations by the code they change, so that changes elsewhere don't affect the sample. */
export function sampleOf(mutations: readonly Mutation[], count: number, seed: number): Mutation[] {
  const seen = new Map<string, number>();
  const ranked = mutations.map((mutation) => {
    const change = `${seed} ${mutation.file} ${mutation.kind} ${mutation.original}`;
    const nth = seen.get(change) ?? 0;
    seen.set(change, nth + 1);
    return { mutation, rank: createHash("sha256").update(`${change} ${nth}`).digest("hex") };
  });
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, count).map(({ mutation }) => mutation);
}

/** Applies the mutation to the source. */
export function mutated(code: string, { start, end, replacement }: Mutation): string {
  return code.slice(0, start) + replacement + code.slice(end);
}

/** Adds code that records each of these mutations when it is reached, without other changes. */
export function noting(code: string, mutations: readonly (readonly [id: number, Mutation])[]): string {
  // A nested range opens after the outer one and closes before it.
  const inserts = mutations.flatMap(([id, { kind, start, end }]) => {
    const note = `(globalThis.reachedMutations ??= new Set()).add(${id})`;
    if (kind === "returned early") return [{ at: end, order: 0, text: `${note};` }];
    const [open, close] = kind === "removed" ? [`{${note};`, "}"] : [`(${note}, (`, "))"];
    const inner = end - start;
    return [
      { at: start, order: 1e9 - inner, text: open },
      { at: end, order: inner - 1e9, text: close },
    ];
  });
  inserts.sort((a, b) => b.at - a.at || b.order - a.order);
  return inserts.reduce((text, { at, text: part }) => text.slice(0, at) + part + text.slice(at), code);
}
