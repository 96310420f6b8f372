/** Checks that the three formats of pdf_extract_structure are valid. */
import * as v from "valibot";
import { structureDocument } from "../../src/tools/shared/structure-document.ts";

const scripts = ["p", "li", "td", "th", "a", "h1", "h2", "h3", "h4", "h5", "h6"];

/** The allowed parents of each element; `#` is the top. */
const parents: Readonly<Record<string, readonly string[]>> = {
  p: ["#", "li"],
  ul: ["#", "li"],
  ol: ["#", "li"],
  li: ["ul", "ol"],
  table: ["#"],
  tr: ["table"],
  td: ["tr"],
  th: ["tr"],
  pre: ["#", "li"],
  ...{ sup: scripts, sub: scripts, s: [...scripts, "sup", "sub"] },
  code: ["pre", ...scripts, "sup", "sub", "s", "em", "strong"],
  em: [...scripts, "sup", "sub", "s", "strong"],
  strong: ["p", "li", "td", "th", "a", "sup", "sub", "s"],
  a: ["sup", "p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"],
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, ["#"]])),
};
const attributes =
  /^(?: (?:rowspan|colspan|start|value)="\d+"| class="(?:caption|footnote)"| id="note-\d+-\d+"| href="(?:#note-\d+-\d+|(?:https?|mailto|ftp|tel):[^"<>]*)")*$/i;
/** Elements without text of their own. */
const structural = new Set(["#", "ul", "ol", "table", "tr"]);

/** The fault of an HTML fragment; undefined if there is none. */
export function htmlFault(html: string): string | undefined {
  const stack = ["#"];
  let at = 0;
  const textFault = (text: string) => {
    if (text.includes("<") || text.includes(">")) return "a bare < or >";
    if (/&(?!(?:amp|lt|gt|quot);)/.test(text)) return "a bare &";
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)) return "a control character";
    return structural.has(stack.at(-1) ?? "#") && text.trim() !== "" ? `text in ${stack.at(-1)}` : undefined;
  };
  for (const match of html.matchAll(/<(\/?)([a-z0-9]+)([^<>]*)>/g)) {
    const [whole, close, tag = "", rest = ""] = match;
    const fault = textFault(html.slice(at, match.index));
    if (fault !== undefined) return fault;
    at = match.index + whole.length;
    if (close === "/") {
      if (stack.pop() !== tag) return `</${tag}> closes nothing`;
      continue;
    }
    if (!parents[tag]?.includes(stack.at(-1) ?? "#")) return `<${tag}> in ${stack.at(-1)}`;
    if (!attributes.test(rest)) return `attributes${rest}`;
    stack.push(tag);
  }
  return textFault(html.slice(at)) ?? (stack.length > 1 ? `${stack.at(-1)} is never closed` : undefined);
}

/** The fault of the JSON. */
export function jsonFault(content: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    return String(error);
  }
  const { issues } = v.safeParse(structureDocument, value);
  return issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join("; ");
}

/** The fault of chunks: invalid JSON or duplicate ids. */
export function chunksFault(content: string): string | undefined {
  const { version, chunks } = Object(JSON.parse(content));
  if (version !== 1 || !Array.isArray(chunks)) return "no chunks";
  const ids = new Set(chunks.map(({ id }) => id));
  return ids.size === chunks.length ? undefined : "an id is there twice";
}

/**
 * The fault of Markdown. Any text is valid CommonMark, so this checks that fences are closed and that all rows of a table
 * have the same width.
 */
export function markdownFault(markdown: string): string | undefined {
  let fence: string | undefined;
  let width: number | undefined;
  for (const line of markdown.split("\n")) {
    const ticks = /^`{3,}/.exec(line)?.[0];
    if (fence !== undefined) {
      if (line === fence) fence = undefined;
      continue;
    }
    if (ticks !== undefined) {
      fence = ticks;
      continue;
    }
    if (!line.startsWith("| ")) {
      width = undefined;
      continue;
    }
    const cells = line.replaceAll(/\\./g, "").split("|").length;
    width ??= cells;
    if (cells !== width)
      return `a row of ${cells - 2} cells in a table of ${width - 2}: ${line.slice(0, 80)}`;
  }
  return fence === undefined ? undefined : "a fence is never closed";
}
