/** The files that a path may reach (docs/decisions/0008). */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../support/pdf.ts";
import { callTool } from "./client.ts";
import { expectNothingWritten, expectOk, expectProblem, sharedService, snapshot } from "./expect.ts";
import { expectSound, writingRules } from "./rules.ts";
import type { Target } from "./target.ts";

export function paths(target: Target): void {
  describe("paths", () => {
    const service = sharedService(target);
    const inA = (name: string) => join(service().folders.allowed, name);
    const outside = (name: string) => join(service().folders.outside, name);
    const info = (input: unknown) => callTool(service(), "pdf_info", { input });
    const rotate = (output: unknown, input = "ok.pdf") =>
      callTool(service(), "pdf_rotate_pages", { input, output });

    beforeAll(() => {
      symlinkSync(outside("secret.pdf"), inA("link.pdf"));
      symlinkSync(service().folders.outside, inA("dirlink"));
      symlinkSync(outside("new.pdf"), inA("dangling.pdf"));
      symlinkSync("loop-b.pdf", inA("loop-a.pdf"));
      symlinkSync("loop-a.pdf", inA("loop-b.pdf"));
      symlinkSync("chain-2.pdf", inA("chain-1.pdf"));
      symlinkSync("link.pdf", inA("chain-2.pdf"));
      symlinkSync("ok.pdf", inA("inner.pdf"));
      symlinkSync(join(service().folders.second, "other.pdf"), inA("to-second.pdf"));
      mkdirSync(inA("folder.pdf"));
      writeFileSync(inA("empty.pdf"), "");
      writeFileSync(inA("~"), "");
      execFileSync("mkfifo", [inA("fifo.pdf")]);
    });

    describe("inputs outside the allowed folders", () => {
      const cases: (readonly [string, () => string])[] = [
        ["through ..", () => "../OUT/secret.pdf"],
        ["through .. in the middle", () => "./x/../../OUT/./secret.pdf"],
        ["through doubled slashes", () => ".././/..//OUT/secret.pdf"],
        ["an absolute path", () => outside("secret.pdf")],
        ["a system file", () => "/etc/passwd"],
        ["a sibling whose name begins alike", () => join(service().folders.sibling, "secret.pdf")],
        ["a link to a file", () => "link.pdf"],
        ["a folder link on the way", () => "dirlink/secret.pdf"],
        ["a chain of links", () => "chain-1.pdf"],
        ["a loop of links", () => "loop-a.pdf"],
      ];
      it.each(cases)("%s", async (_, path) => {
        const answer = await expectNothingWritten(service(), () => info(path()));
        expectProblem(answer, 422, "validation", "input");
        expect(answer.text).not.toContain("outside-secret-text");
        // A link's target must not be disclosed.
        if (!path().includes("OUT")) expect(answer.text).not.toContain(service().folders.outside);
      });

      it("get the same answer whether or not they exist", async () => {
        for (const [there, missing] of [
          [outside("secret.pdf"), outside("absent.pdf")],
          ["dirlink/secret.pdf", "dirlink/absent.pdf"],
          [service().folders.outside, join(service().folders.root, "NONE")],
        ] as const) {
          const [first, second] = [await info(there), await info(missing)];
          const plain = (text: string, path: string) =>
            text
              .replaceAll(JSON.stringify(path).slice(1, -1), "PATH")
              .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID");
          expect(plain(first.text, there)).toBe(plain(second.text, missing));
        }
      });
    });

    it("follows links that stay inside, even between allowed folders", async () => {
      expectOk(await info("inner.pdf"));
      expectOk(await info("to-second.pdf"));
      expectOk(await info(join(service().folders.second, "other.pdf")));
    });

    it("resolves relative paths against the first allowed folder only", async () => {
      expectProblem(await info("other.pdf"), 422, "validation", "input");
    });

    it("reads a file that has another name outside (a hard link is the file itself)", async () => {
      linkSync(outside("secret.pdf"), inA("hard.pdf"));
      expectOk(await info("hard.pdf"));
    });

    it.each([
      ["a FIFO", "fifo.pdf"],
      ["a folder", "folder.pdf"],
      ["the allowed folder", "."],
      ["a missing file", "absent.pdf"],
      ["a file as a folder", "ok.pdf/x.pdf"],
      ["a trailing slash", "ok.pdf/"],
      ["an empty path", ""],
      ["NUL", "ok.pdf\0.txt"],
      ["a path of 5,000 characters", "a/".repeat(2500)],
      ["a name of 256 bytes", "a".repeat(256)],
      ["a tilde", "~/ok.pdf"],
      ["a variable", "$PWD/ok.pdf"],
      ["a file URL", "file:///ok.pdf"],
      ["percent signs", "%6fk.pdf"],
      ["quotes", '"ok.pdf"'],
      ["blanks around", " ok.pdf "],
      ["another case", "OK.PDF"],
      ["a number", 1],
      ["an array", ["ok.pdf"]],
    ])("refuses %s as an input immediately", async (_, path) => {
      expectProblem(await info(path), 422, "validation", "input");
    });

    it("refuses a lone surrogate, which would name a different file", async () => {
      writeFileSync(inA("\ufffd.pdf"), samplePdf({ pages: ["x"] }));
      expectProblem(await info("\ud800.pdf"), 422, "validation", "input");
    });

    it("fails on an empty file and on a sparse one of 20 GB", async () => {
      expectProblem(await info("empty.pdf"), 422, "operation_failed");
      writeFileSync(inA("sparse.pdf"), "%PDF-1.7\n");
      truncateSync(inA("sparse.pdf"), 20_000_000_000);
      const answer = await info("sparse.pdf");
      rmSync(inA("sparse.pdf"));
      expect(answer.status, answer.text).toBe(422);
    });

    it("takes unusual names literally", async () => {
      for (const name of [
        "-o.pdf",
        "--help.pdf",
        "tab\tline\nend.pdf",
        "\u202etxt.pdf",
        "a b'c\"d.pdf",
        "ü.pdf",
      ]) {
        writeFileSync(inA(name), samplePdf({ pages: ["odd"] }));
        expectOk(await info(name));
        expect(expectOk(await rotate(`new-${name}`, name)).output).toBe(inA(`new-${name}`));
      }
    });

    describe("outputs", () => {
      it.each([
        ["a folder link on the way", "dirlink/new.pdf"],
        ["..", "../OUT/new.pdf"],
        ["the folder's parent", "../new.pdf"],
        ["a missing folder", "absent/new.pdf"],
        ["a FIFO as a folder", "fifo.pdf/new.pdf"],
        ["a name of 256 bytes", "a".repeat(256)],
      ])("refuses %s", async (_, path) => {
        const answer = await expectNothingWritten(service(), () => rotate(path));
        expectProblem(answer, 422, "validation", "output");
      });

      it.each([
        ["a file", "ok.pdf"],
        ["its own input", "./ok.pdf"],
        ["a dangling link", "dangling.pdf"],
        ["a link to outside", "link.pdf"],
        ["a folder", "folder.pdf"],
        ["a FIFO", "fifo.pdf"],
      ])("answers 409 if the name is taken by %s", async (_, path) => {
        const answer = await expectNothingWritten(service(), () => rotate(path));
        expectProblem(answer, 409, "conflict", "output");
      });

      it("returns the absolute real path", async () => {
        mkdirSync(inA("real"));
        symlinkSync("real", inA("alias"));
        expect(expectOk(await rotate("alias/new.pdf")).output).toBe(inA("real/new.pdf"));
      });
    });

    it("leaves everything outside unchanged", async () => {
      const { "OUT/secret.pdf": secret } = snapshot(service().folders.root);
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      expect(Object.keys(snapshot(service().folders.outside))).toEqual(["secret.pdf"]);
      expect(Object.keys(snapshot(service().folders.sibling))).toEqual(["secret.pdf"]);
      expect(Object.keys(snapshot(service().folders.root)).filter((name) => name.endsWith(".tmp"))).toEqual(
        [],
      );
    });
  });
}

export function oneNameOnce(target: Target): void {
  describe("one output name for many calls", () => {
    const { allowed, call } = writingRules(sharedService(target));

    it("is written once in 50 calls: one 200 and 49 times 409", async () => {
      mkdirSync(allowed("race"));
      symlinkSync("race", allowed("race-link"));
      const spellings = [
        "race/x.pdf",
        "./race/x.pdf",
        "race/../race/x.pdf",
        "race-link/x.pdf",
        allowed("race/x.pdf"),
      ];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, k) =>
          call("pdf_extract_pages", {
            input: "ok.pdf",
            pages: "1-2",
            output: spellings[k % spellings.length],
          }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200) expectProblem(answer, 409, "conflict", "output");
      expect(readdirSync(allowed("race"))).toEqual(["x.pdf"]);
      expectSound(allowed("race/x.pdf"), 2);
    });
  });
}
