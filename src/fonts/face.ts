/** A font's face: by its program's flags, or by its name if the program has none. */
import type { Face } from "../core/page-layout.ts";

export type FontStyle = Omit<Face, "name">;

export const noFace: Face = { name: "", bold: false, italic: false, mono: false };

/** `ABCDEF+` before the name of a subset (ISO 32000-2, 9.9.2). */
export const subsetTag = /^[A-Z]{6}\+/;

/** A font's face by its PostScript name as bytes (UTF-8 by 7.9.2). */
export function readFace(fontName: Uint8Array, style: FontStyle): Face {
  const name = new TextDecoder("utf-8").decode(fontName).replace(subsetTag, "");
  return {
    name: name.toWellFormed().replaceAll(/[^\P{C}]/gu, ""),
    bold: style.bold || /bold|black|heavy|semibold|demi|cmbx|sfbx/i.test(name),
    italic: style.italic || /italic|oblique|cmti|sfti|slanted/i.test(name),
    mono: style.mono || /mono|courier|consol|cmtt|sftt|menlo|typewriter/i.test(name),
  };
}
