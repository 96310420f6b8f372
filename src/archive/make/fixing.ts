/** What a conversion to PDF/A works on, and how it notes what it changes. */
import { pushTo } from "../../core/collections/maps.ts";
import type { CosDict, CosStream, CosValue } from "../../cos/syntax/value.ts";
import { isArray, isDict, isStream } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../../document/edit.ts";
import type { Facts } from "../facts.ts";
import type { Family, Level, PdfAProfile } from "../profile.ts";
import type { Report } from "../rule.ts";
import type { FontUse } from "../survey/font-uses.ts";

export const changeKinds = [
  "fonts",
  "colors",
  "output_intent",
  "scripts",
  "actions",
  "annotations",
  "appearances",
  "fields",
  "layers",
  "metadata",
  "attachments",
  "encryption",
  "streams",
  "images",
  "structure",
  "signatures",
  "other",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface Change {
  readonly what: ChangeKind;
  readonly count: number;
  readonly pages: readonly number[];
}

/** What the document uses, before anything is changed. */
export interface Usage {
  readonly fonts: readonly FontUse[];
  /** Device color spaces in use. */
  readonly devices: ReadonlySet<"deviceRgb" | "deviceCmyk" | "deviceGray">;
  readonly isTransparent: boolean;
  /** Whether ICC-based CMYK is overprinted in a mode that PDF/A forbids for it. */
  readonly overprintsIcc: boolean;
}

export interface OwnProperties {
  readonly namespace: string;
  readonly prefix: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly replaces: readonly string[];
}

export interface MakeOptions {
  readonly level: Level;
  /** Whether fonts that aren't embedded get the programs of others with the same widths. */
  readonly substituteFonts: boolean;
  /** Text properties for the metadata, in place of all that it has in the namespaces of `replaces`. */
  readonly properties?: OwnProperties | undefined;
  /** Whether the document claims level A, which is kept: no tag is changed. */
  readonly isTagged?: boolean | undefined;
}

export interface Fixing extends MakeOptions {
  readonly session: EditSession;
  readonly profile: PdfAProfile;
  readonly family: Family;
  usage: Usage;
  /** Names of fonts that aren't embedded, and for which there is no other. */
  readonly missing: Set<string>;
  note(what: ChangeKind, page?: number): void;
}

/** Keeps the facts that a survey reports, by kind. */
export function factStore() {
  const kept = new Map<keyof Facts, unknown[]>();
  const report: Report = (kind, fact) => pushTo(kept, kind, fact);
  // Each kind has facts of its own, which the map's type can't say.
  const of = <Kind extends keyof Facts>(kind: Kind) => (kept.get(kind) ?? []) as readonly Facts[Kind][];
  return { report, of };
}

/** Collects the changes by kind. */
export function changeNotes(): { readonly note: Fixing["note"]; changes(): Change[] } {
  const found = new Map<ChangeKind, { count: number; readonly pages: Set<number> }>();
  return {
    note(what, page) {
      const one = found.get(what) ?? { count: 0, pages: new Set<number>() };
      found.set(what, one);
      one.count++;
      if (page !== undefined) one.pages.add(page);
    },
    changes: () =>
      changeKinds.flatMap((what) => {
        const one = found.get(what);
        return one ? [{ what, count: one.count, pages: [...one.pages].sort((a, b) => a - b) }] : [];
      }),
  };
}

/** Returns a changed copy of a dictionary, or undefined to keep it. */
export type ChangeDict = (dict: CosDict, num: number, stream: CosStream | undefined) => CosDict | undefined;

/** Applies a change to every dictionary of every object, those within others first. */
export function changeDicts(session: EditSession, change: ChangeDict): void {
  const { cos } = session;
  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num)) continue;
    const value = cos.object(num);
    const changed = changedValue(value, num, change);
    if (changed !== value) session.set(num, changed);
    cos.budget.spend(1);
  }
}

/** Within one object: no reference is followed, and the parser bounds its nesting. */
function changedValue(value: CosValue, num: number, change: ChangeDict): CosValue {
  if (isArray(value)) {
    const items = value.map((item) =>
      isArray(item) || isDict(item) ? changedValue(item, num, change) : item,
    );
    return items.every((item, k) => item === value[k]) ? value : items;
  }
  const dict = isStream(value) ? value.dict : value;
  if (!isDict(dict)) return value;
  let own = dict;
  for (const [key, item] of dict) {
    if (!isArray(item) && !isDict(item)) continue;
    const changed = changedValue(item, num, change);
    if (changed === item) continue;
    if (own === dict) own = new Map(dict);
    own.set(key, changed);
  }
  own = change(own, num, isStream(value) ? value : undefined) ?? own;
  if (own === dict) return value;
  return isStream(value) ? { ...value, dict: own } : own;
}

/** An empty form of a size, as an appearance. */
export function emptyForm(width: number, height: number): CosStream {
  const dict: CosDict = new Map<string, CosValue>([
    ["Type", { kind: "name", name: "XObject" }],
    ["Subtype", { kind: "name", name: "Form" }],
    ["BBox", [0, 0, width, height]],
    ["Resources", new Map()],
  ]);
  return newStream(dict, new Uint8Array(0));
}
