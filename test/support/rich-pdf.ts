/**
 * A document with some of everything that an assembly must keep, in PDF syntax, for tests that inspect it with other
 * tools.
 */
import { type BuiltStream, buildPdf } from "./pdf-builder.ts";

export interface RichOptions {
  /** Part of every text, title and value, so that a test can distinguish files. */
  readonly label: string;
  readonly pages: number;
  /** Leaves out tags, form, layers … for tests that need just one feature. */
  readonly without?: readonly ("tags" | "form" | "layers" | "labels" | "outline" | "names")[];
  /** The size of a unique image on each page, in bytes. */
  readonly imageBytes?: number;
  /**
   * `boxes`: the pages from 2 on are rotated, cropped, have all boxes, an origin elsewhere, or larger units; `media`:
   * each page has a highlight, a stamp and an attached file; `signature`: page 1 has a signed field (with a meaningless
   * signature).
   */
  readonly extras?: readonly ("boxes" | "media" | "signature" | "claim")[];
  /** The image of an additional last page, which has nothing else. */
  readonly scan?: BuiltStream;
}

/** The entries of pages 2, 3, 4, … with the extra `boxes`; page 1 inherits everything. */
const boxes = [
  "/Rotate 90/CropBox[20 30 580 760]",
  "/MediaBox[-100 50 500 850]/BleedBox[-90 60 490 840]/TrimBox[-80 70 480 830]/ArtBox[-70 80 470 820]",
  "/UserUnit 2/MediaBox[0 0 400 800]/CropBox[10 10 390 790]/Rotate 270",
  "/Rotate 180",
];

/** Incompressible bytes that differ by `seed`. */
export function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed * 2654435761 + 1;
  for (let k = 0; k < length; k++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[k] = state >>> 16;
  }
  return bytes;
}

/**
 * Page k (1-based) shows `<label> page <k>` and links to the next page (explicit), to page 1 (name `first`, action), to
 * the last (name `/end` of the old dictionary), and to a web address; it has a note with a popup and a reply. The field
 * `person` is on page 1, `group.text<k>` on page k, the radio button `choice` on pages 1 and 2; the outline has a chapter
 * for every two pages.
 */
