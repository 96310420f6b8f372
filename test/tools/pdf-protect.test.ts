/** pdf_protect and pdf_unlock, checked with qpdf, Poppler and pdf.js. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { everyTool } from "../support/every-tool.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { runProgram } from "../support/run-program.ts";
import { callOrError, checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const missing = requireTool("qpdf") ?? requireTool("pdfinfo");
const plain = richPdf({ label: "plain", pages: 3 });

async function protect(password: string, bytes = plain): Promise<Uint8Array> {
  const run = await runTool("pdf_protect", { input: "a.pdf", password, output: "b.pdf" }, { "a.pdf": bytes });
  return run.file("b.pdf");
}

async function unlock(bytes: Uint8Array, password?: string) {
  const input = { input: "a.pdf", output: "b.pdf", ...(password !== undefined && { password }) };
  const run = await runTool("pdf_unlock", input, { "a.pdf": bytes });
  return { bytes: run.file("b.pdf"), warnings: run.context.warnings };
}

/** Whether qpdf opens the file with the password, which goes over stdin to bypass shell and option syntax. */
function qpdfOpens(bytes: Uint8Array, password: string): boolean {
  return withFile(bytes, (path) => {
    const run = spawnSync("qpdf", ["--password-file=-", "--show-npages", path], {
      input: `${password}\n`,
      encoding: "utf8",
    });
    return run.status === 0 && run.stdout.trim() === "3";
  });
}

function pdfinfoOpens(bytes: Uint8Array, password: string): boolean {
  return withFile(bytes, (path) => {
    const run = runProgram("pdfinfo", ["-upw", password, path]);
    return run.status === 0 && /Pages:\s+3\b/.test(run.stdout.toString());
  });
}

async function pdfjsOpens(bytes: Uint8Array, password: string): Promise<boolean> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({ data: Uint8Array.from(bytes), password, verbosity: 0 });
  try {
    return (await task.promise).numPages === 3;
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") return false;
    throw error;
  } finally {
    await task.destroy();
  }
}

const passwords = ["secret", "x,encrypt=none", '"', "two words ", "pässwört", "密码🔑", "x".repeat(127)];

describe("pdf_protect", () => {
  it.skipIf(missing).each(passwords)(
    "writes a file that other readers open only with %j",
    async (password) => {
      const bytes = await protect(password);
      expect(qpdfOpens(bytes, password)).toBe(true);
      // pdfinfo truncates passwords on its command line to 32 bytes.
      if (Buffer.byteLength(password) <= 32) expect(pdfinfoOpens(bytes, password)).toBe(true);
      expect(await pdfjsOpens(bytes, password)).toBe(true);
      const wrongOnes =
        password === "secret" ? ["", "secretx", "ecret", "decrypt", "x"] : [password.slice(1)];
      for (const wrong of wrongOnes) {
        expect(qpdfOpens(bytes, wrong), `qpdf opened with ${wrong}`).toBe(false);
        expect(await pdfjsOpens(bytes, wrong), `pdf.js opened with ${wrong}`).toBe(false);
      }
      expect(checked(bytes, password)).toMatchObject({ exit: 0 });
    },
  );

  it.skipIf(missing)("encrypts with AES-256, revision 6, according to qpdf", async () => {
    const bytes = await protect("secret");
    const shown = withFile(bytes, (path) =>
      runProgram("qpdf", ["--password=secret", "--show-encryption", path]).stdout.toString(),
    );
    expect(shown).toContain("R = 6");
    expect(shown).toContain("stream encryption method: AESv3");
  });

  it("leaves none of the document's text in the clear", async () => {
    const bytes = Buffer.from(await protect("secret"));
    expect(bytes.includes("plain page")).toBe(false);
    expect(bytes.includes("person")).toBe(false);
  });

  it("makes every other tool refuse the file and name pdf_unlock", async () => {
    const files = { "a.pdf": await protect("secret"), "ok.pdf": plain };
    for (const { tool, input } of everyTool("a.pdf", "out")) {
      if (tool === "pdf_unlock") continue;
      const { result, error, context } = await callOrError(tool, input, files);
      const said = tool === "pdf_run_batch" ? JSON.stringify(result) : error?.message;
      expect([tool, said]).toEqual([tool, expect.stringContaining("pdf_unlock")]);
      expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf", "/files/ok.pdf"]);
    }
  });
});

describe("pdf_unlock", () => {
  it.skipIf(missing).each(passwords)("removes %j", async (password) => {
    const { bytes, warnings } = await unlock(await protect(password), password);
    expect(checked(bytes)).toMatchObject({ exit: 0 });
    expect(Buffer.from(bytes).includes("/Encrypt")).toBe(false);
    expect(warnings).toEqual([]);
  });

  it("distinguishes a wrong password from a missing one", async () => {
    const bytes = await protect("secret");
    await expect(unlock(bytes)).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("needs a password"),
    });
    await expect(unlock(bytes, "Secret")).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("wrong password"),
    });
  });

  it("copies an unencrypted document, with a warning", async () => {
    const plain = pagesPdf(["", ""]);
    const { bytes, warnings } = await unlock(plain);
    expect(Buffer.from(bytes).equals(plain)).toBe(true);
    expect(warnings).toEqual([expect.stringContaining("not encrypted")]);
  });

  it.skipIf(missing)("opens encrypted files of the corpus whose password is known", async () => {
    const wrong: string[] = [];
    let opened = 0;
    const encrypted = corpusPdfs().filter(({ category }) => category === "c-encrypted");
    for (const entry of everyNth(encrypted, 4)) {
      const bytes = readFileSync(corpusPath(entry.file));
      const passwords = [entry.user_password, entry.owner_password || undefined].filter(
        (one) => one !== undefined,
      );
      for (const password of passwords) {
        const run = await unlock(bytes, password).catch((error: Error) => error);
        opened++;
        if (run instanceof Error) wrong.push(`${entry.id}: ${run.message}`);
        else if (checked(run.bytes).exit !== 0) wrong.push(`${entry.id}: ${checked(run.bytes).output}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(opened).toBeGreaterThan(10);
  });
});
