#!/usr/bin/env node
/**
 * The entry point of every form of the program: source under Bun and Deno, the bundle under Node, the executable. A tool call
 * runs in its own thread; neither thread then loads the rest of the command line.
 */
import { isCall } from "./cli/flags/is-call.ts";

const args = process.argv.slice(2);

async function run(): Promise<number> {
  if (isCall(args)) return await (await import("./cli/call/supervise.ts")).supervise(args);
  return await (await import("./cli/program.ts")).runProgram(args);
}

process.exit(await run());
