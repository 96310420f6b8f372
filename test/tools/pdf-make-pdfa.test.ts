/** pdf_make_pdfa: fixes without a visible change, and refusals in words. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verdicts, withoutVeraPdf } from "../conformance/verapdf.ts";
import { cii } from "../support/invoices.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError } from "../support/run-tool.ts";

const script = pagesPdf(["/Annots[10 0 R]"], {
  root: "/OpenAction<</S/JavaScript/JS(1)>>",
  more: { 10: "<</Subtype/Text/Rect[10 10 30 30]/Contents(A comment)/F 2>>" },
});
const make = (bytes: Uint8Array, fields: object = {}) =>
  callOrError("pdf_make_pdfa", { input: "a.pdf", output: "b.pdf", ...fields }, { "a.pdf": bytes });
const kinds = (result: unknown) =>
  (result as { changed: { what: string }[] }).changed.map(({ what }) => what);

describe("pdf_make_pdfa", () => {
  it("names what it changed", async () => {
    const { result } = await make(script);
    expect(kinds(result)).toEqual(
      expect.arrayContaining(["output_intent", "scripts", "annotations", "metadata"]),
    );
  });

  it.skipIf(withoutVeraPdf)("writes each level, and invoices, as veraPDF reads them", async () => {
    const invoice = await callOrError(
      "pdf_attach",
      { input: "a.pdf", output: "b.pdf", invoice: { path: "i.xml" } },
      { "a.pdf": script, "i.xml": Buffer.from(cii("urn:cen.eu:en16931:2017")) },
    );
    const levels = ["2b", "2u", "3b", "1b", "4"];
    const runs = [...(await Promise.all(levels.map((level) => make(script, { level })))), invoice];
    const folder = mkdtempSync(join(tmpdir(), "pdfa-"));
    try {
      const paths = runs.map(({ context }, at) => {
        const path = join(folder, `${at}.pdf`);
        writeFileSync(path, context.files.stored.get("/files/b.pdf") ?? new Uint8Array(0));
        return path;
      });
      const judged = verdicts(paths);
      expect(paths.map((path) => judged.get(path))).toMatchObject(
        [...levels, "3b"].map((flavour) => [{ verdict: "PASS", flavour }]),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses 4f without attachments, and says 4", async () => {
    const { error, context } = await make(script, { level: "4f" });
    expect(error).toMatchObject({ code: "operation_failed", hint: { command: "4" } });
    expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf"]);
  });

  it("refuses a page that breaks a rule which has no fix, and lists the rule", async () => {
    const { error } = await make(pagesPdf(["/Annots[<</Subtype/Movie/Rect[0 0 9 9]/F 4>>]"]));
    expect(error).toMatchObject({
      code: "operation_failed",
      violations: [{ rule: "6.3.1-1" }, { rule: "6.3.3-1" }],
    });
  });
});
