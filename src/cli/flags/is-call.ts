/** Decides which command lines are a single tool call. Every command line starts here, so it loads next to nothing. */
import { registry } from "../../tools/registry.ts";
import { toolName } from "./command-name.ts";

/** Flags of lines that request help, or make many calls. */
const otherwise = ["--help", "-h", "--jsonl"];

export function isCall([name = "", ...rest]: readonly string[]): boolean {
  // Commands have hyphens where tool names have underscores.
  if (name.includes("_") || !registry.some((tool) => tool.name === toolName(name))) return false;
  const flags = flagsOf(rest);
  return !otherwise.some((flag) => flags.includes(flag));
}

/** The arguments that may be flags: those before `--`. */
export function flagsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end < 0 ? args : args.slice(0, end);
}
