/** A line of `--jsonl` as a call. */
import { jsonFault } from "../../../core/json/strict.ts";
import { validate } from "../../../core/json/validate.ts";
import { toolMeant } from "../../../core/nearest.ts";
import { invalid, ProblemError } from "../../../core/problem.ts";
import type { Tool } from "../../../core/tool.ts";
import { findTool, tools } from "../../../tools/index.ts";
import { commandName } from "../../flags/command-name.ts";
import { digestOf } from "./answers-file.ts";

/** A line of input that is a call. */
interface LineCall {
  readonly tool: Tool;
  readonly input: object;
}

/** A line, as far as it could be read. */
export interface Line {
  readonly id?: string | number | null;
  readonly tool?: string;
  /** Identifies the call (docs/decisions/0031). */
  readonly call?: string;
  /** Its input, unchecked. */
  readonly input?: object;
  /** The call. Throws the line's problem. */
  read(): LineCall;
}

/** Reads a line of input. */
export function readLine(line: string | ProblemError): Line {
  const fault = (error: unknown): Line => ({
    read() {
      throw error;
    },
  });
  if (typeof line !== "string") return fault(line);

  let members: Readonly<Record<string, unknown>>;
  try {
    members = parse(line);
  } catch (error) {
    return fault(error);
  }

  const { id } = members;
  const name = typeof members.tool === "string" ? members.tool.slice(0, 60).toWellFormed() : undefined;

  return {
    ...((typeof id === "string" || typeof id === "number" || id === null) && { id }),
    ...(name !== undefined && { tool: name }),
    call: digestOf({ ...members, tool: name }),
    input: Object(members.input),
    read: () => readCall(members),
  };
}

function readCall(call: Readonly<Record<string, unknown>>): LineCall {
  const { id = null } = call;
  if (!(typeof id === "string" || typeof id === "number" || id === null))
    throw invalid("id", "must be a string or a number; the answer repeats it");
  const unknown = Object.keys(call).find((key) => !["id", "tool", "input"].includes(key));
  if (unknown !== undefined)
    throw invalid(unknown.slice(0, 60).toWellFormed(), "is not a known field; known fields: id, tool, input");
  const tool = toolNamed(call.tool);
  if (!tool) {
    const near = toolMeant(String(call.tool), tools, "; pdfd tools lists them");
    throw invalid("tool", `must name a tool${near}`);
  }

  return { tool, input: validate(tool.input, call.input ?? {}, "input") };
}

function parse(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ProblemError("bad_request", `the line is not JSON: ${jsonFault(line)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ProblemError("bad_request", 'the line is not an object like {"tool":"pdf_info","input":{…}}');
  return { ...value };
}

function toolNamed(name: unknown): Tool | undefined {
  if (typeof name !== "string") return undefined;
  return findTool(name) ?? tools.find((tool) => commandName(tool) === name);
}
