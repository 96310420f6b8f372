/** pdf_fill_form: field values and what viewers show, checked with pdf.js, Poppler and qpdf. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { dynamicXfa, formPdf, itemsOf } from "../support/forms.ts";
import { inkOf, render } from "../support/ink.ts";
import { openPdfjs } from "../support/pdfjs.ts";
import { part } from "../support/pictures.ts";
import { at, read } from "../support/read-again.ts";
import { runProgram } from "../support/run-program.ts";
import { runTool } from "../support/run-tool.ts";
import { pdfsig, sign, unsignedValue as unsigned } from "../support/signed-pdf.ts";
import { requireTool } from "../support/tools.ts";

const readers = createReaders();
const look = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 20 20]", data: "0 0 20 20 re f" };
const rect = (x: number, y: number, width = 100, height = 20) =>
  `/Rect[${x} ${y} ${x + width} ${y + height}]`;
const script = (trigger: string, text: string) =>
  `/AA<</${trigger}<</S/JavaScript/JS(${text.replaceAll(/[()]/g, "\\$&")})>>>>`;

const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
const withFont = { form: "", more: { 60: look, 61: font } };

function form(fields: readonly string[], more = "", objects = {}): Uint8Array {
  const refs = fields.map((_, k) => `${10 + k} 0 R`).join(" ");
  return formPdf(fields, {
    page: "/MediaBox[0 0 300 300]",
    form: `/Fields[${refs}]/DR<</Font<</F 61 0 R>>>>/DA(/F 10 Tf 0 g)${more}`,
    more: { ...withFont.more, ...objects },
  });
}

async function fill(bytes: Uint8Array, fields: object, more: object = {}) {
  const run = await runTool(
    "pdf_fill_form",
    { input: "a.pdf", output: "b.pdf", fields, ...more },
    { "a.pdf": bytes },
    readers,
  );
  const written = run.file("b.pdf");
  return { result: run.result, written, warned: run.context.warnings.join("\n") };
}

/** The values that pdf.js reads. */
async function seen(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const document = await openPdfjs(bytes);
  const widgets = await (await document.getPage(1)).getAnnotations();
  await document.destroy();
  return Object.fromEntries(widgets.map(({ fieldName, fieldValue }) => [fieldName, fieldValue]));
}

