/** Tests each row of the table of references: entries that refer to something by name, number or page. */
import { expect, it } from "vitest";
import { type ReferringEntry, references } from "../../../../src/document/assemble/joins/references.ts";
import type { BuiltPdf } from "../../../support/pdf-builder.ts";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, type Plain } from "../../../support/read-again.ts";

type Extra = { readonly root?: string; readonly more?: BuiltPdf["objects"] };

const annotated = (...annotations: string[]) => `/Annots[${annotations.join("")}]`;
const acting = (action: string) => `<</Subtype/Square/Rect[0 0 9 9]/A<<${action}>>>>`;

/** Merges a file with itself. Returns the action on the first of the second file's two pages. */
function merged(action: string, extra: Extra, ...path: (string | number)[]): Plain {
  const file = pagesPdf([annotated(acting(action)), ""], extra);
  return at(assemble(file, file).document, 3, "Annots", 0, "A", ...path);
}

/** Extracts pages 3 and 2 of three. Returns the action on page 3. */
function chosen(action: string, extra: Extra = {}): Plain {
  const file = pagesPdf(["", "", annotated(acting(action))], extra);
  return at(assemble([file, [3, 2]]).document, 1, "Annots", 0, "A");
}

const onPage = (page: number) => ({ more: { 20: `<</Subtype/Screen/Rect[0 0 9 9]/P ${page} 0 R>>` } });
const goneWith = (action: string) => {
  expect(chosen(action, onPage(3))).toBeNull();
  expect(chosen(action, onPage(4))).toMatchObject({ S: expect.anything() });
};

const fields: Extra = {
  root: "/AcroForm<</Fields[20 0 R 21 0 R]/CO[20 0 R]>>",
  more: { 20: "<</FT/Tx/T(net)>>", 21: "<</T(g)/Kids[22 0 R]>>", 22: "<</FT/Tx/T(a)/Parent 21 0 R>>" },
};
const attachment: Extra = {
  root: "/Names<</EmbeddedFiles<</Names[(a.txt)20 0 R]>>/Dests<</Names[(d)[4 0 R/Fit]]>>>>",
  more: { 20: "<</Type/Filespec/F(a.txt)>>" },
};
const threads: Extra = {
  root: "/Threads[20 0 R 22 0 R]",
  more: {
    20: "<</F 21 0 R/I<</Title(one)>>>>",
    21: "<</T 20 0 R/N 21 0 R/V 21 0 R/P 3 0 R/R[0 0 9 9]>>",
    22: "<</F 23 0 R/I<</Title(two)>>>>",
    23: "<</T 22 0 R/N 23 0 R/V 23 0 R/P 5 0 R/R[0 0 9 9]>>",
  },
};
const tagged = (font: string, role: string) =>
  pagesPdf(["/StructParents 0"], {
    root: "/StructTreeRoot 20 0 R",
    more: {
      20: `<</K[21 0 R]/ParentTree<</Nums[0[21 0 R]]>>/RoleMap<</Cell/${role}>>/ClassMap<</c<</O/Table/Font(${font})/Headers[(id)]>>>>/IDTree<</Names[(id)21 0 R]>>>>`,
      21: "<</S/Cell/P 20 0 R/Pg 3 0 R/K 0/ID(id)/C/c/A<</O/Table/Headers[(id)]>>>>",
    },
  });
const twoTagged = () => assemble(tagged("one", "TD"), tagged("two", "TH")).document;
const secondTag = (...path: string[]) => at(twoTagged(), "StructTreeRoot", "K", 1, ...path);

/** Free text annotations and a field in font F, a different font in each file. */
const inFont = (name: string) =>
  pagesPdf([annotated("<</Subtype/FreeText/Rect[0 0 9 9]/DA(/F 9 Tf)>> 20 0 R 21 0 R")], {
    root: `/AcroForm<</Fields[20 0 R]/DR<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/${name}>>>>>>>>`,
    more: {
      20: "<</Subtype/Widget/FT/Tx/T(t)/Rect[0 0 9 9]/DA(/F 8 Tf)>>",
      21: "<</Subtype/FreeText/Rect[0 0 9 9]/DA(/F 7 Tf)>>",
    },
  });
