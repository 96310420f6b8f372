/**
 * Small files with objects that reference each other such that an unbounded walk takes hours or gigabytes, because an
 * intended tree is an arbitrary graph. There is one family for each kind of walk, each in several shapes.
 */
import { deflateSync } from "node:zlib";
import { flateText } from "./bombs.ts";
import { type BuiltPdf, type BuiltStream, buildPdf } from "./pdf-builder.ts";

type Objects = Record<number, string | BuiltStream>;

/** Objects 1 to 8 are always the same; graphs start here. */
const first = 20;
const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/** Two pages; `root` are entries of the catalog, `page` of both pages. */
function document(
  root: string,
  page: string,
  more: Objects,
  content = "BT /F 9 Tf 9 9 Td (text) Tj ET",
): Objects {
  return {
    1: `<</Type/Catalog/Pages 2 0 R${root}>>`,
    2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 300]>>",
    3: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>${page}>>`,
    4: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>${page}>>`,
    5: { dict: "", data: content },
    6: helvetica,
    ...more,
  };
}

/** The same with everything but streams in one object stream: once deflated, repetition costs nothing. */
function packed(objects: Objects, trailer = ""): Uint8Array {
  const plain = Object.entries(objects).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const streams = Object.entries(objects).filter(([, body]) => typeof body !== "string");
  const size = Math.max(...Object.keys(objects).map(Number)) + 3;
  const [container, xref] = [size - 2, size - 1];
  let at = 0;
  const heads = plain.map(([num, body]) => {
    const head = `${num} ${at}`;
    at += body.length + 1;
    return head;
  });
  const index = `${heads.join(" ")} `;
  const data = deflateSync(Buffer.from(index + plain.map(([, body]) => `${body}\n`).join(""), "latin1"));
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n", "latin1")];
  const offsets = new Map<number, number>();
  const put = (num: number, dict: string, body: Uint8Array) => {
    offsets.set(
      num,
      parts.reduce((sum, part) => sum + part.length, 0),
    );
    parts.push(Buffer.from(`${num} 0 obj\n<<${dict}/Length ${body.length}>>\nstream\n`, "latin1"));
    parts.push(Buffer.from(body), Buffer.from("\nendstream\nendobj\n", "latin1"));
  };
  for (const [num, body] of streams)
    if (typeof body !== "string")
      put(
        Number(num),
        body.dict,
        typeof body.data === "string" ? Buffer.from(body.data, "latin1") : body.data,
      );
  put(container, `/Type/ObjStm/N ${plain.length}/First ${index.length}/Filter/FlateDecode`, data);
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  offsets.set(xref, start);
  const rows = Buffer.alloc(size * 7);
  const places = new Map(plain.map(([num], k) => [Number(num), k]));
  for (let num = 0; num < size; num++) {
    const [offset, place] = [offsets.get(num), places.get(num)];
    if (offset !== undefined) {
      rows[num * 7] = 1;
      rows.writeUInt32BE(offset, num * 7 + 1);
    } else if (place !== undefined) {
      rows[num * 7] = 2;
      rows.writeUInt32BE(container, num * 7 + 1);
      rows.writeUInt16BE(Math.min(place, 65_535), num * 7 + 5);
    }
  }
  put(xref, `/Type/XRef/Size ${size}/W[1 4 2]/Root 1 0 R${trailer}/Filter/FlateDecode`, deflateSync(rows));
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`, "latin1"));
  return Buffer.concat(parts);
}

/** A kind of walk: `node` writes an object with the children `kids` (references or objects, separated by spaces). */
interface Family {
  readonly name: string;
  readonly node: (kids: string, num: number) => string | BuiltStream;
  /** The start of the walk in a document; `top` is a reference. */
  readonly place: (top: string) => {
    readonly root?: string;
    readonly page?: string;
    readonly more?: Objects;
  };
  /** Nodes are streams, which can't be nested in other objects. */
  readonly streams?: boolean;
  /** The pages' content, if the default doesn't start the walk. */
  readonly content?: string;
}

const annotation = (entries: string) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${entries}>>`;
const formContent = (kids: string) =>
  kids
    .split(" R")
    .slice(0, -1)
    .map((_, k) => `/X${k} Do`)
    .join(" ");
const named = (kids: string) =>
  kids
    .split(" R")
    .slice(0, -1)
    .map((kid, k) => `/X${k} ${kid.trim()} R`)
    .join("");

const families: readonly Family[] = [
  {
    name: "pages",
    node: (kids) => `<</Type/Pages/Count 9/Kids[${kids}]>>`,
    place: (top) => ({
      more: { 2: `<</Type/Pages/Count 2/MediaBox[0 0 300 300]/Kids[3 0 R 4 0 R ${top}]>>` },
    }),
  },
  {
    name: "fields",
    node: (kids, num) => `<</T(f${num})/FT/Tx/V(value)/DA(/F 0 Tf)/Kids[${kids}]>>`,
    place: (top) => ({
      root: `/AcroForm<</DA(/F 0 Tf)/DR<</Font<</F 6 0 R>>>>/Fields[9 0 R ${top}]/CO[9 0 R ${top}]>>`,
      page: "/Annots[9 0 R]",
      more: { 9: `<</Type/Annot/Subtype/Widget/FT/Tx/T(w)/V(v)/Rect[9 9 99 29]/Parent ${top}>>` },
    }),
  },
  {
    name: "signatures",
    node: (kids, num) => `<</T(s${num})/FT/Sig/Kids[${kids}]>>`,
    place: (top) => ({
      root: `/AcroForm<</SigFlags 3/Fields[9 0 R ${top}]>>/Perms<</DocMDP 10 0 R>>`,
      page: "/Annots[9 0 R]",
      more: {
        9: "<</Type/Annot/Subtype/Widget/FT/Sig/T(w)/V 10 0 R/Rect[9 9 99 29]>>",
        10: "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>",
      },
    }),
  },
  {
    name: "outline",
    node: (kids, num) =>
      `<</Title(item ${num})/Dest[3 0 R/Fit]/First ${kids.split(" R")[0]} R/Next ${kids.split(" R")[0]} R/Last ${kids.split(" R")[0]} R>>`,
    place: (top) => ({ root: `/Outlines<</First ${top}/Last ${top}/Count 9>>` }),
  },
  {
    name: "actions",
    node: (kids) => `<</S/GoTo/D[3 0 R/Fit]/Next[${kids}]>>`,
    place: (top) => ({
      root: `/OpenAction ${top}/AA<</WC ${top}/WS ${top}>>/Outlines<</First 9 0 R/Last 9 0 R>>`,
      page: `/AA<</O ${top}>>/Annots[10 0 R]`,
      more: { 9: `<</Title(t)/A ${top}>>`, 10: annotation(`/A ${top}`) },
    }),
  },
  {
    name: "actions of another kind",
    node: (kids) => `<</S/Hide/T[(a)(b)]/H true/Next ${kids.split(" R")[0]} R/Alt[${kids}]>>`,
    place: (top) => ({ page: "/Annots[10 0 R]", more: { 10: annotation(`/A ${top}/PA ${top}`) } }),
  },
  {
    name: "membership",
    node: (kids) => `<</Type/OCMD/P/AnyOn/OCGs[${kids}]>>`,
    place: (top) => ({
      root: "/OCProperties<</OCGs[10 0 R]/D<</OFF[10 0 R]>>>>",
      page: `/Resources<</Font<</F 6 0 R>>/Properties<</M ${top}>>>>`,
      more: { 10: "<</Type/OCG/Name(g)>>" },
    }),
    content: "/OC /M BDC BT /F 9 Tf 9 9 Td (text) Tj ET EMC",
  },
  {
    name: "visibility expression",
    node: (kids) => `[/And ${kids}]`,
    place: (top) => ({
      root: `/OCProperties<</OCGs[10 0 R]/D<</Order[${top}]/RBGroups[${top}]/AS[${top}]>>>>`,
      page: `/Resources<</Font<</F 6 0 R>>/Properties<</M <</Type/OCMD/VE ${top}>>>>>>`,
      more: { 10: "<</Type/OCG/Name(g)>>" },
    }),
    content: "/OC /M BDC BT /F 9 Tf 9 9 Td (text) Tj ET EMC",
  },
  {
    name: "structure",
    node: (kids) => `<</Type/StructElem/S/Div/P 9 0 R/Pg 3 0 R/C/c/A<</O/Layout>>/K[${kids}]>>`,
    place: (top) => ({
      root: "/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R",
      page: "/StructParents 0",
      more: {
        9: `<</Type/StructTreeRoot/K[${top} 10 0 R]/ParentTree<</Nums[0[10 0 R]]>>/ClassMap<</c<</O/Layout>>>>/RoleMap<</Q/P>>>>`,
        10: `<</Type/StructElem/S/P/P ${top}/Pg 3 0 R/K 0>>`,
      },
    }),
    content: "/P <</MCID 0>> BDC BT /F 9 Tf 9 9 Td (text) Tj ET EMC",
  },
  {
    name: "tables",
    node: (kids) => `<</Type/StructElem/S/Table/P 9 0 R/Pg 3 0 R/K[${kids} 0]>>`,
    place: (top) => ({
      root: "/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R",
      page: "/StructParents 0",
      more: { 9: `<</Type/StructTreeRoot/K[${top}]/ParentTree<</Nums[0[${top}]]>>>>` },
    }),
    content: "/Table <</MCID 0>> BDC BT /F 9 Tf 9 9 Td (text) Tj ET EMC",
  },
  {
    name: "names",
    node: (kids, num) => `<</Names[(n${num})11 0 R]/Kids[${kids}]>>`,
    place: (top) => ({
      root: `/Names<</Dests ${top}/EmbeddedFiles ${top}/JavaScript ${top}/AP ${top}>>`,
      page: "/Annots[10 0 R]",
      more: { 10: annotation("/Dest(n20)"), 11: "<</Type/Filespec/UF(a)/F(a)/D[3 0 R/Fit]>>" },
    }),
  },
  {
    name: "numbers",
    node: (kids, num) => `<</Nums[${num}<</S/D/P(x)>>]/Kids[${kids}]>>`,
    place: (top) => ({
      root: `/PageLabels ${top}/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R`,
      page: "/StructParents 21",
      more: { 9: `<</Type/StructTreeRoot/K[]/ParentTree ${top}/IDTree ${top}>>` },
    }),
  },
  {
    name: "forms",
    streams: true,
    node: (kids) => ({
      dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Resources<</Font<</F 6 0 R>>/XObject<<${named(kids)}>>>>`,
      data: `${formContent(kids)} BT /F 9 Tf (in) Tj ET`,
    }),
    place: (top) => ({ page: `/Resources<</Font<</F 6 0 R>>/XObject<</X ${top}>>>>` }),
    content: "/X Do /X Do",
  },
  {
    name: "patterns",
    streams: true,
    node: (kids) => ({
      dict: `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/XStep 9/YStep 9/BBox[0 0 9 9]/Resources<</Pattern<<${named(kids)}>>>>`,
      data: "/Pattern cs /X0 scn 0 0 9 9 re f",
    }),
    place: (top) => ({ page: `/Resources<</Font<</F 6 0 R>>/Pattern<</X ${top}>>>>` }),
    content: "/Pattern cs /X scn 0 0 99 99 re f BT /F 9 Tf 9 9 Td (text) Tj ET",
  },
  {
    name: "soft masks",
    streams: true,
    node: (kids) => ({
      dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency>>/Resources<</ExtGState<</G<</SMask<</S/Alpha/G ${kids.split(" R")[0]} R>>>>>>>>`,
      data: "/G gs 0 0 9 9 re f",
    }),
    place: (top) => ({
      page: `/Resources<</Font<</F 6 0 R>>/ExtGState<</G<</SMask<</S/Alpha/G ${top}>>>>>>>>`,
    }),
    content: "/G gs 0 0 99 99 re f BT /F 9 Tf 9 9 Td (text) Tj ET",
  },
  {
    name: "functions",
    node: (kids) => {
      const count = kids.split(" R").length - 1;
      return `<</FunctionType 3/Domain[0 1]/Functions[${kids}]/Bounds[${"0.5 ".repeat(Math.max(0, count - 1))}]/Encode[${"0 1 ".repeat(count)}]>>`;
    },
    place: (top) => ({
      page: `/Resources<</Font<</F 6 0 R>>/ColorSpace<</C[/Separation/Ink/DeviceRGB ${top}]>>/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/Function ${top}>>>>>>`,
    }),
    content: "/C cs 0.5 scn /S sh BT /F 9 Tf 9 9 Td (text) Tj ET",
  },
  {
    name: "color spaces",
    node: (kids) => `[/Indexed ${kids.split(" R")[0]} R 9 <00>${kids}]`,
    place: (top) => ({ page: `/Resources<</Font<</F 6 0 R>>/ColorSpace<</C ${top}>>>>` }),
    content: "/C cs 0 scn BT /F 9 Tf 9 9 Td (text) Tj ET",
  },
  {
    name: "character maps",
    streams: true,
    node: (kids) => ({
      dict: `/Type/CMap/UseCMap ${kids.split(" R")[0]} R/All[${kids}]`,
      data: "1 begincodespacerange <00> <ff> endcodespacerange 1 begincidrange <00> <ff> 0 endcidrange",
    }),
    place: (top) => ({
      more: {
        6: `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding ${top}/ToUnicode ${top}/DescendantFonts[<</Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>>>]>>`,
      },
    }),
  },
  {
    name: "threads",
    node: (kids) =>
      `<</Type/Bead/T 9 0 R/R[0 0 9 9]/P 3 0 R/N ${kids.split(" R")[0]} R/V ${kids.split(" R")[0]} R>>`,
    place: (top) => ({
      root: "/Threads[9 0 R 9 0 R]",
      page: `/B[${top}]`,
      more: { 9: `<</F ${top}/I<<>>>>` },
    }),
  },
  {
    name: "files",
    node: (kids, num) =>
      `<</Type/Filespec/UF(file ${num})/F(file)/EF<</F 11 0 R>>/RF<</F[${kids}]>>/AF[${kids}]/RelatedFiles ${kids.split(" R")[0]} R>>`,
    place: (top) => ({
      root: `/AF[${top}]/Names<</EmbeddedFiles<</Names[(a)${top}(b)${top}]>>>>`,
      page: `/AF[${top}]/Annots[10 0 R]/PieceInfo<</A<</Private ${top}>>>>`,
      more: {
        10: `<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS ${top}/Popup ${top}>>`,
        11: { dict: "/Type/EmbeddedFile", data: "data" },
      },
    }),
  },
  {
    name: "appearances",
    node: (kids) => `<</On ${kids.split(" R")[0]} R/Off[${kids}]>>`,
    place: (top) => ({
      root: "/AcroForm<</Fields[9 0 R]/DA(/F 0 Tf)>>",
      page: "/Annots[9 0 R 10 0 R]",
      more: {
        9: `<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/V/On/AS/On/Rect[9 9 29 29]/AP<</N ${top}/D ${top}>>/MK ${top}>>`,
        10: `<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/AP ${top}/BS ${top}/Border ${top}/Parent 10 0 R/IRT 10 0 R>>`,
      },
    }),
  },
];

/** How the nodes of a family reference each other. */
const shapes: Readonly<Record<string, (node: Family["node"]) => Objects>> = {
  "2 wide, 100 deep": (node) => shared(node, 2, 100),
  "100 wide, 12 deep": (node) => shared(node, 100, 12),
  "in a circle": (node) => ({
    [first]: node(`${first} 0 R ${first + 1} 0 R ${first} 0 R`, first),
    [first + 1]: node(`${first} 0 R ${first + 1} 0 R `, first + 1),
  }),
  "5,000 deep": (node) => shared(node, 1, 5000),
};

/** Shapes of families whose nodes can be nested, in an object stream. */
const packedShapes: Readonly<Record<string, (node: (kids: string, num: number) => string) => Objects>> = {
  "a list that holds itself": (node) => {
    const kid = node("@", first + 1)
      .replaceAll("[@]", `${first + 1} 0 R`)
      .replaceAll("@", `${first + 1} 0 R`);
    return {
      [first]: node(`${first + 1} 0 R `, first),
      [first + 1]: `[${kid.repeat(60)}]`,
    };
  },
  "one kid 100,000 times": (node) => ({
    [first]: node(`${first + 1} 0 R `.repeat(100_000), first),
    [first + 1]: node(`${first + 2} 0 R `.repeat(1000), first + 1),
    [first + 2]: node(`${first} 0 R `, first + 2),
  }),
  "60,000 nodes of one object": (node) => ({
    [first]: node(node(`${first} 0 R `, first).repeat(60_000), first),
  }),
};

function shared(node: Family["node"], wide: number, deep: number): Objects {
  const objects: Objects = {};
  for (let k = 0; k < deep; k++)
    objects[first + k] = node(`${k === deep - 1 ? first + k : first + k + 1} 0 R `.repeat(wide), first + k);
  return objects;
}

/** Small files that demand a lot through single entries rather than graphs. */
const single: Readonly<Record<string, () => Uint8Array>> = {
  "a text of 2,000,000 letters in a field of many lines": () =>
    field("/Ff 4096", `(${"word ".repeat(400_000)})`),
  "a text without blanks in a field of many lines": () => field("/Ff 4096", `(${"w".repeat(1_000_000)})`),
  "200,000 lines in a field": () => field("/Ff 4096", `(${"\\n".repeat(200_000)})`),
  "a comb of 1,000,000 letters": () => field("/Ff 16777216/MaxLen 1000000", `(${"w".repeat(1_000_000)})`),
  "a list of 100,000 options": () => field(`/FT/Ch/Ff 131072/Opt[${"(option)".repeat(100_000)}]`, "(option)"),
  "one embedded file 50,000 times": () =>
    packed(
      document(`/Names<</EmbeddedFiles<</Names[${"(a)9 0 R".repeat(50_000)}]>>>>`, "", {
        9: `<</Type/Filespec/UF(${"n".repeat(60_000)})/EF<</F 10 0 R>>>>`,
        10: { dict: "/Type/EmbeddedFile", data: "data" },
      }),
    ),
  "names of one embedded file": () =>
    packed(
      document(
        `/Names<</EmbeddedFiles<</Names[${Array.from({ length: 5000 }, (_, k) => `(${k})9 0 R`).join("")}]>>>>`,
        "",
        {
          9: `<</Type/Filespec/UF(${"n".repeat(500_000)})/EF<</F 10 0 R>>>>`,
          10: { dict: "/Type/EmbeddedFile", data: "data" },
        },
      ),
    ),
  "a name of 1,000,000 letters in 3,000 fields": () =>
    packed(
      document(
        `/AcroForm<</DA(/F 0 Tf)/Fields[${Array.from({ length: 3000 }, (_, k) => `${first + k} 0 R`).join(" ")}]>>`,
        "/Annots[20 0 R 21 0 R]",
        {
          ...Object.fromEntries(
            Array.from({ length: 3000 }, (_, k) => [
              first + k,
              "<</Type/Annot/Subtype/Widget/FT/Tx/T 9 0 R/V 9 0 R/Rect[9 9 99 29]>>",
            ]),
          ),
          9: `(${"n".repeat(1_000_000)})`,
        },
      ),
    ),
  "30,000 pages that share a content of 1 MB": () =>
    pagesOf(30_000, flateText("BT /F 9 Tf (shared) Tj ET\n", 1)),
  "1,000 pages that share a content of 16 MB": () =>
    pagesOf(1000, flateText("BT /F 9 Tf (shared) Tj ET\n", 16)),
  "pages that share 100,000 annotations": () =>
    packed({
      ...document("", `/Annots ${first} 0 R`, {
        [first]: `[${`${first + 1} 0 R `.repeat(100_000)}]`,
        [first + 1]: annotation("/A<</S/URI/URI(http://example.com)>>"),
      }),
    }),
  "300 pages that share 10,000 direct annotations": () => {
    const objects = document("", "", {
      [first]: `[${annotation("/A<</S/GoTo/D[3 0 R/Fit]>>").repeat(10_000)}]`,
    });
    for (let k = 0; k < 300; k++)
      objects[100 + k] = `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots ${first} 0 R>>`;
    objects[2] = `<</Type/Pages/Count 300/MediaBox[0 0 9 9]/Kids[${Array.from({ length: 300 }, (_, k) => `${100 + k} 0 R`).join(" ")}]>>`;
    return packed(objects);
  },
  "100,000 pages that are one": () =>
    packed({
      ...document("", "", {}),
      2: `<</Type/Pages/Count 100000/MediaBox[0 0 9 9]/Kids[${"3 0 R ".repeat(100_000)}]>>`,
    }),
  "resources of 100,000 names for 3,000 pages": () => {
    const fonts = Array.from({ length: 100_000 }, (_, k) => `/F${k} 6 0 R`).join("");
    const objects = document("", "", { [first]: `<</Font<</F 6 0 R${fonts}>>>>` });
    for (let k = 0; k < 3000; k++)
      objects[100 + k] = `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources ${first} 0 R>>`;
    objects[2] = `<</Type/Pages/Count 3000/MediaBox[0 0 9 9]/Kids[${Array.from({ length: 3000 }, (_, k) => `${100 + k} 0 R`).join(" ")}]>>`;
    return packed(objects);
  },
  "a dash of 300,000 lengths on a border": () =>
    packed(
      document("", "/Annots[9 0 R]", {
        9: `<</Type/Annot/Subtype/Square/Rect[0 0 99 99]/BS<</W 1/S/D/D[${"1 ".repeat(300_000)}]>>/C[1 0 0]>>`,
      }),
    ),
  "a path of 300,000 points": () =>
    packed(
      document("", "/Annots[9 0 R]", {
        9: `<</Type/Annot/Subtype/PolyLine/Rect[0 0 99 99]/Vertices[${"1 2 ".repeat(300_000)}]/C[1 0 0]>>`,
      }),
    ),
  "1,000,000 empty dictionaries": () =>
    packed(document(`/Lang(en)/PieceInfo<</A[${"<<>>".repeat(1_000_000)}]>>`, "", {})),
  "30,000 lists within lists, 400 deep": () =>
    packed(document(`/PieceInfo<</A[${("[".repeat(400) + "]".repeat(400)).repeat(30_000)}]>>`, "", {})),
  "2,000 rows of words in three columns": () => {
    const rows = Array.from({ length: 2000 }, (_, at) =>
      [10, 30, 50].map((x) => `1 0 0 1 ${x} ${14_000 - 2 * at} Tm(abc def)Tj\n`).join(""),
    );
    return packed(document("", "/MediaBox[0 0 100 14400]", {}, `BT /F 1 Tf ${rows.join("")} ET`));
  },
  "150 object streams of 5 MB, and no cross-reference": () => loosePacks(150, 5_000_000, 1),
  "4,000 object streams of 3 MB deflated twice, and no cross-reference": () => loosePacks(4000, 3_000_000, 2),
  "a chain of 9,000 cross-reference tables": () => tables(9000),
  "a label of 1,000,000 letters on each page": () =>
    packed(
      document(`/PageLabels<</Nums[0<</S/D/P 9 0 R>>1<</P 9 0 R>>]>>`, "", {
        9: `(${"p".repeat(1_000_000)})`,
      }),
    ),
  "forms on a page that is left to MuPDF": () => {
    const forms: Objects = {};
    for (let k = 0; k < 10; k++)
      forms[first + k] = {
        dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 6 0 R>>/XObject<</X ${first + k + 1} 0 R>>>>`,
        data: k < 9 ? "/X Do ".repeat(20) : "BT /F 9 Tf (in) Tj ET",
      };
    const objects = document("", "", forms, "BT 7 Tr /F 9 Tf 9 9 Td (clip) Tj ET /X Do");
    for (const num of [3, 4])
      objects[num] =
        `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>/XObject<</X ${first} 0 R>>>>>>`;
    return buildPdf({ objects });
  },
  "form data that inflate": () =>
    buildPdf({ objects: document("/AcroForm<</Fields[]/XFA 9 0 R>>", "", { 9: flateText("<xfa>", 200) }) }),
  "metadata that inflate": () =>
    buildPdf({
      objects: document("/Metadata 9 0 R", "/Metadata 9 0 R", { 9: { ...flateText("<rdf:li>", 200) } }),
    }),
};

function field(entries: string, value: string): Uint8Array {
  return packed(
    document(
      "/AcroForm<</NeedAppearances true/Fields[9 0 R]/DA(/F 0 Tf)/DR<</Font<</F 6 0 R>>>>>>",
      "/Annots[9 0 R]",
      {
        9: `<</Type/Annot/Subtype/Widget/FT/Tx/T(w)/DA(/F 0 Tf)/V ${value}/Rect[9 9 199 199]${entries}>>`,
      },
    ),
  );
}

function pagesOf(count: number, content: BuiltStream): Uint8Array {
  const objects = document("", "", { 5: content });
  for (let k = 0; k < count; k++)
    objects[100 + k] = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>";
  objects[2] = `<</Type/Pages/Count ${count}/MediaBox[0 0 300 300]/Kids[${Array.from({ length: count }, (_, k) => `${100 + k} 0 R`).join(" ")}]>>`;
  return packed(objects);
}

/** A page, and object streams with one long object each, deflated several times; nothing gives their offsets. */
function loosePacks(count: number, bytes: number, times: number): Uint8Array {
  let data = Buffer.from(`9 0 [${"[] ".repeat(bytes / 3)}]`, "latin1");
  for (let k = 0; k < times; k++) data = deflateSync(data, { level: 9 });
  const dict = `/Type/ObjStm/N 1/First 4/Filter[${"/FlateDecode".repeat(times)}]/Length ${data.length}`;
  const pack = (num: number) => [
    Buffer.from(`${num} 0 obj\n<<${dict}>>\nstream\n`, "latin1"),
    data,
    Buffer.from("\nendstream\nendobj\n", "latin1"),
  ];
  const whole = Buffer.from(buildPdf({ objects: document("", "", {}) }));
  return Buffer.concat([
    whole.subarray(0, whole.lastIndexOf("xref\n0 ")),
    ...Array.from({ length: count }, (_, k) => pack(100 + k)).flat(),
    Buffer.from("trailer\n<</Root 1 0 R>>\n", "latin1"),
  ]);
}

/** As many sections as fit into the file, each pointing to the previous one. */
function tables(count: number): Uint8Array {
  const whole = Buffer.from(buildPdf({ objects: document("", "", {}) }));
  let previous = whole.lastIndexOf("xref\n0 ");
  const parts = [whole];
  let at = whole.length;
  for (let k = 0; k < count; k++) {
    const part = Buffer.from(
      `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 7/Root 1 0 R/Prev ${previous}>>\nstartxref\n${at}\n%%EOF\n`,
    );
    previous = at;
    at += part.length;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function made(family: Family, objects: Objects, pack: boolean): Uint8Array {
  const { root = "", page = "", more = {} } = family.place(`${first} 0 R`);
  const whole = document(root, page, { ...objects, ...more }, family.content);
  // The family's resources replace those of the page.
  for (const num of [3, 4]) {
    const body = whole[num];
    if (typeof body === "string" && page.includes("/Resources"))
      whole[num] = body.replace("/Resources<</Font<</F 6 0 R>>>>", "");
  }
  const built: BuiltPdf = { objects: whole };
  return pack ? packed(whole) : buildPdf(built);
}

/** Every attack by name: from a few to a few hundred kilobytes. */
export const attacks: Readonly<Record<string, () => Uint8Array>> = Object.fromEntries([
  ...families.flatMap((family) => [
    ...Object.entries(shapes).map(([shape, graph], k): [string, () => Uint8Array] => [
      `${family.name}, ${shape}`,
      () => made(family, graph(family.node), !family.streams && k % 2 === 1),
    ]),
    ...(family.streams
      ? []
      : Object.entries(packedShapes).map(([shape, graph]): [string, () => Uint8Array] => [
          `${family.name}, ${shape}`,
          () =>
            made(
              family,
              graph((kids, num) => String(family.node(kids, num))),
              true,
            ),
        ])),
  ]),
  ...Object.entries(single),
]);

/** A random graph of a family: the number of children per node, the number of levels, and whether it is packed. */
export function grownAttack(random: (below: number) => number): {
  readonly name: string;
  readonly make: () => Uint8Array;
} {
  const family = families[random(families.length)];
  if (!family) throw new Error("there are no families");
  const wide = 1 + random(random(2) === 0 ? 4 : 400);
  const deep = 2 + random(Math.min(4000, Math.floor(40_000 / wide)));
  const packs = family.streams !== true && random(2) === 0;
  const back = random(3) === 0;
  return {
    name: `${family.name}, ${wide} wide, ${deep} deep${packs ? ", packed" : ""}${back ? ", and back" : ""}`,
    make() {
      const objects = shared(family.node, wide, deep);
      // The last node links back to the first.
      if (back) objects[first + deep - 1] = family.node(`${first} 0 R `.repeat(wide), first + deep - 1);
      return made(family, objects, packs);
    },
  };
}
