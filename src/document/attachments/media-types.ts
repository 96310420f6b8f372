/** Media types of files by the ending of their names (IANA media types). */

const types: Readonly<Record<string, string>> = {
  ...{ txt: "text/plain", log: "text/plain", md: "text/markdown", csv: "text/csv", ics: "text/calendar" },
  ...{ tsv: "text/tab-separated-values", htm: "text/html", html: "text/html", css: "text/css" },
  ...{ xml: "text/xml", json: "application/json", yaml: "application/yaml", yml: "application/yaml" },
  ...{ pdf: "application/pdf", rtf: "application/rtf", zip: "application/zip", gz: "application/gzip" },
  ...{ js: "text/javascript", tex: "application/x-tex", eml: "message/rfc822", sql: "application/sql" },
  ...{ png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", svg: "image/svg+xml" },
  ...{ tif: "image/tiff", tiff: "image/tiff", webp: "image/webp", bmp: "image/bmp", heic: "image/heic" },
  ...{ mp3: "audio/mpeg", wav: "audio/wav", ogg: "audio/ogg", mp4: "video/mp4", mov: "video/quicktime" },
  ...{ doc: "application/msword", xls: "application/vnd.ms-excel", ppt: "application/vnd.ms-powerpoint" },
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  epub: "application/epub+zip",
};

/** The media type of a file with this name; `application/octet-stream` if the ending says nothing. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(types, ending) ? types[ending] : undefined) ?? "application/octet-stream";
}
