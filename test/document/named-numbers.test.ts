/** Objects added to a document with missing objects don't take the missing ones' numbers. */
import { expect, it } from "vitest";
import { numbersNamed } from "../../src/document/named-numbers.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { checked, runTool } from "../support/run-tool.ts";

it("gives new objects no number that any reference uses", async () => {
  const pages = Array.from({ length: 9 }, (_, k) => `/Contents ${20 + k} 0 R/Annots[${40 + k} 0 R]`);
  const whole = pagesPdf(pages, {
    more: Object.fromEntries(
      pages.flatMap((_, k) => [
        [20 + k, { dict: "", data: "0 0 9 9 re f" }],
        [40 + k, "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>"],
      ]),
    ),
  });
  const cut = whole.subarray(0, Buffer.from(whole).indexOf("20 0 obj"));
  const input = { input: "a.pdf", output: "b.pdf" };
  const { file } = await runTool("pdf_add_page_labels", input, { "a.pdf": cut }, createReaders());
  const written = file("b.pdf");
  expect(checked(written)).toMatchObject({ exit: 0 });
  const { cos, pages: found } = openStrictly(memorySource(written));
  expect(found.count).toBe(9);
  for (let k = 0; k < 9; k++) expect([cos.object(20 + k), cos.object(40 + k)]).toEqual([null, null]);
});

it("finds the object numbers in references, from a given number up", () => {
  const text = Buffer.from("[7 0 R 8 0 R 9 12 R 10 0 RG 11 0 obj 112 0 R]", "latin1");
  expect([...numbersNamed(memorySource(text), 8)]).toEqual([8, 9, 112]);
});
