/** Which command lines are one call of a tool. It loads next to nothing, for every such line asks it first. */
import { loadableTools } from "../../tools/load.ts";
import { toolName } from "./command.ts";

/** Those ask for help, or make many calls. */
const otherwise = ["--help", "-h", "--jsonl"];

export function isCall([name = "", ...rest]: readonly string[]): boolean {
  // A command has hyphens for what is a tool's name.
  if (name.includes("_") || !loadableTools.includes(toolName(name))) return false;
  const flags = flagsOf(rest);
  return !otherwise.some((flag) => flags.includes(flag));
}

/** What of a command line may be flags: nothing behind `--`. */
export function flagsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end < 0 ? args : args.slice(0, end);
}
