/** What later revisions change, and what DocMDP and FieldMDP say about it. */
import { describe, expect, it } from "vitest";
import {
  checkSignatures,
  docMdp,
  fieldMdp,
  filledField,
  nums,
  signedContract,
  signer,
} from "../support/contract.ts";
import { signed, update } from "../support/signing.ts";

const fields = "40 0 R 41 0 R 42 0 R";
const form = (list = fields) => `/AcroForm<</Fields[${list}]/DR<</Font<</F 11 0 R>>>>/DA(/F 12 Tf 0 g)>>`;
const catalog = (more: string, list?: string) => `<</Type/Catalog/Pages 2 0 R${form(list)}${more}>>`;
const page = (annotations: string, more = "") =>
  `<</Type/Page/Parent 2 0 R/Contents 10 0 R/Annots[${annotations}]/Resources<</Font<</F 11 0 R>>>>${more}>>`;
const note = "<</Type/Annot/Subtype/Text/Rect[500 50 520 70]/Contents(Look)>>";
const stream = (data: string) => ({ dict: "/Type/Metadata/Subtype/XML", data });

type Objects = Parameters<typeof update>[1];
/** Each kind of change, as objects of an update. */
const updates: Readonly<Record<string, Objects>> = {
  "a field is filled in": { [nums.text]: filledField },
  "a field is moved": { [nums.text]: filledField.replace("272 520", "273 520") },
  "a field is added": {
    1: catalog("", `${fields} 60 0 R`),
    3: page(`${fields} 60 0 R`),
    60: "<</Type/Annot/Subtype/Widget/FT/Tx/T(more)/Rect[500 50 520 70]>>",
  },
  "an annotation is added": { 3: page(`${fields} 60 0 R`), 60: note },
  "a page is added": {
    2: "<</Type/Pages/Count 2/Kids[3 0 R 60 0 R]/MediaBox[0 0 612 792]>>",
    60: "<</Type/Page/Parent 2 0 R>>",
  },
  "the page is turned": { 3: page(fields, "/Rotate 90") },
  "metadata is added": { 1: catalog("/Metadata 60 0 R"), 60: stream("<x/>") },
  "a file is attached": {
    1: catalog("/Names<</EmbeddedFiles<</Names[(a) 60 0 R]>>>>"),
    60: "<</Type/Filespec/F(a)>>",
  },
  "data for checking is added": { 1: catalog("/DSS<</Certs[60 0 R]>>"), 60: stream("") },
  "a script is added": { 1: catalog("/OpenAction<</S/JavaScript/JS(app.alert(1))>>") },
  "tags are added": { 1: catalog("/StructTreeRoot 60 0 R"), 60: "<</Type/StructTreeRoot>>" },
};

const changesOf = async (more: string, objects: Objects) => {
  const bytes = update(await signedContract({ more }), objects);
  const { signatures, all_intact } = await checkSignatures(bytes);
  expect([signatures[0]?.covers, signatures[0]?.integrity, all_intact]).toEqual(["revision", "intact", true]);
  return signatures[0]?.changes_after.map(({ kind, allowed }) => [kind, allowed]);
};

describe("a change of each kind, and whether it is allowed", () => {
  it.each<[string, string, boolean | null, boolean | null, boolean | null, boolean | null]>([
    // Without DocMDP, and at levels 1, 2 and 3.
    ["a field is filled in", "fields", null, false, true, true],
    ["a field is moved", "fields", null, false, false, false],
    ["a field is added", "fields", null, false, false, false],
    ["an annotation is added", "annotations", null, false, false, true],
    ["a page is added", "pages", null, false, false, false],
    ["the page is turned", "pages", false, false, false, false],
    ["metadata is added", "metadata", null, false, null, null],
    ["a file is attached", "attachments", null, false, false, false],
    ["data for checking is added", "dss", null, true, true, true],
    ["a script is added", "other", null, false, false, false],
    ["tags are added", "other", null, false, null, null],
  ])("%s", async (change, kind, ...allowed) => {
    const objects = updates[change] ?? {};
    const found = [];
    for (const more of ["", docMdp(1), docMdp(2), docMdp(3)])
      found.push(...((await changesOf(more, objects)) ?? []));
    expect(found).toEqual(allowed.map((one) => [kind, one]));
  });
});

