/** `pdfd client`: a single-file client for the service, generated from the registry. */
import { pythonClient } from "../../clients/python.ts";
import { shellClient } from "../../clients/shell.ts";
import { typescriptClient } from "../../clients/typescript.ts";
import type { Tool } from "../../core/tool.ts";
import { print } from "../../host/terminal/terminal.ts";
import { tools } from "../../tools/index.ts";
import { command } from "../flags/command.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { UsageError } from "../flags/flags.ts";

const languages: Readonly<Record<string, (tools: readonly Tool[]) => Promise<string>>> = {
  typescript: typescriptClient,
  python: pythonClient,
  sh: shellClient,
};

export const clientCommand = command({
  meta: {
    name: "client",
    description: "Print a client for the service, as a single file without dependencies",
  },
  args: {},
  rest: {
    name: "language",
    description: "typescript, python or sh",
    required: true,
    choices: Object.keys(languages),
  },
  examples: ["pdfd client typescript > pdfd.ts", "pdfd client python > pdfd.py", "pdfd client sh > pdfd.sh"],
  async run({ rest: [language = "", more] }) {
    const write = Object.hasOwn(languages, language) ? languages[language] : undefined;
    if (!write || more !== undefined)
      throw new UsageError("name one language: pdfd client typescript, python or sh");
    print(1, await write(tools));
    return exitCodes.done;
  },
});
