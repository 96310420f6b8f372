/** What annotations show only in another state, such as buttons when they are pressed: it goes if it has the words. */
import { type CosStream, isDict, isRef, isStream } from "../../cos/syntax/value.ts";
import type { EditSession } from "../../document/edit.ts";
import { annotationsAt, dictAt, nameAt } from "../../document/typed-get.ts";
import { emptyForm } from "../empty-form.ts";
import { mayShow, probeOf, probeTexts } from "../proof/probe.ts";
import type { WordCheck } from "../words/word-check.ts";

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
      const dict = dictAt(cos, item);
      const state = nameAt(cos, dict?.get("AS"));
      for (const [kind, look] of dictAt(cos, dict?.get("AP")) ?? []) {
        const states = cos.resolve(look);
        for (const [called, entry] of isDict(states) ? states : [[state, look] as const]) {
          const form = cos.resolve(entry);
          if (!isRef(entry) || !isStream(form)) continue;
          if (kind === "N" && called === state) shown.add(entry.num);
          else if (mayShow(cos, form)) hidden.set(entry.num, form);
        }
      }
    }
  return [...hidden].filter(([num]) => !shown.has(num));
}
