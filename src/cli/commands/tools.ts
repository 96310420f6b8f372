/** `pdfd tools`: the registry for people and programs. */
import { jsonSchema } from "../../core/json/schema.ts";
import { didYouMean } from "../../core/nearest.ts";
import type { Tool } from "../../core/tool.ts";
import { print } from "../../host/terminal/terminal.ts";
import { findTool, tools } from "../../tools/index.ts";
import { command } from "../flags/command.ts";
import { commandName } from "../flags/command-name.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type FlagTable, UsageError } from "../flags/flags.ts";

const flags: FlagTable = {
  json: { type: "boolean", description: "Print the list as JSON, like GET /v1/tools" },
};

export const toolsCommand = command({
  meta: { name: "tools", description: "List the tools, or show the JSON schemas of one" },
  args: flags,
  examples: ["pdfd tools", "pdfd tools merge"],
  rest: {
    name: "name",
    description: "A tool, such as pdf_merge or merge; prints its schemas as JSON",
    required: false,
    choices: tools.map(commandName),
  },
  async run({ rest: [name, more], switches }) {
    if (more !== undefined)
      throw new UsageError(`unexpected argument ${JSON.stringify(more)}; name one tool`);
    print(1, name === undefined ? list(switches.has("json")) : `${json(details(named(name)))}\n`);
    return exitCodes.done;
  },
});

function named(name: string): Tool {
  const tool = findTool(name) ?? tools.find((one) => commandName(one) === name);
  if (!tool) {
    const near = didYouMean(name, tools.map(commandName), "; pdfd tools lists them");
    throw new UsageError(`there is no tool ${JSON.stringify(name)}${near}`);
  }
  return tool;
}

function list(asJson: boolean): string {
  if (asJson) return `${json({ tools: tools.map(descriptor) })}\n`;
  return tools
    .map((tool) => `${commandName(tool).padEnd(18)} ${tool.name.padEnd(22)} ${tool.title}\n`)
    .join("");
}

/** A tool's entry in `GET /v1/tools`. */
function descriptor({ name, title, description, reportsProgress, annotations }: Tool) {
  return { name, title, description, reports_progress: reportsProgress, annotations };
}

function details(tool: Tool) {
  return {
    ...descriptor(tool),
    command: `pdfd ${commandName(tool)}`,
    input: jsonSchema(tool.input, "input"),
    output: jsonSchema(tool.output, "output"),
  };
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
