/** All tools, loaded, in the order used by HTTP, jobs, MCP and the command line. */
import type { Tool } from "../core/tool.ts";
import { agentRegistry, registry, toolOf } from "./registry.ts";

export const tools: readonly Tool[] = await Promise.all(registry.map(toolOf));

/** Tools that exist only in MCP. */
export const agentTools: readonly Tool[] = await Promise.all(agentRegistry.map(toolOf));

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export const findTool = (name: string): Tool | undefined => byName.get(name);

/** Includes MCP's tools: everything that an engine may be asked to run. */
export function findAnyTool(name: string): Tool | undefined {
  return findTool(name) ?? agentTools.find((tool) => tool.name === name);
}
