/** When the compiler of the runtime is asked to work as usual: for large inputs. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openScope } from "../../src/files/scope.ts";
import { compileAsUsual } from "../../src/host/compiler.ts";
import { runQuick } from "../../src/run/quick.ts";
import { pdfInfo } from "../../src/tools/pdf-info.ts";

const folder = mkdtempSync(join(tmpdir(), "pdfd-compiler-"));

afterEach(() => vi.unstubAllGlobals());

/** How often a call that reads a file of this size asks; what it makes of the file does not matter. */
async function asked(bytes: number): Promise<number> {
  const setJITPolicy = vi.fn();
  vi.stubGlobal("Bun", { unsafe: { setJITPolicy } });
  const path = join(folder, "a.pdf");
  writeFileSync(path, "%PDF-1.7\n");
  truncateSync(path, bytes);
  await runQuick(pdfInfo, { input: path }, openScope([folder])).catch(() => {});
  for (const [scale] of setJITPolicy.mock.calls) expect(scale).toBe(1);
  return setJITPolicy.mock.calls.length;
}

describe("the compiler of the runtime", () => {
  it("works as usual on large inputs, and is left as it starts on small ones", async () => {
    try {
      expect(await asked(900_000)).toBe(0);
      expect(await asked(1_100_000)).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is not touched where the runtime has no such switch", () => {
    vi.stubGlobal("Bun", undefined);
    expect(compileAsUsual).not.toThrow();
    vi.stubGlobal("Bun", { unsafe: {} });
    expect(compileAsUsual).not.toThrow();
  });
});
