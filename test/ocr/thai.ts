/** A Thai page of our own, as a scan, and tessdata_fast's model of Thai script without word lists (Apache-2.0). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const fixture = (name: string) => readFileSync(resolve(import.meta.dirname, "../fixtures/ocr", name));

export const thaiScan = () => fixture("thai-scan.pdf");
/** The same page, cut below its first four lines: too few for a sample, which other models would read. */
export const thaiLines = () => {
  const scan = thaiScan().toString("latin1");
  return Buffer.from(scan.replace("[0 0 420.00 595.68]", "[0 446 420 595.680]"), "latin1");
};
export const thaiModel = () => brotliDecompressSync(fixture("Thai.traineddata.br"));
