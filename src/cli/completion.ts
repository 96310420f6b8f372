import type { Command } from "./command.ts";
export const completionCommand: Command = {
  name: "completion",
  description: "",
  flags: {},
  run: async () => 0,
};
