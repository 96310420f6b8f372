/** Missing `endstream` keywords, and stream data that only looks like one is missing. */
import { describe, expect, it } from "vitest";
import { openAttempt } from "../../src/recovery/strategies/open-attempt.ts";
import { salvage } from "../../src/recovery/strategies/salvage.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { processorTime } from "../support/processor-time.ts";

const found = (text: string) => salvage(openAttempt(memorySource(Buffer.from(text, "latin1"))));

/** The data of all streams. */
const dataOf = (text: string) => {
  const { source, objects } = found(text);
  return [...objects.values()].flatMap(({ data }) =>
    data ? [Buffer.from(source.read(data.offset, data.length)).toString("latin1")] : [],
  );
};

const other = "\n2 0 obj<</Length 1>>stream\nb\nendstream\nendobj\n";

describe("a stream without endstream", () => {
  it.each([
    ["length right", `1 0 obj<</Length 3>>stream\nab\n|\nendobj${other}`],
    ["length wrong", `1 0 obj<</Length 9>>stream\nab|\nendobj${other}`],
    ["no length, CRLF", `1 0 obj\r\n<</A/B>>\r\nstream\r\nab|\r\nendobj\r\n% comment\r\n${other}`],
    ["length of its own", `1 0 obj<</Length 3 0 R>>stream\nab\n|\nendobj${other}3 0 obj 3 endobj\n`],
    ["nothing between", `1 0 obj<<>>stream\nab|endobj 2 0 obj<<>>endobj xref`],
    ["two", `1 0 obj<<>>stream\nab|\nendobj\n3 0 obj<<>>stream\nc|\nendobj${other}`],
    ["the last", `${other}3 0 obj<<>>stream\nc|\nendobj\nxref\n0 1\n`],
    ["the end of the file", "1 0 obj<<>>stream\nab|\nendobj"],
  ])("ends with its object: %s", (_, text) => {
    const whole = text.replaceAll("|", "");
    expect(found(whole).lacksStreamEnds).toBe(true);
    const marked = [...text.matchAll(/stream\r?\n([^|]*)\|/g)].map(([, data]) =>
      data?.split("stream\n").at(-1),
    );
    for (const data of marked) expect(dataOf(whole)).toContain(data);
  });

  it.each([
    ["a sound file", Buffer.from(pagesPdf(["", ""])).toString("latin1")],
    ["a document within", `1 0 obj<</Length 24>>stream\na endobj 7 0 obj <<>>\n x\nendstream endobj${other}`],
    ["a length that counts the keyword", `1 0 obj<</Length 12>>stream\nab\nendstream\nendobj${other}`],
    ["a word", `1 0 obj<<>>stream\na (endobj) b\nendstream\nendobj${other}`],
    ["no dictionary", "1 0 obj stream\na\nendobj\n2 0 obj<<>>endobj"],
    ["no end at all", "1 0 obj<<>>stream\na"],
  ])("isn't searched for in %s", (_, text) => {
    expect(found(text).lacksStreamEnds).toBe(false);
  });
});

describe("a stream", () => {
  it("ends at its length, or at its keyword if the length is wrong", () => {
    const inner = "a endobj 7 0 obj <<>>\n x";
    expect(dataOf(`1 0 obj<</Length 24>>stream\n${inner}\nendstream endobj`)).toEqual([inner]);
    expect(dataOf("1 0 obj<</Length 2>>stream\nabcd\nendstream endobj")).toEqual(["abcd"]);
    expect(dataOf("1 0 obj<</Length 2 0 R>>stream\nendstream\nendstream endobj 2 0 obj 9 endobj")).toEqual([
      "endstream",
    ]);
  });

  it("ends in linear time, whatever is unterminated", () => {
    const started = processorTime();
    for (const piece of [
      ">>stream\n",
      "1 0 obj<<>>stream\nendobj\n",
      ">>stream\nendobj 1 0 obj<</Length 1 0 R",
      "endobj%%%%",
      "1 0 obj<<>>   stream\r",
      "/Length 9".padEnd(60),
      "1 0 obj    ",
    ])
      found(piece.repeat(80_000));
    expect(processorTime() - started).toBeLessThan(20_000);
  });
});
