/** Glyph names of Zapf Dingbats as text: the font has names of its own (ISO 32000-2, D.6). */
import { glyphText } from "./glyph-text.ts";

/** Code points of `a1`, `a2`, …: in hexadecimal, `+4` for four that follow on, `-` for a number without a glyph. */
const packed =
  "2701 + 2704 260e 2706 271d +4 261b 261e 270c +3 2711 +11 2722 +5 2605 2729 +34 25cf 274d 25a0 274f 2751 25b2 25bc 25c6 2756 - 25d7 2758 +2 276f 2771 +2 2768 + 276c + 276a + 2774 + 275b +3 2761 +3 2710 2765 +2 2660 2665 + 2663 - - - - 2709 2708 2707 2460 +9 2776 +30 2192 27a3 2194 + 2799 279b +7 27a4 +5 27ab 27ad 27af 27b2 + 27b5 27b8 27ba +4 279a 27aa 27b6 27b9 2798 27b4 27b7 27ac 27ae 27b1 2703 2750 2752 276e 2770";

function unpack(): readonly string[] {
  const texts = [""];
  let code = 0;
  for (const token of packed.split(" ")) {
    if (token === "-") texts.push("");
    else if (token.startsWith("+"))
      for (let times = Number(token.slice(1)) || 1; times > 0; times -= 1)
        texts.push(String.fromCharCode(++code));
    else {
      code = Number.parseInt(token, 16);
      texts.push(String.fromCharCode(code));
    }
  }
  return texts;
}

let known: readonly string[] | undefined;

/** The text of a glyph of Zapf Dingbats. */
export function dingbatText(name: string): string | undefined {
  known ??= unpack();
  const number = /^a(\d{1,3})$/.exec(name)?.[1];
  return (number && known[Number(number)]) || glyphText(name);
}
