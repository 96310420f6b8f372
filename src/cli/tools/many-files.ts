/** `pdfd optimize *.pdf -o folder`, `pdfd extract-tables *.pdf -o folder`, `pdfd find-leaks *.pdf`: one call per file, new files all in one folder. A failed file doesn't affect the others. */
import * as paths from "node:path";
import type { Files } from "../../core/document-io.ts";
import { inWords } from "../../core/message.ts";
import { invalid, ProblemError } from "../../core/problem.ts";
import type { Tool } from "../../core/tool.ts";
import { callTool, filesOf, type ToolCall } from "./tool-call.ts";
import { toolFields } from "./tool-fields.ts";

export interface ManyFiles {
  readonly inputs: readonly string[];
  /** The folder for new files, created if missing; undefined if the tool writes none. */
  readonly folder: string | undefined;
  /** The format of new files, where the tool has several. */
  readonly format?: unknown;
}

/** The files of a call, if it has several, or its output is a folder. */
export function manyFiles(
  tool: Tool,
  input: object,
  rest: readonly string[],
  files: Files,
): ManyFiles | undefined {
  const { output, output_folder, dry_run }: Readonly<Record<string, unknown>> = { ...input };
  if (tool.commandTakes !== "files") return undefined;
  const needsNone = tool.annotations.readOnlyHint || hasFolder(tool) || dry_run === true;
  if (needsNone && output === undefined)
    return rest.length > 1 && output_folder === undefined ? { inputs: rest, folder: undefined } : undefined;
  if (typeof output !== "string" || rest.length === 0) return undefined;
  if (rest.length === 1 && !/[\\/]$/.test(output) && !isFolder(files, output)) return undefined;
  return { inputs: rest, folder: output, format: Reflect.get(input, "format") };
}

/** Whether one call can write several files. */
const hasFolder = (tool: Tool): boolean => toolFields(tool).some(({ name }) => name === "output_folder");

/** The fields for what one file gives in the folder. */
function outputsIn(folder: string, input: string, tool: Tool, format: unknown): object {
  const { name, base } = paths.parse(input);
  if (!hasFolder(tool)) return { output: paths.join(folder, base) };
  if (format === undefined || format === "csv") return { output: undefined, output_folder: folder };
  return { output: paths.join(folder, `${name}.${String(format)}`) };
}

const isFolder = (files: Files, path: string) => folderAt(files, path) !== undefined;

/** A folder's absolute path; undefined if there is none. */
export function folderAt(files: Files, path: string): string | undefined {
  try {
    return files.listPdf(path, "output").folder;
  } catch {
    return undefined;
  }
}

/** Makes the calls one after another. `check` applies the tool's schema to a call's input. */
export async function callForEach(
  tool: Tool,
  { inputs, folder, format }: ManyFiles,
  call: ToolCall,
  check: (fields: object) => object,
): Promise<object> {
  const outputs: object[] = [];
  const failed: { readonly input: string; readonly error: string }[] = [];
  const names = new Set<string>();

  for (const [k, input] of inputs.entries()) {
    const name = paths.basename(input);
    call.onProgress({ progress: k, total: inputs.length, message: `${k} of ${inputs.length} files` });
    try {
      if (folder !== undefined && names.has(name))
        throw invalid("input", `another file has the name ${name} too`);
      names.add(name);
      const fields = check({
        input,
        ...(folder !== undefined && outputsIn(folder, input, tool, format)),
      });
      using into = folder === undefined ? undefined : filesOf(call).newFolder(folder, "output");
      outputs.push({
        input,
        ...(await callTool(tool, fields, { ...call, onProgress: () => {}, into })),
      });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === "cancelled") throw error;
      failed.push({ input, error: inWords(error.detail, call.names) });
    }
  }

  return { outputs, ...(failed.length > 0 && { failed }) };
}
