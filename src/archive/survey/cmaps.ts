/** CMaps of composite fonts (ISO 32000-2, 9.7.5). */
import { isName, isStream, latin1 } from "../../cos/syntax/value.ts";
import { dataOf } from "../../document/typed-get.ts";
import { readCmap } from "../../fonts/cmaps/cmap.ts";
import type { PdfObject } from "../object.ts";
import type { Place, Report } from "../rule.ts";

const maxCmapBytes = 16 * 1024 * 1024;

interface Collection {
  readonly registry: string;
  readonly ordering: string;
  readonly supplement: number;
}

/** Collections of the predefined CMaps by parts of their names, with their latest supplements. */
const predefined: readonly (readonly [RegExp, string, number])[] = [
  [/^(?:GB|UniGB)/, "GB1", 5],
  [/^(?:B5|HKscs|ETen|CNS|UniCNS)/, "CNS1", 4],
  [/^(?:83pv|90|Add|EUC|Ext|H$|V$|UniJIS)/, "Japan1", 4],
  [/^(?:KSC|UniKS)/, "Korea1", 1],
];

function collectionOf(object: PdfObject | undefined): Collection | undefined {
  const info = object?.object("CIDSystemInfo");
  const text = (key: string) => {
    const bytes = info?.text(key);
    return bytes && latin1(bytes);
  };
  const [registry, ordering] = [text("Registry"), text("Ordering")];
  if (!info || registry === undefined || ordering === undefined) return undefined;
  return { registry, ordering, supplement: info.number("Supplement") ?? -1 };
}

export function surveyCmaps(
  font: PdfObject,
  cidFont: PdfObject | undefined,
  place: Place,
  report: Report,
): void {
  const entry = font.get("Encoding");
  const own = font.object("Encoding");
  const name = isName(entry) ? entry.name : own?.name("CMapName");
  const known = predefined.find(([pattern]) => isName(entry) && pattern.test(entry.name));
  const ofCmap = known ? { registry: "Adobe", ordering: known[1], supplement: known[2] } : collectionOf(own);
  const ofFont = collectionOf(cidFont);
  const isIdentity = name === "Identity-H" || name === "Identity-V";
  report(
    "composite",
    {
      cmapName: name,
      isIdentity,
      sameCollection:
        ofCmap !== undefined && ofFont?.registry === ofCmap.registry && ofFont.ordering === ofCmap.ordering,
      supplementFits:
        ofFont !== undefined &&
        ofCmap !== undefined &&
        ofFont.supplement >= 0 &&
        ofFont.supplement <= ofCmap.supplement,
    },
    place,
  );
  report("cmap", { name, isEmbedded: isStream(entry) }, place);
  if (!own?.stream) return;

  const bytes = dataOf(font.cos, own.stream, maxCmapBytes);
  const map = bytes && readCmap(bytes);
  if (!bytes || !map) return;
  report(
    "cmapFile",
    { sameMode: (own.number("WMode") ?? 0) === (map.vertical ? 1 : 0), maxCid: highestCid(latin1(bytes)) },
    { ...place, num: own.num },
  );
  const base = own.get("UseCMap");
  const baseName = isName(base) ? base.name : (own.object("UseCMap")?.name("CMapName") ?? map.base);
  if (baseName !== undefined) report("baseCmap", { name: baseName, isEmbedded: isStream(base) }, place);
}

/** The ranges of a CMap's CIDs: the text between each `begincid…` and the next `endcid`. */
function* cidSections(text: string): Generator<string> {
  const begin = /begincid(?:range|char)/g;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const end = text.indexOf("endcid", begin.lastIndex);
    if (end < 0) return;
    yield text.slice(begin.lastIndex, end);
    begin.lastIndex = end;
  }
}

/** The highest CID that a CMap's ranges lead to. */
function highestCid(text: string): number {
  let highest = 0;
  for (const section of cidSections(text))
    for (const [, low = "", high, cid] of section.matchAll(
      /<([\da-fA-F]{1,8})>\s{0,8}(?:<([\da-fA-F]{1,8})>\s{0,8})?(\d{1,12})/g,
    )) {
      const last =
        Number(cid) + (high === undefined ? 0 : Number.parseInt(high, 16) - Number.parseInt(low, 16));
      if (last > highest) highest = last;
    }
  return highest;
}
