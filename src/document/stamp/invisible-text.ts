/** Removes an earlier layer of invisible text (ISO 32000-2, 9.3.6, mode 3) from pages without visible text. */
import { Buffer } from "node:buffer";
import { contentOperators, operatorCode } from "../../cos/syntax/content/operators.ts";
import { nameText, scanContent } from "../../cos/syntax/content/scan.ts";
import { isNamed, latin1 } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { dataOf, dictAt, listAt, streamAt } from "../typed-get.ts";

const [save, restore, setMode, invoke] = [..."q Q Tr Do".split(" ").map(operatorCode)];
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
  const scan = scanContent(bytes);
  const kept: Uint8Array[] = [];
  const modes: number[] = [];
  let [mode, from, operands] = [0, 0, 0];
  let [hasInvisible, hasVisible, paints] = [false, false, false];
  /** Start and end of the last operand. */
  let last: readonly [number, number] = [0, 0];

  const drop = (end: number) => {
    kept.push(bytes.subarray(from, operands));
    from = end;
    hasInvisible = true;
  };

  while (scan.next()) {
    const { token, start, end, code } = scan;
    if (token === "image") operands = end;
    else if (token !== "operator" && token !== "comment") last = [start, end];
    if (token !== "operator") continue;

    if (code === save) modes.push(mode);
    else if (code === restore) mode = modes.pop() ?? mode;
    else if (code === setMode) mode = Number(latin1(bytes, ...last));
    const painted = contentOperators.get(code)?.paints;
    const form = code === invoke ? judge(nameText(bytes, ...last)) : undefined;
    if (form === "layer" || (painted === "text" && mode === invisible)) drop(end);
    else if (painted === "text" || form === "visible") hasVisible = true;
    paints ||= painted !== undefined && painted !== "text" && form !== "layer";
    operands = end;
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
