/** The subcommands of `pdfd`, loaded on demand so that startup is fast. */
import { registry, toolOf } from "../tools/registry.ts";
import type { Command } from "./flags/command.ts";
import { commandName } from "./flags/command-name.ts";

type Commands = Readonly<Record<string, () => Promise<Command>>>;

const shown: Commands = {
  serve: async () => (await import("./serve/serve.ts")).serveCommand,
  mcp: async () => (await import("./serve/mcp.ts")).mcpCommand,
  tools: async () => (await import("./commands/tools.ts")).toolsCommand,
  client: async () => (await import("./commands/client.ts")).clientCommand,
  licenses: async () => (await import("./commands/licenses.ts")).licensesCommand,
  models: async () => (await import("./models/models.ts")).modelsCommand,
  doctor: async () => (await import("./doctor/doctor.ts")).doctorCommand,
  completion: async () => (await import("./commands/completion.ts")).completionCommand(everyCommand),
  help: async () => (await import("./commands/help.ts")).helpCommand(shownCommands, everyCommand),
};

/** The commands shown to users that are not tools. */
export const shownCommands = Object.keys(shown);

const ofTools = registry.map((entry): [string, () => Promise<Command>] => [
  commandName(entry),
  async () => (await import("./tools/tool-command.ts")).commandOf(await toolOf(entry)),
]);

/** All by name: citty's lazy subcommands. */
export const commands: Commands = {
  ...Object.fromEntries(ofTools),
  ...shown,
  "debug-structure": async () => (await import("./commands/debug-structure.ts")).debugStructureCommand,
  "model-worker": async () => (await import("./models/model-worker.ts")).modelWorkerCommand,
  engine: async () => (await import("./serve/engine.ts")).engineCommand,
};

function everyCommand(): Promise<readonly Command[]> {
  return Promise.all(Object.values(shown).map((load) => load()));
}