const secondInFont = () => assemble(inFont("Courier"), inFont("Helvetica")).document;

const script = (text: string) => `/S/JavaScript/JS(${text.replaceAll(/[()\\]/g, "\\$&")})`;

const rows: Readonly<Record<ReferringEntry, () => void>> = {
  "Link /Dest": () => {
    const file = pagesPdf(
      [annotated("<</Subtype/Link/Dest(d)>>", "<</Subtype/Link/Dest[1/Fit]>>"), ""],
      attachment,
    );
    const { document } = assemble(file, file);
    expect(at(document, 3, "Annots")).toMatchObject([{ Dest: "d-2" }, { Dest: ["page 4", "/Fit"] }]);
    expect(at(assemble([file, [1]]).document, 1, "Annots")).toBeNull();
  },
  "GoTo /D": () => {
    expect(merged("/S/GoTo/D(d)", attachment, "D")).toBe("d-2");
    expect(merged("/S/GoTo/D[1/Fit]", {}, "D")).toEqual(["page 4", "/Fit"]);
    expect(chosen("/S/GoTo/D[0/Fit]")).toBeNull();
  },
  "GoToE /T /N": () => {
    expect(merged("/S/GoToE/D[0/Fit]/T<</R/C/N(a.txt)/T<</R/C/N(a.txt)>>>>", attachment)).toEqual({
      S: "/GoToE",
      D: [0, "/Fit"],
      T: { R: "/C", N: "a-2.txt", T: { R: "/C", N: "a.txt" } },
    });
    expect(merged("/S/GoToE/F(o.pdf)/D[0/Fit]/T<</R/C/N(a.txt)>>", attachment, "T", "N")).toBe("a.txt");
  },
  "GoToE /T /P": () => {
    expect(merged("/S/GoToE/D[0/Fit]/T<</R/C/P 1/A 0>>", {}, "T")).toMatchObject({ P: 3, A: 0 });
    expect(merged("/S/GoToE/D[0/Fit]/T<</R/C/P(d)/A(n)>>", attachment, "T")).toMatchObject({
      P: "d-2",
      A: "n",
    });
    expect(chosen("/S/GoToE/D[0/Fit]/T<</R/C/P 2/A 0>>")).toMatchObject({ T: { P: 0 } });
    expect(chosen("/S/GoToE/D[0/Fit]/T<</R/C/P 0/A 0>>")).toBeNull();
  },
  "GoToE /T /A": () => {
    const page = annotated(
      "<</Subtype/Link/Dest[3 0 R/Fit]>>",
      acting("/S/GoToE/D[0/Fit]/T<</R/C/P 1/A 1>>"),
    );
    const { document } = assemble([pagesPdf(["", page]), [2]]);
    expect(at(document, 1, "Annots")).toMatchObject([{ A: { T: { P: 0, A: 0 } } }]);
  },
  "GoToDp /Dp": () => {
    expect(chosen("/S/GoToDp/Dp 20 0 R", { more: { 20: "<</Type/DPart>>" } })).toBeNull();
  },
  "Thread /D": () => {
    for (const thread of ["0", "(one)", "20 0 R"])
      expect(merged(`/S/Thread/D ${thread}`, threads, "D", "F", "P")).toBe("page 3");
    expect(merged("/S/Thread/F(o.pdf)/D 0", threads, "D")).toBe(0);
    expect(chosen("/S/Thread/D 0", threads)).toBeNull();
    expect(chosen("/S/Thread/D(two)", threads)).toMatchObject({ D: { I: { Title: "two" } } });
  },
  "URI /URI": () => {
    const file = (base: string) =>
      pagesPdf([annotated(acting("/S/URI/URI(m.html)"), acting("/S/URI/URI(mailto:a@b.c)"))], {
        root: base && `/URI<</Base(${base})>>`,
      });
    const { document } = assemble(file("https://a.example/docs/"), file("https://b.example/"), file(""));
    const links = [1, 2, 3].map((page) => at(document, page, "Annots", 0, "A", "URI"));
    expect(links).toEqual(["https://a.example/docs/m.html", "https://b.example/m.html", "m.html"]);
    expect(at(document, 2, "Annots", 1, "A", "URI")).toBe("mailto:a@b.c");
    expect(at(document, "URI")).toBeNull();
    expect(at(assemble([file("https://a.example/"), [1]]).document, "URI", "Base")).toBe(
      "https://a.example/",
    );
    // A base that can't be applied would capture the links of later files.
    for (const base of ["docs/", "mailto:a@b.c"]) {
      const { document, warnings } = assemble(file(base), file(""));
      expect(at(document, 2, "Annots", 0, "A", "URI")).toBe("m.html");
      expect(at(document, "URI")).toBeNull();
      expect(warnings).toBe("the base of a file's relative web links cannot be read, and was dropped");
    }
  },
  "Hide /T": () => {
    expect(merged("/S/Hide/T[(net)(g.a)(other)]", fields, "T")).toEqual(["net_2", "g.a_2", "other"]);
    expect(merged("/S/Hide/T(g)", fields, "T")).toBe("g.a_2");
    const file = pagesPdf(
      [annotated(acting("/S/Hide/T 20 0 R"), acting("/S/Hide/T[20 0 R(x)]")), annotated("20 0 R")],
      {
        more: { 20: "<</Subtype/Text/Rect[0 0 9 9]/Contents(SECRET)>>" },
      },
    );
    const { document, bytes } = assemble([file, [1]]);
    expect(at(document, 1, "Annots")).toMatchObject([{ Subtype: "/Square" }, { A: { T: ["x"] } }]);
    expect(at(document, 1, "Annots", 0, "A")).toBeNull();
    expect(Buffer.from(bytes).includes("SECRET")).toBe(false);
  },
  "Rendition /AN": () => goneWith("/S/Rendition/OP 0/AN 20 0 R"),
  "GoTo3DView /TA": () => goneWith("/S/GoTo3DView/TA 20 0 R"),
  "RichMediaExecute /TA": () => goneWith("/S/RichMediaExecute/TA 20 0 R"),
  "Movie /Annotation": () => goneWith("/S/Movie/Annotation 20 0 R"),
  "SubmitForm /Fields": () => {
    expect(merged("/S/SubmitForm/F(u)/Fields[(net)20 0 R]", fields, "Fields")).toMatchObject([
      "net_2",
      { T: "net_2" },
    ]);
  },
  "ResetForm /Fields": () => {
    expect(merged("/S/ResetForm/Fields[(g)(net)]", fields, "Fields")).toEqual(["g.a_2", "net_2"]);
  },
  "JavaScript /JS": () => {
    const both: Extra = {
      root: `${fields.root ?? ""}${attachment.root ?? ""}`.replace("[(a.txt)20", "[(a.txt)30"),
      more: { ...fields.more, 30: "<</Type/Filespec/F(a.txt)>>" },
    };
    const text =
      'var net = "net"; // getField("net")\nif (/["\']/.test(net)) this.getField("net").value = getField(\'g.a\').value; AFSimple_Calculate("SUM", new Array ("net", "other")); AFSimple_Calculate("SUM", "net, g.a"); exportDataObject("a.txt"); gotoNamedDest("d");';
    expect(merged(script(text), both, "JS")).toBe(
      'var net = "net"; // getField("net")\nif (/["\']/.test(net)) this.getField("net_2").value = getField(\'g.a_2\').value; AFSimple_Calculate("SUM", new Array ("net_2", "other")); AFSimple_Calculate("SUM", "net_2, g.a_2"); exportDataObject("a-2.txt"); gotoNamedDest("d-2");',
    );
    for (const open of ['getField("ne" + k)', "getField(name)", 'getField("g")']) {
      const file = pagesPdf([annotated(acting(script(open)))], fields);
      expect(assemble(file, file).warnings).toContain("may refer to fields of an earlier file");
    }
    const file = pagesPdf([annotated(acting(script('getField("net")')))], fields);
    expect(assemble(file, file).warnings).not.toContain("scripts");
  },
  "SigFieldLock /Fields": () => {
    const file = pagesPdf([""], {
      root: "/AcroForm<</Fields[20 0 R 21 0 R]>>",
      more: {
        20: "<</FT/Tx/T(net)>>",
        21: "<</FT/Sig/T(sig)/Lock<</Action/Include/Fields[(net)]>>>>",
      },
    });
    const { document } = assemble(file, file);
    expect(at(document, "AcroForm", "Fields", 1, "Lock", "Fields")).toEqual(["net"]);
    expect(at(document, "AcroForm", "Fields", 3, "Lock", "Fields")).toEqual(["net_2"]);
  },
  "Widget /DA": () => expect(at(secondInFont(), "AcroForm", "Fields", 1, "DA")).toBe("/F_2 8 Tf"),
  "FreeText /DA": () => expect(at(secondInFont(), 2, "Annots", 2, "DA")).toBe("/F_2 7 Tf"),
  "AcroForm /CO": () => {
    const file = pagesPdf([""], fields);
    expect(at(assemble(file, file).document, "AcroForm", "CO")).toMatchObject([{ T: "net" }, { T: "net_2" }]);
  },
  "Catalog /OpenAction": () => {
    const file = (opening: string) => pagesPdf(["", ""], { root: `/OpenAction ${opening}` });
    expect(at(assemble([file("[1/Fit]"), [2]]).document, "OpenAction")).toEqual(["page 1", "/Fit"]);
    const scripts = `<<${script("first")}/Next<</S/GoTo/D[0/Fit]/Next<<${script("second")}>>>>>>`;
    const { document } = assemble(file("[1/Fit]"), file(scripts));
    expect(at(document, "OpenAction")).toEqual(["page 2", "/Fit"]);
    expect(at(document, "Names", "JavaScript", "Names")).toEqual([
      "~open",
      { S: "/JavaScript", JS: "first" },
      "~open-2",
      { S: "/JavaScript", JS: "second" },
    ]);
  },
  "Catalog /AA": () => {
    const file = (text: string) => pagesPdf([""], { root: `/AA<</WC<<${script(text)}>>>>` });
    const { document } = assemble(pagesPdf([""]), file("a"), file("b"));
    expect(at(document, "AA", "WC")).toEqual({
      S: "/JavaScript",
      JS: "",
      Next: [
        { S: "/JavaScript", JS: "a" },
        { S: "/JavaScript", JS: "b" },
      ],
    });
    expect(at(assemble(pagesPdf([""]), file("a")).document, "AA", "WC", "JS")).toBe("a");
  },
  "Names /JavaScript": () => {
    const file = (text: string) =>
      pagesPdf([""], { root: `/Names<</JavaScript<</Names[(s)<<${script(text)}>>]>>>>` });
    const { document, warnings } = assemble(file("function f() {1}"), file("function f() {2}"));
    expect(at(document, "Names", "JavaScript", "Names")).toMatchObject([
      "s",
      {},
      "s-2",
      { JS: "function f() {2}" },
    ]);
    expect(warnings).toContain("the function f");
    expect(assemble(file("function f() {1}"), file("function f() {1}")).warnings).toBe("");
  },
  "Names /IDS": () => {
    const file = pagesPdf(["/ID(x)"], {
      root: "/Names<</IDS<</Names[(x)<</S/SPS/ID(x)/O[3 0 R]/SI<<>>>>]>>>>",
    });
    expect(at(assemble(file, file).document, "Names", "IDS", "Names")).toMatchObject(["x", { ID: "x" }]);
  },
  "ViewerPreferences /PrintPageRange": () => {
    const file = pagesPdf(["", "", "", "", ""], {
      root: "/ViewerPreferences<</PrintPageRange[1 2 4 4]/NumCopies 2>>",
    });
    const range = (...pages: number[]) =>
      at(assemble([file, pages]).document, "ViewerPreferences", "PrintPageRange");
    expect(range(5, 4, 1, 2)).toEqual([2, 4]);
    expect(range(1, 3, 4)).toEqual([1, 1, 3, 3]);
    expect(range(3)).toBeNull();
    expect(at(assemble(file, file).document, "ViewerPreferences", "PrintPageRange")).toEqual([1, 2, 4, 4]);
  },
  PageLabels: () => {
    const file = pagesPdf(["", ""], { root: "/PageLabels<</Nums[0<</S/r>>1<</S/D>>]>>" });
    expect(at(assemble([file, [2]], file).document, "PageLabels", "Nums")).toEqual([
      ...[0, { S: "/D" }],
      ...[1, { S: "/r" }],
      ...[2, { S: "/D" }],
    ]);
  },
  "Page /B": () => {
    const file = pagesPdf(["/B[21 0 R]", "", "/B[23 0 R]"], threads);
    const { document, warnings } = assemble([file, [1]]);
    expect(at(document, "Threads")).toMatchObject([{ I: { Title: "one" } }]);
    expect(at(document, 1, "B")).toHaveLength(1);
    expect(warnings).toContain("article threads");
    expect(at(assemble([file, [2]]).document, "Threads")).toBeNull();
  },
  "Page /PresSteps": () => {
    const steps = {
      20: "<</NA<</S/GoTo/D(d)>>/Next 21 0 R>>",
      21: "<</PA<</S/GoTo/D[1/Fit]>>/Prev 20 0 R>>",
    };
    const file = pagesPdf(["/PresSteps 20 0 R", ""], { root: attachment.root ?? "", more: steps });
    const { document } = assemble(file, file);
    expect(at(document, 3, "PresSteps")).toMatchObject({
      NA: { D: "d-2" },
      Next: { PA: { D: ["page 4", "/Fit"] } },
    });
    const [alone] = [assemble([file, [1]]).document];
    expect(at(alone, 1, "PresSteps")).toEqual({ Next: { Prev: "above" } });
  },
  "Page /TemplateInstantiated": () => {
    const file = pagesPdf(["/TemplateInstantiated/t"], {
      root: "/Names<</Templates<</Names[(t)20 0 R]>>>>",
      more: { 20: "<</Type/Template>>" },
    });
    expect(at(assemble(file, file).document, 2, "TemplateInstantiated")).toBe("/t-2");
  },
  "Page /SeparationInfo": () => {
    const file = pagesPdf(["/SeparationInfo<</Pages[3 0 R 4 0 R]/DeviceColorant/Cyan>>", "", ""]);
    expect(at(assemble([file, [1, 3]]).document, 1, "SeparationInfo", "Pages")).toEqual(["page 1"]);
  },
  "Annot /IRT": () => {
    const file = pagesPdf([annotated("20 0 R"), annotated("21 0 R")], {
      more: {
        20: "<</Subtype/Text/Rect[0 0 9 9]/IRT 21 0 R/Popup 22 0 R>>",
        21: "<</Subtype/Text/Rect[0 0 9 9]/Contents(SECRET)>>",
        22: "<</Subtype/Popup/Rect[0 0 9 9]/Parent 21 0 R>>",
      },
    });
    const { document, bytes } = assemble([file, [1]]);
    expect(at(document, 1, "Annots", 0)).toMatchObject({ Popup: { Subtype: "/Popup" } });
    expect(at(document, 1, "Annots", 0, "IRT")).toBeNull();
    expect(Buffer.from(bytes).includes("SECRET")).toBe(false);
  },
  "StructElem /ID": () => expect(secondTag("ID")).toBe("id_2"),
  "StructElem /C": () => expect(secondTag("C")).toBe("/c_2"),
  "StructElem /S": () => expect(secondTag("S")).toBe("/Cell_2"),
  "Table /Headers": () => expect(secondTag("A", "Headers")).toEqual(["id_2"]),
  "ClassMap /Headers": () => {
    const classes = at(twoTagged(), "StructTreeRoot", "ClassMap");
    expect(classes).toMatchObject({ c: { Headers: ["id"] }, c_2: { Headers: ["id_2"] } });
  },
  "Page /StructParents": () => {
    expect(at(twoTagged(), 2, "StructParents")).toBe(1);
    expect(at(twoTagged(), "StructTreeRoot", "ParentTree", "Nums", 2)).toBe(1);
  },
};

it.each(Object.keys(references) as ReferringEntry[])("%s is adapted", (entry) => rows[entry]());
