/** Removes an earlier layer of invisible text (ISO 32000-2, 9.3.6, mode 3) from pages without visible text. */
import {
  afterComment,
  afterHex,
  afterImage,
  afterRegular,
  afterString,
  classOf,
  regular,
  space,
} from "../../cos/syntax/characters.ts";
import { isNamed, latin1 } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { dataOf, dictAt, listAt, streamAt } from "../typed-get.ts";

const showing = new Set(["Tj", "TJ", "'", '"']);
const painting = new Set(["f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "BI", "Do"]);
const invisible = 3;

interface Layer {
  /** The content without invisible text. */
  readonly rest: Uint8Array;
  readonly hasInvisible: boolean;
  readonly hasVisible: boolean;
  /** Whether anything other than text is painted. */
  readonly paints: boolean;
}

/** Whether a form is only a layer of text, or has visible text; undefined: neither. */
type JudgeForm = (name: string) => "layer" | "visible" | undefined;

/** Splits content; operands of removed operators are removed too. */
function split(bytes: Uint8Array, judge: JudgeForm): Layer {
  const kept: Uint8Array[] = [];
  const modes: number[] = [];
  let [mode, at, from, operands] = [0, 0, 0, 0];
  let [hasInvisible, hasVisible, paints] = [false, false, false];
  let last = "";

  const drop = (end: number) => {
    kept.push(bytes.subarray(from, operands));
    from = end;
    hasInvisible = true;
  };

  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (classOf[byte] === space) {
      at += 1;
      continue;
    }
    const start = at;
    if (byte === 0x28) at = afterString(bytes, at);
    else if (byte === 0x25) at = afterComment(bytes, at);
    else if (byte === 0x2f) at = afterRegular(bytes, at + 1);
    else if (byte === 0x3c && bytes[at + 1] !== 0x3c) at = afterHex(bytes, at);
    else if (classOf[byte] === regular) at = afterRegular(bytes, at + 1);
    else at += 1;
    const token = latin1(bytes, start, Math.min(at, start + 130));
    const isOperator = classOf[byte] === regular && !/^[\d.+-]/.test(token);
    if (!isOperator) {
      last = token;
      continue;
    }

    if (token === "q") modes.push(mode);
    else if (token === "Q") mode = modes.pop() ?? mode;
    else if (token === "Tr") mode = Number(last);
    else if (token === "ID") at = afterImage(bytes, at + 1);
    else if (showing.has(token) && mode === invisible) drop(at);
    else if (showing.has(token)) hasVisible = true;
    const form = token === "Do" ? judge(last.slice(1)) : undefined;
    if (form === "layer") drop(at);
    else if (painting.has(token)) paints = true;
    if (form === "visible") hasVisible = true;
    operands = at;
    last = "";
  }

  kept.push(bytes.subarray(from));
  return { rest: Buffer.concat(kept), hasInvisible, hasVisible, paints };
}

/** Removes a page's invisible text, unless it also has visible text; returns whether it did. */
export function removeInvisibleText(session: EditSession, page: number): boolean {
  const { cos } = session;
  const contents = cos.resolve(session.page(page).get("Contents"));
  const parts = Array.isArray(contents) ? listAt(cos, contents) : [contents];
  const bytes: Uint8Array[] = [];

  for (const part of parts) {
    const stream = streamAt(cos, part);
    const data = stream && dataOf(cos, stream);
    if (!data) return false;
    bytes.push(data, Uint8Array.of(10));
  }

  const resources = dictAt(cos, session.attribute(page, "Resources"));
  const forms = dictAt(cos, resources?.get("XObject"));
  const layer = split(Buffer.concat(bytes), (name) => {
    const form = streamAt(cos, forms?.get(name));
    if (!form || !isNamed(cos.resolve(form.dict.get("Subtype")), "Form")) return undefined;
    const data = dataOf(cos, form);
    const own = data && split(data, () => undefined);
    if (!own || own.hasVisible) return own ? "visible" : undefined;
    // A form that paints more is left alone with its text: the page counts as one with text.
    if (!own.hasInvisible) return undefined;
    return own.paints ? "visible" : "layer";
  });
  if (!layer.hasInvisible || layer.hasVisible) return false;
  session.changePage(page).set("Contents", session.add(newStream(new Map(), layer.rest, { deflate: true })));

  return true;
}
