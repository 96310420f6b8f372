/** What models put around a page's text, taken away, and formulas in the one notation that the tools promise. */

/** Between these everything is as it was written. */
const kept = /(?<!`)(`{1,8})(?!`)[^`]+\1(?!`)|\$\$[^$]{1,4000}\$\$|\$(?=\S)[^$\n]{0,999}[^\s$\\]\$(?!\d)/;
const display = /\\\[((?:[^\\]|\\[^\]]){1,4000}?)\\\]/;
const inline = /\\\(((?:[^\\\n]|\\[^)\n]){1,1000}?)\\\)/;
const formulas = new RegExp(`${kept.source}|${display.source}|${inline.source}`, "g");

/** A page's Markdown from what a model wrote: no thinking aloud, no fence around it, `$` for formulas. */
export function cleanText(written: string): string {
  const text = withoutThoughts(
    written.replaceAll(/\r\n?|\u2028|\u2029/g, "\n").replaceAll(/<\|[a-z_]{1,40}\|>/g, ""),
  );
  return unfenced(text.replaceAll(controls, "")).replaceAll(
    formulas,
    (whole, _ticks, block?: string, line?: string) => {
      if (block !== undefined) return `$$${block.trim()}$$`;
      return line === undefined ? whole : `$${line.trim()}$`;
    },
  );
}

/** Characters that no text of a page has. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Thoughts that were never ended are all that there is. */
function withoutThoughts(text: string): string {
  let rest = text;
  for (let start = rest.indexOf("<think>"); start >= 0; start = rest.indexOf("<think>")) {
    const end = rest.indexOf("</think>", start);
    rest = end < 0 ? rest.slice(0, start) : rest.slice(0, start) + rest.slice(end + "</think>".length);
  }
  // Thoughts whose beginning was the prompt's.
  return rest.slice(rest.lastIndexOf("</think>") < 0 ? 0 : rest.lastIndexOf("</think>") + "</think>".length);
}

/** A fence that says the text is Markdown or HTML holds the page itself, or a part of it. */
function unfenced(text: string): string {
  const lines = text.trim().split("\n");
  const result: string[] = [];
  let open = false;
  for (const line of lines) {
    const fence = /^\s{0,3}```+\s*(markdown|md|html)?\s*$/i.exec(line);
    if (fence && (open ? fence[1] === undefined : fence[1] !== undefined)) open = !open;
    else result.push(line);
  }
  const first = result[0]?.trim();
  const bare = result.length > 2 && first === "```" && result.at(-1)?.trim() === "```";
  const fences = result.filter((line) => line.trimStart().startsWith("```")).length;
  return (bare && fences === 2 ? result.slice(1, -1) : result).join("\n").trim();
}
