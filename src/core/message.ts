/** Messages that name tools or fields, which HTTP and MCP call by their names and the command line as commands and flags. */

export interface Names {
  tool(name: string): string;
  field(name: string): string;
}

/** As the registry has them. */
export const registryNames: Names = { tool: (name) => name, field: (name) => name };

/** A text, or how it reads with the names of an interface. */
export type Message = string | ((names: Names) => string);

export function inWords(message: Message, names: Names): string {
  return typeof message === "string" ? message : message(names);
}
