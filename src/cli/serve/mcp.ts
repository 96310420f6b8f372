/** `pdfd mcp`: an MCP server on standard input and output, for the agent that started it. */

import { defaultDeadlineMs } from "../../core/limits.ts";
import { ScopeError } from "../../files/scope/scope.ts";
import { forbidOwnCoreFile } from "../../host/process/core-dumps.ts";
import { onStopSignal, surviveClosedStreams } from "../../host/process/signals.ts";
import { print } from "../../host/terminal/terminal.ts";
import { type StdioOptions, type StdioServer, startStdio } from "../../stdio.ts";
import type { Command } from "../flags/command.ts";
import { deadlineOf, fontDirFlag, fontDirsOf } from "../flags/common-flags.ts";
import { readingOf, takeEnvironment } from "../flags/environment.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type FlagTable, readFlags, UsageError } from "../flags/flags.ts";
import { officeFlags, officeOf, requireProgram } from "../flags/office-flags.ts";
import { printable } from "../flags/printable.ts";
import { levelOf, logLine } from "./log.ts";

const flags: FlagTable = {
  "allow-dir": {
    kind: "list",
    hint: "folder",
    description:
      "Folder that the agent may read and write in; repeat it for more. Relative paths start in the first",
  },
  deadline: { kind: "text", hint: "seconds", description: "Time limit of one tool call (default 300)" },
  ...officeFlags,
  "font-dir": fontDirFlag,
};

export const mcpCommand: Command = {
  name: "mcp",
  description: "Be an MCP server on standard input and output",
  flags,
  notes: `Standard output carries the protocol alone; what there is to say is said on standard error.
It ends when standard input ends.
`,
  run: serveAgent,
};

async function serveAgent(args: readonly string[]): Promise<number> {
  const given = readFlags("mcp", flags, args);
  const allowDirs = given.lists.get("allow-dir") ?? [];
  if (allowDirs.length === 0)
    throw new UsageError(
      "mcp needs a folder it may work in: pdfd mcp --allow-dir <folder> (. is the current one)",
    );
  const deadlineMs = deadlineOf(given, defaultDeadlineMs);
  const fontDirs = fontDirsOf(given);
  const reading = readingOf(process.env);
  // No secret of this environment is for an engine, and no proxy.
  const { PDFD_SOFFICE } = takeEnvironment(process.env);
  const office = officeOf(given, PDFD_SOFFICE);
  requireProgram(office.soffice);
  surviveClosedStreams();
  await forbidOwnCoreFile();
  const server = start({ allowDirs, deadlineMs, fontDirs, reading, ...office });
  using _signals = onStopSignal(() => server.stop());
  print(2, `pdfd serves MCP on standard input and output for ${server.folders.map(printable).join(", ")}\n`);
  await server.ended;
  return exitCodes.done;
}

function start(options: Omit<StdioOptions, "pid" | "log">): StdioServer {
  try {
    return startStdio({
      ...options,
      pid: process.pid,
      log: (event) => {
        if (levelOf(event) !== "debug") print(2, logLine(event, "text", Date.now()));
      },
    });
  } catch (error) {
    if (error instanceof ScopeError) throw new UsageError(error.message);
    throw error;
  }
}