function textOf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-fill-"));
  try {
    writeFileSync(join(folder, "a.pdf"), bytes);
    return runProgram("pdftotext", ["-layout", join(folder, "a.pdf"), "-"]).stdout.toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const refusal = (bytes: Uint8Array, fields: object) =>
  fill(bytes, fields).then(
    () => undefined,
    (error: { errors?: unknown }) => error.errors,
  );

const text = `/FT/Tx/T(name)${rect(10, 250)}`;
const box = (on: string, more = "") =>
  `/FT/Btn/T(agree)${rect(10, 200, 20)}/AS/Off/AP<</N<</${on} 60 0 R>>>>${more}`;
const drop = `/FT/Ch/Ff 131072/T(color)/Opt[[(r)(Red)][(g)(Green)][(x)(Same)][(y)(Same)]]${rect(10, 170)}`;
const several = `/FT/Ch/Ff 2097152/T(many)/Opt[(a)(b)(c)(d)(e)(f)(g)(h)]${rect(150, 200, 100, 40)}`;

const missing = (["pdftotext", "pdftoppm", "pdfsig", "openssl"] as const).map(requireTool).find(Boolean);

describe.skipIf(missing)("pdf_fill_form", () => {
  it("sets fields of every kind so that other readers read and show them", async () => {
    const file = form([text, box("Ja"), drop, several]);
    const { result, written, warned } = await fill(file, {
      name: "Ada Łovelace",
      agree: true,
      color: "Green",
      many: ["h", "b"],
    });
    expect(result).toMatchObject({ filled: 4, pages: 1 });
    expect(warned).toContain('The value of the form field "many" is larger than its box');
    expect(await seen(written)).toMatchObject({
      name: "Ada Łovelace",
      agree: "Ja",
      color: ["g"],
      many: ["b", "h"],
    });
    const shown = textOf(written);
    for (const word of ["Ada Łovelace", "Green", "b"]) expect(shown).toContain(word);
    expect(inkOf(part(render(written), 10, 80, 20, 20)).count).toBeGreaterThan(50);
  });

  it.each([
    ["a line that is too long", `/FT/Tx/T(f)${rect(10, 250, 60)}`, "a line longer than its box END", true],
    ["more lines than fit", `/FT/Tx/Ff 4096/T(f)${rect(10, 200, 60, 30)}`, "one\ntwo\nthree\nfour END", true],
    ["type taller than its box", `/FT/Tx/T(f)/DA(/F 30 Tf)${rect(10, 250, 200, 10)}`, "END", true],
    [
      "type that shrinks to fit",
      `/FT/Tx/T(f)/DA(/F 0 Tf)${rect(10, 250, 100, 20)}`,
      "a longer line END",
      false,
    ],
    ["lines that fit", `/FT/Tx/Ff 4096/T(f)${rect(10, 200, 100, 40)}`, "one\ntwo END", false],
  ])("warns of %s, which viewers cut", async (_, field, value, isCut) => {
    const { warned } = await fill(form([field]), { f: value }, { flatten: true });
    expect(warned).toBe(
      isCut ? `The value of the form field "f" is larger than its box: the rest isn't shown or printed.` : "",
    );
  });

  it.each([
    ["a drop-down", "/Ff 131072", "Memphis", "Memphis", ["Select one", "Ogden"]],
    ["a list with several choices", "/Ff 2097152", ["Ogden"], "Ogden", []],
  ])(
    "shows the option that was meant, of several with one value, in %s",
    async (_, flags, value, shown, not) => {
      const field = `/FT/Ch${flags}/T(f)/Opt[[(x)(Select one)][(x)(Memphis)][(x)(Ogden)]]${rect(10, 200, 100, 60)}`;
      const { written } = await fill(form([field]), { f: value });
      const text = textOf(written);
      expect(text).toContain(shown);
      for (const other of not) expect(text).not.toContain(other);
      const listed = ["Select one", "Memphis", "Ogden"].indexOf(shown);
      expect(at(read(written), "AcroForm", "Fields", 0, "I")).toEqual([listed]);
    },
  );

  it.each([
    ["is hidden", [`${text}/F 2`], {}],
    ["is for printing alone", [`${text}/F 36`], {}],
    ["is beside the page", [`/FT/Tx/T(name)${rect(400, 250)}`], {}],
    ["is on no page", [], { 10: `<</Subtype/Widget${text}>>` }],
  ])("warns of a value whose field %s", async (_, fields, more) => {
    const file = formPdf(fields, { page: "/MediaBox[0 0 300 300]", form: "/Fields[10 0 R]", more });
    const { warned, result } = await fill(file, { name: "Ada" });
    expect(warned).toBe('No page shows the form field "name": the value is in the file, but nobody sees it.');
    expect(result).toMatchObject({ filled: 1 });
    const flat = await fill(file, { name: "Ada" }, { flatten: true });
    expect(flat.warned).toBe('No page shows the form field "name": the value is not in the new file.');
    expect(flat.result).toMatchObject({ filled: 0 });
    expect((await fill(file, { name: null })).warned).toBe("");
  });

  it.each([
    ["yes", "Ja", "/Ja"],
    ["X", "Ja", "/Ja"],
    ["1", "On", "/On"],
    ["nein", "Ja", "/Off"],
    ["0", "1", "/Off"],
  ])("takes %s for a check box whose state is %s", async (word, on, state) => {
    const { written } = await fill(form([box(on)]), { agree: word });
    expect(at(read(written), "AcroForm", "Fields", 0, "AS")).toBe(state);
  });

  it.each([
    [
      "perhaps",
      "Ja",
      'is a check box: it takes true or false, yes or no, x, 1 or 0, or an option; its options are "Ja"',
    ],
    [
      "no",
      "No",
      'is a check box: it takes true or false, yes or no, x, 1 or 0, or an option; its options are "No"',
    ],
  ])("says what a check box takes when given %s", async (word, on, message) => {
    expect(await refusal(form([box(on)]), { agree: word })).toEqual([{ field: "fields.agree", message }]);
  });

  it.each([
    ["Name", "top.page1.name"],
    ["name[0]", "top.page1.name"],
    ["Street address", "f_17"],
    ["zzz", "top.page1.name"],
  ])("proposes names near to %s: by their last part, by the label, or what there is", async (word, near) => {
    const file = formPdf(
      [`/T(name)/FT/Tx/Parent 20 0 R${rect(10, 250)}`, `/FT/Tx/T(f_17)/TU(Street address)${rect(10, 200)}`],
      {
        form: "/Fields[20 0 R 11 0 R]",
        more: { 20: "<</T(top)/Kids[21 0 R]>>", 21: "<</T(page1)/Parent 20 0 R/Kids[10 0 R]>>" },
      },
    );
    expect(await refusal(file, { [word]: "x" })).toEqual([
      { field: `fields.${word}`, message: expect.stringContaining(`"${near}"`) },
    ]);
  });

  it("empties fields given null and clears check boxes given false", async () => {
    const file = form([`${text}/V(old)`, box("Ja", "/V/Ja").replace("/AS/Off", "/AS/Ja"), `${drop}/V(r)`]);
    const { written } = await fill(file, { name: null, agree: false, color: null });
    expect(Buffer.from(written).includes("(old)")).toBe(false);
    const { objects } = { objects: read(written) };
    expect(at(objects, "AcroForm", "Fields", 1, "V")).toBe("/Off");
    expect(at(objects, "AcroForm", "Fields", 1, "AS")).toBe("/Off");
    expect(at(objects, "AcroForm", "Fields", 0, "V")).toBe("");
    expect(at(objects, "AcroForm", "Fields", 2, "V")).toBe("");
  });

  it("switches radio buttons by the export values in /Opt, and draws missing appearances", async () => {
    const kid = (x: number, normal: string) => `/Parent 20 0 R${rect(x, 100, 20)}/AS/Off${normal}`;
    const file = formPdf([kid(10, "/AP<</N<</0 60 0 R>>>>"), kid(40, "/MK<</BC[0]>>")], {
      page: "/MediaBox[0 0 300 300]",
      form: "/Fields[20 0 R]",
      more: { 60: look, 20: "<</FT/Btn/Ff 49152/T(r)/Opt[(one)(two)]/Kids[10 0 R 11 0 R]>>" },
    });
    const { written } = await fill(file, { r: "two" });
    const field = (...path: (string | number)[]) => at(read(written), "AcroForm", "Fields", 0, ...path);
    expect([field("V"), field("Kids", 0, "AS"), field("Kids", 1, "AS")]).toEqual(["/1", "/Off", "/1"]);
    const picture = render(written);
    expect(inkOf(part(picture, 11, 181, 18, 18)).count).toBe(0);
    expect(inkOf(part(picture, 46, 186, 8, 8)).count).toBeGreaterThan(20);
    expect(await refusal(file, { r: "three" })).toEqual([
      { field: "fields.r", message: 'has no such option; its options are "one", "two"' },
    ]);
  });

  it("removes widget entries that contradict their field", async () => {
    const kid = (y: number, more: string) => `${rect(10, y)}${more}`;
    const file = formPdf([kid(250, "/Parent 20 0 R/V(Z)/I[2]/Opt[(X)(Y)(Z)]"), kid(200, "/T(below)/FT/Tx")], {
      form: "/Fields[20 0 R 21 0 R]",
      more: { 20: "<</FT/Ch/Ff 131072/T(c)/Opt[(A)(B)]/Kids[10 0 R]>>", 21: "<</T(top)/Kids[11 0 R]>>" },
    });
    const { written } = await fill(file, { c: "B", "top.below": "x" });
    expect(await seen(written)).toEqual({ c: ["B"], "top.below": "x" });
  });

  it.each([
    ["without streams", "/AP<</N<</Yes/null/Off/null>>>>"],
    ["without a box", "/AP<</N<</Yes 63 0 R/Off 63 0 R>>>>"],
    ["in an indirect dictionary", "/AP<</N 64 0 R>>"],
  ])("shows a checked box with an appearance %s", async (_, looks) => {
    const file = form([`/FT/Btn/T(agree)${rect(10, 250, 20)}/MK<</CA(n)>>${looks}`], "", {
      63: { dict: "/Subtype/Form", data: "" },
      64: "<</Yes 60 0 R/Off 65 0 R>>",
      65: { dict: "/Subtype/Form/BBox[0 0 20 20]", data: "" },
    });
    const ink = async (agree: boolean) => {
      const { written } = await fill(file, { agree });
      return inkOf(part(render(written), 10, 30, 20, 20)).count;
    };
    expect(await ink(true)).toBeGreaterThan(50);
    expect(await ink(false)).toBe(0);
  });

  it("distinguishes buttons with the same value by the states that pdf_info lists", async () => {
    const kid = (state: number) =>
      `/Parent 20 0 R${rect(10 + 30 * state, 100, 20)}/AP<</N<</${state} 60 0 R>>>>`;
    const file = formPdf([kid(0), kid(1)], {
      form: "/Fields[20 0 R]",
      more: { 60: look, 20: "<</FT/Btn/Ff 32768/T(r)/Opt[(same)(same)]/Kids[10 0 R 11 0 R]>>" },
    });
    const [{ options } = { options: undefined }] = itemsOf(file).items;
    expect(options?.map(({ state }) => state)).toEqual(["0", "1"]);
    expect(await refusal(file, { r: "same" })).toMatchObject([{ message: expect.stringContaining("0, 1") }]);
    const { written } = await fill(file, { r: "1" });
    expect(at(read(written), "AcroForm", "Fields", 0, "V")).toBe("/1");
  });

  it.each([
    ["an unknown name", { nam: "x" }, 'there is no such field; the nearest are "name"'],
    ["a line break", { name: "a\nb" }, "line break"],
    ["a value of another type", { name: true }, "text field"],
    ["a list for one choice", { color: ["r", "g"] }, "single option"],
    [
      "an unknown option",
      { color: "Blue" },
      'its options are "r" ("Red"), "g" ("Green"), "x" ("Same"), "y" ("Same")',
    ],
    ["a text shared by two options", { color: "Same" }, "several options"],
    ["text that is too long", { short: "1234" }, "at most 3 characters"],
    ["a read-only field", { fixed: "1" }, "read-only"],
    ["a push button", { push: "1" }, "push button"],
  ])("refuses %s and names the field", async (_, fields, why) => {
    const more = [
      `/FT/Tx/T(short)/MaxLen 3${rect(10, 10)}`,
      `/FT/Tx/T(fixed)/Ff 1${rect(10, 30)}`,
      `/FT/Btn/Ff 65536/T(push)${rect(10, 50)}`,
    ];
    const [name] = Object.keys(fields);
    expect(await refusal(form([text, drop, ...more]), { ...fields })).toEqual([
      { field: `fields.${name}`, message: expect.stringContaining(why) },
    ]);
  });

  it("applies number formats, runs no other script, and names the fields with scripts", async () => {
    const file = form([
      `/FT/Tx/T(sum)${rect(10, 250)}${script("F", "AFNumber_Format(2, 0, 0, 0, '$', true);")}`,
      `/FT/Tx/T(own)${rect(10, 220)}${script("F", "event.value = 'x'")}`,
      `/FT/Tx/T(total)${rect(10, 190)}${script("C", "AFSimple_Calculate('SUM', 'sum')")}`,
    ]);
    const { written, warned } = await fill(file, { sum: 1234.5, own: "plain" });
    expect(await seen(written)).toMatchObject({ sum: "1234.5", own: "plain" });
    expect(textOf(written)).toMatch(/\$1,234\.50[\s\S]*plain/);
    expect(warned).toContain('"sum" as "$1,234.50"');
    expect(warned).toMatch(/Scripts of the form field "own" are not run/);
    expect(warned).toMatch(/calculate the form field "total"/);
  });

  it("draws every field that NeedAppearances left to viewers, and clears the flag", async () => {
    const file = form([text, `/FT/Tx/T(other)/V(given)${rect(10, 220)}`], "/NeedAppearances true");
    const { written } = await fill(file, { name: "new" });
    expect(textOf(written)).toMatch(/new[\s\S]*given/);
    expect(at(read(written), "AcroForm", "NeedAppearances")).toBe(null);
  });

  it.each([
    ["PDF/A", 'xmlns:i="http://www.aiim.org/pdfa/ns/id/" i:part="2" i:conformance="B"'],
    ["PDF/UA", 'xmlns:i="http://www.aiim.org/pdfua/ns/id/" i:part="1"'],
  ])("embeds its fonts if the document claims %s", async (_, identification) => {
    const claim = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ${identification}/></rdf:RDF></x:xmpmeta>`;
    const packet = { dict: "/Type/Metadata/Subtype/XML", data: claim };
    const plain = formPdf([text], {
      root: "/Metadata 70 0 R",
      form: "/Fields[10 0 R]",
      more: { 70: packet },
    });
    const { written } = await fill(plain, { name: "x" });
    const fonts = at(read(written), "AcroForm", "Fields", 0, "AP", "N", "Resources", "Font");
    expect(JSON.stringify(fonts)).toMatch(/"FontFile[23]"/);
  });

  it("treats a limit of 0 as no limit", async () => {
    const { written } = await fill(form([`${text}/MaxLen 0`]), { name: "more" });
    expect(await seen(written)).toMatchObject({ name: "more" });
  });

  it("flattens the fields it filled", async () => {
    const { written } = await fill(form([text]), { name: "flat" }, { flatten: true });
    expect(textOf(written)).toContain("flat");
    expect(await seen(written)).toEqual({});
  });

  it("drops a static XFA form with a warning and refuses a dynamic one", async () => {
    const file = form([text], "/XFA 62 0 R", { 62: { dict: "", data: "<xdp/>" } });
    const { written, warned } = await fill(file, { name: "x" });
    expect(warned).toContain("XFA form data was dropped");
    expect(at(read(written), "AcroForm", "XFA")).toBe(null);
    await expect(fill(dynamicXfa(1), { n: "x" })).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("dynamic XFA form"),
    });
  });

  const mdp = (method: string, parameters: string) =>
    `/Reference[<</TransformMethod/${method}/TransformParams<<${parameters}>>>>]`;
  it.each([
    ["nothing", "", true],
    ["DocMDP 2", mdp("DocMDP", "/P 2"), true],
    ["DocMDP 1", mdp("DocMDP", "/P 1"), false],
    ["all fields", mdp("FieldMDP", "/Action/All"), false],
    ["another field", mdp("FieldMDP", "/Action/Include/Fields[(other)]"), true],
    ["this field", mdp("FieldMDP", "/Action/Include/Fields[(name)]"), false],
    ["all but this", mdp("FieldMDP", "/Action/Exclude/Fields[(name)]"), true],
  ])("keeps a signature that locks %s if the change is permitted: %s", async (_, reference, permitted) => {
    const file = sign(form([text, `/FT/Sig/T(sig)${rect(0, 0, 0, 0)}${unsigned(reference)}`], "/SigFlags 3"));
    const { written, warned } = await fill(file, { name: "x" });
    const same = Buffer.from(written).subarray(0, file.length).equals(Buffer.from(file));
    expect([same, warned.includes("digitally signed")]).toEqual([permitted, !permitted]);
    expect(pdfsig(written)).toContain(permitted ? "Signature is Valid" : "does not contain any signatures");
    expect(await seen(written)).toMatchObject({ name: "x" });
  });
});
