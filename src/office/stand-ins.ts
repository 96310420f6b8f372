/** Detects replaced fonts by comparing the names a document requests with those in the result. */

/** Maximum number of names listed. */
const maxNames = 10;

/** Fonts with the same widths, so nothing moves, and their Debian package. */
const twins: Readonly<Record<string, readonly [pack: string, ...fonts: string[]]>> = {
  calibri: ["fonts-crosextra-carlito", "carlito"],
  cambria: ["fonts-crosextra-caladea", "caladea"],
  arial: ["fonts-liberation", "liberationsans", "arimo"],
  arialnarrow: ["fonts-liberation-sans-narrow", "liberationsansnarrow"],
  timesnewroman: ["fonts-liberation", "liberationserif", "tinos"],
  couriernew: ["fonts-liberation", "liberationmono", "cousine"],
};

/**
 * A warning about replaced fonts; undefined if every font in the result was requested or is metric-compatible with one that was.
 * LibreOffice doesn't report which font replaced which, so the warning lists both sides.
 */
export function standIns(asked: readonly string[], used: readonly string[]): string | undefined {
  const same = (a: string, b: string) => a !== "" && b !== "" && (a.startsWith(b) || b.startsWith(a));
  const shows = (asked: string, used: string) => same(asked, used) || twins[asked]?.includes(used);
  const keysAsked = asked.map(keyOf);
  const keysUsed = used.map(keyOf);
  // The suite's own symbols replace the bullets of any symbol font.
  const foreign = used.filter(
    (_, k) => keysUsed[k] !== "opensymbol" && !keysAsked.some((key) => shows(key, keysUsed[k] ?? "")),
  );
  const missing = asked.filter((_, k) => !keysUsed.some((key) => shows(keysAsked[k] ?? "", key)));
  if (foreign.length === 0 || missing.length === 0) return undefined;

  const packs = new Set(missing.flatMap((name) => twins[keyOf(name)]?.[0] ?? []));
  const advice = packs.size > 0 ? ` Install ${[...packs].join(", ")} for metric-compatible fonts.` : "";
  const families = new Set(foreign.map(familyOf));

  return `Fonts were replaced: the document uses ${list(missing)}, but the result uses ${list([...families])} instead.${advice}`;
}

/** A font's name without its style. */
const familyOf = (name: string) => name.split(/[-,]/, 1)[0] ?? "";

/** "Times New Roman", "TimesNewRomanPSMT" and "TimesNewRomanPS-BoldMT" are the same font. */
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
