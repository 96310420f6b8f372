/** A tool's command: parses the line, runs the call, reports the result. */

import { validate } from "../../core/json/validate.ts";
import { maxBatchInputs } from "../../core/limits.ts";
import { registryNames } from "../../core/message.ts";
import type { ProblemError } from "../../core/problem.ts";
import type { Tool } from "../../core/tool.ts";
import { createFiles } from "../../files/create.ts";
import { isTerminal, OutputError, print } from "../../host/terminal/terminal.ts";
import { basicSettings, officeSettings, readingSettings } from "../../settings.ts";
import { loadTool, registry } from "../../tools/registry.ts";
import { type Command, type CommandRun, command, runLine } from "../flags/command.ts";
import { commandName, toolName } from "../flags/command-name.ts";
import { asProblem, complain } from "../flags/complaint.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type Flag, type GivenFlags, UsageError } from "../flags/flags.ts";
import { scopeOf, settingsOf } from "../flags/setting-flags.ts";
import { asksPassword, type CallPhase } from "./call-phase.ts";
import { fillEach, fillRows } from "./fill-rows.ts";
import { callForEach, manyFiles } from "./many-files.ts";
import { createProgressBar, type ProgressBar } from "./progress-bar.ts";
import { callTool, type ToolCall } from "./tool-call.ts";
import { toolFields, withoutLimits } from "./tool-fields.ts";
import {
  bareField,
  commandNames,
  inFlags,
  inputOf,
  isReading,
  problemLines,
  toolFlags,
} from "./tool-flags.ts";
import {
  failures,
  hasBrokenSignature,
  htmlPage,
  isLeaking,
  oneLine,
  remarks,
  resultText,
  type TextFile,
  TextOutput,
} from "./tool-output.ts";

async function toolOf(name: string): Promise<Tool | undefined> {
  const tool = await loadTool(toolName(name));
  return tool && commandName(tool) === name ? tool : undefined;
}

/** A tool's command as its help shows it. */
export function commandOf(tool: Tool): Command {
  const bare = bareField(tool);
  const more = furtherArguments(tool);
  const inWords = (text: string) => inFlags(tool, text);
  const flags = Object.entries(toolFlags(tool)).map(([name, flag]): [string, Flag] => [
    name,
    { ...flag, description: inWords(flag.description) },
  ]);

  return command({
    meta: { name: commandName(tool), description: inWords(tool.description) },
    args: Object.fromEntries(flags),
    examples: [`pdfd ${commandName(tool)} ${registry.find(({ name }) => name === tool.name)?.example}`],
    ...(bare && {
      rest: {
        name: bare.name,
        description: inWords(bare.description) + (more?.description ?? ""),
        required: bare.required,
        many: bare.kind === "texts" || more !== undefined,
        ...(more?.further && { further: more.further }),
      },
    }),
    // main.ts starts calls in a thread of their own.
    run: () => Promise.reject(new Error("a call runs in its own thread")),
  });
}

/** The same for a call: its texts, which nobody reads, stay as they are. */
function callCommand(tool: Tool, run: CommandRun): Command {
  const meta = { name: commandName(tool), description: tool.description };
  const rest = { name: "input", description: "", required: false };
  return command({ meta, args: toolFlags(tool), rest, examples: [], run });
}

interface FurtherArguments {
  readonly description: string;
  /** What they are, if not the same as the first one. */
  readonly further?: string;
}

/** Arguments of a command after the first one. */
function furtherArguments({ commandTakes, annotations }: Tool): FurtherArguments | undefined {
  if (commandTakes === "files")
    return {
      description: annotations.readOnlyHint ? " Any number." : " Any number, with a folder as --output.",
    };
  if (commandTakes === "paths")
    return {
      description: " Then any number of files and folders; none: the current folder.",
      further: "file or folder",
    };
  return undefined;
}

/** A command line: a tool, its input, and the flags. */
interface ToolLine {
  readonly tool: Tool;
  readonly input: object;
  readonly given: GivenFlags;
  readonly quiet: boolean;
  readonly json: boolean;
}

/**
 * Runs a call in this thread while another one watches it through `phase`. `password` is what the user entered at a prompt;
 * the result may request one.
 */
export async function runTool(
  name: string,
  args: readonly string[],
  phase: CallPhase,
  password?: string,
): Promise<number> {
  const tool = await toolOf(name);
  if (!tool) throw new UsageError(`${JSON.stringify(name)} is not a tool's command`);

  return await runLine(
    callCommand(tool, (given) => runCall(tool, given, phase, password)),
    args,
  );
}

async function runCall(
  tool: Tool,
  given: GivenFlags,
  phase: CallPhase,
  password: string | undefined,
): Promise<number> {
  const variables = password === undefined ? process.env : { PDFD_PASSWORD: password };
  const input = inputOf(tool, given, variables);
  const [quiet, json] = [given.switches.has("quiet"), given.switches.has("json")];
  // Programs get the registry's names, people those of this command line.
  const names = json ? registryNames : commandNames(tool);
  const { allowDirs, fontDirs } = settingsOf(basicSettings, given);
  const scope = scopeOf(allowDirs);
  const office = tool.lane === "office" ? settingsOf(officeSettings, given) : undefined;
  const call = { scope, fontDirs, names, phase, ...office };

  try {
    return await answer({ tool, input, given, quiet, json }, call);
  } catch (error) {
    if (error instanceof UsageError || error instanceof OutputError) throw error;
    const problem = asProblem(error);
    const question = Object.hasOwn(input, "password") ? undefined : passwordQuestion(tool, problem);
    if (question !== undefined && (await isTerminal(0)) && (await isTerminal(2))) return question;
    return complain(problem, json, problemLines(problem, names).map(oneLine));
  }
}

