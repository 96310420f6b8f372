/** The self-test and the tools' commands, as a user sees them in a terminal. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selftestPdf, selftestText } from "../../src/models/selftest.ts";
import { greys, lightPage, writeGreyPdfs } from "../contract/reading-pages.ts";
import { bareEnvironment, bun } from "../contract/target.ts";
import { checked } from "../support/run-tool.ts";
import { installScriptedModel } from "./installed-model.ts";

describe("reading models on the command line", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-selftest-")));
  const [good, other, empty] = ["good", "other", "empty"].map((name) => join(folder, name));
  beforeAll(() => {
    installScriptedModel(good ?? "", "0.8b", { scripts: [{ below: 2, types: selftestText }] });
    installScriptedModel(other ?? "", "0.8b", {
      scripts: [{ below: 2, types: lightPage }],
      hangs: [greys.hangs - 0.05, greys.hangs + 0.05],
    });
    mkdirSync(empty ?? "");
    writeGreyPdfs(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (dataFolder: string | undefined, ...args: readonly string[]) =>
    new Promise<{ code: unknown; output: string; log: string }>((done) => {
      const [program = "", ...before] = bun.command ?? [];
      const env = { ...bareEnvironment, PDFD_DATA_DIR: dataFolder ?? "" };
      execFile(program, [...before, ...args], { cwd: folder, env }, (error, output, log) =>
        done({ code: error?.code ?? 0, output, log }),
      );
    });

  it("test themselves with a valid PDF", () => expect(checked(selftestPdf())).toMatchObject({ exit: 0 }));

  it("report that everything was read, and how long it took", async () => {
    const { code, output } = await run(good, "models", "selftest", "0.8b", "--json");
    const result: unknown = JSON.parse(output);
    expect(code).toBe(0);
    expect(result).toMatchObject({
      model: "0.8b",
      text: selftestText,
      expected: selftestText,
      passed: true,
      found: { heading: true, sentence: true, table: true, formula: true },
      times: { render: expect.any(Number), load: expect.any(Number), read: expect.any(Number) },
    });
  });

  it("report what wasn't read", async () => {
    const { code, output } = await run(other, "models", "selftest", "0.8b");
    expect(code).toBe(5);
    expect(output).toMatch(/^missing {2}heading$/m);
    expect(output).toMatch(/^ok {7}formula$/m);
  });

  it("report a missing model, with its own exit code", async () => {
    const sentence =
      'pdfd: The model 0.8b is not installed yet. Run "pdfd models download 0.8b" once (871 MB), then repeat the call. The model "ocr" needs no download.\n';
    for (const command of ["models selftest 0.8b", "read-text light.pdf --high-accuracy"]) {
      const { code, output, log } = await run(empty, ...command.split(" "));
      expect([code, output, log]).toEqual([6, "", sentence]);
    }
  });

  it("read a document without a service", async () => {
    const { code, output } = await run(other, "read-text", "light.pdf", "--high-accuracy", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ pages: [{ page: 1, text: lightPage }] });
  });
});
