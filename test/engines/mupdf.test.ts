import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { loadMupdf } from "../../src/engines/mupdf/load.ts";
import { PatchError, patchMupdf, stackPointerName } from "../../src/engines/mupdf/wasm-patch.ts";
import { asset } from "../../src/host/assets/assets.ts";
import { type Reading, readNestedForms } from "./nested-forms.ts";

const checkout = resolve(import.meta.dirname, "../..");
const bin = (name: string) => join(checkout, "node_modules/.bin", name);

describe("the patch of MuPDF's WASM", () => {
  it("caps memory at 512 MiB and exports the stack pointer, and changes nothing else", async () => {
    const original = await asset("mupdf-wasm.wasm");
    const patched = patchMupdf(original);
    const module = new WebAssembly.Module(patched);
    expect(WebAssembly.Module.exports(module)).toContainEqual({ name: stackPointerName, kind: "global" });
    // Everything after the export section, code and data, is unchanged.
    const tail = 6_000_000;
    expect(Buffer.from(patched.subarray(-tail)).equals(original.subarray(-tail))).toBe(true);
    const memory = Buffer.from(patched).indexOf(Buffer.from([5, 6, 1, 1, 0xe0, 2, 0x80, 0x40]));
    expect(memory).toBeGreaterThan(0);
    expect(memory).toBeLessThan(10_000);
  });

  it("rejects any other binary and names the version to install", async () => {
    const other = Uint8Array.from(await asset("mupdf-wasm.wasm"));
    other[9_000_000] = (other[9_000_000] ?? 0) ^ 1;
    expect(() => patchMupdf(other)).toThrow(PatchError);
    expect(() => patchMupdf(other)).toThrow(/mupdf 1\.28\.1.*npm ci/);
    expect(() => patchMupdf(new Uint8Array())).toThrow(PatchError);
  });

  it("turns an allocation beyond the cap into a clean error and keeps the instance usable", async () => {
    const mupdf = await loadMupdf();
    // 600 MB of samples, which fail before any is written.
    expect(() => new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, [0, 0, 20_000, 10_000], false)).toThrow(
      /(re|m|c)alloc .*failed/,
    );
    expect((await readNestedForms([5]))[0]?.outcome).toBe("deep");
  });
});

describe("nested form XObjects", () => {
  const depths = [1, 10, 20, 25, 30, 35, 50, 95, 200, 500, 1000, 3000];

  function judge(readings: readonly Reading[]): void {
    expect(readings.map(({ depth }) => depth)).toEqual(depths);
    for (const { depth, outcome, afterwards, broken } of readings) {
      // MuPDF's own limit is about 80 levels: below it, the text is correct; above it, the error is clean.
      if (depth <= 50) expect(outcome, `depth ${depth}`).toBe("deep");
      else expect(outcome, `depth ${depth}`).toMatch(/exception stack overflow/);
      expect(afterwards, `after depth ${depth}`).toMatch(/^a good page \d+$/);
      expect(afterwards, `after depth ${depth}`).toBe(readings[0]?.afterwards);
      expect(broken).toBe(false);
    }
  }

  it("are read or refused cleanly on Node, and a good page still reads the same after each", async () => {
    judge(await readNestedForms(depths));
  });

  it.each([
    ["Bun", [bin("bun")]],
    ["Deno", [bin("deno"), "run", "-A", "--quiet"]],
  ])(
    "behave the same on %s",
    async (_, [program = "", ...args]) => {
      const script = join(import.meta.dirname, "print-nested-forms.ts");
      const { stdout } = await promisify(execFile)(program, [...args, script, ...depths.map(String)], {
        cwd: checkout,
        timeout: 60_000,
      });
      judge(JSON.parse(stdout));
    },
    90_000,
  );
});
