/** A Thai page of our own, as a scan, and tessdata_fast's model of Thai script without word lists (Apache-2.0). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const fixture = (name: string) => readFileSync(resolve(import.meta.dirname, "../fixtures/ocr", name));

export const thaiScan = () => fixture("thai-scan.pdf");
export const thaiModel = () => brotliDecompressSync(fixture("Thai.traineddata.br"));
