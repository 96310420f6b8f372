/** `pdfd mcp`: an MCP server on standard input and output, for the agent that started it. */

import { ScopeError } from "../../files/scope/scope.ts";
import { forbidOwnCoreFile } from "../../host/process/core-dumps.ts";
import { onStopSignal, surviveClosedStreams } from "../../host/process/signals.ts";
import { print } from "../../host/terminal/terminal.ts";
import { type CallSettings, serverSettings } from "../../settings.ts";
import { type StdioServer, startStdio } from "../../stdio.ts";
import type { Command } from "../flags/command.ts";
import { removeSecrets } from "../flags/environment.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { readFlags, UsageError } from "../flags/flags.ts";
import { printable } from "../flags/printable.ts";
import { requireProgram, settingFlags, settingsOf, variableNotes } from "../flags/setting-flags.ts";
import { levelOf, logLine } from "./log.ts";

export const mcpCommand: Command = {
  name: "mcp",
  description: "Be an MCP server on standard input and output",
  flags: settingFlags(serverSettings),
  notes: `${variableNotes(serverSettings)}
Standard output carries the protocol alone; everything else is written to standard error.
It ends when standard input ends.
`,
  run: serveAgent,
};

async function serveAgent(args: readonly string[]): Promise<number> {
  const settings = settingsOf(serverSettings, readFlags("mcp", mcpCommand.flags, args));
  removeSecrets(process.env);
  requireProgram(settings.soffice);
  surviveClosedStreams();
  await forbidOwnCoreFile();
  const server = start(settings);
  using _signals = onStopSignal(() => server.stop());
  print(2, `pdfd serves MCP on standard input and output for ${server.folders.map(printable).join(", ")}\n`);
  await server.ended;
  return exitCodes.done;
}

function start(settings: CallSettings): StdioServer {
  try {
    return startStdio(settings, {
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
