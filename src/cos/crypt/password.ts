/** Passwords as the bytes from which keys are derived (ISO 32000-2, 7.6.4.3.2 and 7.6.4.3.3). */

import { pdfDocEncoding } from "../syntax/characters.ts";

/** Longest password for revisions 5 and 6, in bytes of UTF-8; readers ignore the rest. */
export const maxPasswordBytes = 127;

/**
 * SASLprep (RFC 4013): maps spaces to U+0020, removes invisible characters, applies NFKC. Refuses nothing: a password with
 * characters that the RFC forbids has no other form, and files in use were encrypted with this one.
 */
export function saslPrep(password: string): string {
  return password
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu, " ")
    .replace(/\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/gu, "")
    .normalize("NFKC");
}

/** UTF-8 of the prepared password, used to protect new files. May be longer than `maxPasswordBytes`. */
export const passwordBytes = (password: string): Uint8Array => new TextEncoder().encode(saslPrep(password));

/** One byte per character; undefined if a character has no code. */
function singleBytes(text: string, codeOf: (character: string) => number): Uint8Array | undefined {
  const codes: number[] = [];
  for (const character of text) {
    const code = codeOf(character);
    if (code < 0 || code > 255) return undefined;
    codes.push(code);
  }
  return Uint8Array.from(codes);
}

const latin1Code = (character: string) => character.codePointAt(0) ?? -1;

/** Characters missing from PDFDocEncoding get their Latin-1 code, if they have one. */
function documentCode(character: string): number {
  const code = pdfDocEncoding.indexOf(character);
  return code >= 0 ? code : latin1Code(character);
}

/**
 * The encodings that writers have used for a password, likeliest first. Bytes are used unchanged. Revisions 5 and 6: prepared
 * UTF-8, plain UTF-8; earlier: PDFDocEncoding, Latin-1, UTF-8.
 */
export function passwordForms(password: string | Uint8Array, revision: number): readonly Uint8Array[] {
  if (typeof password !== "string") return [password];
  const utf8 = new TextEncoder().encode(password);
  const forms =
    revision >= 5
      ? [passwordBytes(password), utf8].map((form) => form.subarray(0, maxPasswordBytes))
      : [singleBytes(password, documentCode), singleBytes(password, latin1Code), utf8];
  const different = new Map(forms.flatMap((form) => (form ? [[form.join(), form]] : [])));
  return [...different.values()];
}
