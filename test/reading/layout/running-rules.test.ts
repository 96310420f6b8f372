/** Each row of the header and footer rules: text repeated across pages, and a page's running lines. */
import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/core/page-layout.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import {
  runningLines,
  runningPatterns,
} from "../../../src/reading/layout/headers-footers/headers-footers.ts";
import {
  besideRules,
  patternRules,
  runningRules,
} from "../../../src/reading/layout/headers-footers/running-rules.ts";
import { expectExamples, layout, piece, prose } from "./support.ts";

const body = prose(50, 200, 20);
/** Pages of text, each with the pieces that `edge` returns for its number. */
const flowsOf = (count: number, edge: (page: number) => readonly Piece[]) =>
  Array.from({ length: count }, (_, at) => pageFlow(layout(at + 1, [...edge(at + 1), ...body])));

describe("rules about repeated text", () => {
  const head = (text: string, size = 10) => [piece(50, 60, text, { size })];
  interface Example {
    readonly runs?: readonly [pages: number, edge: (page: number) => readonly Piece[]];
    readonly none?: readonly [pages: number, edge: (page: number) => readonly Piece[]];
  }
  const examples: Readonly<Record<string, Example>> = {
    "on one page": { none: [3, (page) => (page === 1 ? head("Note") : [])] },
    "number alone": {
      runs: [4, (page) => head(`- ${page + 10} -`)],
      none: [4, (page) => head(`- ${(page * 7) % 5} -`, 14)],
    },
    "on two pages": { runs: [2, () => head("Annual report", 8)], none: [2, () => head("Annual report")] },
    "outside the margin": { none: [3, () => [piece(50, 100, "Annual report")]] },
    "larger than the text": { none: [4, (page) => head(`Chapter ${page}`, 14)] },
    sentence: { none: [3, () => head("Dear Sir or Madam,")] },
    "text with a number": {
      runs: [3, (page) => head(`Report, page ${page}`)],
      none: [3, (page) => head(`Amount due: ${30 * page} EUR`)],
    },
    "same text": { runs: [3, () => head("Annual report")] },
  };
  const texts = ([pages, edge]: readonly [number, (page: number) => readonly Piece[]]) =>
    runningPatterns(flowsOf(pages, edge), 10).flatMap(({ text }) => text ?? []);

  it("have a reason and an example each", () => expectExamples(patternRules, Object.keys(examples)));

  it.each(Object.entries(examples))("%s", (_, { runs, none }) => {
    if (runs) expect(texts(runs)).toHaveLength(1);
    if (none) expect(texts(none)).toEqual([]);
  });
});

describe("repeated content that isn't running", () => {
  it("includes text on pages that have nothing else but a number", () => {
    const flows = [1, 2, 3].map((page) =>
      pageFlow(layout(page, [piece(50, 40, "Ticket for one day"), piece(300, 780, `${page}`)])),
    );
    const running = runningPatterns(flows, 10);
    expect(flows.flatMap((flow) => [...runningLines(flow, { running, bodySize: 10 }).keys()])).toEqual(
      flows.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === "line" && /^\d$/.test(item.line.text) ? [item.line] : [])),
      ),
    );
  });

  it.each([
    ["sums", (page: number) => `Amount due on this invoice now: ${page * 90}`],
    ["dates that increase with the pages", (page: number) => `Meeting ${page + 3} October`],
    ["invoices of a date", (page: number) => `Invoice no. ${page + 8800} of 2 May 2026`],
  ])("includes %s", (_, text) => {
    const flows = flowsOf(4, (page) => [piece(50, 40, text(page))]);
    expect(runningPatterns(flows, 10)).toEqual([]);
  });

  it("includes lines as close to the text as its own lines are to each other", () =>
    expect(
      runningPatterns(
        flowsOf(4, () => [piece(50, 186, "The same first line of a page")]),
        10,
      ),
    ).toEqual([]));
});

describe("rules about running lines", () => {
  const titles = ["Of fish", "Of fish", "Of trees", "Of trees"];
  const small = { size: 8 };
  const examples: Readonly<
    Record<string, readonly [text: string, edge: (page: number) => readonly Piece[]]>
  > = {
    "comes again": ["Annual report", () => [piece(50, 60, "Annual report")]],
    "title that changes": [
      "Of fish",
      (page) => [
        piece(50, 40, titles[page - 1] ?? ""),
        piece(50, 65, ["One", "Two", "Six", "Ten"][page - 1] ?? ""),
      ],
    ],
    "number of the page": ["1", (page) => (page === 1 ? [piece(300, 780, "1")] : [])],
    "small number apart": ["iv", (page) => (page === 1 ? [piece(300, 780, "iv", small)] : [])],
    "beside a running line": [
      "Of fish",
      (page) => [piece(300, 780, `${page}`), piece(50, 780, titles[page - 1] ?? "")],
    ],
  };

  it("have a reason and an example each", () =>
    expectExamples([...runningRules, ...besideRules], Object.keys(examples)));

  it.each(Object.entries(examples))("%s", (rule, [text, edge]) => {
    const flows = flowsOf(4, edge);
    const [first] = flows;
    if (!first) throw new Error("no page");
    const found = runningLines(first, { running: runningPatterns(flows, 10), bodySize: 10 });
    expect([...found].map(([line, run]) => [line.text, run.rule])).toContainEqual([text, rule]);
    expect(found.size).toBeLessThan(3);
  });

  const only = (page: number, edge: readonly Piece[]) => {
    const flow = pageFlow(layout(page, [...edge, ...body]));
    return [...runningLines(flow, { running: [], bodySize: 10 }).keys()].map(({ text }) => text);
  };

  it.each(["3 / 7", "- 3 -", "Page 3 of 7", "Seite 3", "стр. 3 из 7"])(
    "accept %s on the third page only",
    (text) =>
      expect([only(3, [piece(300, 780, text)]), only(4, [piece(300, 780, text)])]).toEqual([[text], []]),
  );
});
