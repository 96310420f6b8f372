/** Every rule, by the kind of fact that it judges. */
import type { Facts } from "../facts.ts";
import type { Profile } from "../profile.ts";
import { familyOf } from "../profile.ts";
import type { Rule, Table } from "../rule.ts";
import { annotationTable } from "./annotations.ts";
import { fileTable } from "./file.ts";
import { fontTable } from "./fonts.ts";
import { graphicsTable } from "./graphics.ts";
import { metadataTable } from "./metadata.ts";

export const table: Table = {
  ...fileTable,
  ...graphicsTable,
  ...annotationTable,
  ...fontTable,
  ...metadataTable,
};

/** The rules of a profile for a kind of fact, with their numbers. */
export function rulesOf<Kind extends keyof Facts>(
  kind: Kind,
  profile: Profile,
): readonly { readonly id: string; readonly rule: Rule<Facts[Kind]> }[] {
  const family = familyOf(profile);
  const all: readonly Rule<Facts[Kind]>[] = table[kind];
  return all.flatMap((rule) => {
    const id = rule.ids[family];
    return id === undefined || (rule.only && !rule.only.includes(profile)) ? [] : [{ id, rule }];
  });
}

/** Rules of ISO 14289-1 that are about tags and what depends on them: nothing here judges them. */
const accessibility =
  "6.2-1 7.1-1 7.1-2 7.1-3 7.1-4 7.1-5 7.1-6 7.1-7 7.1-10 7.1-11 7.1-12 7.2-2 7.2-3 7.2-4 7.2-5 7.2-6 7.2-7 7.2-8 7.2-9 " +
  "7.2-10 7.2-11 7.2-12 7.2-13 7.2-14 7.2-15 7.2-16 7.2-17 7.2-18 7.2-19 7.2-20 7.2-21 7.2-22 7.2-23 7.2-24 7.2-25 7.2-26 " +
  "7.2-27 7.2-28 7.2-29 7.2-30 7.2-31 7.2-32 7.2-33 7.2-34 7.2-36 7.2-37 7.2-38 7.2-39 7.2-40 7.2-41 7.2-42 7.2-43 7.3-1 " +
  "7.4.2-1 7.4.4-1 7.4.4-2 7.4.4-3 7.5-1 7.5-2 7.7-1 7.9-1 7.9-2 7.15-1 7.16-1 7.18.1-1 7.18.1-2 7.18.1-3 7.18.2-1 7.18.3-1 " +
  "7.18.4-1 7.18.4-2 7.18.5-1 7.18.5-2 7.18.6.2-1 7.18.6.2-2 7.18.8-1 7.20-2";

/** Rules of level A beyond those of the level below it: they are about tags. */
const tagged = {
  a1: "6.3.8-1 6.8.2.2-1 6.8.3.3-1 6.8.3.4-1 6.8.3.4-2 6.8.4-1",
  a2: "6.2.11.7.3-1 6.7.2.2-1 6.7.3.3-1 6.7.3.4-1 6.7.3.4-2 6.7.3.4-3 6.7.4-1",
} as const;

/** Rules that are never checked. `isTagged`: for a document that claims level A. */
export function uncheckedRules(profile: Profile, isTagged: boolean): readonly string[] {
  const family = familyOf(profile);
  if (family === "ua1") return accessibility.split(" ");
  return isTagged && (family === "a1" || family === "a2") ? tagged[family].split(" ") : [];
}
