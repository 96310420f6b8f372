/** Truncates results whose lists are too long for one answer, with a warning that gives the count. */
import { failed } from "../core/problem.ts";

/**
 * Maximum length as JSON, in characters, of one list and of everything else in a result: an answer's lists together stay below the
 * service's limit for an engine.
 */
export const longest = { list: 10_000_000, rest: 12_000_000 };

/** The result with overlong lists truncated. Throws 422 if anything else is too long. */
export function withShortLists(result: object, { list: longestList, rest: longestRest } = longest): object {
  if (JSON.stringify(result).length <= longestList) return result;

  const warnings: string[] = [];
  const members = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [name, value];
    const room = { left: longestList };
    const kept = cut(value, room);
    if (room.left >= 0) return [name, value];
    warnings.push(
      `${name} has ${value.length} entries, too many for one answer; only the first ${kept.length} are included`,
    );
    return [name, kept];
  });

  const short: Record<string, unknown> = Object.fromEntries(members);
  const rest = members.filter(([, value]) => !Array.isArray(value));
  if (JSON.stringify(rest).length > longestRest)
    throw failed("its answer would be too long; ask for fewer pages");
  if (warnings.length === 0) return result;

  return { ...short, warnings: [...(Array.isArray(short.warnings) ? short.warnings : []), ...warnings] };
}

/** The entries that fit, each with the fitting entries below it; `left` drops below 0 if some don't. */
function cut(list: readonly unknown[], room: { left: number }): readonly unknown[] {
  const kept: unknown[] = [];
  for (const entry of list) {
    const below: unknown = Reflect.get(Object(entry), "children");
    const own = Array.isArray(below) ? { ...Object(entry), children: [] } : entry;
    room.left -= (JSON.stringify(own) ?? "").length + 1;
    if (room.left < 0) break;
    kept.push(Array.isArray(below) ? { ...Object(entry), children: cut(below, room) } : entry);
  }
  return kept;
}
