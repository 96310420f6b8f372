/**
 * Splits long lists in results: the agent gets the beginning with the answer and the rest from the tool pdf_get_rest. Every
 * entry costs the agent tokens, whether it looks at it or not.
 */
import * as v from "valibot";
import { text } from "../core/fields.ts";
import { validate } from "../core/json/validate.ts";
import { ProblemError } from "../core/problem.ts";
import { reads } from "../core/tool.ts";
import type { OwnTool } from "./own-tool.ts";

/** Entries shown per list, including nested ones. */
const maxShown = 50;
/** Entries shown of a list in which most differ in their page alone, such as a document's dimensions. */
const maxAlike = 3;
/** Number of lists kept; the oldest is dropped first. */
const maxKept = 16;

/** A list of entries of any kind. The entries of a tree, such as a document's sections, are flattened. */
type List = readonly unknown[];

export interface KeptLists {
  /** The result with long lists truncated, and a warning for each that says how to get the rest. */
  cut(result: object): object;
  readonly tool: OwnTool;
}

/** `newId` names a truncated list. */
export function createKeptLists(newId: () => string): KeptLists {
  const kept = new Map<string, List>();

  const keep = (list: List): string => {
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    const id = newId();
    kept.set(id, list);
    return id;
  };

  return {
    cut(result) {
      const warnings: string[] = [];

      const members = Object.entries(result).map(([name, value]) => {
        // Page texts are as long as the caller allowed, and next_page continues them.
        if (!Array.isArray(value) || name === "pages") return [name, value];
        const list = flat(value);
        const [shown, why] = areAlike(list)
          ? [maxAlike, ", most of them alike but for the page"]
          : [maxShown, ""];
        if (list.length <= shown) return [name, value];
        const id = keep(list);
        warnings.push(
          `${name} has ${list.length} entries${why}; only the first ${shown} are included. pdf_get_rest with id ${id} and from ${shown + 1} returns more.`,
        );
        return [name, head(value, { left: shown })];
      });
      if (warnings.length === 0) return result;
      const before: unknown = Reflect.get(result, "warnings");

      return {
        ...Object.fromEntries(members),
        warnings: [...(Array.isArray(before) ? before : []), ...warnings],
      };
    },
    tool: restTool(kept),
  };
}

function restTool(kept: ReadonlyMap<string, List>): OwnTool {
  const input = v.strictObject({
    id: text("The id from the answer's warning."),
    from: v.pipe(v.number(), v.integer(), v.minValue(1), v.description("The first entry, counted from 1.")),
  });
  return {
    name: "pdf_get_rest",
    title: "Get the rest of a list",
    description: `The next ${maxShown} entries of a truncated list. The last ${maxKept} such lists are kept.`,
    input,
    annotations: reads,
    async run(sent) {
      const { id, from } = validate(input, sent);
      const list = kept.get(id);
      if (!list)
        throw new ProblemError("not_found", "This list is no longer available; make the call again.");
      return { entries: list.slice(from - 1, from - 1 + maxShown), from, total: list.length };
    },
  };
}

/** Whether at most one in ten entries differs from those before it in more than its page. */
function areAlike(list: List): boolean {
  const isPaged = list.every((entry) => typeof entry === "object" && entry !== null && "page" in entry);
  const kinds = new Set(list.map((entry) => JSON.stringify({ ...Object(entry), page: 0 })));
  return isPaged && kinds.size * 10 <= list.length;
}

/** Entries in reading order, each without its children. */
function flat(list: List): List {
  return list.flatMap((entry) => {
    const below = childrenOf(entry);
    return below.length === 0 ? [entry] : [{ ...Object(entry), children: [] }, ...flat(below)];
  });
}

/** The beginning of a tree, in the same order. */
function head(list: List, budget: { left: number }): List {
  const shown: unknown[] = [];
  for (const entry of list) {
    if (budget.left === 0) break;
    budget.left -= 1;
    const below = childrenOf(entry);
    shown.push(below.length === 0 ? entry : { ...Object(entry), children: head(below, budget) });
  }
  return shown;
}

function childrenOf(entry: unknown): List {
  const children: unknown = typeof entry === "object" && entry !== null && Reflect.get(entry, "children");
  return Array.isArray(children) ? children : [];
}
