/**
 * Behavior that depends on a runtime's own libraries: ciphers, and inflating damaged data. test/tools covers the tools
 * themselves.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { runProgram } from "../support/run-program.ts";
import { requireTool } from "../support/tools.ts";
import { expectNothingWritten, expectObject, expectOk, expectProblem, sharedService } from "./expect.ts";
import { ended, submit } from "./jobs.ts";
import { writingRules } from "./rules.ts";
import type { Target } from "./target.ts";

const noQpdf = requireTool("qpdf") !== undefined;

/** A page with truncated content. */
const cut = pagesPdf(["/Contents 20 0 R", "", ""], {
  more: {
    20: { dict: "/Filter/FlateDecode", data: deflateSync("0 0 9 9 re f ".repeat(9)).subarray(0, 16) },
  },
});

export function ciphers(target: Target): void {
  describe("ciphers and inflating", () => {
    const service = sharedService(target);
    const { allowed, freshName, call, expectNewFile, pageTextsOf } = writingRules(service);

    it("keeps the decodable part of damaged data and names the page", async () => {
      const [input, output] = [freshName(), freshName()];
      writeFileSync(allowed(input), cut);
      const warnings = [expect.stringContaining("page 1")];
      const fixed = ["stream_data"];
      expectNewFile(await call("pdf_repair", { input, output }), output, 3, { fixed, warnings });
      expect(expectOk(await call("pdf_read_text", { input }))).toMatchObject({ warnings });
    });

    const passwords = ["pässwört 密码🔑", '"', "x".repeat(127)];
    it.each(passwords)("writes a file that %j opens", async (password) => {
      const [output, open] = [freshName(), freshName()];
      const answer = await call("pdf_protect", { input: "ok.pdf", password, output });
      expectNewFile(answer, output, 3, {}, password);
      expect(readFileSync(allowed(output)).includes("ok page")).toBe(false);
      expectOk(await call("pdf_unlock", { input: output, password, output: open }));
      expect(await pageTextsOf(open)).toEqual(["ok page 1", "ok page 2", "ok page 3"]);
    });

    it("reads and edits a protected document with its password, in calls and in jobs, without exposing it", async () => {
      const [input, password] = [freshName(), "pässwört-open-sesame"];
      expectOk(await call("pdf_protect", { input: "ok.pdf", password, output: input }));
      const read = await call("pdf_read_text", { input, password });
      expect(expectOk(read)).toMatchObject({
        pages: [{ page: 1, text: "ok page 1" }, { page: 2 }, { page: 3 }],
      });
      const [output, byJob] = [freshName(), freshName()];
      const edited = await call("pdf_rotate_pages", { input, password, output });
      expectNewFile(edited, output, 3, {}, password);
      const job = await submit(service(), "pdf_rotate_pages", { input, password, output: byJob });
      const done = await ended(service(), expectObject(job.body).id);
      expect(done).toMatchObject({ status: "succeeded" });
      expect(readFileSync(allowed(byJob)).includes("/Encrypt")).toBe(true);
      for (const wrong of ["Pässwört-open-sesame", undefined]) {
        const fields = { input, output: freshName(), ...(wrong !== undefined && { password: wrong }) };
        const answer = await expectNothingWritten(service(), () => call("pdf_rotate_pages", fields));
        expectProblem(answer, 422, "operation_failed");
      }
      for (const text of [read.text, edited.text, job.text, JSON.stringify(done), service().log()])
        expect(text).not.toContain("open-sesame");
    });

    const ciphers: readonly (readonly [string, readonly string[], string, readonly string[]])[] = [
      ["AES of 256 bits, revision 6", [], "256", []],
      ["RC4 of 40 bits", ["--allow-weak-crypto"], "40", []],
      ["RC4 of 128 bits", ["--allow-weak-crypto"], "128", ["--use-aes=n"]],
      ["AES of 128 bits", ["--allow-weak-crypto"], "128", ["--use-aes=y"]],
      ["AES of 256 bits, revision 5", ["--allow-weak-crypto"], "256", ["--force-R5"]],
    ];
    it.skipIf(noQpdf).each(ciphers)(
      "removes %s with either password, or with none if none is needed",
      async (_, before, bits, more) => {
        const lock = (user: string, owner: string) => {
          const name = freshName();
          const args = [...before, "--encrypt", user, owner, bits, ...more, "--"];
          const run = runProgram("qpdf", [...args, allowed("ok.pdf"), allowed(name)]);
          expect([0, 3], run.stderr.toString()).toContain(run.status);
          return name;
        };
        const both = lock("user", "owner");
        const open = lock("", "owner");
        const cases = [
          { input: both, password: "user" },
          { input: both, password: "owner" },
          { input: open, password: "owner" },
          { input: open, password: "" },
          { input: open },
        ];
        for (const [k, fields] of cases.entries()) {
          const output = freshName();
          expectNewFile(await call("pdf_unlock", { ...fields, output }), output, 3);
          expect(readFileSync(allowed(output)).includes("/Encrypt")).toBe(false);
          if (k === 0) expect((await pageTextsOf(output))[0]).toBe("ok page 1");
        }
        for (const password of ["User", "", undefined]) {
          const fields = { input: both, output: freshName(), ...(password !== undefined && { password }) };
          const answer = await expectNothingWritten(service(), () => call("pdf_unlock", fields));
          expectProblem(answer, 422, "operation_failed");
        }
      },
    );
  });
}
