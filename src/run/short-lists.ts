/** Results whose lists are too long for one answer: cut, with a warning that has the count. */
import { failed } from "../core/problem.ts";

/** Of one list, as JSON in characters: the lists of an answer together stay below what the service takes of an engine. */
const maxListLength = 10_000_000;
/** Of everything else in a result. */
const maxRest = 12_000_000;

/** The result with every list cut that is too long. Throws 422 where something else is. */
export function withShortLists(result: object): object {
  const warnings: string[] = [];
  const members = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [name, value];
    const room = { left: maxListLength };
    const kept = cut(value, room);
    if (room.left >= 0) return [name, value];
    warnings.push(
      `${name} has ${value.length} entries, which are too long for one answer; the first ${kept.length} are here`,
    );
    return [name, kept];
  });

  const short: Record<string, unknown> = Object.fromEntries(members);
  const rest = members.filter(([, value]) => !Array.isArray(value));
  if (JSON.stringify(rest).length > maxRest)
    throw failed("its answer would be too long; ask for fewer pages");
  if (warnings.length === 0) return result;
  return { ...short, warnings: [...(Array.isArray(short.warnings) ? short.warnings : []), ...warnings] };
}

/** The entries that there is room for, with as many of those below them; `left` is below 0 where some are not. */
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
