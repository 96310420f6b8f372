/** `pdfd optimize *.pdf -o folder`, `pdfd find-leaks *.pdf`: one call per file, new files all in one folder. A failed file doesn't affect the others. */
import * as paths from "node:path";
import type { Files } from "../../core/document-io.ts";
import { inWords } from "../../core/message.ts";
import { invalid, ProblemError } from "../../core/problem.ts";
import type { Tool } from "../../core/tool.ts";
import { callTool, type ToolCall } from "./tool-call.ts";
import { takesMany } from "./tool-flags.ts";

export interface ManyFiles {
  readonly inputs: readonly string[];
  /** The folder for new files, created if missing; undefined if the tool writes none. */
  readonly folder: string | undefined;
}

/** The files of a call, if it has several, or its output is a folder. */
export function manyFiles(
  tool: Tool,
  input: object,
  rest: readonly string[],
  files: Files,
): ManyFiles | undefined {
  const { output, dry_run }: { readonly output?: unknown; readonly dry_run?: unknown } = { ...input };
  if (
    takesMany.has(tool.name) &&
    (tool.annotations.readOnlyHint || (dry_run === true && output === undefined))
  )
    return rest.length > 1 ? { inputs: rest, folder: undefined } : undefined;
  if (!takesMany.has(tool.name) || typeof output !== "string" || rest.length === 0) return undefined;
  if (rest.length === 1 && !/[\\/]$/.test(output) && !isFolder(files, output)) return undefined;
  return { inputs: rest, folder: output };
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
  { inputs, folder }: ManyFiles,
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
      const fields = check({ input, ...(folder !== undefined && { output: paths.join(folder, name) }) });
      outputs.push({
        input,
        ...(await callTool(tool, fields, { ...call, onProgress: () => {}, outputFolder: folder })),
      });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === "cancelled") throw error;
      failed.push({ input, error: inWords(error.detail, call.names) });
    }
  }

  return { outputs, ...(failed.length > 0 && { failed }) };
}
