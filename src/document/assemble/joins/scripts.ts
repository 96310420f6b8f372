/**
 * Scripts (ISO 32000-2, 12.6.4.17) in a file with renamed objects. Names passed to standard calls as literals are adapted; if
 * a script builds a name at run time, a warning says so. Literals are found by ECMAScript tokens; nothing is run.
 */
import { type CosValue, fromLatin1, isStream, isString } from "../../../cos/syntax/value.ts";
import { decodeText, textString } from "../../text-string.ts";
import { dataOf, memo } from "../../typed-get.ts";
import type { PlannedSource } from "./source-document.ts";

/** Longer scripts, in bytes, aren't examined. */
const maxScript = 2_000_000;

/** Calls (Acrobat JavaScript API) that refer to fields, and those that refer to attachments and destinations. */
const fieldCalls = new Set(
  "getField removeField resetForm submitForm exportAsFDF exportAsXFDF exportAsText AFSimple_Calculate AFMakeArrayFromList".split(
    " ",
  ),
);
const fileCalls = new Set(
  "getDataObject getDataObjectContents openDataObject exportDataObject removeDataObject setDataObjectContents".split(
    " ",
  ),
);
const destinationCalls = new Set(["gotoNamedDest"]);

/** Old names and new ones as text, by call. */
type Renamed = (call: string) => ReadonlyMap<string, string> | undefined;

const renamedIn = memo((source: PlannedSource): Renamed | undefined => {
  const asText = (names: ReadonlyMap<string, string> | undefined) =>
    new Map(
      Array.from(names ?? [], ([from, to]) => [decodeText(fromLatin1(from)), decodeText(fromLatin1(to))]),
    );
  const fields = source.renamedFields;
  const files = asText(source.renamedEntries.get("EmbeddedFiles"));
  const destinations = asText(source.renamedDestinations);
  if (fields.size + files.size + destinations.size + source.joinedGroups.size === 0) return undefined;

  return (call) => {
    if (fieldCalls.has(call)) return fields.size + source.joinedGroups.size > 0 ? fields : undefined;
    if (fileCalls.has(call)) return files.size > 0 ? files : undefined;
    return destinationCalls.has(call) && destinations.size > 0 ? destinations : undefined;
  };
});

/** The new value of `JS`: the same if nothing changes. */
export function followScript(source: PlannedSource, value: CosValue): CosValue {
  const text = scriptText(source, value);
  if (text === undefined) return value;

  const moved = source.firstPage > 0 || !source.whole || source.placing !== undefined;
  if (moved && /\b(?:pageNum|nPage|nStart|nEnd)\b/.test(text))
    source.warn("scripts that refer to pages by number may mean other pages now");
  const renamed = renamedIn(source);
  if (!renamed) return value;

  const { text: made, isOpen } = followLiterals(text, renamed, source.joinedGroups);
  if (isOpen)
    source.warn(
      "scripts build names of form fields at run time, or use field group names: they may refer to fields of an earlier file with the same names",
    );

  return made === text ? value : textString(made);
}

/** A script's text; undefined if unreadable. */
export function scriptText({ cos }: Pick<PlannedSource, "cos">, value: CosValue): string | undefined {
  const found = cos.resolve(value);
  const bytes = isStream(found) ? dataOf(cos, found, maxScript) : isString(found) && found.bytes;
  return bytes ? decodeText(bytes) : undefined;
}

/** The functions that a script defines. */
export function functionsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/\bfunction\s{1,20}([\w$]{1,100})/g), ([, name]) => name ?? "");
}

interface Token {
  readonly kind: "word" | "string" | "sign";
  readonly start: number;
  readonly end: number;
}

const word = /[\w$]+/y;

/** After these a slash begins a regular expression; elsewhere it divides. */
const beforePattern = new Set([..."(,=:[!&|?{};+", "return"]);

/** Words, string literals and punctuation, without comments and spaces. */
function* tokens(text: string): Generator<Token> {
  let before = "(";

  for (let at = 0; at < text.length; ) {
    const start = at;
    const sign = text.charAt(at);
    word.lastIndex = at;
    if (word.test(text)) {
      at = word.lastIndex;
      before = text.slice(start, at);
      yield { kind: "word", start, end: at };
    } else if (sign === '"' || sign === "'" || sign === "`") {
      at = literalEnd(text, at);
      before = sign;
      yield { kind: "string", start, end: at };
    } else if (text.startsWith("//", at)) at = placeAfter(text, "\n", at);
    else if (text.startsWith("/*", at)) at = placeAfter(text, "*/", at + 2);
    else if (sign === "/" && beforePattern.has(before)) at = literalEnd(text, at);
    else {
      at++;
      if (sign > " ") before = sign;
      if (sign > " ") yield { kind: "sign", start, end: at };
    }
  }
}

function placeAfter(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

function literalEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === "\\") at++;
    else if (sign === quote) return at + 1;
    else if (sign === "\n" && quote !== "`") return at;
  }
  return text.length;
}

/** Words that may be call arguments without building a name. */
const plainWords = new Set(
  "new Array cName cFields aFields bEmpty nFlags true false null cURL cSubmitAs".split(" "),
);

/** The text with names in calls adapted; `isOpen`: a name is built there, or is that of a group that other files have too. */
function followLiterals(
  text: string,
  renamed: Renamed,
  groups: ReadonlySet<string>,
): { readonly text: string; readonly isOpen: boolean } {
  const pieces: string[] = [];
  let done = 0;
  let isOpen = false;
  let before = "";
  /** The current call, and its open brackets. */
  let call: { readonly names: ReadonlyMap<string, string>; depth: number } | undefined;

  for (const token of tokens(text)) {
    const own = text.slice(token.start, token.end);
    if (!call) {
      const names = own === "(" ? renamed(before) : undefined;
      if (names) call = { names, depth: 1 };
    } else if (token.kind === "string") {
      const name = own.slice(1, -1);
      const parts = name.split(",").map((part) => part.trim());
      isOpen ||= parts.some((part) => groups.has(part));
      const followed =
        call.names.get(name) ??
        (parts.length > 1 ? parts.map((part) => call?.names.get(part) ?? part).join(", ") : name);
      if (followed !== name && (parts.length === 1 || parts.some((part) => call?.names.has(part)))) {
        pieces.push(text.slice(done, token.start + 1), escaped(followed, own.charAt(0)));
        done = token.end - 1;
      }
    } else if (own === "(" || own === "[" || own === "{") call.depth++;
    else if (own === ")" || own === "]" || own === "}") {
      call.depth--;
      if (call.depth === 0) call = undefined;
    } else if (own === "+" || (token.kind === "word" && !plainWords.has(own) && !/^\d/.test(own)))
      isOpen = true;
    before = own;
  }

  return { text: pieces.join("") + text.slice(done), isOpen };
}

function escaped(text: string, quote: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
}
