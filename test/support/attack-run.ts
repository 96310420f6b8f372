/** Runs attack files through every tool, and measures each call against the limits for any file of less than a megabyte. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttackFile } from "./attack-files.ts";
import { everyTool, type ToolCall } from "./every-tool.ts";
import { type Measured, measuredEngine } from "./measured-engine.ts";
import { pagesPdf } from "./pdf-builder.ts";

export interface AttackRun extends Measured {
  readonly attack: string;
  readonly tool: string;
}

export interface AttackOptions {
  /** The number of concurrent engines. */
  readonly atOnce?: number;
  /** Called after each run. */
  readonly onRun?: (run: AttackRun) => void;
}

/** Text recognition, only for the first page: one image takes a second or two, and a file may hold many. */
const recognition: ToolCall = {
  tool: "pdf_read_text",
  input: { input: "attack.pdf", pages: "1", high_accuracy: true, model: "ocr" },
};

/**
 * The limits on processor time and memory of one call: MuPDF alone takes 390 MiB for a file that names eight million
 * objects.
 */
export const mostSeconds = 10;
export const mostBytes = 512_000_000;

/** Runs every tool on these files. */
export async function runAttacks(
  files: readonly AttackFile[],
  { atOnce = 1, onRun = () => {} }: AttackOptions = {},
): Promise<readonly AttackRun[]> {
  const runs: AttackRun[] = [];
  const left = files.values();
  const worker = async () => {
    const folder = mkdtempSync(join(tmpdir(), "pdfd-attack-"));
    const engine = measuredEngine(folder, { seconds: 2 * mostSeconds, bytes: 2 * mostBytes });
    try {
      writeFileSync(join(folder, "ok.pdf"), pagesPdf(["", "", ""]));
      for (const { name, make } of left) {
        writeFileSync(join(folder, "attack.pdf"), make());
        for (const { tool, input, writes } of [...everyTool("attack.pdf", "made"), recognition]) {
          const shown = input === recognition.input ? `${tool} (ocr)` : tool;
          const run = { attack: name, tool: shown, ...(await engine.call(tool, input)) };
          runs.push(run);
          onRun(run);
          if (writes !== undefined) rmSync(join(folder, writes), { recursive: true, force: true });
        }
      }
    } finally {
      engine.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return runs;
}

/** The fault of a call in one line; undefined if there is none. */
export function faultOf(run: AttackRun): string | undefined {
  const { end, detail, seconds, bytes } = run;
  const right = end === "result" || /^(?:operation_failed|validation): .{10}/.test(detail);
  return right && seconds <= mostSeconds && bytes <= mostBytes ? undefined : lineOf(run);
}

/** A call and its cost in one line. */
export function lineOf({ attack, tool, detail, seconds, bytes }: AttackRun): string {
  return `${attack}: ${tool} took ${seconds.toFixed(1)} s and ${Math.round(bytes / 1e6)} MB: ${detail.slice(0, 200)}`;
}
