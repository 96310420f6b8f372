/** Where an `endstream` is missing, and where only what a stream holds looks as if. */
import { describe, expect, it } from "vitest";
import { endStreams } from "../../src/recovery/strategies/missing-endstream.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

function ended(text: string): string | undefined {
  const source = memorySource(Buffer.from(text, "latin1"));
  const result = endStreams(source);
  return result && Buffer.from(result.read(0, result.size)).toString("latin1");
}

const other = "\n2 0 obj<</Length 1>>stream\nb\nendstream\nendobj\n";

describe("endStreams", () => {
  it.each([
    ["length right", `1 0 obj<</Length 3>>stream\nab\n|\nendobj${other}`],
    ["length wrong", `1 0 obj<</Length 9>>stream\nab|\nendobj${other}`],
    ["no length, CRLF", `1 0 obj\r\n<</A/B>>\r\nstream\r\nab|\r\nendobj\r\n% comment\r\n${other}`],
    ["length of its own", `1 0 obj<</Length 3 0 R>>stream\nab\n|\nendobj${other}3 0 obj 3 endobj\n`],
    ["nothing between", `1 0 obj<<>>stream\nab|endobj 2 0 obj<<>>endobj xref`],
    ["two", `1 0 obj<<>>stream\nab|\nendobj\n3 0 obj<<>>stream\nc|\nendobj${other}`],
    ["the last", `${other}3 0 obj<<>>stream\nc|\nendobj\nxref\n0 1\n`],
    ["the end of the file", "1 0 obj<<>>stream\nab|\nendobj"],
  ])("%s", (_, text) => {
    expect(ended(text.replaceAll("|", ""))).toBe(text.replaceAll("|", "endstream\n"));
  });

  it.each([
    ["a sound file", Buffer.from(pagesPdf(["", ""])).toString("latin1")],
    ["a document within", `1 0 obj<</Length 24>>stream\na endobj 7 0 obj <<>>\n x\nendstream endobj${other}`],
    ["a length that counts the keyword", `1 0 obj<</Length 12>>stream\nab\nendstream\nendobj${other}`],
    ["a word", `1 0 obj<<>>stream\na (endobj) b\nendstream\nendobj${other}`],
    ["no dictionary", "1 0 obj stream\na\nendobj\n2 0 obj<<>>endobj"],
    ["no end at all", "1 0 obj<<>>stream\na"],
  ])("leaves %s alone", (_, text) => {
    expect(ended(text)).toBeUndefined();
  });

  it("comes to an end in linear time", () => {
    const started = performance.now();
    for (const piece of [
      ">>stream\n",
      ">>stream\nendobj\n",
      ">>stream\nendobj 1 0 obj<</Length 1 0 R",
      "endobj%%%%",
      ">>   stream\r",
      "/Length 9".padEnd(60),
      "1 0 obj    ",
    ]) {
      const bytes = Buffer.from(piece.repeat(200_000), "latin1");
      endStreams(memorySource(bytes));
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
