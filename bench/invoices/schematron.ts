/**
 * Invoices embedded by pdf_attach, judged by the rules of EN 16931: what they find in the embedded file must be what they find
 * in the given one. `bun bench/invoices/schematron.ts <EN16931-CII-validation.xslt> <invoices in CII…>`. The stylesheet is from
 * ConnectingEurope/eInvoicing-EN16931; Debian's libsaxonhe-java runs it. veraPDF judges the documents.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createReaders } from "../../src/engines/engines.ts";
import { verdicts } from "../../test/conformance/verapdf.ts";
import { runTool } from "../../test/support/run-tool.ts";
import { javaLibraries } from "../../test/support/tools.ts";

const [stylesheet, ...paths] = process.argv.slice(2);
if (stylesheet === undefined || paths.length === 0)
  throw new Error("name the stylesheet and the invoices: bun bench/invoices/schematron.ts rules.xslt *.xml");

const letter = readFileSync(join(import.meta.dirname, "../../examples/report.pdf"));

/** The document with the invoice, and the XML that it has then. */
async function embedded(xml: Uint8Array): Promise<{ pdf: Uint8Array; xml: Uint8Array }> {
  const call = { input: "a.pdf", output: "b.pdf", invoice: { path: "i.xml" } };
  const attached = await runTool("pdf_attach", call, { "a.pdf": letter, "i.xml": xml }, createReaders());
  const pdf = attached.file("b.pdf");
  const taken = await runTool(
    "pdf_extract_attachments",
    { input: "b.pdf", output_folder: "out" },
    { "b.pdf": pdf },
  );
  const { outputs }: { readonly outputs: readonly { output: string; name: string }[] } = Object(taken.result);
  const invoice = outputs.find(({ name }) => name === "factur-x.xml" || name === "xrechnung.xml");
  if (!invoice) throw new Error("the document has no invoice");
  return { pdf, xml: taken.file(invoice.output) };
}

/** The rules that each file in a folder breaks, with their places, as the stylesheet reports them. */
function findings(folder: string, names: readonly string[]): ReadonlyMap<string, string> {
  const out = `${folder}-found`;
  mkdirSync(out);
  const classes = join(javaLibraries, "Saxon-HE.jar");
  const args = ["-cp", classes, "net.sf.saxon.Transform", `-s:${folder}`, `-o:${out}`, `-xsl:${stylesheet}`];
  const { status, stderr } = spawnSync("java", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`Saxon failed: ${stderr}`);
  return new Map(
    names.map((name) => {
      const report = readFileSync(join(out, name), "utf8");
      return [name, [...report.matchAll(/<svrl:failed-assert[^>]*>/g)].map(([rule]) => rule).join("\n")];
    }),
  );
}

const folder = mkdtempSync(join(tmpdir(), "pdfd-schematron-"));
try {
  const [given, made] = ["given", "made"].map((name) => join(folder, name));
  if (given === undefined || made === undefined) throw new Error("no folders");
  for (const path of [given, made]) mkdirSync(path);
  const [names, documents, refused]: [string[], string[], string[]] = [[], [], []];
  for (const path of paths) {
    const name = basename(path);
    const xml = readFileSync(path);
    try {
      const { pdf, xml: own } = await embedded(xml);
      writeFileSync(join(given, name), xml);
      writeFileSync(join(made, name), own);
      const document = join(folder, `${name}.pdf`);
      writeFileSync(document, pdf);
      names.push(name);
      documents.push(document);
    } catch (error) {
      refused.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const [before, after] = [findings(given, names), findings(made, names)];
  const others = names.filter((name) => before.get(name) !== after.get(name));
  const failing = names.filter((name) => before.get(name) !== "");
  const judged = verdicts(documents);
  const conforming = documents.filter((path) => judged.get(path)?.every(({ verdict }) => verdict === "PASS"));
  for (const line of refused) console.log(`refused ${line}`);
  for (const name of others) console.log(`other findings in ${name}`);
  console.log(
    `${names.length} of ${paths.length} invoices embedded; the rules find something in ${failing.length} given ones, and something else in ${others.length} embedded ones; ${conforming.length} documents pass veraPDF`,
  );
  process.exitCode = others.length + refused.length + documents.length - conforming.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
