/** `pdfd mcp`: an MCP server over stdio for the agent that started it. */

import { ScopeError } from "../../files/scope/scope.ts";
import { forbidOwnCoreFile } from "../../host/process/core-dumps.ts";
import { onStopSignal, surviveClosedStreams } from "../../host/process/signals.ts";
import { print } from "../../host/terminal/terminal.ts";
import { type McpSettings, mcpSettings } from "../../settings.ts";
import { type StdioServer, skill, startStdio } from "../../stdio.ts";
import { command } from "../flags/command.ts";
import { removeSecrets } from "../flags/environment.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type GivenFlags, UsageError } from "../flags/flags.ts";
import { printable } from "../flags/printable.ts";
import { requireProgram, settingFlags, settingsOf } from "../flags/setting-flags.ts";
import { levelOf, logLine } from "./log.ts";
import { offeredTools } from "./offered-tools.ts";

export const mcpCommand = command({
  meta: { name: "mcp", description: "Run as an MCP server over stdio" },
  args: {
    ...settingFlags(mcpSettings),
    instructions: { type: "boolean", description: "Print a guide for agents, and exit" },
  },
  examples: ["pdfd mcp --allow-dir ~/Documents", "pdfd mcp --allow-dir . --read-only --tools info,read-text"],
  notes:
    "Standard output carries only the protocol; everything else goes to standard error. The server ends when standard input ends.",
  run: serveAgent,
});

async function serveAgent(given: GivenFlags): Promise<number> {
  if (given.switches.has("instructions")) {
    print(1, skill);
    return exitCodes.done;
  }

  const settings = settingsOf(mcpSettings, given);
  removeSecrets(process.env);
  requireProgram(settings.soffice);
  const tools = offeredTools(settings.tools);
  surviveClosedStreams();
  await forbidOwnCoreFile();
  const server = start({ ...settings, tools });
  using _signals = onStopSignal(() => server.stop());
  print(2, `pdfd is serving MCP over stdio for ${server.folders.map(printable).join(", ")}\n`);
  await server.ended;

  return exitCodes.done;
}

function start(settings: McpSettings): StdioServer {
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
