/** `pdfd search "net income" *.pdf`: one text in any number of files and folders, a line per hit. */
import * as paths from "node:path";
import { searchContext, searchHits } from "../../core/limits.ts";
import { inWords } from "../../core/message.ts";
import { inPages } from "../../core/page-selector.ts";
import { ProblemError } from "../../core/problem.ts";
import { createFiles } from "../../files/create.ts";
import { isTerminal, print } from "../../host/terminal/terminal.ts";
import type { Hit } from "../../tools/shared/search-hits.ts";
import { exitCodeOf, exitCodes } from "../flags/exit-codes.ts";
import { type GivenFlags, UsageError } from "../flags/flags.ts";
import { folderAt } from "./many-files.ts";
import type { ToolCall } from "./tool-call.ts";
import { oneLine, remarks } from "./tool-output.ts";

/** The output of pdf_search, as defined by its schema. */
interface Answer {
  readonly hits: readonly Omit<Hit, "section" | "boxes">[];
  readonly next: string | null;
  readonly unreadable: readonly {
    readonly input: string;
    readonly pages?: string;
    readonly reason: string;
  }[];
  readonly truncated: boolean;
  readonly warnings?: readonly string[] | undefined;
}

export interface SearchLine {
  /** The fields of the command line, with the first path as input. */
  readonly input: object;
  readonly given: GivenFlags;
  readonly call: ToolCall;
  /** Makes a call with these fields. */
  readonly run: (fields: object) => Promise<object>;
}

const isAnswer = (result: object): result is Answer => "hits" in result && "unreadable" in result;

/** As in grep: 0 if something was found, 1 if not; unsearchable files have their own code. */
export async function searchPaths(line: SearchLine): Promise<number> {
  const [query, ...rest] = line.given.rest;
  if (query === undefined)
    throw new UsageError('give the text to find, and where to search: pdfd search "net income" report.pdf');

  const places = rest.length > 0 ? rest : ["."];
  let [found, failure] = [false, 0];

  for (const place of places) {
    try {
      if (await searchPlace(place, line)) found = true;
    } catch (error) {
      if (isOfPlace(error) && isPlace(query, line) && !isPlace(place, line))
        throw new UsageError(
          `${JSON.stringify(place)} is not a file or folder; the text to find comes first: pdfd search ${JSON.stringify(place)} ${query}`,
        );
      if (places.length === 1 || !isOfPlace(error)) throw error;
      failure ||= exitCodeOf(error);
      print(2, `pdfd: ${oneLine(inWords(error.detail, line.call.names))}\n`);
    }
  }

  if (failure !== 0) return failure;
  return found ? exitCodes.done : exitCodes.nothingFound;
}

/** Whether the path is that of a file or folder. */
function isPlace(path: string, { call }: SearchLine): boolean {
  const files = createFiles(call.scope);
  if (folderAt(files, path) !== undefined) return true;

  try {
    files.openInput(path, "input")[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}

/** Whether a problem concerns the file or folder, rather than the query. */
function isOfPlace(error: unknown): error is ProblemError {
  if (!(error instanceof ProblemError) || error.code === "cancelled") return false;
  return (error.faults ?? []).every(({ field }) => field === "input" || field === "folder");
}

/** Searches one file or folder; returns whether anything was found. */
async function searchPlace(place: string, { input, given, call, run }: SearchLine): Promise<boolean> {
  const folder = folderAt(createFiles(call.scope), place);
  const limited = given.texts.has("max-hits");
  const here = folder === undefined ? { input: place } : { input: undefined, folder: place };
  const fields = { ...input, ...here };
  const how = {
    isBold: await isTerminal(1),
    context: Number(given.texts.get("context") ?? searchContext.default),
  };
  const quiet = given.switches.has("quiet");
  const json = given.switches.has("json");
  const shown = (file: string) =>
    folder === undefined ? place : paths.join(place, paths.relative(folder, file));
  let whole: Answer | undefined;
  let found = false;

  for (let after: string | undefined; ; ) {
    const more = { ...(!limited && { max_hits: searchHits.max }), ...(after !== undefined && { after }) };
    const answer = await run({ ...fields, ...more });
    if (!isAnswer(answer)) return false;
    const next = limited ? null : answer.next;
    const news = newsOf(answer, whole);
    // One line per hit needs no more memory for more hits; a single JSON value does.
    whole = joined(whole, json ? answer : { ...answer, hits: [] }, news);
    found ||= answer.hits.length > 0;

    if (json && next === null) print(1, `${JSON.stringify(limited ? answer : whole)}\n`);
    if (!json && !quiet) {
      for (const hit of answer.hits)
        if (!print(1, `${shown(hit.input)}:${hit.page}: ${snippet(hit, how)}\n`)) return found;
      reportUnreadable(news, shown);
      if (limited && answer.next !== null) print(2, `pdfd: more hits follow: --after ${answer.next}\n`);
    }
    // With --quiet only the exit code counts, and one hit decides it.
    if (next === null || (quiet && found && !json)) return found;
    after = next;
  }
}

type News = Pick<Answer, "unreadable" | "warnings">;

/** New findings in an answer: all answers to a query may report the same files. */
function newsOf({ unreadable, warnings }: Answer, before: Answer | undefined): News {
  const known = new Set(before?.unreadable.map((one) => JSON.stringify(one)));
  return {
    unreadable: unreadable.filter((one) => !known.has(JSON.stringify(one))),
    warnings: warnings?.filter((one) => !before?.warnings?.includes(one)),
  };
}

/** Combines all answers to a query. The first one has the counts. */
function joined(before: Answer | undefined, answer: Answer, news: News): Answer {
  if (!before) return { ...answer, truncated: false, next: null };
  const warnings = [...(before.warnings ?? []), ...(news.warnings ?? [])];
  return {
    ...before,
    hits: [...before.hits, ...answer.hits],
    unreadable: [...before.unreadable, ...news.unreadable],
    ...(warnings.length > 0 && { warnings }),
  };
}

function reportUnreadable({ unreadable, warnings }: News, shown: (file: string) => string): void {
  for (const { input, pages, reason } of unreadable) {
    const which = pages === undefined ? "" : `${inPages(pages)}: `;
    const why =
      { needs_password: "needs a password", damaged: "is damaged", no_text: "no text" }[reason] ?? reason;
    print(2, `pdfd: ${shown(input)}: ${which}${why}\n`);
  }
  for (const line of remarks({ warnings })) print(2, `pdfd: ${line}\n`);
}

interface Shown {
  readonly isBold: boolean;
  /** Characters before and after a hit. */
  readonly context: number;
}

const flat = (text: string) => oneLine(`|${text}|`).slice(1, -1);

/** The hit with its context, on one line. */
function snippet({ before, text, after }: Answer["hits"][number], { isBold, context }: Shown): string {
  const match = isBold ? `\x1b[1m${flat(text)}\x1b[0m` : flat(text);
  // A shorter context is the whole paragraph.
  const [start, end] = [before, after].map((around) => (around.length < context ? "" : "…"));
  return `${start}${flat(before).trimStart()}${match}${flat(after).trimEnd()}${end}`;
}
