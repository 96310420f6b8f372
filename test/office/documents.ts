/** Small office documents, complete enough for the real suite. */
import { type ZipPart, zip } from "../support/zip.ts";

type Parts = Readonly<Record<string, string | Uint8Array | ZipPart>>;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationships = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Relationships of a part: ID → type (last word), target, external or not. */
export function rels(list: readonly (readonly [string, string, string, "External"?])[]): string {
  const items = list.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`,
  );
  return `${xml}<Relationships xmlns="${relationships}">${items.join("")}</Relationships>`;
}

function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const items = Object.entries(overrides).map(
    ([part, type]) =>
      `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${items.join("")}</Types>`;
}

/** A linked, not embedded, picture of one page's width, in WordprocessingML. */
export function linkedPicture(id: string): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3000000" cy="3000000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

const wordNamespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`;

/** `body`: paragraphs. `links`: relationships of the document. */
export function docx(body: string, links: Parameters<typeof rels>[0] = [], more: Parts = {}): Uint8Array {
  return zip({
    "[Content_Types].xml": contentTypes({ "/word/document.xml": "wordprocessingml.document.main" }),
    "_rels/.rels": rels([["rId1", "officeDocument", "word/document.xml"]]),
    "word/document.xml": `${xml}<w:document ${wordNamespaces}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    "word/_rels/document.xml.rels": rels(links),
    ...more,
  });
}

/** `rows`: the XML cells of the only sheet, `<c r="A1"…>`. */
export function xlsx(
  rows: string,
  links: Parameters<typeof rels>[0] = [],
  more: Parts = {},
  extra = "",
): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return zip({
    "[Content_Types].xml": contentTypes({
      "/xl/workbook.xml": "spreadsheetml.sheet.main",
      "/xl/worksheets/sheet1.xml": "spreadsheetml.worksheet",
      ...("xl/externalLinks/externalLink1.xml" in more && {
        "/xl/externalLinks/externalLink1.xml": "spreadsheetml.externalLink",
      }),
    }),
    "_rels/.rels": rels([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets>${extra}</workbook>`,
    "xl/_rels/workbook.xml.rels": rels([["rId1", "worksheet", "worksheets/sheet1.xml"], ...links]),
    "xl/worksheets/sheet1.xml": `${xml}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}

/** One slide with the given shapes. */
export function pptx(shapes: string, links: Parameters<typeof rels>[0] = []): Uint8Array {
  const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
  const tree = (inside: string) =>
    `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${inside}</p:spTree></p:cSld>`;
  return zip({
    "[Content_Types].xml": contentTypes({
      "/ppt/presentation.xml": "presentationml.presentation.main",
      "/ppt/slides/slide1.xml": "presentationml.slide",
      "/ppt/slideLayouts/slideLayout1.xml": "presentationml.slideLayout",
      "/ppt/slideMasters/slideMaster1.xml": "presentationml.slideMaster",
    }),
    "_rels/.rels": rels([["rId1", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `${xml}<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId2"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": rels([
      ["rId1", "slide", "slides/slide1.xml"],
      ["rId2", "slideMaster", "slideMasters/slideMaster1.xml"],
    ]),
    "ppt/slides/slide1.xml": `${xml}<p:sld ${spaces}>${tree(shapes)}</p:sld>`,
    "ppt/slides/_rels/slide1.xml.rels": rels([
      ["rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"],
      ...links,
    ]),
    "ppt/slideLayouts/slideLayout1.xml": `${xml}<p:sldLayout ${spaces}>${tree("")}</p:sldLayout>`,
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": rels([
      ["rId1", "slideMaster", "../slideMasters/slideMaster1.xml"],
    ]),
    "ppt/slideMasters/slideMaster1.xml": `${xml}<p:sldMaster ${spaces}>${tree("")}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": rels([
      ["rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"],
    ]),
  });
}

/** A linked picture on a slide. */
export function slidePicture(id: string): string {
  return `<p:pic><p:nvPicPr><p:cNvPr id="7" name="x"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
}

export function slideText(text: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="9" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="4000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
}

const odfSpaces = ["office", "text", "table", "style", "draw", "presentation", "script"]
  .map(
    (name) =>
      `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === "draw" ? "drawing" : name}:1.0"`,
  )
  .concat(
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
    'xmlns:ooo="http://openoffice.org/2004/office"',
    'xmlns:dom="http://www.w3.org/2001/xml-events"',
  )
  .join(" ");

/** `body`: content of office:text, office:spreadsheet or office:presentation; `head`: XML before office:body. */
export function odf(
  kind: "text" | "spreadsheet" | "presentation",
  body: string,
  more: Parts = {},
  head = "",
): Uint8Array {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const listed = [
    "content.xml",
    ...(kind === "presentation" ? ["styles.xml"] : []),
    ...Object.keys(more).filter((name) => name !== "META-INF/manifest.xml"),
  ];
  return zip({
    mimetype: { data: type, stored: true },
    "META-INF/manifest.xml": `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${listed.map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`).join("")}</manifest:manifest>`,
    "content.xml": `${xml}<office:document-content ${odfSpaces} office:version="1.3">${head}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...(kind === "presentation" && { "styles.xml": masterPage }),
    ...more,
  });
}

const masterPage = `${xml}<office:document-styles ${odfSpaces} office:version="1.3"><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles></office:document-styles>`;

/** A linked picture in OpenDocument. */
export function odfPicture(href: string): string {
  return `<draw:frame text:anchor-type="paragraph" svg:width="5cm" svg:height="5cm" svg:x="1cm" svg:y="1cm"><draw:image xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>`;
}
