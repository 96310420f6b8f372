/** Calls of a command that are interrupted while they work, as one process: prints what came of each. */
import { readdirSync } from "node:fs";
import process from "node:process";
import * as v from "valibot";
import { callTool } from "../../src/cli/tool-call.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { defineTool, reads, type ToolContext, writes } from "../../src/core/tool.ts";
import { openScope } from "../../src/files/scope.ts";

const [folder = ""] = process.argv.slice(2);
const common = {
  title: "",
  description: "",
  input: v.strictObject({}),
  output: v.looseObject({}),
  reportsProgress: false,
  lane: "document",
} as const;

/** A signal in the middle of work that never waits. */
function interrupt(): void {
  process.kill(process.pid, "SIGINT");
  for (const end = performance.now() + 20; performance.now() < end; );
}

async function write({ files, pause }: ToolContext, seen: boolean) {
  using target = files.newFile(seen ? "seen.pdf" : "whole.pdf", "output");
  target.write(new Uint8Array(2_000_000));
  if (seen) interrupt();
  await pause();
  if (!seen) interrupt();
  return { ...target.publish() };
}

const tools = [
  defineTool({ ...common, name: "read", annotations: reads, run: async () => ({ read: interrupt() }) }),
  defineTool({ ...common, name: "write", annotations: writes, run: (_, context) => write(context, true) }),
  defineTool({ ...common, name: "late", annotations: writes, run: (_, context) => write(context, false) }),
];

const outcomes: string[] = [];
for (const tool of tools) {
  try {
    const settings = { scope: openScope([folder]), deadlineMs: 60_000, onProgress: () => {} };
    await callTool(tool, {}, settings);
    outcomes.push(`${tool.name} done`);
  } catch (error) {
    outcomes.push(`${tool.name} ${error instanceof ProblemError ? error.code : error}`);
  }
}
console.log(JSON.stringify({ outcomes, left: readdirSync(folder) }));
process.exit(0);
