import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levelOf, logLine } from "../../src/cli/serve/log.ts";
import { lineReader } from "../../src/core/json/lines.ts";
import { readMessage } from "../../src/run/messages.ts";
import { processorTime } from "../support/processor-time.ts";

function reader(maxBytes: number) {
  const lines: string[] = [];
  let tooLong = 0;
  const read = lineReader(
    maxBytes,
    (line) => lines.push(line),
    () => tooLong++,
  );
  return { lines, read, tooLong: () => tooLong };
}

describe("lines from pieces", () => {
  it("are the same however the bytes are split", () => {
    const text = fc.string({ unit: "grapheme" }).map((line) => line.replaceAll("\n", " "));
    fc.assert(
      fc.property(
        fc.array(text),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
          const found = reader(1e6);
          for (let at = 0, k = 0; at < bytes.length; k++) {
            const end = at + (cuts[k % cuts.length] ?? 1);
            found.read(bytes.subarray(at, end));
            at = end;
          }
          expect(found.lines).toEqual(lines.map((line) => Buffer.from(line).toString()));
          expect(found.tooLong()).toBe(0);
        },
      ),
    );
  });

  it("may have the maximum length and not one byte more", () => {
    const fits = reader(10);
    fits.read(Buffer.from("0123456789\n0123456789\n"));
    expect(fits.lines).toEqual(["0123456789", "0123456789"]);
    const long = reader(10);
    for (const piece of ["ok\n012345", "67890", "\nlater\n", "x".repeat(100)]) long.read(Buffer.from(piece));
    expect(long.lines).toEqual(["ok"]);
    expect(long.tooLong()).toBe(1);
  });

  it("take linear time for a line in many small pieces", () => {
    const found = reader(1e8);
    const piece = Buffer.alloc(1000, 97);
    const start = processorTime();
    for (let k = 0; k < 20_000; k++) found.read(piece);
    found.read(Buffer.from("\n"));
    expect(found.lines[0]?.length).toBe(20_000_000);
    expect(processorTime() - start).toBeLessThan(3000);
  });
});

const read = (message: object) => readMessage(JSON.stringify(message));

describe("a child's message", () => {
  it("is parsed without throwing, whatever the child sends", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(() => readMessage(json)).not.toThrow();
      }),
    );
  });

  it.each([
    ["a code that is none", { code: "ok", detail: "x" }, undefined],
    ["a detail that is no text", { code: "validation", detail: 5 }, undefined],
    [
      "errors and hints of another shape",
      {
        code: "validation",
        detail: "x",
        errors: [1, { field: "a", message: "b" }, { field: 1 }],
        hint: { kind: 1 },
      },
      {
        code: "validation",
        detail: "x",
        errors: [{ field: "a", message: "b" }],
        hint: undefined,
        cause: undefined,
      },
    ],
  ])("loses %s", (_, problem, expected) => {
    const message = read({ done: { id: 1, problem } });
    expect(message).toMatchObject({ kind: "done", fault: false, recycle: false, rss: 0 });
    expect(message && "problem" in message && message.problem).toEqual(expected);
  });
});

describe("a log line", () => {
  it("is read, and cut if it is too long", () => {
    expect(read({ debug: { id: 1, message: "why" } })).toEqual({
      kind: "debug",
      id: 1,
      message: "why",
    });
    expect(read({ debug: { id: 1, message: "x".repeat(9000) } })).toMatchObject({
      message: "x".repeat(300),
    });
    expect(read({ debug: { id: 1 } })).toBeUndefined();
  });

  it("is written at debug level with its tool", () => {
    const event = { event: "engine", pid: 7, what: "debug", tool: "pdf_info", detail: "why" } as const;
    expect(levelOf(event)).toBe("debug");
    expect(JSON.parse(logLine(event, "json", 0))).toMatchObject({
      level: "debug",
      tool: "pdf_info",
      detail: "why",
    });
  });
});
