import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { failed, PlacedError, ProblemError } from "../../src/core/problem.ts";
import { defineTool, reads, type ToolContext } from "../../src/core/tool.ts";
import { describeCause, describeProblem, execute, isFault } from "../../src/run/execute.ts";

const never = () => {
  throw new Error("not in this test");
};
const deps = {
  files: {
    absolute: (path: string) => path,
    openInput: never,
    newFile: never,
    newFolder: never,
    listPdf: never,
  },
  readers: {
    openMupdfText: never,
    openPages: never,
    decodeImage: never,
    readBarcodes: never,
    decodeJpeg: never,
    encodeJpeg: never,
    drawBoxes: never,
    openPdfjsText: never,
    fallbackFont: never,
    standardProgram: never,
    fontFolders: never,
    drawAppearances: never,
  },
  progress: () => {},
};

function tool(run: (context: ToolContext) => { answer: number; warnings?: string[] }) {
  return defineTool({
    name: "pdf_test",
    title: "Test",
    description: "Test.",
    input: v.strictObject({}),
    output: v.strictObject({ answer: v.number(), warnings: v.optional(v.array(v.string())) }),
    annotations: reads,
    reportsProgress: false,
    lane: "document",
    run: (_, context) => run(context),
  });
}

describe("running a tool", () => {
  it("adds no warnings if there are none", async () => {
    expect(
      await execute(
        tool(() => ({ answer: 42 })),
        {},
        deps,
      ),
    ).toEqual({ answer: 42 });
  });

  it("adds each warning once, after the tool's own, up to a limit", async () => {
    const some = tool(({ warn }) => {
      for (const text of ["a", "b", "a"]) warn(text);
      return { answer: 1, warnings: ["own", "a"] };
    });
    expect(await execute(some, {}, deps)).toEqual({ answer: 1, warnings: ["own", "a", "b"] });
    const many = tool(({ warn }) => {
      for (let k = 0; k < 1000; k++) warn(`w${k}`);
      return { answer: 1 };
    });
    const result = await execute(many, {}, deps);
    expect(Reflect.get(result, "warnings")).toHaveLength(101);
    expect(Reflect.get(result, "warnings")[100]).toBe("and 900 more");
  });
});

describe("an unexpected error", () => {
  const thrown = async (error: unknown) =>
    await execute(
      tool(({ progress }) => {
        progress({ progress: 2, total: 3, message: "page 2 of 3" });
        throw error;
      }),
      {},
      deps,
    ).catch((problem: unknown) => problem);

  it.each([
    ["a full stack", new RangeError("Maximum call stack size exceeded")],
    ["a fault of the program", new TypeError("x is undefined")],
    ["no error at all", "TRYLATER"],
    ["data that zlib refuses", Object.assign(new Error("x"), { code: "Z_DATA_ERROR" })],
  ])("is blamed on the document, with its location: %s", async (_, error) => {
    const problem = await thrown(error);
    expect(problem).toMatchObject({ code: "operation_failed" });
    expect(String(problem)).toMatch(/pdf_test .*\(page 2 of 3\)/);
    expect(String(problem)).not.toMatch(/stack|undefined|TRYLATER/);
    expect(isFault(problem)).toBe(true);
  });

  it("names the object if known, and logs the cause", async () => {
    const problem = await thrown(new PlacedError("object 12", new RangeError("Invalid array length")));
    expect(String(problem)).toContain("(object 12)");
    expect(describeProblem(problem).cause).toMatch(/^RangeError: Invalid array length/);
  });

  it.each(["ENOSPC", "EROFS", "EIO", "ERR_MODULE_NOT_FOUND"])(
    "is our own if that is certain: %s",
    async (code) => {
      const error = Object.assign(new Error("x"), { code });
      expect(await thrown(error)).toBe(error);
      expect(describeProblem(error).code).toBe("internal");
    },
  );

  it("isn't hidden by later errors during cleanup", async () => {
    const first = failed("page 3 is damaged");
    const all = Object.assign(new Error("x"), { error: new TypeError("later"), suppressed: first });
    const problem = await thrown(all);
    expect(problem).toMatchObject({ code: "operation_failed", message: "page 3 is damaged" });
    expect(isFault(problem)).toBe(true);
  });
});

describe("a tool's error", () => {
  const wasm = new WebAssembly.RuntimeError("memory access out of bounds");

  it.each([
    ["a problem", failed("no"), false],
    ["a problem because of the disk", failed("no", { cause: new Error("EIO") }), false],
    ["a problem because of broken WASM", failed("no", { cause: wasm }), true],
    ["the same, further down", failed("no", { cause: new Error("x", { cause: wasm }) }), true],
    [
      "a problem because of a full stack",
      failed("no", { cause: new RangeError("Maximum call stack") }),
      true,
    ],
    ["anything else", new TypeError("x is undefined"), true],
    ["no error at all", "TRYLATER", true],
  ])("that is %s: the process is replaced: %s", (_, error, fault) => {
    expect(isFault(error)).toBe(fault);
  });

  it("crosses the process boundary with everything the client may know", () => {
    const error = new ProblemError("validation", "pages: no", {
      errors: [{ field: "pages", message: "no" }],
      hint: { kind: "model", command: "pdfd models" },
    });
    expect(describeProblem(error)).toEqual({
      code: "validation",
      detail: "pages: no",
      errors: error.errors,
      reason: "missing_part",
      hint: error.hint,
    });
  });

  it("reveals nothing to the client if unexpected", () => {
    const { code, detail } = describeProblem(new TypeError("secret /path"));
    expect(code).toBe("internal");
    expect(detail).not.toMatch(/secret|path/);
  });

  it("is logged by kind and location; a message of unknown origin isn't, as it may quote a document", () => {
    const cause = describeCause(new Error("syntax error: 'Dear Ms Smith'"));
    expect(cause).toMatch(/^Error\n\s+at /);
    expect(cause).not.toContain("Smith");
    expect(describeCause(new RangeError("Invalid array length"))).toMatch(
      /^RangeError: Invalid array length/,
    );
    expect(describeCause(Object.assign(new Error("open /x"), { code: "EMFILE" }))).toMatch(/^Error EMFILE/);
    expect(describeCause("Dear Ms Smith")).toBe("string");
    const named = new Error("x", { cause: wasm });
    expect(describeCause(named)).toContain("because of RuntimeError");
  });

  it("doesn't leak its message through the stack", () => {
    const error = new Error("line one\n    at secret (file.ts:1:1)\nline three");
    expect(describeCause(error)).not.toContain("secret");
  });
});
