/** pdf_remove_metadata: no old value remains in the result, even in decoded streams. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { buildPdf } from "../support/pdf-builder.ts";
import { checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const missing = requireTool("qpdf");

async function clear(bytes: Uint8Array): Promise<Uint8Array> {
  const run = await runTool("pdf_remove_metadata", { input: "a.pdf", output: "b.pdf" }, { "a.pdf": bytes });
  return run.file("b.pdf");
}

/** The file with streams decoded and object streams unpacked by qpdf. */
function undone(bytes: Uint8Array): Buffer {
  return withFile(bytes, (path) => {
    const run = spawnSync(
      "qpdf",
      ["--qdf", "--object-streams=disable", "--no-original-object-ids", path, "-"],
      {
        maxBuffer: 1 << 28,
      },
    );
    return run.stdout;
  });
}

const xmp = (secret: string) => ({
  dict: "/Type/Metadata/Subtype/XML",
  data: `<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`,
});

/** Secrets in Info, catalog XMP, page XMP, a nested property list, PieceInfo, an escaped key, and an older revision. */
function secretive(): Uint8Array {
  const objects = {
    1: "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R/PieceInfo<</App<</Private(SECRET-piece)>>>>>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Metadata 5 0 R/Resources<</Properties<</P0<</M#65tadata 6 0 R>>>>/XObject<</Metadata 7 0 R>>>>/PieceInfo<</App 9 0 R>>>>",
    4: xmp("SECRET-catalogue"),
    5: xmp("SECRET-page"),
    6: xmp("SECRET-property"),
    7: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 1 1]", data: "% KEPT" },
    8: "<</Title(SECRET-title)/Author(SECRET-author)/Producer(SECRET-producer)/CreationDate(D:19990102030405Z)/Custom(SECRET-custom)>>",
    9: "<</LastModified(D:19990102030405Z)/Private(SECRET-private)>>",
  };
  const first = buildPdf({ objects, trailer: "/Info 8 0 R/ID[<5ec0e7><5ec0e7>]" });
  const start = Buffer.from(first).lastIndexOf("startxref");
  const previous = Number(
    Buffer.from(first.subarray(start + 9))
      .toString()
      .trim()
      .split(/\s/)[0],
  );
  const at = first.length;
  const body = "8 0 obj\n<</Title(SECRET-newer)>>\nendobj\n";
  const row = `${String(at).padStart(10, "0")} 00000 n \n`;
  const tail = `xref\n8 1\n${row}trailer\n<</Size 10/Root 1 0 R/Info 8 0 R/ID[<5ec0e7><5ec0e7>]/Prev ${previous}>>\nstartxref\n${at + body.length}\n%%EOF\n`;
  return Buffer.concat([first, Buffer.from(body + tail)]);
}

/** Text and attribute values in XMP packets, except names and claims of PDF/A or PDF/UA. */
function toldByPackets(text: string): string {
  const packets = [...text.matchAll(/<\?xpacket begin.*?<\?xpacket end="w"\?>/gs)].map(([packet]) => packet);
  const bare = packets
    .join("\n")
    .replaceAll(/<\?[^>]*>|<pdfaExtension:schemas>.*?<\/pdfaExtension:schemas>/gs, "")
    .replaceAll(/<pdfd:conformsTo>http:\/\/pdfa\.org\/declarations\/wtpdf#[\w.]+</g, "<")
    .replaceAll(' rdf:parseType="Resource"', "")
    .replaceAll(/ (?:xmlns:\w+|rdf:about|xml:lang|pdfu?aid:\w+)="[^"]*"/g, "");
  return bare.replaceAll(/<\/?[\w:]+\/?>|\s/g, "");
}

describe("pdf_remove_metadata", () => {
  it.skipIf(missing)("removes values, XMP, private data, identifiers and older revisions", async () => {
    const before = undone(secretive()).toString("latin1");
    for (const secret of ["newer", "catalogue", "page", "property", "piece", "private"]) {
      expect(before, `the fixture must have SECRET-${secret}`).toContain(`SECRET-${secret}`);
    }
    const bytes = await clear(secretive());
    const after = `${undone(bytes).toString("latin1")}${Buffer.from(bytes).toString("latin1")}`;
    expect(after).not.toContain("SECRET");
    expect(after).not.toMatch(/1999010203|5ec0e7|xmpmeta|PieceInfo|\/Producer|\/Info\b/i);
    expect(after).toContain("KEPT");
    expect(checked(bytes)).toMatchObject({ exit: 0 });
  });

  it.skipIf(missing)(
    "does so for a sample of sound corpus files with document information or XMP",
    { timeout: 300_000 },
    async () => {
      const wrong: string[] = [];
      let judged = 0;
      for (const { id, file, category } of everyNth(corpusPdfs(), 8)) {
        if (category !== "e-features" && category !== "a-text") continue;
        const bytes = readFileSync(corpusPath(file));
        if (checked(bytes).exit !== 0) continue;
        const result = await clear(bytes).catch(() => undefined);
        if (!result) continue;
        judged++;
        const text = undone(result).toString("latin1");
        if (/\/Producer\b|\/Author\b|\/PieceInfo\b/.test(text)) wrong.push(id);
        if (toldByPackets(text) !== "") wrong.push(`${id}: ${toldByPackets(text)}`);
        if (checked(result).exit !== 0) wrong.push(`${id}: ${checked(result).output}`);
      }
      expect(wrong).toEqual([]);
      expect(judged).toBeGreaterThan(4);
    },
  );
});
