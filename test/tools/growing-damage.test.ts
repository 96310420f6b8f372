/**
 * Damage that grows with the file: a repaired file stays within a small multiple of the input, and the work stays
 * proportional to it. Work is counted in bytes read and engine calls, so the results don't depend on the machine.
 */
import { describe, expect, it } from "vitest";
import { openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { openWindows } from "../../src/cos/syntax/source-window.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { growingDamage } from "../support/bombs.ts";
import { memorySource } from "../support/memory-files.ts";
import { processorTime } from "../support/processor-time.ts";
import { checked, runTool } from "../support/run-tool.ts";

const many = 1500;
/** Processor time of one repair, in milliseconds: each needs less than half, and quadratic work would exceed it. */
const bound = 10_000;

describe.each(Object.entries(growingDamage))("%s", (_, make) => {
  it("is refused, or repaired in time to at most twice its size", async () => {
    const bytes = make(many);
    const started = processorTime();
    try {
      const input = { input: "a.pdf", output: "b.pdf" };
      const { file } = await runTool("pdf_repair", input, { "a.pdf": bytes }, createReaders());
      const output = file("b.pdf");
      expect(output.length).toBeLessThan(2 * bytes.length + 2000);
      expect(checked(output)).toMatchObject({ exit: 0 });
    } catch (error) {
      expect(error).toMatchObject({ code: "operation_failed" });
    }
    expect(processorTime() - started).toBeLessThan(bound);
  });
});

describe("an object without an end", () => {
  it("is not searched for through the whole file each of thousands of times", () => {
    const bytes = growingDamage["strings without an end"]?.(many) ?? new Uint8Array();
    const windows = openWindows(memorySource(bytes));
    expect(windows.patience.left).toBeLessThan(100 * bytes.length + 2_000_000);
    const document = openCos(memorySource(bytes));
    const read = (num: number) => {
      try {
        document.object(num);
        return "read";
      } catch (error) {
        return error instanceof CosError ? error.message : "other";
      }
    };
    const told = Array.from({ length: many }, (_, k) => read(10 + k));
    expect(told[0]).not.toMatch(/too many/);
    expect(new Set(told)).not.toContain("other");
    // Small objects can still be read.
    expect(read(3)).toBe("read");
  });
});
