/** What content would show, read without its fonts. */
import type { CosDocument } from "../../cos/document.ts";
import { afterInlineImage } from "../../cos/syntax/content/inline-image.ts";
import { Lexer } from "../../cos/syntax/content/lexer.ts";
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import { type CosStream, latin1 } from "../../cos/syntax/value.ts";

/** Maximum bytes of a stream to read. */
const maxBytes = 50_000_000;
const shows = new Set(["Tj", "TJ", "'", '"'].map(operatorCode));
const inlineImage = operatorCode("BI");
const uses = new Set(["Do", "gs", "scn", "SCN", "sh"].map(operatorCode));

/** A stream's data; undefined if it can't be read to the end. */
export function dataIn(cos: CosDocument, stream: CosStream): Uint8Array | undefined {
  let isDamaged = false;
  try {
    const data = cos.decode(stream, maxBytes, () => {
      isDamaged = true;
    });
    return isDamaged ? undefined : data;
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return undefined;
  }
}

export interface ContentStrings {
  /** The codes that it shows, in order. */
  readonly text: string;
  /** Names of the resources that it uses; undefined if it can't be read to the end. */
  readonly names: ReadonlySet<string> | undefined;
}

export function contentStrings(data: Uint8Array): ContentStrings {
  const lexer = new Lexer(data);
  const names = new Set<string>();
  let text = "";

  try {
    for (let code = lexer.next(); code !== 0; code = lexer.next()) {
      if (uses.has(code)) names.add(lexer.lastName || lexer.name);
      if (code === inlineImage) lexer.cursor.at = afterInlineImage(data, lexer.cursor.at);
      if (!shows.has(code)) continue;
      if (lexer.string) text += latin1(lexer.string);
      for (const item of lexer.items ?? []) if (typeof item !== "number") text += latin1(item);
    }
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return { text, names: undefined };
  }

  return { text, names };
}

/** Codes as text, if they look like it: of one byte, or of two. */
export function readable(codes: string): string | undefined {
  const wide =
    codes.length > 1 && codes.length % 2 === 0 && [...codes].every((code, at) => at % 2 > 0 || code === "\0");
  const text = wide ? codes.replaceAll("\0", "") : codes;
  return /^[\x20-\x7e\xa0-\xff]+$/.test(text) ? text : undefined;
}
