/** `pdfd mcp`: an MCP server on standard input and output, for the agent that started it. */

import { ScopeError } from "../../files/scope/scope.ts";
import { forbidOwnCoreFile } from "../../host/process/core-dumps.ts";
import { onStopSignal, surviveClosedStreams } from "../../host/process/signals.ts";
import { print } from "../../host/terminal/terminal.ts";
import { type McpSettings, mcpSettings } from "../../settings.ts";
import { mcpToolNames, type StdioServer, skill, startStdio } from "../../stdio.ts";
import { type Command, commandName, toolName } from "../flags/command.ts";
import { removeSecrets } from "../flags/environment.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { readFlags, UsageError } from "../flags/flags.ts";
import { didYouMean } from "../flags/nearest.ts";
import { printable } from "../flags/printable.ts";
import { requireProgram, settingFlags, settingsOf, variableNotes } from "../flags/setting-flags.ts";
import { levelOf, logLine } from "./log.ts";

export const mcpCommand: Command = {
  name: "mcp",
  description: "Be an MCP server on standard input and output",
  flags: {
    ...settingFlags(mcpSettings),
    instructions: {
      kind: "switch",
      description: "Print what an agent has to know, as a file for it, and end",
    },
  },
  examples: ["pdfd mcp --allow-dir ~/Documents", "pdfd mcp --allow-dir . --read-only --tools info,read-text"],
  notes: `${variableNotes(mcpSettings)}
Standard output carries the protocol alone; everything else is written to standard error.
It ends when standard input ends.
`,
  run: serveAgent,
};

async function serveAgent(args: readonly string[]): Promise<number> {
  const given = readFlags("mcp", mcpCommand.flags, args);
  if (given.switches.has("instructions")) {
    print(1, skill);
    return exitCodes.done;
  }
  const settings = settingsOf(mcpSettings, given);
  removeSecrets(process.env);
  requireProgram(settings.soffice);
  const tools = settings.tools?.map(knownTool);
  surviveClosedStreams();
  await forbidOwnCoreFile();
  const server = start({ ...settings, tools });
  using _signals = onStopSignal(() => server.stop());
  print(2, `pdfd serves MCP on standard input and output for ${server.folders.map(printable).join(", ")}\n`);
  await server.ended;
  return exitCodes.done;
}

/** The tool that a name means: its own, or that of its command. */
function knownTool(name: string): string {
  const own = name.startsWith("pdf_") ? name : toolName(name);
  if (mcpToolNames.includes(own)) return own;
  const near = didYouMean(
    name,
    mcpToolNames.map((one) => commandName({ name: one })),
  );
  throw new UsageError(`--tools: there is no tool ${JSON.stringify(name)}${near}; pdfd tools lists them`);
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