describe("a field gets a look of its own, and its former one", () => {
  const form = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 200 20]", data: "" };
  const empty = filledField.replace("/V(Ada)", "/AP 62 0 R");
  const filled = filledField.replace("/V(Ada)", "/V(Ada)/AP<</N 64 0 R>>");
  const stamp = "<</Type/Annot/Subtype/Stamp/Rect[300 50 500 70]/F 4/AP 62 0 R>>";

  it.each<[string, Parameters<typeof signedContract>[0], string | undefined]>([
    ["is nobody else's", {}, undefined],
    ["is an entry of the catalog, too", { objects: { 1: catalog("/Extra 62 0 R") } }, "Extra"],
    ["is an entry of the trailer, too", { trailer: "/Root 1 0 R/Extra 62 0 R" }, "Extra"],
    ["is an annotation's, too", { objects: { 3: page(`${fields} 65 0 R`), 65: stamp } }, "an annotation"],
  ])("%s", async (_, options, where) => {
    const objects = { [nums.text]: empty, 62: "<</N 63 0 R>>", 63: form, ...options?.objects };
    const bytes = await signedContract({ ...options, objects, more: docMdp(2) });
    const trailer = options?.trailer;
    const { signatures } = await checkSignatures(update(bytes, { [nums.text]: filled, 64: form }, trailer));
    const [first] = signatures;
    const detail = `the look of field "name" was replaced, and ${where} still leads to the former one`;
    expect(first?.changes_after.map(({ kind, allowed }) => [kind, allowed])).toEqual(
      where === undefined
        ? [["fields", true]]
        : [
            ["fields", true],
            ["other", false],
          ],
    );
    expect(first?.doubts.includes(detail)).toBe(where !== undefined);
  });
});

describe("no change", () => {
  it.each<[string, Objects]>([
    ["an object is written again as it was", { 11: "<</BaseFont/Helvetica/Subtype/Type1/Type/Font>>" }],
    ["an object that nothing uses is added", { 60: "<</Something/Else>>" }],
  ])("%s", async (_, objects) => {
    expect(await changesOf("", objects)).toEqual([]);
  });
});

describe("FieldMDP", () => {
  it.each([
    ["locks all fields", "/Action/All", false],
    ["locks the named field", "/Action/Include/Fields[(name)]", false],
    ["locks all but another", "/Action/Exclude/Fields[(other)]", false],
    ["doesn't lock the field", "/Action/Include/Fields[(other)]", true],
    ["locks all but the field", "/Action/Exclude/Fields[(name)]", true],
  ])("%s", async (_, parameters, allowed) => {
    expect(await changesOf(fieldMdp(parameters), { [nums.text]: filledField })).toEqual([
      ["fields", allowed],
    ]);
  });
});

describe("permissions", () => {
  const permissionsOf = async (more: string) =>
    (await checkSignatures(await signedContract({ more }))).signatures.map(({ kind, permissions }) => [
      kind,
      permissions,
    ])[0];

  it.each<[string, string, unknown]>([
    ["none", "", ["signature", undefined]],
    ["DocMDP makes it a certification", docMdp(1), ["certification", { doc_mdp: 1 }]],
    [
      "FieldMDP",
      fieldMdp("/Action/Include/Fields[(a)(b.c)]"),
      ["signature", { fields: { action: "include", names: ["a", "b.c"] } }],
    ],
  ])("of a signature: %s", async (_, more, expected) => {
    expect(await permissionsOf(more)).toEqual(expected);
  });

  it("of an earlier signature hold after a later one", async () => {
    const first = await signedContract({ more: docMdp(2) });
    const second =
      "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Sig/T(Signature2)/Rect[72 300 272 340]/V 70 0 R>>";
    const both = await signed(first, { by: await signer(), num: 70, objects: { [nums.second]: second } });
    const { signatures } = await checkSignatures(update(both, { [nums.text]: filledField }));
    expect(
      signatures.map(({ field, changes_after }) => [
        field,
        changes_after.map(({ kind, allowed }) => [kind, allowed]),
      ]),
    ).toEqual([
      [
        "Signature1",
        [
          ["fields", true],
          ["signatures", true],
        ],
      ],
      ["Signature2", [["fields", true]]],
    ]);
  });
});
