/** How commands and tools are named after each other. Every command line starts here, so it loads nothing. */
import type { Tool } from "../../core/tool.ts";

/** A tool's command: its name without `pdf_`, in kebab case. */
export function commandName(tool: Pick<Tool, "name">): string {
  const { name } = tool;
  return (name.startsWith("pdf_") ? name.slice(4) : name).replaceAll("_", "-");
}

/** The name of the tool that this command would run. The tool may not exist. */
export const toolName = (command: string): string => `pdf_${command.replaceAll("-", "_")}`;
