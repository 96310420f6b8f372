/** The help of one command: what matters to it alone, in lines of at most 80 columns. */
import { firstSentence } from "../../core/message.ts";
import type { Command } from "./command.ts";
import type { Flag, FlagTable } from "./flags.ts";

/** Most columns of a line, and of a label beside its text. */
const width = 80;
const labelWidth = 26;

/** A label and what it means. */
export type HelpRow = readonly [label: string, text: string];

/** The text of `pdfd <command> --help`. */
export function usageOf(command: Command): string {
  const { description, examples, notes, flags } = command;
  const isShared = Object.values(flags).some(({ common }) => common);
  const parts = [
    usageLine(command),
    firstSentence(description, 2),
    table(rowsOf(command, 2)),
    ["Examples:", ...examples.map((example) => `  ${example}`)].join("\n"),
    notes?.trimEnd(),
    isShared && "More options: pdfd help options. Exit codes: pdfd help exit-codes.",
  ];
  return `${wrapped(parts.filter(Boolean).join("\n\n"))}\n`;
}

/** `Usage: pdfd merge [options] <inputs>... --output <file>`. */
export function usageLine({ name, flags, rest }: Command): string {
  const all = Object.entries(flags);
  const required = all
    .filter(([, flag]) => flag.required)
    .map(([name, flag]) => labelOf(name, flag).replace(/, \S+/, ""));
  const words = [required.length < all.length ? "[options]" : "", rest ? bareLabel(rest) : "", ...required];
  return ["Usage: pdfd", name, ...words].filter(Boolean).join(" ");
}

/** The argument and the flags of a command that its own help explains, each in so many sentences. */
export function rowsOf({ flags, rest }: Command, sentences = Number.POSITIVE_INFINITY): HelpRow[] {
  const own = Object.fromEntries(Object.entries(flags).filter(([, flag]) => !flag.common));
  return [...(rest ? [[bareLabel(rest), rest.description] as const] : []), ...flagRows(own, sentences)];
}

export function flagRows(flags: FlagTable, sentences = Number.POSITIVE_INFINITY): HelpRow[] {
  return Object.entries(flags).map(([name, flag]) => {
    const { description, hint, choices, fallback } = flag;
    const isShown = !choices || hint?.includes("|") || choices.length === 1;
    const values = isShown ? [] : [`one of ${choices.join(", ")}`];
    const notes = [...values, ...(fallback === undefined ? [] : [`default: ${fallback}`])].join("; ");
    return [labelOf(name, flag), `${firstSentence(description, sentences)}${notes && ` (${notes})`}`.trim()];
  });
}

function bareLabel({ name, required, many }: NonNullable<Command["rest"]>): string {
  const label = `<${name}>${many ? "..." : ""}`;
  return required ? label : `[${label}]`;
}

function labelOf(name: string, { kind, short, hint = "value" }: Flag): string {
  return `${short ? `-${short}, ` : ""}--${name}${kind === "switch" ? "" : ` <${hint}>`}`;
}

/** Rows in two columns; a text begins below its label if that is too long. */
export function table(rows: readonly HelpRow[]): string {
  const column = Math.min(labelWidth, Math.max(...rows.map(([label]) => label.length)));
  const lines = rows.map(([label, text]) => {
    const gap =
      label.length > column && text
        ? `\n${" ".repeat(column + 2)}`
        : " ".repeat(Math.max(0, column - label.length));
    return `  ${label}${gap}  ${text}`;
  });
  return lines.join("\n");
}

/**
 * The text with lines of at most 80 columns. Words of a line that is too long continue below the place where its text begins:
 * in a table after the label and two spaces or more. A word that is longer than a line stays whole.
 */
export function wrapped(text: string): string {
  return text
    .split("\n")
    .map((line) => wrappedLine(line.trimEnd()))
    .join("\n");
}

function wrappedLine(line: string): string {
  if (line.length <= width) return line;
  const [label = ""] = /^ *(\S+ )*?\S+ {2,}|^ +/.exec(line) ?? [];
  const indent = " ".repeat(label.length);
  const lines: string[] = [];
  let current = label;
  let empty = true;

  for (const word of line.slice(label.length).split(" ")) {
    if (!empty && current.length + 1 + word.length > width) {
      lines.push(current);
      current = indent;
      empty = true;
    }
    current += empty ? word : ` ${word}`;
    empty = false;
  }

  return [...lines, current].join("\n");
}
