import { describe, expect, it } from "vitest";
import { type FlagTable, readFlags, UsageError } from "../../src/cli/flags/flags.ts";

const table: FlagTable = {
  port: { kind: "text", hint: "number", description: "" },
  "allow-dir": { kind: "list", hint: "folder", description: "" },
  "ready-json": { kind: "switch", description: "" },
};
const read = (...args: string[]) => readFlags("serve", table, args);

describe("readFlags", () => {
  it("reads texts, repeated lists and switches, with = or a space", () => {
    const given = read("--allow-dir", "a", "--port=1", "--allow-dir=b=c", "--ready-json", "--allow-dir=");
    expect(given.lists.get("allow-dir")).toEqual(["a", "b=c", ""]);
    expect(given.texts.get("port")).toBe("1");
    expect(given.switches.has("ready-json")).toBe(true);
  });

  it("keeps a value that begins with a single hyphen or contains a line break", () => {
    expect(read("--allow-dir", "-odd", "--allow-dir=--odd", "--port=\n").lists.get("allow-dir")).toEqual([
      "-odd",
      "--odd",
    ]);
  });

  it.each([
    [["--prot", "1"], "unknown option"],
    [["-p", "1"], "unknown option"],
    [["--"], "unknown option"],
    [["--constructor", "1"], "unknown option"],
    [["--no-ready-json"], "unknown option"],
    [["folder"], "unexpected argument"],
    [[""], "unexpected argument"],
    [["--port"], "needs a value"],
    [["--port", "--ready-json"], "needs a value"],
    [["--ready-json=yes"], "takes no value"],
    [["--port", "1", "--port", "2"], "given twice"],
  ])("refuses %j: %s", (args, message) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(message);
  });
});
