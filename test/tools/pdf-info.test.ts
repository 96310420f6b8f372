import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/validate.ts";
import { findTool } from "../../src/tools/index.ts";
import { pdfInfo } from "../../src/tools/pdf-info.ts";
import { testContext } from "../support/memory-files.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";

interface Info {
  pages: number;
  forms: Record<string, unknown>[];
  dimensions: unknown[];
  [key: string]: unknown;
}

async function info(bytes: Uint8Array): Promise<Info & { warned: string[] }> {
  const context = testContext({ "a.pdf": bytes });
  const result = await pdfInfo.run({ input: "a.pdf" }, context);
  const json: unknown = JSON.parse(JSON.stringify(result));
  validate(pdfInfo.output, json);
  // Checked against the tool's own schema in the line above.
  return { ...(json as Info), warned: context.warnings };
}

/** A page with widgets: the field objects 10, 11, … are its annotations. */
function formPdf(
  fields: readonly string[],
  extra: { page?: string; form?: string; more?: BuiltPdf["objects"] } = {},
) {
  const refs = fields.map((_, k) => `${10 + k} 0 R`).join(" ");
  return pagesPdf([`/Annots[${refs}]${extra.page ?? ""}`], {
    root: `/AcroForm<<${extra.form ?? `/Fields[${refs}]`}>>`,
    more: {
      ...Object.fromEntries(fields.map((field, k) => [10 + k, `<</Subtype/Widget${field}>>`])),
      ...extra.more,
    },
  });
}

const box = (x: number, y: number, height = 20) => `/Rect[${x} ${y} ${x + 100} ${y + height}]`;

