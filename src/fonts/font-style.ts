/** Whether a font is bold, slanted or monospaced: by its program, its name, its descriptor. */

import { type Descriptor, fontFlags } from "./descriptor.ts";
import type { FontStyle } from "./face.ts";

const namedBold = (baseFont: string) => baseFont.includes("Bold") || baseFont.includes("Semibold");
const namedItalic = (baseFont: string) => baseFont.includes("Italic") || baseFont.includes("Oblique");

/** The style of the substitute for a missing font. */
export function substituteStyle(baseFont: string, flags: number): FontStyle {
  return {
    bold: namedBold(baseFont) || (flags & fontFlags.forceBold) !== 0,
    italic: namedItalic(baseFont) || (flags & fontFlags.italic) !== 0,
    mono: (flags & fontFlags.fixedPitch) !== 0,
  };
}

/** The program's style; if unreadable, that of its substitute. */
export function embeddedStyle(descriptor: Descriptor, baseFont: string): FontStyle {
  const program = descriptor.program();
  if (!program) return substituteStyle(baseFont, descriptor.flags);
  return {
    bold: program.bold || namedBold(baseFont),
    italic: program.italic || namedItalic(baseFont),
    mono: program.mono,
  };
}