export function richPdf({
  label,
  pages,
  without = [],
  imageBytes = 0,
  extras = [],
  scan,
}: RichOptions): Uint8Array {
  const has = (what: NonNullable<RichOptions["without"]>[number]) => !without.includes(what);
  const objects: Record<number, string | BuiltStream> = {};
  let next = 1;
  const num = () => next++;
  const add = (body: string | BuiltStream, at = num()) => {
    objects[at] = body;
    return at;
  };
  const catalog = num();
  const tree = num();
  const range = Array.from({ length: pages }, (_, k) => k + 1);
  const pageNums = range.map(num);
  const pageNum = (page: number) => pageNums[page - 1] ?? 0;
  const font = add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  const layers = ["shown", "hidden"].map((state) => add(`<</Type/OCG/Name(${label} ${state})>>`));
  const resources = `/Resources<</Font<</F1 ${font} 0 R>>/Properties<</L0 ${layers[0]} 0 R/L1 ${layers[1]} 0 R>>>>`;
  const appearance = (text: string) =>
    add({
      dict: `/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</Helv ${font} 0 R>>>>`,
      data: `/Tx BMC BT /Helv 10 Tf (${text}) Tj ET EMC`,
    });

  const structRoot = num();
  const documentElement = num();
  const sections: number[] = [];
  const parents: string[] = [];

  const person = num();
  const group = num();
  const groupKids: number[] = [];
  const choice = num();
  const choiceKids: number[] = [];
  const signature = extras.includes("signature") ? num() : 0;

  for (const page of range) {
    const content = add({
      dict: "",
      data: `/P <</MCID 0>> BDC BT /F1 24 Tf 72 700 Td (${label} page ${page}) Tj ET EMC /OC /L0 BDC 0 0 10 10 re f EMC`,
    });
    const image =
      imageBytes > 0
        ? add({
            dict: `/Type/XObject/Subtype/Image/Width ${imageBytes}/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8`,
            data: noise(imageBytes, page + label.length * 1000),
          })
        : 0;
    const annots: number[] = [];
    const key = 100 + page;
    const toNext = add(
      `<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[10 10 60 30]/P ${pageNum(page)} 0 R/Dest[${pageNum((page % pages) + 1)} 0 R/XYZ 0 700 0]${has("tags") ? `/StructParent ${key}` : ""}>>`,
    );
    annots.push(toNext);
    annots.push(add("<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[10 40 60 60]/A<</S/GoTo/D(first)>>>>"));
    annots.push(add("<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[10 70 60 90]/Dest/end>>"));
    annots.push(
      add(
        `<</Type/Annot/Subtype/Link/Rect[10 100 60 120]/A<</S/URI/URI(https://example.com/${label}/${page})>>>>`,
      ),
    );
    const note = num();
    const popup = num();
    add(
      `<</Type/Annot/Subtype/Text/Rect[100 10 120 30]/P ${pageNum(page)} 0 R/Contents(${label} note ${page})/Popup ${popup} 0 R>>`,
      note,
    );
    add(`<</Type/Annot/Subtype/Popup/Rect[130 10 200 60]/Parent ${note} 0 R/P ${pageNum(page)} 0 R>>`, popup);
    annots.push(note, popup);
    annots.push(
      add(
        `<</Type/Annot/Subtype/Text/Rect[100 40 120 60]/Contents(${label} reply ${page})/IRT ${note} 0 R>>`,
      ),
    );
    if (extras.includes("media")) {
      annots.push(
        add(
          `<</Type/Annot/Subtype/Highlight/Rect[72 695 200 725]/QuadPoints[72 725 200 725 72 695 200 695]/C[1 1 0]/Contents(${label} mark ${page})/AP<</N ${add({ dict: "/Type/XObject/Subtype/Form/BBox[72 695 200 725]", data: "1 1 0 rg 72 695 128 4 re f" })} 0 R>>>>`,
        ),
        add(
          `<</Type/Annot/Subtype/Stamp/Rect[300 300 400 320]/AP<</N ${appearance(`${label} stamp`)} 0 R>>>>`,
        ),
        add(
          `<</Type/Annot/Subtype/FileAttachment/Rect[140 100 160 120]/Contents(${label} clip ${page})/FS<</Type/Filespec/F(clip.txt)/UF(clip.txt)/EF<</F ${add({ dict: "/Type/EmbeddedFile", data: `${label} clip` })} 0 R>>>>/AP<</N ${appearance("clip")} 0 R>>>>`,
        ),
      );
    }
    if (extras.includes("signature") && page === 1) {
      add(
        `<</Type/Annot/Subtype/Widget/Rect[300 10 400 30]/P ${pageNum(1)} 0 R/F 132/FT/Sig/T(signed)/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 10 20 10]/Contents<${"00".repeat(16)}>>>/AP<</N ${appearance("signed")} 0 R>>>>`,
        signature,
      );
      annots.push(signature);
    }
    if (has("form")) {
      if (page === 1) {
        add(
          `<</Type/Annot/Subtype/Widget/Rect[200 10 300 30]/P ${pageNum(1)} 0 R/FT/Tx/T(person)/V(${label} person)/DA(/Helv 10 Tf 0 g)/AP<</N ${appearance(`${label} person`)} 0 R>>>>`,
          person,
        );
        annots.push(person);
      }
      const text = add(
        `<</Type/Annot/Subtype/Widget/Rect[200 40 300 60]/P ${pageNum(page)} 0 R/Parent ${group} 0 R/FT/Tx/T(text${page})/V(${label} text ${page})/AP<</N ${appearance(`${label} text ${page}`)} 0 R>>>>`,
      );
      groupKids.push(text);
      annots.push(text);
      if (page <= 2) {
        const state = page === 1 ? "one" : "two";
        const kid = add(
          `<</Type/Annot/Subtype/Widget/Rect[200 70 220 90]/Parent ${choice} 0 R/AS/${page === 1 ? "one" : "Off"}/AP<</N<</${state} ${appearance("x")} 0 R/Off ${appearance("")} 0 R>>>>>>`,
        );
        choiceKids.push(kid);
        annots.push(kid);
      }
    }
    const images = image ? `/Resources<</Font<</F1 ${font} 0 R>>/XObject<</Im ${image} 0 R>>>>` : "";
    add(
      `<</Type/Page/Parent ${tree} 0 R/Contents ${content} 0 R/Annots[${annots.map((n) => `${n} 0 R`).join(" ")}]${images}${extras.includes("boxes") && page > 1 ? boxes[(page - 2) % boxes.length] : ""}${has("tags") ? `/StructParents ${page - 1}` : ""}>>`,
      pageNum(page),
    );
    const section = num();
    sections.push(section);
    const paragraph = add(
      `<</Type/StructElem/S/Body/P ${section} 0 R/Pg ${pageNum(page)} 0 R/K 0/ID(${label}${page})>>`,
    );
    const link = add(
      `<</Type/StructElem/S/Link/P ${section} 0 R/Pg ${pageNum(page)} 0 R/K<</Type/OBJR/Obj ${toNext} 0 R>>>>`,
    );
    add(
      `<</Type/StructElem/S/Sect/P ${documentElement} 0 R/T(${label} section ${page})/K[${paragraph} 0 R ${link} 0 R]>>`,
      section,
    );
    parents.push(`${page - 1}[${paragraph} 0 R]`, `${key} ${link} 0 R`);
  }
  add(
    `<</Type/StructElem/S/Document/P ${structRoot} 0 R/K[${sections.map((n) => `${n} 0 R`).join(" ")}]>>`,
    documentElement,
  );
  const sorted = [...parents].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  add(
    `<</Type/StructTreeRoot/K ${documentElement} 0 R/ParentTree<</Nums[${sorted.join(" ")}]>>/ParentTreeNextKey ${200 + pages}/RoleMap<</Body/P>>>>`,
    structRoot,
  );
  if (scan) {
    const content = add({ dict: "", data: "q 612 0 0 792 0 0 cm /Im Do Q" });
    const page = `<</Type/Page/Parent ${tree} 0 R/Contents ${content} 0 R/Resources<</XObject<</Im ${add(scan)} 0 R>>>>>>`;
    pageNums.push(add(page));
  }
  add(
    `<</Type/Pages/Count ${pageNums.length}/Kids[${pageNums.map((n) => `${n} 0 R`).join(" ")}]/MediaBox[0 0 612 792]${resources}>>`,
    tree,
  );

  add(`<</FT/Tx/T(group)/Kids[${groupKids.map((n) => `${n} 0 R`).join(" ")}]>>`, group);
  add(`<</FT/Btn/Ff 49152/T(choice)/V/one/Kids[${choiceKids.map((n) => `${n} 0 R`).join(" ")}]>>`, choice);
  if (!has("form")) for (const n of [person]) objects[n] = "null";
  const form = has("form")
    ? `/AcroForm<</Fields[${person} 0 R ${group} 0 R ${choice} 0 R${signature ? ` ${signature} 0 R` : ""}]${signature ? "/SigFlags 3" : ""}/DR<</Font<</Helv ${font} 0 R>>>>/DA(/Helv 0 Tf 0 g)/CO[${person} 0 R]>>`
    : "";

  const outlines = num();
  const chapters = range
    .filter((page) => page % 2 === 1)
    .map((page) => ({
      page,
      num: num(),
      kids: [page, page + 1].filter((p) => p <= pages).map((p) => ({ page: p, num: num() })),
    }));
  const web = num();
  const top = [...chapters.map((chapter) => chapter.num), web];
  const sibling = (list: readonly number[], k: number) =>
    `${k > 0 ? `/Prev ${list[k - 1]} 0 R` : ""}${k + 1 < list.length ? `/Next ${list[k + 1]} 0 R` : ""}`;
  chapters.forEach((chapter, k) => {
    const kids = chapter.kids.map((kid) => kid.num);
    // The first chapter is open; the others are closed.
    add(
      `<</Title(${label} chapter ${chapter.page})/Parent ${outlines} 0 R${sibling(top, k)}/Dest[${pageNum(chapter.page)} 0 R/Fit]/First ${kids[0]} 0 R/Last ${kids.at(-1)} 0 R/Count ${k === 0 ? kids.length : -kids.length}/C[1 0 0]/F 2>>`,
      chapter.num,
    );
    chapter.kids.forEach((kid, j) => {
      add(
        `<</Title(${label} section ${kid.page})/Parent ${chapter.num} 0 R${sibling(kids, j)}/A<</S/GoTo/D[${pageNum(kid.page)} 0 R/XYZ 0 792 0]>>>>`,
        kid.num,
      );
    });
  });
  add(
    `<</Title(${label} web)/Parent ${outlines} 0 R${sibling(top, top.length - 1)}/A<</S/URI/URI(https://example.com/${label})>>>>`,
    web,
  );
  add(
    `<</Type/Outlines/First ${top[0]} 0 R/Last ${web} 0 R/Count ${top.length + (chapters[0]?.kids.length ?? 0)}>>`,
    outlines,
  );

  const file = add({ dict: "/Type/EmbeddedFile", data: `${label};data` });
  const fileSpec = add(
    `<</Type/Filespec/F(data.csv)/UF(data.csv)/EF<</F ${file} 0 R>>/AFRelationship/Data>>`,
  );
  const dests = ["first", ...range.map((page) => `page${String(page).padStart(3, "0")}`)];
  const destPairs = dests.map((key, k) => `(${key})[${pageNum(k === 0 ? 1 : k)} 0 R/XYZ 0 792 0]`);
  const names = `/Names<<${has("names") ? `/Dests<</Names[${destPairs.join(" ")}]>>` : ""}/EmbeddedFiles<</Names[(data.csv) ${fileSpec} 0 R]>>>>/AF[${fileSpec} 0 R]${has("names") ? `/Dests<</end[${pageNum(pages)} 0 R/Fit]>>` : ""}`;
  const labels = has("labels") ? `/PageLabels<</Nums[0<</S/r>>2<</S/D/P(${label}-)/St 5>>]>>` : "";
  const ocgs = layers.map((n) => `${n} 0 R`).join(" ");
  const layerEntry = has("layers")
    ? `/OCProperties<</OCGs[${ocgs}]/D<</Name(${label} layers)/Order[${ocgs}]/ON[${layers[0]} 0 R]/OFF[${layers[1]} 0 R]>>>>`
    : "";
  const metadata = add({
    dict: "/Type/Metadata/Subtype/XML",
    data: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"${extras.includes("claim") ? ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="1" pdfaid:conformance="B"' : ""}><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${label} xmp</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
  });
  add(
    `<</Type/Catalog/Pages ${tree} 0 R${has("outline") ? `/Outlines ${outlines} 0 R/PageMode/UseOutlines` : ""}${names}${labels}${form}${layerEntry}${has("tags") ? `/StructTreeRoot ${structRoot} 0 R/MarkInfo<</Marked true>>` : ""}/Lang(en-${label})/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${metadata} 0 R/OpenAction[${pageNum(pages)} 0 R/XYZ 0 700 0]>>`,
    catalog,
  );
  const info = add(`<</Title(${label} title)/Author(${label} author)>>`);
  return buildPdf({ objects, trailer: `/Root ${catalog} 0 R/Info ${info} 0 R/ID[<00112233><00112233>]` });
}
