/** Messages that mention tools or fields: HTTP and MCP use their names, the command line uses commands and flags. */

export interface Names {
  tool(name: string): string;
  field(name: string): string;
}

/** The names in the registry. */
export const registryNames: Names = { tool: (name) => name, field: (name) => name };

/** A text, or a function that words it with an interface's names. */
export type Message = string | ((names: Names) => string);

export function inWords(message: Message, names: Names): string {
  return typeof message === "string" ? message : message(names);
}

/** The first `count` sentences. A period ends a sentence if whitespace follows. */
export function firstSentence(text: string, count = 1): string {
  return text
    .split(/(?<=\.)\s/)
    .slice(0, count)
    .join(" ");
}
