/**
 * Advance widths of the glyphs of the standard fonts by name, in thousandths of the size: files need not say them
 * (ISO 32000-2, 9.6.2.2). Of the fonts that stand in for them here, which have the same but for a few mathematical signs.
 */
import { standardWidths } from "../../pdf/base-widths.ts";
import { encodingTable } from "./encodings.ts";
import type { StandardFont } from "./standard-fonts.ts";

/** Glyphs beside those of WinAnsiEncoding. */
const otherNames = `
fraction fi fl breve dotaccent ring hungarumlaut ogonek caron Lslash dotlessi lslash abreve uhungarumlaut ecaron
scommaaccent Uring aogonek uogonek Dcroat commaaccent Emacron ccaron Ncommaaccent lacute Tcommaaccent Cacute
Edotaccent scedilla lozenge Rcaron Gcommaaccent Amacron rcaron Zdotaccent Omacron Racute Sacute dcaron Umacron
uring Abreve Tcaron partialdiff Nacute cacute nacute umacron Ncaron Gbreve Idotaccent summation racute omacron
Zacute greaterequal lcommaaccent tcaron eogonek Uogonek zacute iogonek amacron sacute Delta ohungarumlaut
Eogonek dcroat Scedilla lcaron Kcommaaccent Lacute edotaccent Imacron Lcaron lessequal Uhungarumlaut emacron
gbreve Scommaaccent Ohungarumlaut Ccaron radical Dcaron rcommaaccent Rcommaaccent Lcommaaccent Aogonek
zdotaccent Ecaron Iogonek kcommaaccent minus ncaron tcommaaccent notequal gcommaaccent ncommaaccent imacron
`;

/** Their widths; `278*2` is twice 278. Obliques are as wide as their uprights. */
const otherWidths: Readonly<Record<string, string>> = {
  Helvetica: `
278 500*2 333*6 556 278 222 556*3 500 722 556*2 722 500 667 500 722 222 611 722 667 500 278 722 778 667 333 611
778 722 667 643 722 556 667 611 476 722 500 556*2 722 778 278 996 333 556 611 549 222 317 556 722 500 222 556
500 612 556 667 556 667 299 667 556*2 278 556 549 722 556*2 667 778 722 453 722 333 722 556 667 500 667 278 500
584 556 278 549 556*2 278
`,
  "Helvetica-Bold": `
278 611*2 333*6 611 278*2 556 611 556*2 722 556 611 722 556 667 556 722 278 611 722 667 556 278 722 778 722 389
611 778 722 667 743 722 611 722 611 494 722 556 611*2 722 778 278 996 389 611*2 549 278 389 556 722 500 278
556*2 612 611 667 611 667 400 722 611 556 278 611 549 722 556 611 667 778 722 549 722 389 722 611 722 500 667
278 556 584 611 333 549 611*2 278
`,
  "Times-Roman": `
167 556*2 333*6 611 278*2 444 500 444 389 722 444 500 722 500 611 444 722 278 611 667 611 389 250 667 722*2 333
611 722 667 556 608 722 500 722 611 500 722 444 500*2 722*2 333 1000 333 500 611 1000 278 389 444 722 444 278
444 389 667 500 611 500 556 378 722 611 444 333 611 1000 722 444 500 556 722 667 722*2 333 667 611 722 444 611
333 500 564 500 278 1000 500*2 278
`,
  "Times-Bold": `
167 556*2 333*6 667 278*2 500 556 444 389 722 500 556 722 500 667 444 722 278 667 722 667 389 250 722 778 722
444 667 778 722 556 711 722 556 722 667 500 722 444 556*2 722 778 389 1000 444 500 667 1000 278 464 444 722 444
278 500 389 667 500 667 556*2 425 778 667 444 389 667 1000 722 444 500 556 778 722*3 444 722 667 722 444 667 389
556 570 556 333 1000 500 556 278
`,
  "Times-Italic": `
167 500*2 333*6 556 278*2 500*2 444 389 722 500*2 722 444 611 444 667 278 556 667 611 389 250 611 722 611 389
556 722 611 500 584 722 500 611 556 500 667 444 500*2 667 722 333 1000 389 500 556 1000 278 326 444 722 389 278
500 389 667 500 611 500*2 320 667 556 444 333 556 1000 722 444 500*2 722 667 722*2 389 611 556 611 389 611 333
444 675 500 278 1000 500*2 278
`,
  "Times-BoldItalic": `
167 556*2 333*6 611 278*2 500 556 444 389 722 500 556 722 500 667 444 722 278 611 667*2 389 250 667 722 667 389
611 722 667 556 626 722 556 667 611 500 722 444 556*2 722*2 389 1000 389 500 611 1000 278 387 444 722 389 278
500 389 667 500 667 500 556 406 667 611 444 389 611 1000 722 444 500 556 722 667 722*2 389 667 611 667 389 667
389 500 606 556 278 1000 500 556 278
`,
};

