/** Facts about page resources for which PDF/A has document-wide rules. */
import { isDict, isStream } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import { fingerprint } from "../fingerprint.ts";
import type { PdfDocument } from "../open.ts";
import { arrayAt, nameAt, numberAt, streamAt } from "../typed-get.ts";

export interface PageResources {
  /** The definition of each spot color (ISO 32000-2, 8.6.6.4) by name: equal names require equal definitions (ISO 19005-2, 6.2.4.4). */
  readonly spots: ReadonlyMap<string, string>;
  /** ICC profiles of CMYK color spaces (8.6.5.5), by fingerprint: none may be that of the output intent (ISO 19005-4, 6.2.4.2). */
  readonly profiles: ReadonlySet<string>;
  /** Whether anything has its own metadata, which the schemas of the document's metadata may describe (ISO 19005-2, 6.6.2.3). */
  readonly hasMetadata: boolean;
}

export function pageResources({ cos, pages }: PdfDocument): PageResources {
  const spots = new Map<string, string>();
  const profiles = new Set<string>();
  const dicts = Array.from({ length: pages.count }, (_, k) => pages.dict(k + 1));
  let hasMetadata = dicts.some((dict) => dict.has("Metadata"));
  const resources = dicts.map((dict, k) => dict.get("Resources") ?? pages.inherited(k + 1).Resources ?? null);
  walk(cos, { part: "the resources", depth: 60 }, resources, undefined, ({ value }) => {
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return undefined;

    hasMetadata ||= dict.has("Metadata");
    for (const entry of dict.values()) {
      const [family, second, ...definition] = arrayAt(cos, entry) ?? [];
      const kind = nameAt(cos, family);
      const name = kind === "Separation" ? nameAt(cos, second) : undefined;
      if (name !== undefined && !spots.has(name)) spots.set(name, fingerprint(cos, definition));
      if (kind === "ICCBased" && second && numberAt(cos, streamAt(cos, second)?.dict.get("N")) === 4)
        profiles.add(fingerprint(cos, second));
    }

    return [{ values: [...dict.values()], state: undefined }];
  });

  return { spots, profiles, hasMetadata };
}
