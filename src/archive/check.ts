/** Checks a document against a profile: surveys it, and judges every fact by the rules of its kind. */

import { getOrInsert } from "../core/collections/maps.ts";
import { type ByteSource, sourceOf } from "../core/document-io.ts";
import { CosError } from "../cos/syntax/error.ts";
import { claimOf } from "../document/conformance/claim.ts";
import { openStrictly, type PdfDocument } from "../document/open.ts";
import { dataOf } from "../document/typed-get.ts";
import type { Facts } from "./facts.ts";
import { lintDocument } from "./lint/lint.ts";
import type { PdfObject } from "./object.ts";
import { claimedProfile, familyOf, type Profile } from "./profile.ts";
import type { Place, Report, Rule, Scene } from "./rule.ts";
import { readIntents } from "./survey/color.ts";
import { surveyDocument } from "./survey/survey.ts";
import { rulesOf, uncheckedRules } from "./table/table.ts";

export interface Violation {
  /** `<clause>-<test>`. */
  readonly rule: string;
  readonly message: string;
  readonly count: number;
  /** Pages, ascending; none if it is about no page. */
  readonly pages: readonly number[];
  /** Number of the first object, if it is about one. */
  readonly object: number | undefined;
}

export interface Checked {
  readonly violations: readonly Violation[];
  /** Rules that couldn't be judged for something in this document. */
  readonly notChecked: readonly string[];
}

export interface CheckOptions {
  readonly profile: Profile;
  readonly onPage?: ((page: number) => void) | undefined;
  /** Whether the document claims level A, whose further rules aren't checked. */
  readonly isTagged?: boolean;
  /** How deep this document is embedded in others. */
  readonly depth?: number;
}

interface Counted {
  count: number;
  readonly message: string;
  readonly pages: Set<number>;
  readonly object: number | undefined;
}

const maxPagesListed = 100_000;

/** `source` is the file as given. */
export function checkDocument(source: ByteSource, document: PdfDocument, options: CheckOptions): Checked {
  const { profile, depth = 0 } = options;
  const scene: Scene = {
    profile,
    family: familyOf(profile),
    outputSpace: readIntents(document.cos, document.cos.catalog.get("OutputIntents")).space,
  };
  const found = new Map<string, Counted>();
  const doubted = new Set<string>();
  const rules = new Map<keyof Facts, ReturnType<typeof rulesOf>>();

  const note = (id: string, rule: Pick<Rule<never>, "message">, { page, num }: Place) => {
    const known = getOrInsert(found, id, () => ({
      count: 0,
      message: rule.message,
      pages: new Set<number>(),
      object: num || undefined,
    }));
    known.count++;
    if (page !== undefined && known.pages.size < maxPagesListed) known.pages.add(page);
  };

  const report: Report = (kind, fact, place) => {
    // Each kind has its own list, which the map's type can't say.
    const own = getOrInsert(rules, kind, () => rulesOf(kind, profile)) as ReturnType<
      typeof rulesOf<typeof kind>
    >;
    for (const { id, rule } of own) {
      const holds = rule.holds(fact, scene);
      if (holds === false) note(id, rule, place);
      else if (holds === undefined) doubted.add(id);
    }
  };

  const { hasDoubt } = surveyDocument(source, document, {
    report,
    isAccessible: profile === "pdfua-1",
    isArchived: (file) => isArchivedFile(file, profile, depth),
    onPage: options.onPage,
  });

  const unread =
    profile === "lint" ? lintDocument(document, (id, message, place) => note(id, { message }, place)) : [];
  const unchecked = uncheckedRules(profile, options.isTagged === true);
  const notChecked = [...doubted, ...unread, ...unchecked, ...(hasDoubt ? contentRules(profile) : [])].filter(
    (id) => !found.has(id),
  );
  return {
    violations: [...found]
      .map(([rule, { count, message, pages, object }]) => ({
        rule,
        message,
        count,
        pages: [...pages].sort((a, b) => a - b),
        object,
      }))
      .sort((a, b) => byRule(a.rule, b.rule)),
    notChecked: [...new Set(notChecked)].sort(byRule),
  };
}

/** Rules about content: where some of it can't be read, they aren't checked. */
function contentRules(profile: Profile): string[] {
  const kinds = [
    "unknownOperator",
    "deviceRgb",
    "deviceCmyk",
    "deviceGray",
    "font",
    "glyph",
    "image",
  ] as const;
  return kinds.flatMap((kind) => rulesOf(kind, profile).map(({ id }) => id));
}

/** By the numbers of the clause and the test; names by letters. */
export function byRule(a: string, b: string): number {
  const [x, y] = [a, b].map((rule) => rule.split(/[.-]/).map(Number));
  for (let k = 0; k < Math.max(x?.length ?? 0, y?.length ?? 0); k++) {
    const difference = (x?.[k] ?? -1) - (y?.[k] ?? -1);
    if (Number.isNaN(difference)) return Math.sign(Number(a > b) - Number(a < b));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Nesting of embedded documents that are checked (ISO 19005-2, 6.8; ISO 19005-4, 6.9). */
const maxDepth = 3;
const maxBytes = 256 * 1024 * 1024;

/** Whether an embedded file is PDF/A of a part that the profile allows; undefined: unknown. */
export function isArchivedFile(file: PdfObject, profile: Profile, depth: number): boolean | undefined {
  if (depth >= maxDepth) return undefined;
  const bytes = file.stream && dataOf(file.cos, file.stream, maxBytes);
  if (!bytes) return undefined;
  const source = sourceOf(bytes);
  try {
    const document = openStrictly(source);
    const claim = claimOf(document.cos);
    const claimed = claim.pdfa && claimedProfile({ ...claim, pdfua: undefined });
    const parts = profile === "pdfa-4" ? "124" : "12";
    if (!claimed || !claim.pdfa || !parts.includes(claim.pdfa.part)) return false;
    file.cos.budget.spend(bytes.length);
    const { violations, notChecked } = checkDocument(source, document, {
      profile: claimed.profile,
      depth: depth + 1,
    });
    if (violations.length > 0) return false;
    return notChecked.length === 0 && !claimed.lacks ? true : undefined;
  } catch (error) {
    if (error instanceof CosError) return false;
    throw error;
  }
}
