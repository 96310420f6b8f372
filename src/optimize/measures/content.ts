/** Removes needless bytes from page content: what it draws doesn't change. */
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { scanContent } from "../../cos/syntax/content/scan.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { cursorOn, readHex } from "../../cos/syntax/tokenizer.ts";
import { isArray, isDict, isRef, isStream, latin1, ref } from "../../cos/syntax/value.ts";
import { ContentWriter } from "../../cos/write/content.ts";
import type { Draft, Measure } from "../draft.ts";

export const content: Measure = {
  name: "content",
  why: "White space, hexadecimal strings and zeros in numbers take bytes without drawing anything; one stream deflates better than its parts.",
  apply(draft) {
    joinParts(draft);
    draft.stages.push({
      name: "content",
      run(stream, { role }) {
        if (role !== "content" || stream.codec) return undefined;
        const data = compactContent(stream.data);
        return data && { ...stream, data };
      },
    });
  },
};

/** Pages with more content than this keep its parts. */
const maxJoined = 8 * 1024 * 1024;

/** Joins the parts of each page's content, unless another page shares one. */
function joinParts(draft: Draft): void {
  const { references, pages } = draft.reached;

  for (const num of pages.keys()) {
    const page = draft.get(num);
    const list = isDict(page) ? page.get("Contents") : undefined;
    const parts = isRef(list) ? draft.get(draft.target(list.num, list.gen)) : list;
    if (!isDict(page) || !isArray(parts) || parts.length < 2) continue;
    const nums = parts.map((part) => (isRef(part) ? draft.target(part.num, part.gen) : 0));
    const [first] = nums;
    if (first === undefined || nums.some((part) => part === 0 || references.get(part) !== 1)) continue;
    const joined = joinedContent(draft, nums);
    if (!joined) continue;
    const before = nums.reduce((sum, part) => sum + draft.sizeOf(draft.get(part)), 0);
    if (!draft.shrink(first, "content", { dict: new Map(), data: joined }, before)) continue;
    draft.set(
      num,
      new Map(page).set(
        "Contents",
        ref(first, first < draft.cos.objectCount ? draft.cos.generation(first) : 0),
      ),
    );
  }
}

function joinedContent(draft: Draft, nums: readonly number[]): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (const num of nums) {
    const part = draft.get(num);
    const open = isStream(part) ? draft.open(part) : undefined;
    const data = open && !open.codec && open.dict.size === 0 ? compactContent(open.data) : undefined;
    total += data?.length ?? 0;
    if (!data || total > maxJoined) return undefined;
    pieces.push(data, Uint8Array.of(10));
  }
  return Buffer.concat(pieces);
}

const beginImage = operatorCode("BI");

/** The same tokens with minimal separators; undefined if content can't be read with certainty. */
export function compactContent(bytes: Uint8Array): Uint8Array | undefined {
  const scan = scanContent(bytes);
  const out = new ContentWriter();

  while (scan.next()) {
    const { token, start, end } = scan;
    if (end > bytes.length) return undefined;
    const number = token === "number" ? shortNumber(bytes, start, end) : undefined;
    if (token === "hex") {
      const text = literalOf(bytes, start);
      if (text === undefined) return undefined;
      if (text.length <= end - start) out.text(text);
      else out.copy(bytes, start, end);
    } else if (number !== undefined) out.text(number);
    else if (token === "operator" && scan.code === beginImage) {
      // Image data may contain anything: change nothing from here on.
      out.copy(bytes, start, bytes.length);
      break;
    } else if (token !== "comment") out.copy(bytes, start, end);
  }

  return out.bytes;
}

/** A hexadecimal string as a literal one; undefined if it isn't one. */
function literalOf(bytes: Uint8Array, at: number): string | undefined {
  try {
    return `(${latin1(readHex(cursorOn(bytes, at))).replace(/[()\\\r]/g, (byte) => (byte === "\r" ? "\\r" : `\\${byte}`))})`;
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
}

const number = /^([+-]?)0*((?:[1-9]\d*)?)(?:\.(\d*))?$/;
/** Longer numbers are left alone. */
const maxNumber = 24;

/** The shortest form of a number; undefined for anything that readers interpret differently. */
function shortNumber(bytes: Uint8Array, from: number, to: number): string | undefined {
  const first = bytes[from] ?? 0;
  if (first > 0x39 || to - from > maxNumber) return undefined;
  const text = latin1(bytes, from, to);
  const [found, sign = "", whole = "", fraction = ""] = number.exec(text) ?? [];
  if (found === undefined || !/\d/.test(text)) return undefined;
  let digits = fraction.length;
  while (digits > 0 && fraction[digits - 1] === "0") digits--;
  const rest = digits > 0 ? `.${fraction.slice(0, digits)}` : "";
  if (whole + rest === "") return "0";
  return `${sign === "-" ? "-" : ""}${whole}${rest}`;
}
