/** Tables in the structure tree (ISO 32000-2, 14.8.4.8.3) with their empty cells and spans, by path of indexes. */
import type { CosDict } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import { dictAt, listAt, nameAt, numberAt } from "../typed-get.ts";
import { kidsOf, structureRoot } from "./structure-tree.ts";

export interface TaggedCell {
  /** Indexes from the root, joined by dots. */
  readonly key: string;
  readonly header: boolean;
  readonly rowSpan: number;
  readonly colSpan: number;
}

/** Maximum cells per table; more is an attack. */
const maxCells = 50_000;
const maxSpan = 1000;

/** Looks up tables; undefined if there is none, or it has no rows. */
export function taggedTables(document: PdfDocument): (key: string) => TaggedCell[][] | undefined {
  const { cos } = document;
  const root = structureRoot(document)?.dict;
  const roles = dictAt(cos, root?.get("RoleMap"));
  const classes = dictAt(cos, root?.get("ClassMap"));

  function typeOf(dict: CosDict): string | undefined {
    let type = nameAt(cos, dict.get("S"));
    for (let step = 0; step < 8 && type !== undefined; step += 1) {
      const mapped = nameAt(cos, roles?.get(type));
      if (mapped === undefined || mapped === type) break;
      type = mapped;
    }
    return type;
  }

  function elementAt(key: string): CosDict | undefined {
    let dict = root;
    for (const place of key.split(".")) {
      if (!dict) return undefined;
      const kid = kidsOf(document, dict)[Number(place)];
      dict = kid === undefined ? undefined : dictAt(cos, kid);
    }
    return dict;
  }

  /** A number among the attributes of an element and its classes. */
  function attribute(dict: CosDict, name: string): number | undefined {
    const ofClasses = listAt(cos, dict.get("C")).map((value) => classes?.get(nameAt(cos, value) ?? ""));
    for (const value of [dict.get("A"), ...ofClasses].flatMap((own) => listAt(cos, own))) {
      const number = numberAt(cos, dictAt(cos, value)?.get(name));
      if (number !== undefined) return number;
    }
    return undefined;
  }

  const span = (dict: CosDict, name: string) =>
    Math.min(maxSpan, Math.max(1, Math.trunc(attribute(dict, name) ?? 1)));

  function cellsOf(row: CosDict, key: string): TaggedCell[] {
    return kidsOf(document, row).flatMap((kid, at): TaggedCell[] => {
      const dict = dictAt(cos, kid);
      const type = dict && typeOf(dict);
      if (!dict || (type !== "TD" && type !== "TH")) return [];
      const [rowSpan, colSpan] = [span(dict, "RowSpan"), span(dict, "ColSpan")];
      return [{ key: `${key}.${at}`, header: type === "TH", rowSpan, colSpan }];
    });
  }

  return (key) => {
    const table = elementAt(key);
    if (!table || typeOf(table) !== "Table") return undefined;

    const rows: TaggedCell[][] = [];
    let cells = 0;

    const visit = (dict: CosDict, at: string, depth: number) => {
      kidsOf(document, dict).forEach((kid, place) => {
        const child = dictAt(cos, kid);
        const type = child && typeOf(child);
        if (!child || type === undefined || cells > maxCells) return;
        if (type === "TR") {
          const row = cellsOf(child, `${at}.${place}`);
          cells += row.length;
          rows.push(row);
        } else if (depth < 2 && /^T(?:Head|Body|Foot)$/.test(type)) visit(child, `${at}.${place}`, depth + 1);
      });
    };

    visit(table, key, 0);
    return rows.length > 0 ? rows : undefined;
  };
}
