/** Spot colours (ISO 32000-2, 8.6.6.4): PDF/A wants those of one name to be alike everywhere (ISO 19005-2, 6.2.4.4). */
import { isDict, isStream } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import { fingerprint } from "../fingerprint.ts";
import type { PdfDocument } from "../open.ts";
import { arrayAt, nameAt } from "../typed-get.ts";

/** What each spot colour of the pages' resources stands for, by its name. */
export function spotColours({ cos, pages }: PdfDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const resources = Array.from(
    { length: pages.count },
    (_, k) => pages.dict(k + 1).get("Resources") ?? pages.inherited(k + 1).Resources ?? null,
  );
  walk(cos, { part: "the colour spaces", depth: 60 }, resources, undefined, ({ value }) => {
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return undefined;
    for (const entry of dict.values()) {
      const [family, colorant, ...definition] = arrayAt(cos, entry) ?? [];
      const name = nameAt(cos, family) === "Separation" ? nameAt(cos, colorant) : undefined;
      if (name !== undefined && !found.has(name)) found.set(name, fingerprint(cos, definition));
    }
    return [{ values: [...dict.values()], state: undefined }];
  });
  return found;
}