/** By the codes of the fonts' own encodings, from 32 on. */
const symbolWidths = `
250 333 713 500 549 833 778 439 333*2 500 549 250 549 250 278 500*10 278*2 549*3 444 549 722 667 722 612 611 763
603 722 333 631 722 686 889 722*2 768 741 556 592 611 690 439 768 645 795 611 333 863 333 658 500*2 631 549*2
494 439 521 411 603 329 603 549*2 576 521 549*2 521 549 603 439 576 713 686 493 686 494 480 200 480 549 0 790 0*31 750
620 247 549 167 713 500 753*4 1042 987 603 987 603 400 549 411 549*2 713 494 460 549*4 1000 603 1000 658 823 686
795 987 768*2 823 768*2 713*7 768 713 790*2 890 823 549 250 713 603*2 1042 987 603 987 603 494 329 790*2 786 713
384*6 494*4 0 329 274 686*3 384*6 494*3 0
`;
const dingbatWidths = `
278 974 961 974 980 719 789 790 791 690 960 939 549 855 911 933 911 945 974 755 846 762 761 571 677 763 760 759
754 494 552 537 577 692 786 788*2 790 793 794 816 823 789 841 823 833 816 831 923 744 723 749 790 792 695 776
768 792 759 707 708 682 701 826 815 789*2 707 687 696 689 786 787 713 791 785 791 873 761 762*2 759*2 892*2 788
784 438 138 277 415 392*2 668*2 0 390*2 317*2 276*2 509*2 410*2 234*2 334*2 0*19 732 544*2 910 667 760*2 776 595
694 626 788*40 894 838 1016 458 748 924 748 918 927 928*2 834 873 828 924*2 917 930 931 463 883 836*2 867*2
696*2 874 0 874 760 946 771 865 771 888 967 888 831 873 927 970 918 0
`;

function unpack(text: string): number[] {
  return text
    .trim()
    .split(/\s/)
    .flatMap((part) => {
      const [width = "0", times = "1"] = part.split("*");
      return Array.from({ length: Number(times) }, () => Number(width));
    });
}

type Widths = ReadonlyMap<string, number>;

const known = new Map<string, Widths>();

function byEncoding(
  encoding: readonly (string | undefined)[],
  widths: readonly number[],
  first: number,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const [code, name] of encoding.entries())
    if (name !== undefined) found.set(name, widths[code - first] ?? 0);
  return found;
}

function read(font: StandardFont): Widths {
  if (font === "Symbol") return byEncoding(encodingTable("symbol"), unpack(symbolWidths), 32);
  if (font === "ZapfDingbats") return byEncoding(encodingTable("zapfDingbats"), unpack(dingbatWidths), 32);
  const latin = standardWidths(font) ?? [];
  const widths = byEncoding(encodingTable("winAnsi"), latin, 32);
  // Also the name of codes that mean nothing, which have another width there.
  widths.set("bullet", latin[bullet - 32] ?? 0);
  const others = unpack(otherWidths[font.replace(/-?Oblique$/, "")] ?? "");
  for (const [k, name] of otherNames.trim().split(/\s/).entries())
    widths.set(name, others[k] ?? courierWidth);
  return widths;
}

/** In WinAnsiEncoding. */
const bullet = 149;

const courierWidth = 600;

/** What a code without a glyph takes. */
const missing = { Courier: courierWidth, Times: 250, Symbol: 250, other: 278 } as const;

/** The width of a glyph; undefined: the font's glyph of this name is not known here. */
export function standardWidth(font: StandardFont, name: string | undefined): number | undefined {
  if (font.startsWith("Courier")) return courierWidth;
  if (name === undefined || name === ".notdef") {
    if (font === "Symbol") return missing.Symbol;
    return font.startsWith("Times") ? missing.Times : missing.other;
  }
  let widths = known.get(font);
  if (!widths) {
    widths = read(font);
    known.set(font, widths);
  }
  return widths.get(name);
}
