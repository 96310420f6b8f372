/** Paper sizes by name, in points, portrait. */

export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

const points = (width: number, height: number): PaperSize => ({ width, height });

/** Rounded to a hundredth, as producers write them: A4 is 595.28 x 841.89. */
const hundredths = (millimetres: number) => Math.round((millimetres * 7200) / 25.4) / 100;
const millimetres = (width: number, height: number) => points(hundredths(width), hundredths(height));

/** ISO 216: A0 is 841 x 1189 mm; each size is half the previous one, rounded down to whole millimeters. */
const sizes = {
  A0: millimetres(841, 1189),
  A1: millimetres(594, 841),
  A2: millimetres(420, 594),
  A3: millimetres(297, 420),
  A4: millimetres(210, 297),
  A5: millimetres(148, 210),
  A6: millimetres(105, 148),
  Letter: points(612, 792),
  Legal: points(612, 1008),
  Tabloid: points(792, 1224),
  Executive: points(522, 756),
} as const;

export type PaperName = keyof typeof sizes;

// Object.keys types its result as strings.
export const paperNames = Object.keys(sizes) as PaperName[];

/** ISO 216, for pictures on paper. */
const b5 = millimetres(176, 250);

/** Width and height of portrait paper. */
export const paperSize = (name: PaperName | "B5"): PaperSize => (name === "B5" ? b5 : sizes[name]);
