/** `pdfd fill-form --data`: one call per table row, all results in one folder. A failed row doesn't affect the others. */
import * as paths from "node:path";
import { registryNames } from "../../core/message.ts";
import { invalid, ProblemError } from "../../core/problem.ts";
import type { Tool } from "../../core/tool.ts";
import { loadTool } from "../../tools/registry.ts";
import { type GivenFlags, UsageError } from "../flags/flags.ts";
import type { Row } from "./csv.ts";
import { GroupedFiles } from "./grouped-files.ts";
import { callTool, filesOf, type ToolCall } from "./tool-call.ts";
import { problemLines } from "./tool-flags.ts";
import { readFieldRows } from "./tool-values.ts";

type Values = Readonly<Record<string, unknown>>;

export interface FillRows {
  readonly input: string;
  readonly rows: readonly Row[];
  readonly folder: string;
  /** The pattern for result names, with columns in braces; if undefined, the input's name and the row number. */
  readonly pattern: string | undefined;
}

interface Filled {
  readonly row: number;
  readonly output?: string;
  readonly warnings?: readonly string[];
}

/** The rows of a call that has some. */
export function fillRows(tool: Tool, input: Values, given: GivenFlags): FillRows | undefined {
  if (tool.commandTakes !== "rows") return undefined;
  const rows = readFieldRows(given);
  const folder = given.texts.get("output-folder");
  const pattern = given.texts.get("name");
  if (!rows) {
    if (folder === undefined && pattern === undefined) return undefined;
    throw new UsageError("--output-folder and --name only work with rows of --data; give --output");
  }
  if (folder === undefined || input.output !== undefined)
    throw new UsageError("--data writes one file per row: give --output-folder instead of --output");
  if (rows.length === 0) throw new UsageError("--data has no rows");
  checkColumns(pattern ?? "", rows);

  return { input: String(input.input), rows, folder, pattern };
}

/** Refuses a pattern with a column that no row has. */
function checkColumns(pattern: string, rows: readonly Row[]): void {
  const columns = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const missing = [...pattern.matchAll(column)]
    .map(([, name = ""]) => name)
    .find((name) => !columns.has(name));
  if (missing === undefined) return;
  const listed = [...columns].map((name) => JSON.stringify(name)).join(", ");
  throw new UsageError(`--name: --data has no column ${JSON.stringify(missing)}; its columns are ${listed}`);
}

/** Makes the calls one after another. `check` applies the tool's schema to a call's input. */
export async function fillEach(
  tool: Tool,
  { input, rows, folder, pattern }: FillRows,
  call: ToolCall,
  check: (fields: object) => object,
): Promise<object> {
  const onlyNames =
    pattern === undefined ? new Set<string>() : await columnsOnly(input, pattern, call, check);
  let outputs: Filled[] = [];
  const failed: { readonly row: number; readonly error: string }[] = [];
  const names = new Set<string>();
  using group = new GroupedFiles(() => filesOf(call).newFolder(folder, "output"));
  const fail = (row: number, error: unknown) => {
    if (!(error instanceof ProblemError) || error.code === "cancelled") throw error;
    failed.push({ row, error: problemLines(error, call.names).join("; ") });
  };
  const publish = async () => {
    const problems = await group.publish();
    call.phase.endPublishing();
    for (const { row, output = "" } of outputs) if (problems.has(output)) fail(row, problems.get(output));
    outputs = outputs.filter(({ output = "" }) => !problems.has(output));
  };

  for (const [k, { values, fault }] of rows.entries()) {
    const row = k + 1;
    call.onProgress({ progress: k, total: rows.length, message: `${k} of ${rows.length} rows` });
    if (fault !== undefined) {
      failed.push({ row, error: fault });
      continue;
    }
    try {
      const name = fileName(pattern ?? `${paths.parse(input).name}-${row}.pdf`, values);
      if (names.has(name)) throw invalid("output", `another row has the name ${name} too`);
      names.add(name);
      // An empty cell leaves its field alone: tables may be incomplete.
      const fields = Object.entries(values).filter(([field, value]) => value !== "" && !onlyNames.has(field));
      const made = check({ fields: Object.fromEntries(fields), output: paths.join(folder, name) });
      outputs.push({
        row,
        ...(await callTool(tool, made, { ...call, onProgress: () => {}, into: group })),
      });
    } catch (error) {
      fail(row, error);
    }
    if (group.isFull) await publish();
  }
  await publish();
  failed.sort((a, b) => a.row - b.row);

  const warnings = new Set(outputs.flatMap((output) => output.warnings ?? []));
  return {
    outputs,
    ...(failed.length > 0 && { failed }),
    ...(warnings.size > 0 && { warnings: [...warnings] }),
  };
}

const column = /\{([^{}]+)\}/g;

/** Columns used only to name results: those in the pattern that aren't fields. */
async function columnsOnly(
  input: string,
  pattern: string,
  call: ToolCall,
  check: (fields: object) => object,
): Promise<Set<string>> {
  const info = await loadTool("pdf_info");
  const { password }: { readonly password?: unknown } = check({ fields: { any: null }, output: "any" });
  if (!info) return new Set();
  const quiet: ToolCall = { ...call, names: registryNames, onProgress: () => {} };
  const { forms }: { readonly forms?: unknown } = { ...(await callTool(info, { input, password }, quiet)) };
  const fields = new Set(Array.isArray(forms) ? forms.map((form: unknown) => Object(form).name) : []);
  const named = [...pattern.matchAll(column)].map(([, name = ""]) => name);
  return new Set(named.filter((name) => !fields.has(name)));
}

function fileName(pattern: string, values: Values): string {
  const name = pattern.replace(column, (whole, key: string) =>
    Object.hasOwn(values, key) ? String(values[key]) : whole,
  );
  if (/[/\\]/.test(name) || name === "" || name.startsWith("."))
    throw invalid("output", `the name ${JSON.stringify(name)} leads out of the folder`);
  return name;
}
