/** Tools that take a document as a whole, and what they promise. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { allText } from "../support/all-text.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { requireTool } from "../support/tools.ts";
import { expectNothingWritten, expectOk, expectProblem, sharedService } from "./expect.ts";
import { writingRules } from "./rules.ts";
import type { Target } from "./target.ts";

const noQpdf = requireTool("qpdf") !== undefined;

/** Whether qpdf opens the file with exactly this password; it is given in a pipe, so that no option rule touches it. */
function qpdfOpens(path: string, password: string): boolean {
  const run = spawnSync("qpdf", ["--password-file=-", "--show-npages", path], {
    input: `${password}\n`,
    timeout: 60_000,
  });
  return run.status === 0;
}

/** Values in Info, XMP of the catalogue, of a page and of a property list, private data, and an older revision. */
function secretive(): Uint8Array {
  const xmp = (word: string) => ({
    dict: "/Type/Metadata/Subtype/XML",
    data: `<x:xmpmeta>${word}</x:xmpmeta>`,
  });
  const first = buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R/PieceInfo<</App<</Private(SECRET-piece)>>>>>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Metadata 5 0 R/Resources<</Properties<</P<</Metadata 6 0 R>>>>>>>>",
      4: xmp("SECRET-catalogue"),
      5: xmp("SECRET-page"),
      6: xmp("SECRET-property"),
      7: "<</Title(SECRET-old)/Author(SECRET-author)/Subject(SECRET-subject)/Keywords(SECRET-keys)/Creator(SECRET-creator)/Producer(SECRET-producer)/CreationDate(D:19990102030405Z)>>",
    },
    trailer: "/Root 1 0 R/Info 7 0 R/ID[<5ec0e7><5ec0e7>]",
  });
  const text = Buffer.from(first).toString("latin1");
  const previous = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const at = first.length;
  const body = "7 0 obj\n<</Title(SECRET-new)>>\nendobj\n";
  const row = `${String(at).padStart(10, "0")} 00000 n \n`;
  const tail = `xref\n7 1\n${row}trailer\n<</Size 8/Root 1 0 R/Info 7 0 R/ID[<5ec0e7><5ec0e7>]/Prev ${previous}>>\nstartxref\n${at + body.length}\n%%EOF\n`;
  return Buffer.concat([first, Buffer.from(body + tail, "latin1")]);
}

/** Each way in which `sample` is damaged, with words that `fixed` must have then. */
const sample = Buffer.from(
  pagesPdf(["/Contents 20 0 R", "", ""], { more: { 20: { dict: "", data: "0 0 9 9 re f" } } }),
);
const text = sample.toString("latin1");
const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
const damage: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  "junk before the header": [`junk\n${text}`, ["header"]],
  "no header": [text.slice(text.indexOf("\n") + 1), ["header"]],
  "no end marker": [text.replace("%%EOF", "%%%%%"), ["end_of_file"]],
  "a wrong pointer": [text.replace(`startxref\n${start}`, `startxref\n${start + 7}`), ["startxref"]],
  "no tail": [text.slice(0, start), ["end_of_file", "startxref"]],
  "a wrong offset": [text.replace(/(0 65535 f \n)0/, "$19"), ["xref"]],
  "a trailer without root": [
    text.replace("trailer\n<</Size 21/Root", "trailer\n<</Size 21/Roof"),
    ["trailer"],
  ],
  "a length that lies": [text.replace("/Length 12", "/Length 44"), ["stream_length"]],
  "a page count that lies": [text.replace("/Count 3", "/Count 8"), ["page_tree"]],
};

/** A page whose content ends early. */
const cut = pagesPdf(["/Contents 20 0 R", "", ""], {
  more: {
    20: { dict: "/Filter/FlateDecode", data: deflateSync("0 0 9 9 re f ".repeat(9)).subarray(0, 16) },
  },
});

