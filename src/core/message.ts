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

/** The first sentence, or so many; a full stop ends a sentence if a space follows. */
export function firstSentence(text: string, count = 1): string {
  return text
    .split(/(?<=\.)\s/)
    .slice(0, count)
    .join(" ");
}
