/** Broken rules as results have them. */
import type { Violation } from "../../archive/check.ts";
import type { RuleViolation } from "../../core/api-schemas.ts";
import { maxSelectorLength } from "../../core/limits.ts";
import { pageRanges } from "../../core/page-selector.ts";

/** A violation as in results. */
export function violationOf({ rule, message, count: times, pages, object }: Violation): RuleViolation {
  const clause = /^[\d.]+(?=-)/.exec(rule)?.[0];
  return {
    rule,
    ...(clause !== undefined && { clause }),
    message,
    count: times,
    ...(pages.length > 0 && { pages: selectorOf(pages) }),
    ...(object !== undefined && { object }),
  };
}

/** A selector of pages, of the first ones if there are too many ranges. */
export function selectorOf(pages: readonly number[]): string {
  const whole = pageRanges(pages, Number.POSITIVE_INFINITY);
  if (whole.length <= maxSelectorLength) return whole;
  return whole.slice(0, whole.lastIndexOf(",", maxSelectorLength));
}