export function documentTools(target: Target): void {
  describe("tools for a whole document", () => {
    const service = sharedService(target);
    const { allowed, freshName, call, expectNewFile, pageTextsOf, sharedRules, singleInputRules } =
      writingRules(service);
    const put = (name: string, bytes: Uint8Array | string) =>
      writeFileSync(allowed(name), typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    const okTexts = ["ok page 1", "ok page 2", "ok page 3"];

    describe("pdf_remove_metadata", () => {
      sharedRules("pdf_remove_metadata", { input: "ok.pdf" });
      singleInputRules("pdf_remove_metadata", {});

      it("leaves the document as it is, and none of its properties", async () => {
        const output = freshName();
        expectNewFile(await call("pdf_remove_metadata", { input: "ok.pdf", output }), output, 3);
        expect(await pageTextsOf(output)).toEqual(okTexts);
        const empty = { title: "", author: "", subject: "", keywords: "", creator: "", producer: "" };
        expect(expectOk(await call("pdf_info", { input: output }))).toMatchObject(empty);
      });

      it("leaves nothing of the values in any byte, nor of older revisions, nor a Producer of ours", async () => {
        put("secretive.pdf", secretive());
        const output = freshName();
        expectNewFile(await call("pdf_remove_metadata", { input: "secretive.pdf", output }), output, 1);
        const left = allText(readFileSync(allowed(output)));
        expect(left).not.toMatch(/SECRET|1999010203|5ec0e7|xmpmeta|PieceInfo|\/Producer|\/Info\b/i);
      });
    });

    describe("pdf_repair", () => {
      sharedRules("pdf_repair", { input: "ok.pdf" });
      singleInputRules("pdf_repair", {});

      it("finds nothing to fix in a sound file, and changes nothing of it", async () => {
        const output = freshName();
        expectNewFile(await call("pdf_repair", { input: "ok.pdf", output }), output, 3, { fixed: [] });
        expect(await pageTextsOf(output)).toEqual(okTexts);
      });

      it.each(Object.entries(damage))("mends %s and says so", async (_, [bytes, words]) => {
        const [input, output] = [freshName(), freshName()];
        put(input, bytes);
        const fixed = expect.arrayContaining([...words]);
        expectNewFile(await call("pdf_repair", { input, output }), output, 3, { fixed });
      });

      it("keeps what can be decoded of damaged data, and names the page", async () => {
        const [input, output] = [freshName(), freshName()];
        put(input, cut);
        const warnings = [expect.stringContaining("page 1")];
        const fixed = ["stream_data"];
        expectNewFile(await call("pdf_repair", { input, output }), output, 3, { fixed, warnings });
        expect(expectOk(await call("pdf_read_text", { input }))).toMatchObject({ warnings });
      });

      it.each([
        ["nothing", ""],
        ["a header alone", "%PDF-1.7\n"],
        ["the first third", text.slice(0, text.indexOf("3 0 obj"))],
        ["a tree without pages", Buffer.from(pagesPdf([])).toString("latin1")],
        ["a picture", "\x89PNG\r\n\x1a\n"],
      ])("refuses %s: there is no page to save", async (_, bytes) => {
        const input = freshName();
        put(input, bytes);
        const answer = await expectNothingWritten(service(), () =>
          call("pdf_repair", { input, output: freshName() }),
        );
        expectProblem(answer, 422, "operation_failed");
      });
    });

    describe("pdf_protect", () => {
      const protect = (change: object) =>
        call("pdf_protect", { input: "ok.pdf", password: "secret", output: freshName(), ...change });
      sharedRules("pdf_protect", { input: "ok.pdf", password: "secret" });
      singleInputRules("pdf_protect", { password: "secret" });

      it.each([
        ["is missing", undefined],
        ["is empty", ""],
        ["has 128 characters", "x".repeat(128)],
        ["has more than 127 bytes", "é".repeat(64)],
        ["is a number", 1],
        ["is null", null],
        // Others would open the file too: no form of these is one reader's alone.
        ["has NUL", "a\u0000b"],
        ["has half a character", "a\ud800"],
      ])("refuses when the password %s", async (_, password) => {
        const answer = await expectNothingWritten(service(), () => protect({ password }));
        expectProblem(answer, 422, "validation", "password");
      });

      it.each(["a,b", "x,decrypt", '"', " two words ", "pässwört 密码🔑", "x".repeat(127)])(
        "makes a file that %j opens, and nothing else",
        async (password) => {
          const output = freshName();
          expectNewFile(await protect({ password, output }), output, 3, {}, password);
          const unlock = (given?: string) =>
            call("pdf_unlock", {
              input: output,
              output: freshName(),
              ...(given !== undefined && { password: given }),
            });
          for (const wrong of [undefined, "", `${password}x`.slice(-127), password.slice(1), "decrypt"]) {
            if (wrong === password) continue;
            const detail = expectProblem(await unlock(wrong), 422, "operation_failed");
            if (password.length > 3) expect(detail).not.toContain(password);
            if (!noQpdf && wrong !== undefined) expect(qpdfOpens(allowed(output), wrong)).toBe(false);
          }
          expectOk(await unlock(password));
          expect(readFileSync(allowed(output)).includes("ok page")).toBe(false);
        },
      );

      it.skipIf(noQpdf)("encrypts with AES-256, revision 6", async () => {
        const output = freshName();
        expectOk(await protect({ output }));
        const shown = spawnSync("qpdf", ["--password=secret", "--show-encryption", allowed(output)]);
        expect(shown.stdout.toString()).toMatch(/R = 6[\s\S]*stream encryption method: AESv3/);
      });

      it("is what every tool but pdf_unlock asks for: 422 that says so, and nothing written", async () => {
        const input = freshName();
        expectOk(await protect({ output: input }));
        const calls: readonly (readonly [string, object])[] = [
          ["pdf_info", { input }],
          ["pdf_read_text", { input }],
          ["pdf_extract_structure", { input }],
          ["pdf_merge", { inputs: ["ok.pdf", input], output: "no.pdf" }],
          ["pdf_extract_pages", { input, pages: "1", output: "no.pdf" }],
          ["pdf_rotate_pages", { input, output: "no.pdf" }],
          ["pdf_add_watermark", { input, text: "x", output: "no.pdf" }],
          ["pdf_remove_metadata", { input, output: "no.pdf" }],
          ["pdf_repair", { input, output: "no.pdf" }],
          ["pdf_split", { input, mode: "pages", output_folder: "no" }],
          ["pdf_run_pipeline", { input, steps: [{ action: "flatten" }], output: "no.pdf" }],
        ];
        await expectNothingWritten(service(), async () => {
          for (const [tool, fields] of calls)
            expect([tool, expectProblem(await call(tool, fields), 422, "operation_failed")]).toEqual([
              tool,
              expect.stringContaining("pdf_unlock"),
            ]);
        });
      });
    });

    describe("pdf_unlock", () => {
      sharedRules("pdf_unlock", { input: "ok.pdf" });
      singleInputRules("pdf_unlock", {});

      it.each([["x".repeat(128)], [1], [null], ["a\u0000b"], ["a\ud800"]])(
        "refuses the password %j",
        async (password) => {
          const answer = await call("pdf_unlock", { input: "ok.pdf", password, output: freshName() });
          expectProblem(answer, 422, "validation", "password");
        },
      );

      it.skipIf(noQpdf).each([
        ["RC4 of 40 bits", ["--allow-weak-crypto"], "40", []],
        ["RC4 of 128 bits", ["--allow-weak-crypto"], "128", ["--use-aes=n"]],
        ["AES of 128 bits", ["--allow-weak-crypto"], "128", ["--use-aes=y"]],
        ["AES of 256 bits, revision 5", ["--allow-weak-crypto"], "256", ["--force-R5"]],
        ["AES of 256 bits, revision 6", [], "256", []],
      ])(
        "takes off %s, by either password, and by none where none is needed",
        async (_, before, bits, more) => {
          const lock = (user: string, owner: string) => {
            const name = freshName();
            const args = [...before, "--encrypt", user, owner, bits, ...more, "--"];
            const run = spawnSync("qpdf", [...args, allowed("ok.pdf"), allowed(name)], { timeout: 60_000 });
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
            if (k === 0) expect(await pageTextsOf(output)).toEqual(okTexts);
          }
          for (const password of ["User", "", undefined]) {
            const fields = { input: both, output: freshName(), ...(password !== undefined && { password }) };
            const answer = await expectNothingWritten(service(), () => call("pdf_unlock", fields));
            expectProblem(answer, 422, "operation_failed");
          }
        },
      );

      it("copies a file that is not encrypted, and says so", async () => {
        const output = freshName();
        const warnings = [expect.stringContaining("not encrypted")];
        expectNewFile(await call("pdf_unlock", { input: "ok.pdf", output }), output, 3, { warnings });
      });
    });

    it("signed documents lose their signature in every tool that writes, never in silence", async () => {
      put("signed.pdf", richPdf({ label: "S", pages: 2, extras: ["signature"] }));
      const input = "signed.pdf";
      const calls: readonly (readonly [string, object])[] = [
        ["pdf_merge", { inputs: [input, "ok.pdf"] }],
        ["pdf_extract_pages", { input, pages: "1" }],
        ["pdf_remove_pages", { input, pages: "2" }],
        ["pdf_rotate_pages", { input }],
        ["pdf_add_page_labels", { input }],
        ["pdf_add_watermark", { input, text: "copy" }],
        ["pdf_remove_metadata", { input }],
        ["pdf_repair", { input }],
        ["pdf_protect", { input, password: "x" }],
        ["pdf_unlock", { input }],
        ["pdf_run_pipeline", { input, steps: [{ action: "flatten" }] }],
      ];
      for (const [tool, fields] of calls) {
        const output = freshName();
        const { warnings } = expectOk(await call(tool, { ...fields, output }));
        expect([tool, String(warnings)]).toEqual([tool, expect.stringMatching(/digitally signed/)]);
        expect([tool, allText(readFileSync(allowed(output))).includes("/ByteRange")]).toEqual([tool, false]);
      }
    });
  });
}
