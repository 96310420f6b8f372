/** Which fonts of a document were replaced, from the names it asks for and the names that the result has. */

/** Names told one by one. */
const maxNames = 10;

/**
 * A warning, or undefined when every font of the result is one that the document asks for. The suite does not say what it
 * replaced by what, so both sides are named.
 */
export function standIns(asked: readonly string[], used: readonly string[]): string | undefined {
  const same = (a: string, b: string) => a !== "" && b !== "" && (a.startsWith(b) || b.startsWith(a));
  const keysAsked = asked.map(keyOf);
  const keysUsed = used.map(keyOf);
  // The suite's own symbols stand for bullets of any symbol font.
  const foreign = used.filter(
    (_, k) => keysUsed[k] !== "opensymbol" && !keysAsked.some((key) => same(key, keysUsed[k] ?? "")),
  );
  const missing = asked.filter((_, k) => !keysUsed.some((key) => same(key, keysAsked[k] ?? "")));
  if (foreign.length === 0 || missing.length === 0) return undefined;
  const families = new Set(foreign.map(familyOf));
  return `Fonts were replaced: the document asks for ${list(missing)}, which the result does not have; ${list([...families])} took their place.`;
}

/** The name of a font without its style. */
const familyOf = (name: string) => name.split(/[-,]/, 1)[0] ?? "";

/** "Times New Roman", "TimesNewRomanPSMT" and "TimesNewRomanPS-BoldMT" are one font. */
function keyOf(name: string): string {
  return familyOf(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/(psmt|mt|ps)$/, "");
}

function list(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(", ")} and ${more} more` : names.join(", ");
}
