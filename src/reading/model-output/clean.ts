/** Removes what models put around a page's text, and converts formulas to the notation that the tools promise. */

/** Parts to leave unchanged, code and formulas between dollars, and pairs that a backslash starts. */
const parts =
  /(?<!`)(`{1,8})(?!`)[^`]+\1(?!`)|\$\$[^$]{1,4000}\$\$|\$(?=\S)[^$\n]{0,999}[^\s$\\]\$(?!\d)|\\[\s\S]/g;

/** A page's Markdown from a model's output: no thinking aloud, no fence around it, `$` for formulas. */
export function cleanText(written: string): string {
  const text = withoutThoughts(
    written.replaceAll(/\r\n?|\u2028|\u2029/g, "\n").replaceAll(/<\|[a-z_]{1,40}\|>/g, ""),
  );
  return withDollars(unfenced(text.replaceAll(controls, "")));
}

/** Formulas between backslash brackets: the end of each, and our notation. */
const brackets = [
  { open: "\\[", close: "\\]", dollars: "$$", longest: 4000, lines: true },
  { open: "\\(", close: "\\)", dollars: "$", longest: 1000, lines: false },
] as const;

/** Converts formulas between brackets to dollars, in one pass: an opening bracket waits for its closing one. */
function withDollars(text: string): string {
  const formulas: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  let open = new Map<string, number>();

  for (const { 0: part, index } of text.matchAll(parts)) {
    const opened = brackets.find((kind) => kind.open === part);
    if (opened) open.set(part, open.get(part) ?? index);
    const closed = brackets.find((kind) => kind.close === part);
    const start = closed && open.get(closed.open);
    if (!closed || start === undefined) continue;

    open.delete(closed.open);
    const tooLong = index - start - part.length > closed.longest;
    const inside = tooLong ? "" : text.slice(start + part.length, index);
    if (inside === "" || (!closed.lines && inside.includes("\n"))) continue;
    while ((formulas.at(-1)?.start ?? -1) > start) formulas.pop();
    formulas.push({
      start,
      end: index + part.length,
      text: `${closed.dollars}${inside.trim()}${closed.dollars}`,
    });
    open = new Map();
  }

  let written = "";
  let from = 0;

  for (const { start, end, text: formula } of formulas) {
    written += text.slice(from, start) + formula;
    from = end;
  }

  return written + text.slice(from);
}

/** Characters that no page text has. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Unfinished thoughts are all there is. */
function withoutThoughts(text: string): string {
  let rest = text;
  for (let start = rest.indexOf("<think>"); start >= 0; start = rest.indexOf("<think>")) {
    const end = rest.indexOf("</think>", start);
    rest = end < 0 ? rest.slice(0, start) : rest.slice(0, start) + rest.slice(end + "</think>".length);
  }
  // Thoughts that began in the prompt.
  return rest.slice(rest.lastIndexOf("</think>") < 0 ? 0 : rest.lastIndexOf("</think>") + "</think>".length);
}

/** A fence labeled Markdown or HTML contains the page itself, or a part of it. */
function unfenced(text: string): string {
  const lines = text.trim().split("\n");
  const result: string[] = [];
  let open = false;

  for (const line of lines) {
    const fence = /^\s{0,3}```+\s*(markdown|md|html)?$/i.exec(line.trimEnd());
    if (fence && (open ? fence[1] === undefined : fence[1] !== undefined)) open = !open;
    else result.push(line);
  }

  const first = result[0]?.trim();
  const bare = result.length > 2 && first === "```" && result.at(-1)?.trim() === "```";
  const fences = result.filter((line) => line.trimStart().startsWith("```")).length;

  return (bare && fences === 2 ? result.slice(1, -1) : result).join("\n").trim();
}
