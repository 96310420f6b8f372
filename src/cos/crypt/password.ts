/** Passwords as the bytes that keys are made of (ISO 32000-2, 7.6.4.3.2 and 7.6.4.3.3). */

/** Longest password of revisions 5 and 6 in bytes of UTF-8; what follows is ignored by readers. */
export const maxPasswordBytes = 127;

/**
 * SASLprep (RFC 4013): spaces to U+0020, invisible characters removed, NFKC. Refuses nothing: a password with characters
 * that the RFC forbids has no other form, and those who made files with one used this.
 */
export function saslPrep(password: string): string {
  return password
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu, " ")
    .replace(/\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/gu, "")
    .normalize("NFKC");
}

/** UTF-8 of the prepared password: what a new file is protected with. May be longer than `maxPasswordBytes`. */
export function passwordBytes(password: string): Uint8Array {
  return new TextEncoder().encode(saslPrep(password));
}

/** Characters of PDFDocEncoding (Annex D.3) whose code is not their Latin-1 code, from these codes on. */
const documentCharacters: readonly (readonly [number, string])[] = [
  [0x18, "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc"],
  [0x80, "\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018"],
  [0x90, "\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e"],
  [0xa0, "\u20ac"],
];

function documentCode(character: string): number | undefined {
  for (const [first, characters] of documentCharacters) {
    const at = characters.indexOf(character);
    if (at >= 0) return first + at;
  }
  return undefined;
}

/** One byte a character, undefined when one has none. */
function singleBytes(
  text: string,
  codeOf: (character: string) => number | undefined,
): Uint8Array | undefined {
  const codes: number[] = [];
  for (const character of text) {
    const code = codeOf(character);
    if (code === undefined) return undefined;
    codes.push(code);
  }
  return Uint8Array.from(codes);
}

function latin1Code(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  return code < 256 ? code : undefined;
}

/**
 * The forms in which writers have used a password, likeliest first. Bytes are taken as they are.
 * Revisions 5 and 6: prepared UTF-8, plain UTF-8; before: PDFDocEncoding, Latin-1, UTF-8.
 */
export function passwordForms(password: string | Uint8Array, revision: number): readonly Uint8Array[] {
  if (typeof password !== "string") return [password];
  const utf8 = new TextEncoder().encode(password);
  const forms =
    revision >= 5
      ? [passwordBytes(password), utf8].map((form) => form.subarray(0, maxPasswordBytes))
      : [
          singleBytes(password, (character) => documentCode(character) ?? latin1Code(character)),
          singleBytes(password, latin1Code),
          utf8,
        ];
  const seen = new Set<string>();
  return forms.filter((form) => {
    if (form === undefined || seen.has(form.join())) return false;
    seen.add(form.join());
    return true;
  }) as Uint8Array[]; // undefined was filtered out
}
