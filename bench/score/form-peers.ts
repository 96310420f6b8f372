/** Other programs that fill forms. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PDFWidget } from "mupdf";
import { loadMupdf } from "../../src/engines/mupdf/load.ts";
import { widgetsByMupdf } from "./form-judges.ts";

/** A field and its value to set. */
export interface Wanted {
  readonly name: string;
  readonly held: string;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll("\n", "&#10;");

export async function fillByPdftk(bytes: Uint8Array, fields: readonly Wanted[]): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-pdftk-"));
  try {
    const [input, data, output] = ["a.pdf", "a.xfdf", "b.pdf"].map((name) => join(folder, name));
    if (!input || !data || !output) throw new Error("no paths");
    const entries = fields.map(
      ({ name, held }) => `<field name="${escaped(name)}"><value>${escaped(held)}</value></field>`,
    );
    writeFileSync(input, bytes);
    writeFileSync(
      data,
      `<?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>${entries.join("")}</fields></xfdf>`,
    );
    const run = spawnSync("pdftk", [input, "fill_form", data, "output", output], { timeout: 120_000 });
    if (run.status !== 0) throw new Error(`pdftk: ${run.stderr}`);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function fillByMupdf(bytes: Uint8Array, fields: readonly Wanted[]): Promise<Uint8Array> {
  const mupdf = await loadMupdf();
  const document = mupdf.PDFDocument.openDocument(bytes, "application/pdf");
  if (!(document instanceof mupdf.PDFDocument)) throw new Error("no PDF");
  const wanted = new Map(fields.map(({ name, held }) => [name, held]));
  for (const widget of widgetsByMupdf(document)) {
    const held = wanted.get(widget.getName());
    if (held === undefined) continue;
    if (widget.isText()) widget.setTextValue(held);
    else if (widget.isChoice()) widget.setChoiceValue(held);
    else if (stateOf(widget) === held && widget.getObject().get("AS").asName() !== held) widget.toggle();
    widget.update();
  }
  return document.saveToBuffer("").asUint8Array().slice();
}

/** A button's state other than Off. */
function stateOf(widget: PDFWidget): string | undefined {
  let found: string | undefined;
  widget
    .getObject()
    .get("AP", "N")
    .forEach((_, state) => {
      if (state !== "Off") found = String(state);
    });
  return found;
}
