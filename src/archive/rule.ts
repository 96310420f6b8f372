/**
 * What a rule is. The rules are a table by kind of fact (`table`): a survey of the document reports facts, and each is judged
 * by the rules of its kind. Rules are numbered as in veraPDF: `<clause>-<test>`.
 */
import type { Box } from "../core/page-layout.ts";
import type { Facts } from "./facts.ts";
import type { Family, Profile } from "./profile.ts";

/** Where a fact was found. */
export interface Place {
  readonly page?: number | undefined;
  /** The object's number, 0 if unknown. */
  readonly num?: number | undefined;
  /** On the displayed page. */
  readonly box?: Box | undefined;
}

/** What judging a fact needs to know about the rest of the document. */
export interface Scene {
  readonly profile: Profile;
  readonly family: Family;
  /** Color space of the document's PDF/A output intent: `RGB `, `CMYK` or `GRAY`. */
  readonly outputSpace: string | undefined;
}

export interface Rule<Fact> {
  readonly ids: Partial<Record<Family, string>>;
  /** Profiles of the family to which it applies; by default, all. */
  readonly only?: readonly Profile[];
  /** What is wrong if it doesn't hold. */
  readonly message: string;
  /** undefined: it can't be judged. */
  holds(fact: Fact, scene: Scene): boolean | undefined;
}

export type Table = { readonly [Kind in keyof Facts]: readonly Rule<Facts[Kind]>[] };

/** A rule with its numbers: part 1 of ISO 19005, parts 2 and 3, part 4, and ISO 14289-1. */
export function rule<Fact>(
  ids: Rule<Fact>["ids"],
  message: string,
  holds: Rule<Fact>["holds"],
  only?: readonly Profile[],
): Rule<Fact> {
  return { ids, message, holds, ...(only && { only }) };
}

/** Reports a fact to the rules of its kind. */
export type Report = <Kind extends keyof Facts>(kind: Kind, fact: Facts[Kind], place: Place) => void;
