import { describe, expect, it } from "vitest";
import { type FlagTable, UsageError } from "../../src/cli/flags/flags.ts";
import { givenFlags } from "../support/given-flags.ts";

const args: FlagTable = {
  port: { type: "string", alias: "p", valueHint: "number", description: "" },
  "allow-dir": { type: "string", isRepeatable: true, valueHint: "folder", description: "" },
  "ready-json": { type: "boolean", alias: "r", description: "" },
  log: { type: "boolean", alias: "l", description: "" },
  "turn-upright": { type: "boolean", description: "", negativeDescription: "" },
};
const meta = { name: "serve", description: "" };
const rest = { name: "input", description: "", required: false };
const read = (...line: string[]) => givenFlags({ meta, args }, line);
const readWithRest = (...line: string[]) => givenFlags({ meta, args, rest }, line);

describe("a command line", () => {
  it("reads texts, repeated lists and switches, with = or a space", () => {
    const given = read("--allow-dir", "a", "--port=1", "--allow-dir=b=c", "--ready-json", "--allow-dir=");
    expect(given.lists.get("allow-dir")).toEqual(["a", "b=c", ""]);
    expect(given.texts.get("port")).toBe("1");
    expect(given.switches.has("ready-json")).toBe(true);
  });

  it("may have short forms, together or with the value", () => {
    const given = read("-rl", "-p=1", "--allow-dir", "-r");
    expect([...given.switches]).toEqual(["ready-json", "log"]);
    expect(given.texts.get("port")).toBe("1");
    expect(read("-p1").texts.get("port")).toBe("1");
    expect(read("-p", "-l").texts.get("port")).toBe("-l");
  });

  it("turns off a switch that is on", () => {
    expect(read().switches.has("turn-upright")).toBe(false);
    expect(read("--no-turn-upright").switches.has("turn-upright")).toBe(true);
  });

  it("keeps arguments without a flag in order, and all after --", () => {
    const given = readWithRest("a", "-", "--log", "b", "--", "--log", "-x", "--no-y", "--", "");
    expect(given.rest).toEqual(["a", "-", "b", "--log", "-x", "--no-y", "--", ""]);
    expect([...given.switches]).toEqual(["log"]);
  });

  it("keeps a value that begins with a single hyphen or contains a line break", () => {
    expect(read("--allow-dir", "-odd", "--allow-dir=--odd", "--port=\n").lists.get("allow-dir")).toEqual([
      "-odd",
      "--odd",
    ]);
  });

  it.each([
    [["--prot", "1"], "unknown option"],
    [["-x", "1"], "unknown option"],
    [["-lx"], "unknown option"],
    [["-_"], "unknown option"],
    [["--_"], "unknown option"],
    [["--__proto__", "1"], "unknown option"],
    [["--readyJson"], "unknown option"],
    [["--turn-upright"], "did you mean --no-turn-upright?"],
    [["-"], "unknown option"],
    [["--"], "unknown option"],
    [["--constructor", "1"], "unknown option"],
    [["--no-ready-json"], "unknown option"],
    [["folder"], "unexpected argument"],
    [[""], "unexpected argument"],
    [["--port"], "needs a value"],
    [["--port", "--ready-json"], "needs a value"],
    [["--ready-json=yes"], "takes no value"],
    [["--port", "--"], "needs a value"],
    [["-p"], "needs a value"],
    [["--port", "1", "-p", "2"], "given twice"],
    [["--port", "1", "--port", "2"], "given twice"],
  ])("refuses %j: %s", (line, message) => {
    expect(() => read(...line)).toThrow(UsageError);
    expect(() => read(...line)).toThrow(message);
  });
});
