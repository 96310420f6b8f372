/** What annotations show only in another state, such as buttons when they are pressed, or in print: it goes if it has the words. */
import { type CosStream, dictOf, isRef } from "../../cos/syntax/value.ts";
import type { EditSession } from "../../document/edit.ts";
import { annotationsAt, dictAt, nameAt, numberAt } from "../../document/typed-get.ts";
import { appearancesOf } from "../annotations.ts";
import { emptyForm } from "../empty-form.ts";
import { mayShow, probeOf, probeTexts } from "../proof/probe.ts";
import type { WordCheck } from "../words/word-check.ts";

/** The flag NoView (table 167). */
const noView = 32;

/** Returns how many appearances were emptied. */
export async function clearHiddenStates(session: EditSession, words: WordCheck): Promise<number> {
  const { cos, context } = session;
  const forms = hiddenForms(session);
  const probe = probeOf(
    cos,
    forms.map(([, form]) => form),
  );
  if (!probe) return 0;

  let [at, cleared] = [0, 0];
  for await (const texts of probeTexts(probe, context.readers)) {
    const [num = 0] = forms[at++] ?? [];
    if (!texts.some((text) => text !== undefined && words.isIn(text))) continue;
    session.set(num, emptyForm());
    cleared += 1;
  }
  return cleared;
}

function hiddenForms(session: EditSession): (readonly [number, CosStream])[] {
  const { cos } = session;
  const hidden = new Map<number, CosStream>();
  const shown = new Set<number>();
  for (let page = 1; page <= session.pageCount; page++)
    for (const item of annotationsAt(cos, session.page(page).get("Annots")) ?? []) {
      const dict = dictAt(cos, item) ?? dictOf({});
      const current = nameAt(cos, dict.get("AS"));
      const isPrintedOnly = ((numberAt(cos, dict.get("F")) ?? 0) & noView) !== 0;
      for (const { kind, state = current, entry, form } of appearancesOf(cos, dict)) {
        if (!isRef(entry)) continue;
        if (kind === "N" && state === current && !isPrintedOnly) shown.add(entry.num);
        else if (mayShow(cos, form)) hidden.set(entry.num, form);
      }
    }
  return [...hidden].filter(([num]) => !shown.has(num));
}
