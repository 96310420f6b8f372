import type { Command } from "./command.ts";
export const doctorCommand: Command = { name: "doctor", description: "", flags: {}, run: async () => 0 };
