/** Texts that content has but doesn't show: comments, strings and unknown words, keys and values of marked content. */

import { contentOperators, operatorCode } from "../../../cos/syntax/content/operators.ts";
import { type ContentScan, nameText, scanContent } from "../../../cos/syntax/content/scan.ts";
import { isOfContent } from "../../../cos/syntax/content/unsupported.ts";
import { readValue } from "../../../cos/syntax/parser.ts";
import { cursorOn } from "../../../cos/syntax/tokenizer.ts";
import { isString, latin1 } from "../../../cos/syntax/value.ts";
import { decodeText } from "../../../document/text-string.ts";
import { isKnownKey } from "../../proof/known-keys.ts";
import { isKnownName } from "../../words/known-names.ts";
import { saying } from "../../words/said.ts";

const shows = new Set(["Tj", "TJ", "'", '"'].map(operatorCode));
/** Operators whose name is a meaning, not that of a resource. */
const meanings = new Set(["MP", "DP", "ri"].map(operatorCode));
/** Reported as alternative texts, or codes. */
const apart = new Set<string>([...saying, "Lang"]);

export function contentAsides(data: Uint8Array): string[] {
  const scan = scanContent(data);
  const found: string[] = [];
  let held: string[] = [];
  let names: string[] = [];
  let [depth, key] = [0, ""];

  while (scan.next()) {
    const { token, start, end, code } = scan;
    if (token === "comment") found.push(latin1(data, start + 1, end));
    else if (token === "open" && data[start] === 0x3c) depth += 1;
    else if (token === "close" && data[start] === 0x3e) depth -= 1;
    else if (token === "name") {
      key = nameText(data, start, end);
      names.push(key);
      if (depth > 0 && !isKnownKey(key) && !isKnownName(key)) held.push(key);
    } else if (token === "string" || token === "hex") {
      if (depth === 0 || !apart.has(key)) held.push(stringAt(data, scan));
    } else if (token === "operator") {
      if (!shows.has(code)) found.push(...held);
      if (meanings.has(code)) found.push(...names.slice(0, 1).filter((name) => !isKnownName(name)));
      if (!contentOperators.has(code)) found.push(latin1(data, start, end));
      [held, names, depth] = [[], [], 0];
    }
  }
  return [...found, ...held];
}

function stringAt(data: Uint8Array, { start, end }: ContentScan): string {
  try {
    const value = readValue(cursorOn(data, start, end));
    return isString(value) ? decodeText(value.bytes) : "";
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return "";
  }
}

/** What programs in PostScript's syntax say: fonts, character maps, functions. `names`: without their slash. */
export function programAsides(data: Uint8Array): { readonly texts: string[]; readonly names: string[] } {
  const scan = scanContent(data);
  const texts: string[] = [];
  const names: string[] = [];
  while (scan.next()) {
    const { token, start, end } = scan;
    if (token === "comment") texts.push(latin1(data, start + 1, end));
    else if (token === "string" || token === "hex") texts.push(stringAt(data, scan));
    else if (token === "name") names.push(nameText(data, start, end));
  }
  return { texts, names };
}
