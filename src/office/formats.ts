/** The six kinds of office files: the required content of each, and the converter's filters for reading and writing it. */
import { invalid } from "../core/problem.ts";

export interface Format {
  /** With the dot, lower case. */
  readonly extension: string;
  /** Its common name. */
  readonly name: string;
  /** OOXML: the content type of the main part. OpenDocument: the media type of the package. */
  readonly mediaType: string;
  readonly family: "ooxml" | "odf";
  /** The only import filter used, so that a disguised file is never detected and converted as something else. */
  readonly importFilter: string;
  /** The suite's component that reads it and writes PDFs; an installation may lack it. */
  readonly part: "writer" | "calc" | "impress";
}

const ooxml = "application/vnd.openxmlformats-officedocument.";
const odf = "application/vnd.oasis.opendocument.";

export const formats: readonly Format[] = [
  {
    extension: ".docx",
    name: "Word document",
    mediaType: `${ooxml}wordprocessingml.document.main+xml`,
    family: "ooxml",
    importFilter: "MS Word 2007 XML",
    part: "writer",
  },
  {
    extension: ".xlsx",
    name: "Excel workbook",
    mediaType: `${ooxml}spreadsheetml.sheet.main+xml`,
    family: "ooxml",
    importFilter: "Calc MS Excel 2007 XML",
    part: "calc",
  },
  {
    extension: ".pptx",
    name: "PowerPoint presentation",
    mediaType: `${ooxml}presentationml.presentation.main+xml`,
    family: "ooxml",
    importFilter: "Impress MS PowerPoint 2007 XML",
    part: "impress",
  },
  {
    extension: ".odt",
    name: "OpenDocument text",
    mediaType: `${odf}text`,
    family: "odf",
    importFilter: "writer8",
    part: "writer",
  },
  {
    extension: ".ods",
    name: "OpenDocument spreadsheet",
    mediaType: `${odf}spreadsheet`,
    family: "odf",
    importFilter: "calc8",
    part: "calc",
  },
  {
    extension: ".odp",
    name: "OpenDocument presentation",
    mediaType: `${odf}presentation`,
    family: "odf",
    importFilter: "impress8",
    part: "impress",
  },
];

/** Names of files that this computer's programs convert, and how. */
const waysOut: readonly (readonly [names: RegExp, way: string])[] = [
  [
    /\.(?:doc|dot|rtf|wps|docm|dotx|txt|pages)$/,
    "open it in its program or LibreOffice and save it as .docx",
  ],
  [/\.(?:xls|xlt|xlsm|xlsb|csv|tsv|numbers)$/, "open it in its program or LibreOffice and save it as .xlsx"],
  [/\.(?:ppt|pps|pptm|ppsx|key)$/, "open it in its program or LibreOffice and save it as .pptx"],
  [/\.(?:html?|xhtml|mht|svg)$/, "print it to PDF in a browser (chromium --headless --print-to-pdf <file>)"],
  [/\.(?:md|markdown|tex|epub)$/, "convert it to .docx or .odt first (pandoc <file> -o <name>.docx)"],
  [/\.pdf$/, "it is a PDF already"],
];
const picture = /\.(?:jpe?g|png|tiff?|gif|bmp|webp|heic|avif|jp2)$/;

/** The format indicated by a file's name; 422 on `field` for any other name, with a way to convert it. */
export function formatOf(path: string, field: string): Format {
  const lower = path.toLowerCase();
  const format = formats.find(({ extension }) => lower.endsWith(extension));
  if (format) return format;
  const listed = formats.map(({ extension }) => extension).join(", ");
  const way = waysOut.find(([names]) => names.test(lower))?.[1];
  throw invalid(field, ({ tool }) => {
    const out = picture.test(lower) ? `use ${tool("pdf_from_images")}` : way;
    return `must be an office file: its name must end in ${listed}${out === undefined ? "" : `; ${out}`}`;
  });
}
