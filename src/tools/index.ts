/** The registry: every tool, in the order of SPEC 1. HTTP, jobs, MCP and the command line show what stands here. */
import type { Tool } from "../core/tool.ts";
import { pdfInfo } from "./pdf-info.ts";
import { pdfListFiles } from "./pdf-list-files.ts";
import { pdfRotatePages } from "./pdf-rotate-pages.ts";

export const tools: readonly Tool[] = [pdfListFiles, pdfInfo, pdfRotatePages];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}
