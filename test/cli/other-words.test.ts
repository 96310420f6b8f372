/** Words that aren't commands. */
import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { lineOf } from "../../src/cli/flags/flags.ts";
import { commandsFor, otherWord } from "../../src/cli/other-words.ts";
import { isLeaking, resultText } from "../../src/cli/tools/tool-output.ts";

describe("a word that isn't a command", () => {
  it.each([
    ["compress", "; did you mean optimize?"],
    ["OCR_PDF", "; did you mean add-text-layer or read-text --high-accuracy --model ocr?"],
    ["sign", "; pdfd doesn't do this, but pyHanko does"],
    ["view-page", "; did you mean render-pages?"],
    ["compare", "; pdfd doesn't do this, but diff-pdf does"],
    ["xyzzy", undefined],
    ["constructor", undefined],
  ])("%s", (word, expected) => expect(otherWord(word)).toBe(expected));

  it("never leads from set-metadata to remove-metadata", () => {
    expect(otherWord("set-metadata")).not.toContain("remove-metadata");
  });

  it("leads to commands that exist", () => {
    const named = Object.values(commandsFor).flat();
    expect(named.filter((name) => !Object.hasOwn(commands, name.split(" ", 1)[0] ?? ""))).toEqual([]);
  });
});

it("grep's options are explained", () => {
  const search = { meta: { name: "search" }, args: {}, rest: {} };
  expect(() => lineOf(search, ["text", "-il", "a.pdf"])).toThrow(
    'unknown option "-il"; -i: case is ignored unless you give --match-case; -l: pdfd search',
  );
});

describe("the result of several files", () => {
  const leak = { page: 1, kind: "covered", text: "Jane" };
  const outputs = [
    { input: "a.pdf", leaks: [leak, leak], clean: false },
    { input: "b.pdf", leaks: [], clean: true },
  ];

  it("names the file of each leak", () => {
    const line = "a.pdf: page 1, covered: Jane\n";
    expect(resultText({ outputs })).toBe(`${line}${line}b.pdf: no leaks found\n`);
  });

  it("leaks if one file does", () => {
    expect(isLeaking({ outputs })).toBe(true);
    expect(isLeaking({ outputs: outputs.slice(1) })).toBe(false);
    expect(isLeaking({ leaks: [], clean: false })).toBe(true);
  });
});

it("a redaction tells people its places, pages and checks", () => {
  const redacted = [{ page: 3 }, { page: 1 }, { page: 3 }];
  const result = {
    output: "r.pdf",
    pages: 3,
    bytes: 9,
    redacted,
    not_found: ["x"],
    verified: ["all is gone"],
  };
  const line = "r.pdf: 3 pages, 9 bytes\n";
  expect(resultText(result)).toBe(line);
  expect(resultText(result, true)).toBe(
    `${line}  redacted: 3 places on pages 1, 3\n  not found: x\n  checked: all is gone\n`,
  );
  const dry = { redacted, not_found: [], verified: [] };
  const told = "nothing was written (dry run)\n  redacted: 3 places on pages 1, 3\n";
  expect(resultText(dry)).toBe(told);
  expect(resultText({ outputs: [{ input: "a.pdf", ...dry }] })).toBe(`a.pdf: ${told}`);
});
