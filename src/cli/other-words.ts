/** Words that aren't commands: what other programs call what pdfd does, and what it doesn't do. */

/** The commands that do it. */
export const commandsFor: Readonly<Record<string, readonly string[]>> = {
  extract: ["extract-pages", "extract-structure", "read-text"],
  convert: ["from-office", "from-images", "render-pages", "extract-structure"],
  ...sameFor(["encrypt", "lock", "password"], ["protect"]),
  ...sameFor(["decrypt"], ["unlock"]),
  ...sameFor(["markdown", "md", "to-markdown", "to-html"], ["extract-structure"]),
  ...sameFor(["text", "to-text", "pdftotext", "extract-text"], ["read-text"]),
  ...sameFor(["ocr", "ocr-pdf", "ocrmypdf"], ["add-text-layer", "read-text --high-accuracy --model ocr"]),
  ...sameFor(["compress", "shrink", "reduce", "linearize"], ["optimize"]),
  ...sameFor(["concat", "join", "combine", "append", "cat"], ["merge"]),
  ...sameFor(["delete", "drop", "delete-pages"], ["remove-pages"]),
  ...sameFor(["reorder", "reverse", "select"], ["extract-pages"]),
  ...sameFor(["burst", "separate"], ["split --mode pages"]),
  ...sameFor(["grep", "find", "pdfgrep"], ["search"]),
  ...sameFor(["number", "page-numbers", "bates"], ["add-page-labels"]),
  ...sameFor(["overlay", "letterhead", "background"], ["overlay"]),
  ...sameFor(["stamp"], ["add-watermark", "overlay"]),
  ...sameFor(
    ["to-png", "to-jpg", "to-image", "to-images", "rasterize", "thumbnail", "view-page"],
    ["render-pages"],
  ),
  ...sameFor(["img2pdf", "images-to-pdf", "scan"], ["from-images"]),
  ...sameFor(["docx2pdf", "office", "word"], ["from-office"]),
  ...sameFor(["flatten", "crop", "scale", "resize"], ["run-pipeline --steps"]),
  ...sameFor(["fill", "form", "forms", "fill-forms"], ["fill-form"]),
  ...sameFor(["black-out", "blackout", "anonymize"], ["redact"]),
  ...sameFor(["sanitize", "clean"], ["remove-metadata", "redact"]),
  ...sameFor(["set-metadata", "set-title", "bookmarks", "set-bookmarks", "outline"], ["set-document"]),
  ...sameFor(["attachments", "detach", "unpack"], ["extract-attachments"]),
  ...sameFor(["add-attachment", "embed"], ["attach"]),
  ...sameFor(["tables", "csv", "to-excel", "to-csv", "tabula"], ["extract-tables"]),
  ...sameFor(["validate", "preflight"], ["check"]),
  ...sameFor(["pdfa", "to-pdfa", "archive"], ["make-pdfa"]),
  ...sameFor(["verify", "verify-signature", "signatures"], ["check-signatures"]),
  ...sameFor(["nup", "n-up", "booklet", "impose"], ["arrange-pages"]),
  ...sameFor(["metadata", "properties", "fonts"], ["info"]),
};

/** What pdfd doesn't do, and programs that do. */
const elsewhere: Readonly<Record<string, string>> = {
  sign: "pyHanko",
  ...sameFor(["compare", "diff"], "diff-pdf"),
  print: "lp",
  ...sameFor(["html2pdf", "from-html", "web", "url"], "a browser (chromium --headless --print-to-pdf)"),
  ...sameFor(["from-markdown", "md2pdf"], "pandoc"),
  ...sameFor(["to-word", "to-docx", "pdf2docx", "pdf2word"], "LibreOffice"),
  ...sameFor(["extract-images", "images"], "pdfimages"),
  ...sameFor(["edit", "edit-text", "draw"], "Inkscape or LibreOffice Draw"),
  ...sameFor(["view", "open", "show"], "a PDF viewer"),
};

function sameFor<T>(words: readonly string[], meaning: T): Record<string, T> {
  return Object.fromEntries(words.map((word) => [word, meaning]));
}

/** What the word means here, as the end of a message; undefined for a word that isn't known. */
export function otherWord(word: string): string | undefined {
  const name = word.toLowerCase().replaceAll("_", "-");
  const commands = Object.hasOwn(commandsFor, name) ? commandsFor[name] : undefined;
  if (commands) return `; did you mean ${commands.join(", ").replace(/, ([^,]*)$/, " or $1")}?`;
  const program = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
  return program && `; pdfd doesn't do this, but ${program} does`;
}
