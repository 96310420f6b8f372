/** Scripts read by models installed on this computer. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { RecognizedPage } from "../../src/core/page-reading.ts";
import { Recognizer } from "../../src/ocr/recognizer.ts";
import { noise } from "../models/fake-hub.ts";
import { dpi, firstPage, picture } from "./pictures.ts";
import { thaiLines, thaiModel, thaiScan } from "./thai.ts";

const folder = mkdtempSync(join(tmpdir(), "pdfd-models-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function modelFile(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const thai = { script: "Thai", chosen: false, path: modelFile("Thai", thaiModel()) };
const latinPage = picture([{ text: "A page of another language", x: 72, baseline: 100, size: 14 }]);
const textOf = ({ lines }: RecognizedPage) =>
  lines.flatMap(({ words }) => words.map(({ text }) => text)).join("");

const thaiPage = () => firstPage(thaiScan());

describe("a page in a script that isn't built in", () => {
  it("is read if its model is installed, and other pages stay the same", async () => {
    using recognizer = new Recognizer([thai]);
    const found = await recognizer.recognize(await thaiPage(), dpi);
    expect(found.doubtful).toBeUndefined();
    for (const name of ["นครราชสีมา", "กรุงเทพมหานคร", "พระนครศรีอยุธยา"]) expect(textOf(found)).toContain(name);
    expect(textOf(await recognizer.recognize(await latinPage, dpi))).toBe("Apageofanotherlanguage");
  });

  it("is read by a model chosen for the document, whichever script is detected", async () => {
    using recognizer = new Recognizer([{ ...thai, script: "Armenian", chosen: true }]);
    const page = await firstPage(thaiLines());
    expect(textOf(await recognizer.recognize(page, dpi))).toContain("นครราชสีมา");
    using other = new Recognizer([{ ...thai, script: "Armenian" }]);
    expect((await other.recognize(page, dpi)).lines).toEqual([]);
  });

  it("is reported without its model, and no text is invented", async () => {
    using recognizer = new Recognizer();
    expect(await recognizer.recognize(await thaiPage(), dpi)).toMatchObject({ doubtful: "Thai", lines: [] });
  });

  it("counts as lacking its model if the file isn't one", async () => {
    using recognizer = new Recognizer([{ ...thai, path: modelFile("noise", noise(50_000, 9)) }]);
    const page = await firstPage(thaiLines());
    expect(await recognizer.recognize(page, dpi)).toMatchObject({ doubtful: "Thai", lines: [] });
    expect(textOf(await recognizer.recognize(await latinPage, dpi))).toBe("Apageofanotherlanguage");
  });
});
