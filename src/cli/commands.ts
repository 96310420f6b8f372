/** Commands by name, loaded on demand so that startup is fast. Each tool in the registry is another command. */
import type { Command } from "./flags/command.ts";

const shown: Readonly<Record<string, () => Promise<Command>>> = {
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

/** The commands shown to users. */
export const shownCommands = Object.keys(shown);

export const commands: typeof shown = {
  ...shown,
  "debug-structure": async () => (await import("./commands/debug-structure.ts")).debugStructureCommand,
  "model-worker": async () => (await import("./models/model-worker.ts")).modelWorkerCommand,
  engine: async () => (await import("./serve/engine.ts")).engineCommand,
};

function everyCommand(): Promise<readonly Command[]> {
  return Promise.all(Object.values(shown).map((load) => load()));
}
