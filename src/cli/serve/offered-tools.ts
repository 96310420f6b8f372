/** The servers' `--tools`: turns the user's names and groups into tool names. */

import { didYouMean } from "../../core/nearest.ts";
import { ownToolNames } from "../../mcp/own-tool.ts";
import { agentTools, tools } from "../../tools/index.ts";
import { groupNames, groupTools } from "../../tools/registry.ts";
import { commandName, toolName } from "../flags/command-name.ts";
import { UsageError } from "../flags/flags.ts";

const toolNames: readonly string[] = [...tools, ...agentTools].map(({ name }) => name);

/** A group includes MCP's own tools: jobs for long work, and the rest of long lists. */
const known: readonly string[] = [...toolNames, ...ownToolNames];

/** The names of all tools that `named` selects; undefined: all. Throws `UsageError` for an unknown name. */
export function offeredTools(named: readonly string[] | undefined): string[] | undefined {
  return named?.flatMap((name) => {
    const group = groupTools(name);
    return group ? [...group, ...ownToolNames] : [knownTool(name)];
  });
}

/** The tool with this name or command. */
function knownTool(name: string): string {
  const own = name.startsWith("pdf_") ? name : toolName(name);
  if (known.includes(own)) return own;
  const near = didYouMean(
    name,
    [...known.map((one) => commandName({ name: one })), ...groupNames],
    "; pdfd tools lists them",
  );
  throw new UsageError(`--tools: there is no tool ${JSON.stringify(name)}${near}`);
}
