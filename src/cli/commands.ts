/** Commands by name, loaded when asked for: a start must be quick. Every tool of the registry is one more. */
import type { Command } from "./command.ts";

export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serveCommand,
  mcp: async () => (await import("./mcp.ts")).mcpCommand,
  tools: async () => (await import("./tools.ts")).toolsCommand,
  client: async () => (await import("./client.ts")).clientCommand,
  licenses: async () => (await import("./licenses.ts")).licensesCommand,
  models: async () => (await import("./models.ts")).modelsCommand,
  doctor: async () => (await import("./doctor.ts")).doctorCommand,
  completion: async () => (await import("./completion.ts")).completionCommand(everyCommand),
  "debug-structure": async () => (await import("./debug-structure.ts")).debugStructureCommand,
  "model-worker": async () => (await import("./model-worker.ts")).modelWorkerCommand,
  engine: async () => (await import("./engine.ts")).engineCommand,
};

function everyCommand(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()));
}
