/** The positions of text on a displayed page, according to pdf.js. */
import { openPdfjs } from "./pdfjs.ts";

/** A piece of text on a displayed page; positions are fractions of the page from its top left corner. */
export interface SeenText {
  readonly text: string;
  /** The middle of the baseline. */
  readonly x: number;
  readonly y: number;
  /** The counterclockwise angle of the text, in degrees. */
  readonly angle: number;
  /** Whether its whole length is on the page. */
  readonly inside: boolean;
}

/** The text of each page, piece by piece. */
export async function seenTexts(bytes: Uint8Array, password?: string): Promise<SeenText[][]> {
  const document = await openPdfjs(bytes, password);
  try {
    const pages: SeenText[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const view = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      pages.push(
        items.flatMap((item) => {
          if (!("str" in item) || item.str.trim() === "") return [];
          const [a = 0, b = 0, , , e = 0, f = 0]: number[] = item.transform;
          const length = Math.hypot(a, b) || 1;
          const at = (part: number) => {
            const along = (item.width * part) / length;
            const [x = 0, y = 0]: number[] = view.convertToViewportPoint(e + a * along, f + b * along);
            return [x / view.width, y / view.height] as const;
          };
          const [start, middle, end] = [at(0), at(0.5), at(1)];
          const rise = (start[1] - end[1]) * view.height;
          const run = (end[0] - start[0]) * view.width;
          return {
            text: item.str,
            x: middle[0],
            y: middle[1],
            angle: (Math.atan2(rise, run) * 180) / Math.PI,
            inside: [...start, ...end].every((part) => part >= 0 && part <= 1),
          };
        }),
      );
    }
    return pages;
  } finally {
    await document.destroy();
  }
}
