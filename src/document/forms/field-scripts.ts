/**
 * Scripts of form fields (ISO 32000-2, 12.6.3, table 200). They are never run. Viewers' built-in format functions are pure: a
 * call with constant arguments determines how a value is shown, and is applied here.
 */
import type { CosDocument } from "../../cos/document.ts";
import { isStream, isString } from "../../cos/syntax/value.ts";
import { decodeText } from "../text-string.ts";
import { dataOf, dictAt } from "../typed-get.ts";
import type { FormField } from "./fields.ts";

/** Bytes of a script to examine: a call with constants is short. */
const maxScript = 2000;

/** A field's script by trigger: `C` calculates, `F` formats, `V` validates, `K` handles keystrokes; undefined if none. */
export function fieldScript(
  cos: CosDocument,
  field: FormField,
  trigger: "C" | "F" | "V" | "K",
): string | undefined {
  const holders = [field.dict, ...field.widgets.slice(0, 1).map(({ dict }) => dict)];
  for (const holder of holders) {
    const action = dictAt(cos, dictAt(cos, holder.get("AA"))?.get(trigger));
    const script = cos.resolve(action?.get("JS"));
    if (isString(script)) return decodeText(script.bytes.subarray(0, maxScript));
    const data = isStream(script) ? dataOf(cos, script, maxScript) : undefined;
    if (data) return decodeText(data);
  }
  return undefined;
}

type Constant = string | number | boolean;

/** A function call with constant arguments that is the whole script. */
export interface ConstantCall {
  readonly name: string;
  readonly values: readonly Constant[];
}

/** Undefined for any other script. */
export function constantCall(script: string): ConstantCall | undefined {
  const head = /^\s*(AF[A-Za-z]{1,40}_[A-Za-z]{1,20})\s*\(/.exec(script);
  if (!head?.[1]) return undefined;

  const values: Constant[] = [];
  const token = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?[\d.]+)|(true|false)|([,)]))/y;
  token.lastIndex = head[0].length;

  for (let found = token.exec(script); found; found = token.exec(script)) {
    const [, double, single, digits, word, mark] = found;
    if (double !== undefined || single !== undefined) values.push(unescaped(double ?? single ?? ""));
    else if (digits !== undefined) values.push(Number(digits));
    else if (word !== undefined) values.push(word === "true");
    else if (mark === ")")
      return /^[\s;]*$/.test(script.slice(token.lastIndex)) ? { name: head[1], values } : undefined;
  }

  return undefined;
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/g, (_, long, short, char) =>
    char === undefined ? String.fromCharCode(Number.parseInt(long ?? short, 16)) : char,
  );
}
