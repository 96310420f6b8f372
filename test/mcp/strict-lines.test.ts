/** Messages on standard input are parsed as strictly as HTTP bodies, and those that can't be read are reported. */
import { describe, expect, it } from "vitest";
import { strictLines } from "../../src/mcp/strict-lines.ts";

/** The lines that pass, and the errors of those that don't. */
async function read(...pieces: readonly Uint8Array[]) {
  const passed: string[] = [];
  const refused: string[] = [];
  async function* input() {
    yield* pieces;
  }
  for await (const line of strictLines(input(), ({ message }) => void refused.push(message)))
    passed.push(Buffer.from(line).toString());
  return { passed, refused };
}

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("strictLines", () => {
  it("passes complete lines, however they are split, and nothing after the last newline", async () => {
    const pieces = ['{"a', '":1}\n{}', '\r\n\n \n{"b":2', '}\n{"c"'].map(bytes);
    expect(await read(...pieces)).toEqual({ passed: ['{"a":1}\n', "{}\r\n", '{"b":2}\n'], refused: [] });
  });

  it.each([
    ["invalid JSON", "{", "not valid JSON"],
    ["invalid UTF-8", '"\xff"', "not valid UTF-8"],
    ["81 levels", "[".repeat(81) + "]".repeat(81), "more than 80 levels"],
  ])("rejects %s and continues", async (_, line, why) => {
    const { passed, refused } = await read(bytes(`${line}\n{}\n`));
    expect(passed).toEqual(["{}\n"]);
    expect(refused).toEqual([expect.stringContaining(why)]);
  });

  it("fails on an endless message", async () => {
    const piece = Buffer.alloc(1_000_000, 0x20);
    await expect(read(...Array.from({ length: 11 }, () => piece))).rejects.toThrow("longer than");
  });
});
