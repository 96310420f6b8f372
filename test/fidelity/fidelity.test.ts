/** Tests each cell of the table on a document with every feature and on real files, judged by third-party programs. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageObject, picture } from "../ocr/pictures.ts";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
import { recognizeWords } from "../support/recognized-words.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { requireTool } from "../support/tools.ts";
import { type ColumnRun, other, restricted, runColumn } from "./columns.ts";
import { type Judged, judge } from "./judged.ts";
import type { AnyRow } from "./row.ts";
import { contentRows } from "./rows-content.ts";
import { fileRows } from "./rows-file.ts";
import { navigationRows } from "./rows-navigation.ts";
import { type Cell, type Column, cell, columns, furtherWarnings, type RowName, rowNames } from "./table.ts";

const rows: Readonly<Record<RowName, AnyRow>> = { ...navigationRows, ...contentRows, ...fileRows };

/** A document with the results of the columns run so far. */
interface Subject {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly judged: Judged;
  readonly encrypted: boolean;
  readonly runs: Map<Column, ColumnRun | undefined>;
}

async function subject(name: string, bytes: Uint8Array, encrypted = false): Promise<Subject> {
  return { name, bytes, judged: await judge(bytes), encrypted, runs: new Map() };
}

async function resultOf(one: Subject, column: Column): Promise<ColumnRun | undefined> {
  if (!one.runs.has(column))
    one.runs.set(column, await runColumn(column, one.bytes, one.judged, one.encrypted));
  return one.runs.get(column);
}

const allSaid = rowNames.flatMap((row) =>
  columns.flatMap((column) => {
    const of = cell(row, column);
    return of.kind === "reported" ? [{ column, said: of.said }] : [];
  }),
);

/** Warnings that are neither in a cell of the column nor in the list of further warnings. */
function unknownWarnings(column: Column, warnings: readonly string[]): string[] {
  const known = [
    ...furtherWarnings,
    ...allSaid.filter((one) => one.column === column).map(({ said }) => said),
  ];
  return warnings.filter((warning) => !known.some((pattern) => pattern.test(warning)));
}

/** What tools say that refuse a document if their result can't be proven. */
const unproven: Partial<Readonly<Record<Column, RegExp>>> = {
  pdf_redact: /can't be redacted|could not be proved/,
  pdf_make_pdfa: /can't be made PDF\/A-3b/,
};

/**
 * How many real files each row is judged on, in addition to the generated one: the smallest that have its feature. If it isn't
 * given, each tool is judged on every third file.
 */
const realFiles = Number(process.env.PDFD_FIDELITY_FILES ?? 1);
const everyRealFile = process.env.PDFD_FIDELITY_FILES === undefined ? 3 : 1;
const skip = requireTool("qpdf") ?? requireTool("pdftoppm");

describe.skipIf(skip)("a document's", () => {
  let rich: Subject;
  let signed: Subject;
  let locked: Subject;
  let conforming: Subject;
  let second: Judged;
  const real = new Map<RowName, Subject[]>();
  let recognition: ReturnType<typeof recognizeWords>;

  beforeAll(async () => {
    recognition = recognizeWords();
    const text = "Minutes of the meeting in May";
    const scan = imageObject(await picture([{ text, x: 72, baseline: 100, size: 24 }]));
    const made = richPdf({ label: "A", pages: 5, extras: ["boxes", "media"], scan });
    rich = await subject("a document with everything", made);
    signed = await subject(
      "a signed document",
      richPdf({ label: "S", pages: 3, extras: ["signature"], scan }),
    );
    conforming = await subject(
      "a document that claims",
      richPdf({ label: "C", pages: 3, extras: ["claim"], scan }),
    );
    locked = await subject("a restricted document", restricted(made), true);
    second = await judge(other);
    await chooseReal(real);
  }, 300_000);

  afterAll(async () => {
    recognition.mockRestore();
    const subjects = new Set([rich, signed, conforming, locked, ...[...real.values()].flat()]);
    for (const one of subjects) {
      if (!one) continue;
      await one.judged.document.destroy();
      for (const run of one.runs.values()) {
        await run?.before?.document.destroy();
        for (const { judged } of run?.outcomes ?? []) await judged.document.destroy();
      }
    }
  });

  const subjectsOf = (row: RowName, column: Column): readonly Subject[] => {
    const made =
      {
        signatures: signed,
        "encryption and permissions": locked,
        "claims of PDF/A and PDF/UA": conforming,
      }[String(row)] ?? rich;
    const turn = rowNames.indexOf(row) + columns.indexOf(column);
    return [made, ...(turn % everyRealFile === 0 ? (real.get(row) ?? []) : [])];
  };

  describe.each(rowNames)("%s", (row) => {
    it.each(columns.map((column) => [column, cell(row, column)] as const))(
      "%s",
      { timeout: 300_000 },
      async (column, of) => {
        const subjects = subjectsOf(row, column);
        const [made] = subjects;
        for (const one of subjects) {
          const run = await resultOf(one, column);
          if (run) await judgeCell(row, column, of, one, run, one === made);
        }
      },
    );
  });

  async function judgeCell(
    row: RowName,
    column: Column,
    of: Cell,
    one: Subject,
    run: ColumnRun,
    made: boolean,
  ) {
    const where = `${column} on ${one.name}`;
    // Their results aren't written unless they are proven, whatever would be kept.
    const refusal = unproven[column];
    if (run.refused !== undefined && refusal && !made) {
      expect(run.refused, where).toMatch(refusal);
      return;
    }
    if (run.refused !== undefined) {
      expect(of, `${where}: ${run.refused}`).toMatchObject({ kind: "reported" });
      if (of.kind === "reported") expect(run.refused).toMatch(of.said);
      return;
    }
    let changed = false;
    for (const { operations, judged } of run.outcomes) {
      const found = await rows[row].compare(run.before ?? one.judged, second, judged, operations);
      expect(found.differences, where).toEqual([]);
      changed ||= found.changed;
    }
    expect(unknownWarnings(column, run.warnings), `warnings of ${where}`).toEqual([]);
    if (!made) return;
    if (of.kind === "kept") expect(changed, `${where}: a change is no "kept"`).toBe(false);
    if (of.kind === "adapted") expect(changed, `${where}: nothing was adapted`).toBe(true);
    if (of.kind === "reported") expect(run.warnings.join("\n"), where).toMatch(of.said);
  }
});

async function chooseReal(real: Map<RowName, Subject[]>): Promise<void> {
  const files = corpusPdfs()
    .filter(({ category, file, user_password }) =>
      category === "c-encrypted" ? user_password === "" : category === "e-features" && !file.includes("XFA"),
    )
    .map(({ file, category }) => ({
      file,
      encrypted: category === "c-encrypted",
      bytes: new Uint8Array(readFileSync(corpusPath(file))),
    }))
    .sort((a, b) => a.bytes.length - b.bytes.length);
  for (const { file, bytes, encrypted } of files) {
    // Pages only a few points wide have no margins to crop.
    if (file.includes("imagemagick")) continue;
    const wanted = rowNames.filter(
      (row) =>
        (row === "encryption and permissions") === encrypted && (real.get(row)?.length ?? 0) < realFiles,
    );
    if (wanted.length === 0) continue;
    const one = await subject(file, bytes, encrypted);
    let used = false;
    for (const row of wanted) {
      if (!(await rows[row].has(one.judged))) continue;
      real.set(row, [...(real.get(row) ?? []), one]);
      used = true;
    }
    if (!used) await one.judged.document.destroy();
  }
}
