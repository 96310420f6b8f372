/** MuPDF breaks while closing a document. In its own file because this breaks the process's only MuPDF. */
import { expect, it } from "vitest";
import { failed } from "../../src/core/problem.ts";
import { openMupdf } from "../../src/engines/mupdf/document.ts";
import { mupdfIsBroken } from "../../src/engines/mupdf/load.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

it("keeps the pending error and marks MuPDF as broken", async () => {
  const first = failed("page 1 is damaged");
  const read = async () => {
    using opened = await openMupdf(memorySource(pagesPdf([""])));
    opened.document.destroy = () => {
      throw new WebAssembly.RuntimeError("memory access out of bounds");
    };
    throw first;
  };
  await expect(read()).rejects.toBe(first);
  expect(mupdfIsBroken()).toBe(true);
});
