/** Sizes of paper by name, in points, upright. */

const millimetres = 72 / 25.4;

/** ISO 216: A0 is 841 x 1189 mm; each next one is half, its sides rounded down to whole millimetres. */
const isoA = [
  [841, 1189],
  [594, 841],
  [420, 594],
  [297, 420],
  [210, 297],
  [148, 210],
  [105, 148],
] as const;

const isoNames = ["A0", "A1", "A2", "A3", "A4", "A5", "A6"] as const;

export const paperNames = [...isoNames, "Letter", "Legal", "Tabloid", "Executive"] as const;
export type PaperName = (typeof paperNames)[number];

export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

/** Width and height of upright paper. */
export function paperSize(name: PaperName): PaperSize {
  switch (name) {
    case "Letter":
      return { width: 612, height: 792 };
    case "Legal":
      return { width: 612, height: 1008 };
    case "Tabloid":
      return { width: 792, height: 1224 };
    case "Executive":
      return { width: 522, height: 756 };
    default: {
      const [width, height] = isoA[isoNames.indexOf(name)] ?? [0, 0];
      return { width: hundredths(width), height: hundredths(height) };
    }
  }
}

/** As producers write them: A4 is 595.28 x 841.89. */
function hundredths(side: number): number {
  return Math.round(side * millimetres * 100) / 100;
}
