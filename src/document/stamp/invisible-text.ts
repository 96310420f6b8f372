/** Removes an earlier layer of invisible text (ISO 32000-2, 9.3.6, mode 3) from a page, and from the forms that it draws. */
import { Buffer } from "node:buffer";
import { contentOperators, operatorCode } from "../../cos/syntax/content/operators.ts";
import { nameText, scanContent } from "../../cos/syntax/content/scan.ts";
import {
  type CosDict,
  type CosRef,
  codingEntries,
  isNamed,
  latin1,
  setEntry,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { createDescent, type WalkRules } from "../../cos/walk.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { dataOf, dictAt, listAt, streamAt } from "../typed-get.ts";

const [save, restore, setMode, invoke] = [..."q Q Tr Do".split(" ").map(operatorCode)];
const invisible = 3;
const inForms: WalkRules = { part: "the forms of a page", depth: 20 };

interface Layer {
  /** The content without invisible text. */
  readonly rest: Uint8Array;
  readonly hasInvisible: boolean;
  /** Whether anything is left to see. */
  readonly shows: boolean;
}

/** A form that `mode` applies to: only a layer of invisible text, one that lost such text, or another. */
type JudgeForm = (name: string, mode: number) => "layer" | "changed" | "other";

/** Splits content; operands of removed operators are removed too. */
function split(bytes: Uint8Array, mode: number, onForm: JudgeForm): Layer {
  const scan = scanContent(bytes);
  const kept: Uint8Array[] = [];
  const modes: number[] = [];
  let [own, from, operands] = [mode, 0, 0];
  let [hasInvisible, shows] = [false, false];
  /** Start and end of the last operand. */
  let last: readonly [number, number] = [0, 0];

  while (scan.next()) {
    const { token, start, end, code } = scan;
    if (token === "image") operands = end;
    else if (token !== "operator" && token !== "comment") last = [start, end];
    shows ||= token === "image";
    if (token !== "operator") continue;

    if (code === save) modes.push(own);
    else if (code === restore) own = modes.pop() ?? own;
    else if (code === setMode) own = Number(latin1(bytes, ...last));
    const painted = contentOperators.get(code)?.paints;
    const form = code === invoke ? onForm(nameText(bytes, ...last), own) : undefined;
    const isLayer = form === "layer" || (painted === "text" && own === invisible);
    if (isLayer) {
      kept.push(bytes.subarray(from, operands));
      from = end;
    }
    hasInvisible ||= isLayer || form === "changed";
    shows ||= painted !== undefined && !isLayer;
    operands = end;
  }

  kept.push(bytes.subarray(from));
  return { rest: Buffer.concat(kept), hasInvisible, shows };
}

/** Removes a page's invisible text; returns what puts it back. Undefined if it has none, or its content can't be read. */
export function removeInvisibleText(session: EditSession, page: number): (() => void) | undefined {
  const { cos } = session;
  const contents = cos.resolve(session.page(page).get("Contents"));
  const parts = Array.isArray(contents) ? listAt(cos, contents) : [contents];
  const bytes: Uint8Array[] = [];

  for (const part of parts) {
    const stream = streamAt(cos, part);
    const data = stream && dataOf(cos, stream);
    if (!data) return undefined;
    bytes.push(data, Uint8Array.of(10));
  }

  const added: CosRef[] = [];
  const add = (dict: CosDict, data: Uint8Array): CosRef => {
    const made = session.add(newStream(dict, data, { deflate: true }));
    added.push(made);
    return made;
  };
  const resources = dictAt(cos, session.attribute(page, "Resources"));
  const found = withoutInvisible(session, Buffer.concat(bytes), { mode: 0, resources, add });
  if (!found) return undefined;

  const dict = session.changePage(page);
  const entries = ["Contents", "Resources"].map((key) => [key, dict.get(key)] as const);
  dict.set("Contents", add(new Map(), found.layer.rest));
  if (found.resources) dict.set("Resources", found.resources);

  return () => {
    for (const [key, value] of entries) setEntry(session.changePage(page), key, value);
    for (const { num } of added) session.set(num, undefined);
  };
}

interface Content {
  readonly mode: number;
  readonly resources: CosDict | undefined;
  add(dict: CosDict, data: Uint8Array): CosRef;
}

/** Content without its invisible text, and its resources if forms in them changed; undefined if it has no such text. */
function withoutInvisible(
  { cos }: EditSession,
  page: Uint8Array,
  whole: Content,
): { readonly layer: Layer; readonly resources: CosDict | undefined } | undefined {
  const descent = createDescent(cos, inForms);

  const left = (bytes: Uint8Array, { mode, resources, add }: Content) => {
    const objects = dictAt(cos, resources?.get("XObject"));
    const changed = new Map<string, CosRef>();
    const judged = new Map<string, ReturnType<JudgeForm>>();

    const judge = (name: string, outer: number): ReturnType<JudgeForm> => {
      const form = streamAt(cos, objects?.get(name));
      const data = form && isNamed(cos.resolve(form.dict.get("Subtype")), "Form") && dataOf(cos, form);
      if (!data) return "other";
      const own = dictAt(cos, form.dict.get("Resources")) ?? resources;
      const found = descent.into(
        objects?.get(name),
        () => left(data, { mode: outer, resources: own, add }),
        undefined,
      );
      if (!found) return "other";
      if (!found.layer.shows) return "layer";
      const dict = without(form.dict, codingEntries);
      changed.set(
        name,
        add(found.resources ? withEntries(dict, { Resources: found.resources }) : dict, found.layer.rest),
      );
      return "changed";
    };

    const layer = split(bytes, mode, (name, outer) => {
      const known = judged.get(name) ?? judge(name, outer);
      judged.set(name, known);
      return known;
    });
    if (!layer.hasInvisible) return undefined;
    const forms = changed.size > 0 ? new Map([...(objects ?? []), ...changed]) : undefined;
    return { layer, resources: forms && withEntries(resources ?? new Map(), { XObject: forms }) };
  };

  return left(page, whole);
}
