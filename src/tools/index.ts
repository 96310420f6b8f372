/** All tools, loaded, in the order in which HTTP, jobs, MCP and the command line show them. */
import type { Tool } from "../core/tool.ts";
import { agentRegistry, registry, toolOf } from "./registry.ts";

export const tools: readonly Tool[] = await Promise.all(registry.map(toolOf));

/** Tools that exist for MCP alone. */
export const agentTools: readonly Tool[] = await Promise.all(agentRegistry.map(toolOf));

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}

/** Finds those of MCP too: what an engine may be asked for. */
export function findAnyTool(name: string): Tool | undefined {
  return findTool(name) ?? agentTools.find((tool) => tool.name === name);
}
