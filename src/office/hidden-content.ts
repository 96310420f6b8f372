/**
 * Content that authors hid but the suite prints anyway: hidden sheets with a print area, and tracked deletions. Hidden sheets
 * lose their print area, so that they aren't printed.
 */
import { Buffer } from "node:buffer";
import { localName, type XmlTag, xmlAttributes, xmlTags } from "../core/xml/tags.ts";

/** Whether a part with this name, in lower case, may hide sheets. */
export const hidesSheets = (name: string): boolean => /(^|[/\\])(workbook\d{0,9}|content)\.xml$/.test(name);

/** The part without the print areas of hidden sheets; the same bytes if there are none. Other text is unchanged. */
export function withoutHiddenAreas(part: Uint8Array): Uint8Array {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("latin1");
  let kept = "";
  let from = 0;
  for (const { start, end } of hiddenAreas(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return from === 0 ? part : Buffer.from(kept + text.slice(from), "latin1");
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function* hiddenAreas(text: string): Generator<Range> {
  const hidden = new Set<string>();
  let sheets = 0;
  /** The start of a hidden sheet's print area, or of a table style. */
  let area: number | undefined;
  let style = "";

  for (const tag of xmlTags(text)) {
    const element = localName(tag.name);
    if (tag.kind === "close") {
      if (element === "definedName" && area !== undefined) yield { start: area, end: tag.end };
      area = undefined;
    } else if (element === "sheet") {
      // Office Open XML numbers sheets from 0 and refers to them that way.
      if (/^(hidden|veryHidden)$/.test(attributeOf(text, tag, "state") ?? "")) hidden.add(String(sheets));
      sheets++;
    } else if (element === "definedName") {
      const isArea = /^_xlnm\.Print_Area$/i.test(attributeOf(text, tag, "name") ?? "");
      if (isArea && hidden.has(attributeOf(text, tag, "localSheetId") ?? "")) area = tag.start;
    } else if (element === "style") style = attributeOf(text, tag, "name") ?? "";
    else if (element === "table-properties" && attributeOf(text, tag, "display") === "false")
      hidden.add(style);
    else if (element === "table" && hidden.has(attributeOf(text, tag, "style-name") ?? "")) {
      for (const { name, value, at } of xmlAttributes(text, tag))
        if (localName(name) === "print-ranges") yield { start: at, end: at + value.length };
    }
  }
}

function attributeOf(text: string, tag: XmlTag, attribute: string): string | undefined {
  for (const { name, value } of xmlAttributes(text, tag)) if (localName(name) === attribute) return value;
  return undefined;
}

/** Whether a part of a text document has tracked deletions, or the original positions of moved text. */
export function hasDeletions(text: string): boolean {
  if (!/delText|moveFrom|deletion/.test(text)) return false;
  for (const tag of xmlTags(text)) if (/^(?:\w+:)?(?:delText|moveFrom|deletion)$/.test(tag.name)) return true;
  return false;
}