describe("pdf_info", () => {
  it("is in the registry", () => {
    expect(findTool("pdf_info")).toBe(pdfInfo);
  });

  it("tells pages, properties, sizes and facts", async () => {
    const bytes = pagesPdf(["", "/Rotate 450/MediaBox[0 0 300 200]"], {
      root: "/Lang(en)/MarkInfo<</Marked true>>/Version/2.0/Outlines 20 0 R",
      trailer: "/Info 21 0 R",
      more: {
        20: "<</First 22 0 R/Last 22 0 R>>",
        21: "<</Title<FEFF20AC>/Author(Jos\\351)/Subject()/Producer/NotAString>>",
        22: "<</Title(One)/Parent 20 0 R>>",
      },
    });
    expect(await info(bytes)).toEqual({
      pages: 2,
      title: "€",
      author: "José",
      subject: "",
      keywords: "",
      creator: "",
      producer: "",
      forms: [],
      dimensions: [
        { page: 1, width: 612, height: 792, rotation: 0 },
        { page: 2, width: 300, height: 200, rotation: 90 },
      ],
      encrypted: false,
      signed: false,
      tagged: true,
      pdf_version: "2.0",
      has_outline: true,
      attachments: [],
      warned: [],
    });
  });

  it("falls back to XMP for what Info lacks, expanding no entities of its own", async () => {
    const xmp = `<?xpacket?><!DOCTYPE x [<!ENTITY a "boom">]><x:xmpmeta><rdf:RDF><rdf:Description pdf:Producer="P &amp; Q">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">From XMP &#x20AC;&a;</rdf:li><rdf:li>Other</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Seq></dc:creator>
      <pdf:Keywords>kept &lt;so&gt;</pdf:Keywords></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const bytes = pagesPdf([""], {
      root: "/Metadata 20 0 R",
      trailer: "/Info 21 0 R",
      more: {
        20: { dict: "/Type/Metadata/Subtype/XML", data: Buffer.from(xmp) },
        21: "<</Title(From Info)>>",
      },
    });
    expect(await info(bytes)).toMatchObject({
      title: "From Info",
      author: "One; Two",
      keywords: "kept <so>",
      producer: "P & Q",
      subject: "",
    });
    const without = pagesPdf([""], {
      root: "/Metadata 20 0 R",
      more: { 20: { dict: "", data: Buffer.from(xmp) } },
    });
    expect(await info(without)).toMatchObject({ title: "From XMP €&a;" });
  });

  it("lists attachments by the name they show", async () => {
    const bytes = pagesPdf([""], {
      root: "/Names<</EmbeddedFiles 20 0 R>>",
      more: {
        20: "<</Kids[21 0 R 20 0 R]>>",
        21: "<</Names[(b) 22 0 R (c) <</F(../../evil)>> (d) null]>>",
        22: "<</UF<FEFF00E4002E007400780074>/EF<</F 23 0 R>>>>",
        23: { dict: "/Params<</Size 5>>", data: "12345" },
      },
    });
    expect((await info(bytes)).attachments).toEqual([{ name: "ä.txt", bytes: 5 }, { name: "../../evil" }]);
  });

  it("types fields and reads their values", async () => {
    const bytes = formPdf(
      [
        `/FT/Tx/T(text)/V(one\\rtwo)/Ff 4098/TU(Your text)/MaxLen 9${box(0, 700)}`,
        `/FT/Tx/T(secret)/V(hidden)/Ff 8192${box(0, 670)}`,
        `/FT/Tx/T(long)/V 30 0 R/Ff 1${box(0, 640)}`,
        `/FT/Btn/T(check)/V/Yes/AS/Yes/AP<</N<</Yes<<>>/Off<<>>>>>>${box(0, 610)}`,
        `/FT/Btn/T(unset)/AP<</N<</Yes<<>>>>>>${box(0, 580)}`,
        `/FT/Btn/T(push)/Ff 65536${box(0, 550)}`,
        `/FT/Ch/T(drop)/Ff 131072/V(de)/Opt[[(de)(Deutsch)](en)]${box(0, 520)}`,
        `/FT/Ch/T(list)/Ff 2097152/V[(a)(b)]/Opt[(a)(b)(c)]${box(0, 490)}`,
        `/FT/Ch/T(one)/Opt[(a)]${box(0, 460)}`,
        `/FT/Sig/T(sig)/V<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>${box(0, 430)}`,
        `/FT/Sig/T(open)${box(0, 400)}`,
        `/T(nothing)${box(0, 370)}`,
      ],
      { more: { 30: { dict: "", data: "from a stream" } } },
    );
    const common = { page: 1, required: false, read_only: false };
    const { forms, signed } = await info(bytes);
    expect(signed).toBe(true);
    expect(forms).toEqual([
      {
        ...common,
        name: "text",
        type: "text",
        value: "one\rtwo",
        required: true,
        label: "Your text",
        max_length: 9,
        multiline: true,
      },
      { ...common, name: "secret", type: "text", value: null, multiline: false },
      { ...common, name: "long", type: "text", value: "from a stream", read_only: true, multiline: false },
      { ...common, name: "check", type: "checkbox", value: "Yes", options: [{ value: "Yes", label: "Yes" }] },
      { ...common, name: "unset", type: "checkbox", value: "Off", options: [{ value: "Yes", label: "Yes" }] },
      { ...common, name: "push", type: "button", value: null },
      {
        ...common,
        name: "drop",
        type: "dropdown",
        value: "de",
        options: [
          { value: "de", label: "Deutsch" },
          { value: "en", label: "en" },
        ],
      },
      {
        ...common,
        name: "list",
        type: "listbox",
        value: ["a", "b"],
        options: ["a", "b", "c"].map((value) => ({ value, label: value })),
      },
      { ...common, name: "one", type: "listbox", value: "", options: [{ value: "a", label: "a" }] },
      { ...common, name: "sig", type: "signature", value: null, signed: true },
      { ...common, name: "open", type: "signature", value: null, signed: false },
    ]);
  });

  it("joins names, inherits and takes a radio group as one field", async () => {
    const bytes = pagesPdf(["/Annots[12 0 R 13 0 R 14 0 R]"], {
      root: "/AcroForm<</Fields[10 0 R]>>",
      more: {
        10: "<</T(form)/Ff 1/Kids[11 0 R 14 0 R]>>",
        11: "<</T(choice)/FT/Btn/Ff 32768/V/1/Opt[(Cats)(Dogs)]/Parent 10 0 R/Kids[12 0 R 13 0 R]>>",
        12: `<</Subtype/Widget/Parent 11 0 R/AP<</N<</0<<>>/Off<<>>>>>>${box(0, 100)}>>`,
        13: `<</Subtype/Widget/Parent 11 0 R/AP<</N<</1<<>>/Off<<>>>>>>${box(200, 100)}>>`,
        14: `<</Subtype/Widget/T(name)/FT/Tx/Parent 10 0 R${box(0, 300)}>>`,
      },
    });
    const { forms } = await info(bytes);
    expect(forms).toMatchObject([
      { name: "form.name", type: "text", value: "", read_only: true },
      { name: "form.choice", type: "radio", value: "Dogs", read_only: false },
    ]);
    expect(forms[1]?.options).toEqual(["Cats", "Dogs"].map((value) => ({ value, label: value })));
  });

  it("orders fields as displayed: rows from the top, in a row from the left", async () => {
    const fields = [
      `/FT/Tx/T(bottom)${box(0, 100)}`,
      `/FT/Tx/T(right)${box(300, 702)}`,
      `/FT/Tx/T(left)${box(0, 700)}`,
    ];
    expect((await info(formPdf(fields))).forms.map(({ name }) => name)).toEqual(["left", "right", "bottom"]);
    // Turned upside down the last is first.
    const turned = await info(formPdf(fields, { page: "/Rotate 180" }));
    expect(turned.forms.map(({ name }) => name)).toEqual(["bottom", "right", "left"]);
  });

  it("reports widgets that the form does not list, and fields without a page last", async () => {
    const bytes = pagesPdf(["/Annots[11 0 R 12 0 R 13 0 R]", "/Annots[14 0 R]"], {
      root: "/AcroForm<</Fields[10 0 R 14 0 R 99 0 R]/XFA(x)>>",
      more: {
        10: "<</T(nowhere)/FT/Tx/V(x)>>",
        11: `<</Subtype/Widget/T(loose)/FT/Tx${box(0, 100)}>>`,
        12: `<</Subtype/Widget/Parent 15 0 R${box(0, 300)}>>`,
        13: `<</Subtype/Link${box(0, 300)}>>`,
        14: `<</Subtype/Widget/T(second)/FT/Tx${box(0, 300)}>>`,
        15: "<</T(parent)/FT/Btn/Kids[12 0 R]>>",
      },
    });
    const { forms, warned } = await info(bytes);
    expect(forms.map(({ name, page }) => [name, page])).toEqual([
      ["parent", 1],
      ["loose", 1],
      ["second", 2],
      ["nowhere", null],
    ]);
    expect(warned.join()).toContain("XFA");
  });

  it.each([
    [
      "Kids that hold themselves",
      { 10: "<</T(a)/FT/Tx/Kids[10 0 R 11 0 R]>>", 11: "<</T(b)/Kids[10 0 R]>>" },
    ],
    ["a Parent that loops", { 10: "<</T(a)/FT/Tx/Parent 11 0 R>>", 11: "<</T(b)/Parent 10 0 R>>" }],
  ])("is bounded on %s", async (_, more) => {
    const bytes = pagesPdf(["/Annots[10 0 R 11 0 R]"], { root: "/AcroForm<</Fields[10 0 R 11 0 R]>>", more });
    expect((await info(bytes)).pages).toBe(1);
  });

  it("takes a chain of 5,000 fields within fields without growing", async () => {
    const more: Record<number, string> = {};
    for (let k = 0; k < 5000; k++) more[10 + k] = `<</T(${"n".repeat(200)})/FT/Tx/Kids[${11 + k} 0 R]>>`;
    const { forms } = await info(pagesPdf([""], { root: "/AcroForm<</Fields[10 0 R]>>", more }));
    expect(JSON.stringify(forms).length).toBeLessThan(100_000);
  });

  it.each([
    ["Annots", "/Annots 7"],
    ["a MediaBox of names", "/MediaBox[/a/b/c/d]"],
    ["UserUnit", "/UserUnit 999999999"],
  ])("survives nonsense in %s", async (_, page) => {
    const { dimensions } = await info(pagesPdf([page]));
    expect(dimensions).toEqual([{ page: 1, width: 612, height: 792, rotation: 0 }]);
  });

  it("names the field of a missing input", () => {
    const context = testContext({});
    return expect(pdfInfo.run({ input: "none.pdf" }, context)).rejects.toMatchObject({
      code: "validation",
      errors: [{ field: "input" }],
    });
  });
});
