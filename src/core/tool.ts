/** What a tool is. The registry of these values (`tools/registry.ts`) is what HTTP, jobs, MCP and the command line show. */
import type * as v from "valibot";
import type { Files } from "./document-io.ts";
import type { Message, Names } from "./message.ts";
import type { Office } from "./office.ts";
import type { PageReading } from "./page-reading.ts";
import type { PageText, Readers } from "./readers.ts";
import type { Work } from "./work.ts";

/** MCP's tool annotations. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

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

/** Progress of a call; `total` is known from the start and `progress` never falls. */
export interface Progress {
  readonly progress: number;
  readonly total: number;
  readonly message?: string;
}

/** What a running tool is given. */
export interface ToolContext {
  readonly files: Files;
  readonly readers: Readers;
  readonly office: Office;
  readonly reading: PageReading;
  /** What the call may cost, with all the documents that it opens. */
  readonly work: Work;
  progress(state: Progress): void;
  /** Takes the text of each page as soon as it is read, in order; the result then has no pages. Absent: nobody asks. */
  readonly onPage?: ((page: PageText) => void) | undefined;
  /** Takes the content of a document piece by piece; the result's content is then empty. Absent: nobody asks. */
  readonly onContent?: ((text: string) => void) | undefined;
  /** Awaited between the files of a call: what has its name stays, and the call may end here. */
  pause(): Promise<void>;
  /** How the result names tools and fields. */
  readonly names: Names;
  /** Names a loss or a doubt; collected into the result's `warnings`. `document`: the one that the message names. */
  warn(message: Message, document?: string): void;
  /** Says for the log, at debug level, why the call took the way that it took. Never text of a document. */
  debug(message: string): void;
}

export type ObjectSchema = v.GenericSchema<unknown, object>;

export interface Tool<Input extends object = object, Output extends object = object> {
  /** `pdf_…`. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences for people and agents: what it does, what it never does. */
  readonly description: string;
  readonly input: v.GenericSchema<unknown, Input>;
  readonly output: v.GenericSchema<unknown, Output>;
  readonly annotations: ToolAnnotations;
  readonly reportsProgress: boolean;
  /** Office conversions have a lane of their own. */
  readonly lane: "document" | "office";
  /** For a tool whose calls differ: whether this one has pages read by a model, which takes minutes. */
  readonly readsByModel?: (input: Input) => boolean;
  run(input: Input, context: ToolContext): Promise<Output> | Output;
}

/** What most tools are. */
const usual: Pick<Tool, "reportsProgress" | "lane"> = { reportsProgress: false, lane: "document" };

/** Declares a tool with its types inferred from its schemas; it reports no progress and converts nothing unless it says so. */
export function defineTool<I extends ObjectSchema, O extends ObjectSchema>(
  tool: Omit<Tool<v.InferOutput<I>, v.InferOutput<O>>, "input" | "output" | keyof typeof usual> &
    Partial<typeof usual> & { input: I; output: O },
): Tool {
  // The registry is a list of tools of unlike types; each tool's own schema stands before its run (run/call.ts).
  return { ...usual, ...tool } as unknown as Tool;
}
