/** Removes fields that no page shows any more from a form (ISO 32000-2, 12.7.3). */
import {
  type CosArray,
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isRef,
} from "../../cos/syntax/value.ts";
import { createDescent } from "../../cos/walk.ts";
import type { EditSession } from "../edit.ts";
import { acroForm, arrayAt } from "../typed-get.ts";

/** Nested fields, and their lists; nobody accepts deeper ones. */
const maxDepth = 200;

/**
 * Drops the widgets in `gone` from the form, and fields left without any; with `bare`, also fields that never had a widget. A
 * form without fields is removed.
 */
export function dropFields(session: EditSession, gone: ReadonlySet<number>, bare: boolean): void {
  const { cos } = session;
  const form = acroForm(cos);
  if (!form) return;

  const descent = createDescent(cos, { part: "the form fields", depth: maxDepth });
  const dropped = new Set<number>(gone);

  const prune = (list: CosArray): CosArray => {
    const kept = list.filter((entry) => {
      const num = isRef(entry) ? entry.num : 0;
      if (num !== 0 && gone.has(num)) return false;
      return descent.into(entry, (dict) => isDict(dict) && isLeft(num, dict), true);
    });
    return kept.length === list.length ? list : kept;
  };

  /** Whether anything is left of a field. */
  const isLeft = (num: number, dict: CosDict): boolean => {
    const kids = arrayAt(cos, dict.get("Kids"));

    if (!kids || kids.length === 0) {
      if (!bare || dict.has("Rect")) return true;
      if (num !== 0) dropped.add(num);
      return false;
    }

    const left = descent.into(dict.get("Kids"), () => prune(kids), kids);
    if (left.length === kids.length) return true;
    if (left.length === 0) {
      if (num !== 0) dropped.add(num);
      return false;
    }
    if (num !== 0) session.set(num, new Map(dict).set("Kids", left));

    return true;
  };

  const fields = arrayAt(cos, form.get("Fields")) ?? [];
  const kept = prune(fields);
  if (kept === fields && fields.length > 0 && gone.size === 0) return;
  if (form.has("XFA")) session.context.warn("XFA form data was dropped; what the pages show is kept");
  if (kept.length === 0) {
    session.setCatalog({ AcroForm: undefined, NeedsRendering: undefined });
    return;
  }
  const own: CosDict = new Map(form).set("Fields", kept);
  own.delete("XFA");

  const order = cos.resolve(form.get("CO"));
  if (isArray(order))
    own.set(
      "CO",
      order.filter((entry) => !refersTo(entry, dropped)),
    );

  session.setCatalog({ AcroForm: own, NeedsRendering: undefined });
}

const refersTo = (value: CosValue, nums: ReadonlySet<number>): boolean => isRef(value) && nums.has(value.num);