async function answer(line: ToolLine, known: Omit<ToolCall, "reading" | "onProgress">): Promise<number> {
  const { tool, input, given, quiet, json } = line;
  const textFile = isReading(tool) ? given.texts.get("output") : undefined;
  // Without a limit, pages are printed one by one.
  const byPage = isWhole(tool, given) && !json && (!quiet || textFile !== undefined);
  using bar = await openBar(line, byPage && textFile === undefined && (await isTerminal(1)));
  const isSearch = tool.commandTakes === "paths";
  const many = manyFiles(tool, input, given.rest, createFiles(known.scope));
  const rows = fillRows(tool, { ...input }, given);
  const fields = many || rows || isSearch ? input : checkedInput(tool, input);
  // A taken name is rejected before anything is read.
  using file = textFile === undefined ? undefined : createFiles(known.scope).newFile(textFile, "output");
  const isHtml = Reflect.get(input, "format") === "html" && !json;
  const target = file && isHtml ? htmlPage(file, String(Reflect.get(input, "input"))) : file;
  const put = (piece: string) => {
    bar?.clear();
    return putText(piece, target);
  };
  const text = byPage ? new TextOutput(put) : undefined;

  const call: ToolCall = {
    ...known,
    // Deno asks its user about every variable, so they are read only if relevant.
    reading: settingsOf(readingSettings, given, tool.readsByModel?.(fields) === true ? process.env : {}),
    onProgress: (state) => bar?.show(state),
    onPage: text && ((page) => text.page(page.text)),
    onContent: text && ((piece) => text.piece(piece)),
  };
  const check = (more: object) => checkedInput(tool, { ...input, ...more });

  try {
    if (isSearch) {
      const { searchPaths } = await import("./search-paths.ts");
      const run = (more: object) => callTool(tool, check(more), call);
      return await searchPaths({ input, given, call, run });
    }
    const result = many
      ? await callForEach(tool, many, call, check)
      : await (rows ? fillEach(tool, rows, call, check) : callTool(tool, fields, call));
    text?.end();
    bar?.[Symbol.dispose]();
    return printResult(result, given, target, await isTerminal(1));
  } catch (error) {
    if (text?.stopped === "nobody reads") return exitCodes.done;
    throw text?.stopped ?? error;
  }
}

/** A progress bar for a call that may take long; if its text is printed on the same terminal, only for a slow one. */
async function openBar(
  { tool, input, quiet }: ToolLine,
  isShared: boolean,
): Promise<ProgressBar | undefined> {
  const isSlow = tool.lane === "office" || Reflect.get(input, "high_accuracy") === true;
  const mayBeSlow = tool.reportsProgress || tool.readsByModel;
  if (quiet || !(isSlow || (!isShared && mayBeSlow)) || !(await isTerminal(2))) return undefined;

  const bar = createProgressBar(
    (text) => void print(2, text),
    () => performance.now(),
  );
  if (tool.lane === "office") bar.run("converting");
  return bar;
}

/** The password to prompt for, if the call failed for lack of one. */
function passwordQuestion(tool: Tool, problem: ProblemError): number | undefined {
  const field = toolFields(tool).find(({ name }) => name === "password");
  if (field && problem.reason === "password") return asksPassword.toOpen;
  const [fault, ...others] = problem.errors ?? [];
  return field?.required && fault?.field === "password" && others.length === 0
    ? asksPassword.toProtect
    : undefined;
}

/**
 * The input after the tool's schema, but without the limits that keep a service's calls and answers short: a terminal user
 * wants the whole document, and a folder may have any number of files.
 */
function checkedInput(tool: Tool, input: object): object {
  const inputs: unknown = Reflect.get(input, "inputs");
  if (tool.name === "pdf_run_batch" && Array.isArray(inputs) && inputs.length > maxBatchInputs) {
    const parts = Array.from({ length: Math.ceil(inputs.length / maxBatchInputs) }, (_, part) =>
      inputs.slice(part * maxBatchInputs, (part + 1) * maxBatchInputs),
    );
    const checked = parts.map((part) => validate(tool.input, { ...input, inputs: part }));
    return { ...checked[0], inputs };
  }
  return withoutLimits(tool, input, validate(tool.input, input));
}

/** Whether the call reads a document without limits. */
function isWhole(tool: Tool, given: GivenFlags): boolean {
  return isReading(tool) && !given.texts.has("max-chars");
}

/** Writes to `target`, or else prints; false if nobody reads. */
function putText(text: string, target: TextFile | undefined): boolean {
  if (!target) return print(1, text);
  target.write(Buffer.from(text));
  return true;
}

/** Prints the result, or writes it to `target` if given and tells people so. */
function printResult(
  result: object,
  { switches }: GivenFlags,
  target: TextFile | undefined,
  toPeople: boolean,
): number {
  const quiet = switches.has("quiet");
  const text = switches.has("json") ? `${JSON.stringify(result)}\n` : resultText(result, toPeople);
  if (target || switches.has("json") || !quiet) putText(text, target);
  const written = target?.publish();
  if (written && toPeople && !quiet) print(1, `${written.path}: ${written.bytes} bytes\n`);
  if (!quiet) for (const line of remarks(result)) print(2, `pdfd: ${line}\n`);

  const failed = failures(result);
  if (!switches.has("json")) for (const line of failed) print(2, `pdfd: ${line}\n`);
  const isFound = isLeaking(result) || hasBrokenSignature(result);
  return failed.length > 0 || isFound ? exitCodes.partly : exitCodes.done;
}
