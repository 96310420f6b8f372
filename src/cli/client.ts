import type { Command } from "./command.ts";
export const clientCommand: Command = { name: "client", description: "", flags: {}, run: async () => 0 };
