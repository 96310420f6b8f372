import { describe, expect, it } from "vitest";
import { xfaKind } from "../../src/document/xfa.ts";
import { dynamicXfa } from "../support/forms.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { problemOf } from "../support/problem-of.ts";
import { read } from "../support/read-again.ts";
import { runSteps } from "../support/run-steps.ts";
import { runTool } from "../support/run-tool.ts";

const widget = (kind: string) => ({ 20: `<</Subtype/Widget/FT/${kind}/T(a)/Rect[0 0 9 9]>>` });

describe("an XFA form", () => {
  const kind = (root: string, data = "<template/>", page = "", more = {}) =>
    xfaKind(read(pagesPdf([page], { root, more: { 10: { dict: "", data }, ...more } })));

  it.each([
    ["none", "/AcroForm<</Fields[]>>", undefined],
    ["an empty one", "/AcroForm<</XFA[]>>", undefined],
    ["one that viewers have to render", "/NeedsRendering true/AcroForm<</Fields[]/XFA 10 0 R>>", "dynamic"],
    ["one in parts", "/NeedsRendering true/AcroForm<</XFA[(template)10 0 R]>>", "dynamic"],
    ["one without fields", "/AcroForm<</Fields[]/XFA 10 0 R>>", "static"],
  ])("is dynamic if the pages aren't the form: %s", (_, root, expected) => {
    expect(kind(root)).toBe(expected);
  });

  it("is dynamic if only the XFA data has fields, or if it says so", () => {
    const root = "/AcroForm<</Fields[]/XFA[(template)10 0 R]>>";
    expect(kind(root, '<t:template><t:field name="a"/></t:template>')).toBe("dynamic");
    expect(kind(root, "<config><dynamicRender>required</dynamicRender></config>")).toBe("dynamic");
    expect(kind(root, "<template><fields/></template>")).toBe("static");
  });

  it("is static if pages show its fields, other than signatures", () => {
    const root = "/NeedsRendering true/AcroForm<</Fields[20 0 R]/XFA 10 0 R>>";
    expect(kind(root, "", "/Annots[20 0 R]", widget("Tx"))).toBe("static");
    expect(kind(root, "", "/Annots[20 0 R]", widget("Sig"))).toBe("dynamic");
  });
});

describe("a dynamic XFA form", () => {
  it.each([
    ["flatten", {}],
    ["extract", { pages: "1" }],
    ["remove", { pages: "1" }],
  ])("is rejected by %s, whose result would be a placeholder", async (action, options) => {
    const problem = await problemOf(runSteps(dynamicXfa(2), [{ action, options }]));
    expect(problem.code).toBe("operation_failed");
    expect(problem.message).toMatch(/dynamic XFA form/);
  });

  it.each([
    ["labels", {}],
    ["watermark", { text: "Draft" }],
    ["rotate", {}],
    ["crop", { margins: 1 }],
    ["scale", { factor: 2 }],
  ])("is changed by %s, with a warning that viewers don't show it", async (action, options) => {
    const { warnings } = await runSteps(dynamicXfa(1), [{ action, options }]);
    expect(warnings).toEqual([expect.stringMatching(/dynamic XFA form.*don't show this change/)]);
  });
});

describe("dynamic XFA forms among other files", () => {
  const files = { "a.pdf": dynamicXfa(1), "b.pdf": pagesPdf([""]) };

  it("leave a placeholder in a merge, with a warning that names the file, and no NeedsRendering", async () => {
    const call = await runTool("pdf_merge", { inputs: ["a.pdf", "b.pdf"], output: "o.pdf" }, files);
    expect(call.context.warnings).toEqual([
      expect.stringMatching(/a\.pdf is a dynamic XFA.*content is lost/),
    ]);
    expect(Buffer.from(call.file("o.pdf")).toString("latin1")).not.toMatch(/XFA|NeedsRendering/);
  });

  it("are rejected by a merge of nothing else, and by split", async () => {
    const merge = runTool("pdf_merge", { inputs: ["a.pdf", "a.pdf"], output: "o.pdf" }, files);
    expect((await problemOf(merge)).message).toMatch(/dynamic XFA form/);
    const split = runTool("pdf_split", { input: "a.pdf", pages: "1", output_folder: "o" }, files);
    expect((await problemOf(split)).message).toMatch(/a\.pdf is a dynamic XFA form/);
  });

  it("are reported by pdf_info", async () => {
    const { context } = await runTool("pdf_info", { input: "a.pdf" }, files);
    expect(context.warnings).toEqual([expect.stringMatching(/dynamic XFA form/)]);
  });
});
