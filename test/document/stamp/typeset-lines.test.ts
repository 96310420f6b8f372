import { describe, expect, it } from "vitest";
import { linesOf } from "../../../src/document/stamp/typeset-lines.ts";
import { lazyReaders } from "../../../src/run/lazy-readers.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

describe("text with characters that no font has", () => {
  it("is rejected, naming the characters", async () => {
    const { session } = editing(pagesPdf([""]), lazyReaders());
    await expect(linesOf(session, ["a\ue123"])).rejects.toThrow("U+E123");
  });
});
