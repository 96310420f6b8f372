/** The definition of a tool. The registry (`tools/registry.ts`) of these values is what HTTP, jobs, MCP and the command line expose. */
import type * as v from "valibot";
import type { Progress, ToolAnnotations } from "./api-schemas.ts";
import type { Files } from "./document-io.ts";
import type { Message, Names } from "./message.ts";
import type { Office } from "./office.ts";
import type { PageReading } from "./page-reading.ts";
import type { PageText, Readers } from "./readers.ts";
import type { Work } from "./work.ts";

export type { Progress, ToolAnnotations } from "./api-schemas.ts";

/** Tools that only read. */
export const reads: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Tools that write new files: never destructive, never repeatable. */
export const writes: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** The context of a running tool. */
export interface ToolContext {
  readonly files: Files;
  readonly readers: Readers;
  readonly office: Office;
  readonly reading: PageReading;
  /** The work the call may cost, including all documents that it opens. */
  readonly work: Work;
  progress(state: Progress): void;
  /** Receives each page's text as soon as it is read, in order; the result then has no pages. Absent if nobody asked. */
  readonly onPage?: ((page: PageText) => void) | undefined;
  /** Receives a document's content in pieces; the result's content is then empty. Absent if nobody asked. */
  readonly onContent?: ((text: string) => void) | undefined;
  /** Awaited between a call's files: published ones stay, and the call may end here. */
  pause(): Promise<void>;
  /** How the result names tools and fields. */
  readonly names: Names;
  /** Reports a loss or a doubt, collected in the result's `warnings`. `document`: the one that the message mentions. */
  warn(message: Message, document?: string): void;
  /** Logs, at debug level, why the call took a certain path. Never document text. */
  debug(message: string): void;
}

export type ObjectSchema = v.GenericSchema<unknown, object>;

export interface Tool<Input extends object = object, Output extends object = object> {
  /** `pdf_…`. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences for people and agents: what it does, and what it never does. */
  readonly description: string;
  readonly input: v.GenericSchema<unknown, Input>;
  readonly output: v.GenericSchema<unknown, Output>;
  readonly annotations: ToolAnnotations;
  readonly reportsProgress: boolean;
  /** Office conversions have a lane of their own. */
  readonly lane: "document" | "office";
  /** For tools whose calls differ: whether this one has pages read by a model, which takes minutes. */
  readonly readsByModel?: (input: Input) => boolean;
  /**
   * What its command takes, if not one call's fields. `files`: any number of inputs, one call each. `rows`: a table with a row per
   * call. `paths`: a query, then any number of files and folders.
   */
  readonly commandTakes?: "files" | "rows" | "paths";
  run(input: Input, context: ToolContext): Promise<Output> | Output;
}

/** The defaults for most tools. */
const usual: Pick<Tool, "reportsProgress" | "lane"> = { reportsProgress: false, lane: "document" };

/** Declares a tool, inferring its types from its schemas; by default it reports no progress and converts nothing. */
export function defineTool<I extends ObjectSchema, O extends ObjectSchema>(
  tool: Omit<Tool<v.InferOutput<I>, v.InferOutput<O>>, "input" | "output" | keyof typeof usual> &
    Partial<typeof usual> & { input: I; output: O },
): Tool {
  // The registry mixes tools of different types; each tool's own schema validates its input before its run (run/call.ts).
  return { ...usual, ...tool } as unknown as Tool;
}
