/** Help for one command: only its own options, in lines of at most 80 columns. */
import { firstSentence } from "../../core/message.ts";
import type { Command } from "./command.ts";
import { type Flag, type FlagTable, writtenAs } from "./flags.ts";

/** Maximum width of a line, and of a label next to its text. */
const width = 80;
const labelWidth = 26;

/** A label and its description. */
export type HelpRow = readonly [label: string, text: string];

/** The text of `pdfd <command> --help`. */
export function usageOf(command: Command): string {
  const { meta, examples, notes, args } = command;
  const isShared = Object.values(args).some(({ isCommon }) => isCommon);

  const parts = [
    usageLine(command),
    filled(firstSentence(meta.description, 2)),
    table(rowsOf(command, 2)),
    ["Examples:", ...examples.map((example) => `  ${example}`)].join("\n"),
    notes && paragraphs(notes.trimEnd()),
    Object.values(args).some(({ valueHint }) => valueHint === "json") &&
      "<json> is JSON, or @ and the name of a file with it.",
    isShared && "More options: pdfd help options. Exit codes: pdfd help exit-codes.",
  ];

  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** `Usage: pdfd merge [options] <inputs>... --output <file>`. */
export function usageLine({ meta, args, rest }: Command): string {
  const all = Object.entries(args);
  const required = all
    .filter(([, flag]) => flag.isRequired)
    .map(([name, flag]) => labelOf(name, flag).replace(/, \S+/, ""));
  const words = [required.length < all.length ? "[options]" : "", rest ? bareLabel(rest) : "", ...required];
  return ["Usage: pdfd", meta.name, ...words].filter(Boolean).join(" ");
}

/** A command's argument and its own flags, each described in at most `sentences` sentences. */
export function rowsOf({ args, rest }: Command, sentences = Number.POSITIVE_INFINITY): HelpRow[] {
  const own = Object.fromEntries(Object.entries(args).filter(([, flag]) => !flag.isCommon));
  return [...(rest ? [[bareLabel(rest), rest.description] as const] : []), ...flagRows(own, sentences)];
}

export function flagRows(flags: FlagTable, sentences = Number.POSITIVE_INFINITY): HelpRow[] {
  return Object.entries(flags).map(([name, flag]) => {
    const { choices, usual, description } = flag;
    const isShown = !choices || flag.valueHint?.includes("|") || choices.length === 1;
    const values = isShown ? [] : [`one of ${choices.join(", ")}`];
    const notes = [...values, ...(usual === undefined ? [] : [`default: ${usual}`])].join("; ");
    return [labelOf(name, flag), `${firstSentence(description, sentences)}${notes && ` (${notes})`}`.trim()];
  });
}

function bareLabel({ name, required, many, further }: NonNullable<Command["rest"]>): string {
  if (further !== undefined) return `<${name}> [${further}...]`;
  const label = `<${name}>${many ? "..." : ""}`;
  return required ? label : `[${label}]`;
}

function labelOf(name: string, flag: Flag): string {
  const { type, alias, valueHint = "value" } = flag;
  return `${alias ? `-${alias}, ` : ""}--${writtenAs(name, flag)}${type === "boolean" ? "" : ` <${valueHint}>`}`;
}

/** Rows in two columns. If a label is too long, its text starts on the next line. */
export function table(rows: readonly HelpRow[]): string {
  const column = Math.min(labelWidth, Math.max(...rows.map(([label]) => label.length))) + 4;
  const lines = rows.map(([label, text]) => {
    const isLong = label.length + 4 > column && text !== "";
    const start = isLong ? `  ${label}\n${" ".repeat(column)}` : `  ${label}`.padEnd(column);
    return start + filled(text, column);
  });
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Each line in lines of at most 80 columns. */
export const paragraphs = (text: string) => text.replaceAll(/.{81,}/g, (line) => filled(line));

/** Wraps the text at 80 columns and indents all lines but the first. Words longer than a line are not broken. */
export function filled(text: string, indent = 0): string {
  const [first = "", ...words] = text.split(" ");
  let line = first;
  const lines: string[] = [];
  for (const word of words) {
    if (indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line += ` ${word}`;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}
