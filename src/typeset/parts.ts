/** The parts of a text that one font must cover: a character with its marks. */
import type { Face } from "./faces.ts";

const graphemes = /[^\p{M}\p{Default_Ignorable_Code_Point}]?[\p{M}\p{Default_Ignorable_Code_Point}]*/gsu;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** The parts of a text, in order. */
export function partsOf(text: string): string[] {
  return text.match(graphemes)?.filter((part) => part !== "") ?? [];
}

/** The characters of a text that a font must have. */
export function visible(text: string): string[] {
  return [...text].filter((char) => !ignorable.test(char));
}

/** Whether a font covers a text, in one of its normalization forms. */
export function covers(face: Face, text: string): boolean {
  const has = (form: string) =>
    visible(form).every((char) => face.font.glyph(char.codePointAt(0) ?? 0) !== 0);
  return has(text) || has(text.normalize("NFC")) || has(text.normalize("NFD"));
}
