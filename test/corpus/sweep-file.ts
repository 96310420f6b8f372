/** Runs one file of the corpus through every tool, and collects the answers and all faults. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type Address, type Answer, callTool } from "../contract/client.ts";
import { type CorpusFile, corpusPath } from "../support/corpus.ts";
import { isEncrypted, mayRefuse, pageCount, qpdfExit, rightPageCounts, worsened } from "./judge.ts";
import { difference, draw, drawResultMs, samples } from "./pixels.ts";
import { sweepCalls } from "./sweep-calls.ts";

export interface Outcome {
  readonly file: string;
  readonly tool: string;
  readonly verdict: "right" | "refused" | "violation";
  /** The refusal or the fault, in one line. */
  readonly detail: string;
  readonly ms: number;
}

/** The number of split results that qpdf checks; the others are only counted. */
const judgedParts = 4;
/** The longest that a tool may take, in milliseconds; the service's own limit is far below. */
const hangMs = 90_000;

/** Runs all tools on one file; they write to `folder`, which is below the service's first folder. */
export async function sweepFile(
  service: Address,
  file: CorpusFile,
  folder: string,
): Promise<readonly Outcome[]> {
  mkdirSync(folder);
  const input = corpusPath(file.file);
  const out = (name: string) => join(folder, name);
  const checked = await qpdfExit(input);
  const encrypted = await isEncrypted(input);
  const outcomes: Outcome[] = [];

  /**
   * Calls a tool and judges the answer: `judge` returns the faults of a 200, and `written` names the files that it may
   * leave.
   */
  const step = async (
    name: string,
    fields: object,
    judge: (result: Readonly<Record<string, unknown>>) => Promise<readonly string[]> | readonly string[],
    tool = name,
  ): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const before = readdirSync(folder).length;
    const started = performance.now();
    const answer = await callTool(service, tool, { input, ...fields }, AbortSignal.timeout(hangMs)).catch(
      (error: unknown) => String(error),
    );
    const ms = performance.now() - started;
    const add = (verdict: Outcome["verdict"], detail: string) =>
      outcomes.push({ file: file.file, tool: name, verdict, detail, ms });
    const refusal = refusalOf(answer);
    if (typeof answer === "string") add("violation", answer);
    else if (answer.status === 200) {
      const result: Readonly<Record<string, unknown>> = { ...Object(answer.body) };
      const wrong = await judge(result);
      add(wrong.length > 0 ? "violation" : "right", wrong.join("; "));
      return result;
    } else if (refusal === undefined) add("violation", `${answer.status} ${answer.text.slice(0, 300)}`);
    else if (readdirSync(folder).length > before) add("violation", `left files: ${refusal}`);
    else add(mayRefuse(file, tool, encrypted) ? "refused" : "violation", refusal);
    return undefined;
  };

  /** The faults of a written file. */
  const judgeFile = async (path: unknown, pages: number, password?: string): Promise<string[]> => {
    const name = basename(String(path));
    // If the judge timed out on the input, it needn't try the output.
    const exit = checked < 0 ? checked : await qpdfExit(String(path), password);
    const count = await pageCount(String(path), password);
    return [
      ...(worsened(checked, exit) ? [`${name}: qpdf --check says ${exit}, of the input ${checked}`] : []),
      ...(count !== undefined && count !== pages
        ? [`${name}: ${count} pages for qpdf, ${pages} expected`]
        : []),
    ];
  };
  const judgeNewFile = async (
    result: Readonly<Record<string, unknown>>,
    pages: number,
    password?: string,
  ) => [
    ...(result.pages === pages ? [] : [`says ${String(result.pages)} pages, ${pages} expected`]),
    ...(await judgeFile(result.output, pages, password)),
  ];

  // A damaged file has no correct appearance: every reader shows something different.
  const judgesLooks = checked === 0 && file.category !== "h-hostile" && file.category !== "d-damaged";
  const drawn = new Map<number, ReturnType<typeof draw>>();
  const drawnInput = (page: number) => {
    const known = drawn.get(page) ?? draw(input, page, file.user_password);
    drawn.set(page, known);
    return known;
  };
  /** Of the pages that should look the same, those that don't; only the first, middle and last are checked. */
  const judgeLooks = async (
    path: string,
    alike: readonly (readonly [page: number, origin: number])[],
    { password, tolerance = 0 }: { readonly password?: string | undefined; readonly tolerance?: number } = {},
  ): Promise<string[]> => {
    const wrong: string[] = [];
    for (const [page, origin] of judgesLooks ? samples(alike) : []) {
      const [before, after] = [await drawnInput(origin), await draw(path, page, password, drawResultMs)];
      if (!before) continue;
      const part = after ? difference(before, after) : 1;
      if (part > tolerance)
        wrong.push(`${basename(path)}: ${(part * 100).toFixed(2)} % of page ${page} looks different`);
    }
    return wrong;
  };

  const right = rightPageCounts(file);
  const info = await step("pdf_info", {}, ({ pages, dimensions }) => [
    ...(right === undefined || right.has(Number(pages))
      ? []
      : [`${String(pages)} pages, ${[...right].join(" or ")} expected`]),
    ...(Array.isArray(dimensions) && dimensions.length === pages
      ? []
      : ["dimensions are not one for each page"]),
  ]);
  const pages = Number(info?.pages ?? Number.NaN);
  /** If a tool succeeds although pdf_info failed, only the file's known page count can be compared. */
  const expected = (result: Readonly<Record<string, unknown>>) =>
    Number.isNaN(pages) ? Number(result.pages) : pages;

  await step("pdf_read_text", { max_chars: 200_000 }, (result) =>
    Number.isNaN(pages) || result.total_pages === pages
      ? []
      : [`${String(result.total_pages)} pages, ${pages} expected`],
  );
  for (const call of sweepCalls(file)) {
    if (pages < (call.least ?? 1)) continue;
    const output = out(`${call.name}.pdf`);
    await step(
      call.name,
      { ...call.fields, output },
      async (result) => {
        const count = Number.isNaN(pages) ? undefined : pages;
        const had = count ?? Number(result.pages);
        const written = count === undefined ? Number(result.pages) : call.pages(count);
        const alike = Array.from(
          { length: written },
          (_, k) => [k + 1, call.origin(k + 1, had)] as const,
        ).filter(([, origin]) => origin > 0);
        // Encrypted files stay encrypted, except by the tools that change that.
        const keepsProtection = encrypted && call.tool !== "pdf_unlock";
        const password = call.password ?? (keepsProtection ? file.user_password : undefined);
        return [
          ...(await judgeNewFile(result, written, password)),
          ...(await judgeLooks(output, alike, { ...call, password })),
        ];
      },
      call.tool,
    );
  }
  await step("pdf_split", { mode: "pages", output_folder: out("parts") }, async ({ outputs }) => {
    const parts = Array.isArray(outputs) ? outputs : [];
    const looked = parts.filter((_, k) => k < judgedParts / 2 || k >= parts.length - judgedParts / 2);
    const judged = await Promise.all(looked.map((part) => judgeNewFile({ ...Object(part) }, 1)));
    const alike = samples(parts.map((part, k) => [String({ ...Object(part) }.output), k + 1] as const));
    const seen = await Promise.all(alike.map(([path, page]) => judgeLooks(path, [[1, page]])));
    return [
      ...(Number.isNaN(pages) || parts.length === pages ? [] : [`${parts.length} parts, ${pages} expected`]),
      ...(readdirSync(out("parts")).length === parts.length ? [] : ["the folder differs from the answer"]),
      ...judged.flat(),
      ...seen.flat(),
    ];
  });
  await step(
    "pdf_merge",
    { input: undefined, inputs: [input, input], output: out("merged.pdf") },
    async (result) => {
      const count = Number.isNaN(pages) ? Number(result.pages) / 2 : pages;
      const second = Array.from({ length: count }, (_, k) => [count + k + 1, k + 1] as const);
      return [...(await judgeNewFile(result, 2 * count)), ...(await judgeLooks(out("merged.pdf"), second))];
    },
  );
  const batch = {
    inputs: [input, input],
    steps: [{ action: "metadata-clear" }],
    output_folder: out("batch"),
  };
  await step("pdf_run_batch", { input: undefined, ...batch }, async ({ outputs, failed }) => {
    const [done = [], missed = []] = [outputs, failed].map((list) => (Array.isArray(list) ? list : []));
    const has = existsSync(out("batch")) ? readdirSync(out("batch")).length : 0;
    const answered = [
      ...(done.length + missed.length === 2 && missed.length > 0 ? [] : ["not one answer for each input"]),
      ...(has === done.length ? [] : ["the folder differs from the answer"]),
    ];
    // The second file has the name of the first and may not get a result; the first gets one unless it may be refused.
    const first = { ...Object(done[0] ?? missed[0]) };
    if (done.length === 0)
      return mayRefuse(file, "pdf_run_batch", encrypted) ? answered : [...answered, String(first.error)];
    const password = encrypted ? file.user_password : undefined;
    return [...answered, ...(await judgeFile(first.output, expected(first), password))];
  });
  const names = new Set([
    "parts",
    "merged.pdf",
    "batch",
    ...sweepCalls(file).map(({ name }) => `${name}.pdf`),
  ]);
  const left = readdirSync(folder).filter((name) => !names.has(name));
  if (left.length > 0)
    outcomes.push({
      file: file.file,
      tool: "all",
      verdict: "violation",
      detail: `left ${left.join(", ")}`,
      ms: 0,
    });
  rmSync(folder, { recursive: true });
  return outcomes;
}

/** The detail of a clear refusal: a 422 with a message and one of its two codes. */
export function refusalOf(answer: Answer | string): string | undefined {
  if (typeof answer === "string" || answer.status !== 422) return undefined;
  const { code, detail }: { code?: unknown; detail?: unknown } = { ...Object(answer.body) };
  const known = code === "operation_failed" || code === "validation";
  return known && typeof detail === "string" && detail.length > 10 ? detail : undefined;
}
