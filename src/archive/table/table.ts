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
