import { expect, it } from "vitest";
import { attachedFiles, describeAttachment } from "../../../src/document/attachments/attachments.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const file = (data: number, entries = "") => `<<${entries}/EF<</F ${data} 0 R>>>>`;
const data = { dict: "/Type/EmbeddedFile", data: "x" };

function listed(bytes: Uint8Array) {
  const document = read(bytes);
  return attachedFiles(document).map((one) => describeAttachment(document.cos, one));
}

const names = (bytes: Uint8Array) => listed(bytes).map(({ name }) => name);

it("describes an attachment in the document's words", () => {
  const bytes = pagesPdf([""], {
    root: "/Names<</EmbeddedFiles<</Names[(b)10 0 R]>>>>",
    more: {
      10: file(20, "/UF<FEFF00E4002E007400780074>/F(a.txt)/Desc(Notes)/AFRelationship/Supplement"),
      20: {
        dict: "/Type/EmbeddedFile/Subtype/text#2Fplain/Params<</Size 5/CreationDate(D:20240102030405)/ModDate(D:20240102030405+01'00')>>",
        data: "12345",
      },
    },
  });
  expect(listed(bytes)).toEqual([
    {
      name: "ä.txt",
      bytes: 5,
      mime: "text/plain",
      relationship: "supplement",
      description: "Notes",
      created: "2024-01-02T03:04:05Z",
      modified: "2024-01-02T03:04:05+01:00",
    },
  ]);
});

it("names an attachment by UF, F or its key, and doesn't count references to other files", () => {
  const bytes = pagesPdf([""], {
    root: `/Names<</EmbeddedFiles 10 0 R>>`,
    more: {
      10: "<</Kids[11 0 R 10 0 R]>>",
      11: `<</Names[(a)${file(20, "/UF(uf)/F(f)")}(b)${file(21, "/UF()/F(f)")}(c)${file(22)}(d)<</F(../../evil)>>(e) null]>>`,
      ...{ 20: data, 21: data, 22: data },
    },
  });
  expect(names(bytes)).toEqual(["uf", "f", "c"]);
});

it("finds associated files at every level, and those of annotations with their page", () => {
  const at = (num: number, name: string) => ({ [num]: file(num + 20, `/UF(${name})`), [num + 20]: data });
  const bytes = pagesPdf(
    [
      "",
      "/AF[11 0 R]/Annots[70 0 R 71 0 R 72 0 R]/Resources<</XObject<</X 73 0 R>>/Properties<</P<</MCAF[14 0 R]>>>>>>",
    ],
    {
      root: "/AF 10 0 R/StructTreeRoot 74 0 R/DPartRoot<</DPartRootNode<</DParts[[<</AF[18 0 R]>>]]>>>>",
      more: {
        ...at(10, "document"),
        ...at(11, "page"),
        ...at(12, "form"),
        ...at(13, "image"),
        ...at(14, "marked"),
        ...at(15, "annotation"),
        ...at(16, "associated"),
        ...at(17, "element"),
        ...at(18, "part"),
        ...at(19, "clip"),
        70: "<</Subtype/FileAttachment/FS 15 0 R>>",
        71: "<</Subtype/Square/AF[16 0 R]>>",
        72: "<</Subtype/Screen/A<</S/Rendition/R<</S/MR/C<</S/MCD/D 19 0 R>>>>>>>>",
        73: { dict: "/Subtype/Form/AF[12 0 R]/Resources<</XObject<</I 75 0 R>>>>", data: "" },
        74: "<</K[<</S/Document/K<</S/P/AF[17 0 R]>>>>]>>",
        75: { dict: "/Subtype/Image/AF[13 0 R]", data: "" },
      },
    },
  );
  expect(listed(bytes).map(({ name, page }) => [name, page])).toEqual([
    ["document", undefined],
    ["part", undefined],
    ["page", undefined],
    ["annotation", 2],
    ["associated", undefined],
    ["clip", 2],
    ["form", undefined],
    ["image", undefined],
    ["marked", undefined],
    ["element", undefined],
  ]);
});

it("lists a file once, however often it is mentioned", () => {
  const bytes = pagesPdf(["/Annots[<</Subtype/FileAttachment/FS 10 0 R>>]"], {
    root: `/Names<</EmbeddedFiles<</Names[(a)10 0 R(b)10 0 R(c)${file(20, "/UF(one)")}(d)${file(20, "/UF(two)")}]>>>>/AF[10 0 R]`,
    more: { 10: file(20, "/UF(one)"), 20: data },
  });
  expect(listed(bytes)).toEqual([{ name: "one", page: 1 }, { name: "two" }]);
});
