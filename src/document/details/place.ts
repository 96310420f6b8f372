/** Destinations (ISO 32000-2, 12.3.2) as a page, a height on it as displayed, and a zoom. */
import { type CosValue, isName, name, ref } from "../../cos/syntax/value.ts";
import {
  destinationName,
  explicitArray,
  explicitPage,
  namedDestinations,
} from "../navigation/destinations.ts";
import type { PdfDocument } from "../open.ts";
import { pageBoxes } from "../pages/boxes.ts";
import { displaySpace } from "../pages/display-space.ts";
import { inverse, rounded, transformPoint } from "../pages/matrix.ts";

export type Zoom = number | "fit" | "fit_width";

export interface Place {
  /** 1-based. */
  readonly page: number;
  /** Points from the top of the page as displayed. */
  readonly y?: number | undefined;
  /** 1 is 100 %; absent: the reader's. */
  readonly zoom?: Zoom | undefined;
}

/** A destination, and whether it says more than `place` can: another distance from the left, a rectangle. */
export interface ReadPlace {
  readonly place: Place;
  readonly isExact: boolean;
}

/** At most three decimals. */
export const thousandths = (value: number): number => {
  const short = Math.round(value * 1000) / 1000;
  return Object.is(short, -0) ? 0 : short;
};

/** Where a destination leads, explicit or named; undefined if to no page of the document. */
export function readPlace(document: PdfDocument, value: CosValue | undefined): ReadPlace | undefined {
  const named = destinationName(document, value);
  const target = named ? namedDestinations(document).find(named.text, named.inTree)?.value : value;
  const page = explicitPage(document, target);
  if (page === undefined) return undefined;
  const [, kind, ...numbers] = (explicitArray(document, target) ?? []).map((item) =>
    document.cos.resolve(item),
  );
  const [first, second, third] = numbers.map((item) => (typeof item === "number" ? item : undefined));

  switch (isName(kind) ? kind.name : "") {
    case "XYZ":
      return xyz(document, page, first, second, third);
    case "Fit":
      return { place: { page, zoom: "fit" }, isExact: true };
    case "FitH": {
      const y = first === undefined ? undefined : heightOf(document, page, first);
      return { place: { page, ...(y !== undefined && { y }), zoom: "fit_width" }, isExact: true };
    }
    case "FitR":
      return {
        place: { ...xyz(document, page, first, numberOf(numbers[3]), undefined).place },
        isExact: false,
      };
    default:
      return { place: { page }, isExact: false };
  }
}

const numberOf = (value: CosValue | undefined) => (typeof value === "number" ? value : undefined);

function xyz(
  document: PdfDocument,
  page: number,
  left: number | undefined,
  top: number | undefined,
  zoom: number | undefined,
): ReadPlace {
  const boxes = pageBoxes(document.cos, document.pages, page);
  const { height, toUser } = displaySpace(boxes);
  const isTurned = boxes.rotation === 90 || boxes.rotation === 270;
  const [x, up] = transformPoint(inverse(toUser), left ?? boxes.cropBox.x0, top ?? boxes.cropBox.y0);
  const [across, along] = isTurned ? [top, left] : [left, top];
  return {
    place: {
      page,
      ...(along !== undefined && { y: thousandths(height - up) }),
      ...(zoom !== undefined && zoom > 0 && { zoom: thousandths(zoom) }),
    },
    isExact: across === undefined || thousandths(x) === 0,
  };
}

/** The height on a page as displayed of a coordinate that runs along it. */
function heightOf(document: PdfDocument, page: number, coordinate: number): number {
  const { height, toUser } = displaySpace(pageBoxes(document.cos, document.pages, page));
  const [, up] = transformPoint(inverse(toUser), coordinate, coordinate);
  return thousandths(height - up);
}

/** The explicit destination of a place. */
export function destinationOf(document: PdfDocument, { page, y, zoom }: Place): CosValue[] {
  const { cos, pages } = document;
  const num = pages.number(page);
  const target = num === 0 ? page - 1 : ref(num, cos.generation(num));
  if (zoom === "fit") return [target, name("Fit")];

  const boxes = pageBoxes(cos, pages, page);
  const { height, toUser } = displaySpace(boxes);
  const isTurned = boxes.rotation === 90 || boxes.rotation === 270;
  const [left, top] = y === undefined ? [null, null] : transformPoint(toUser, 0, height - y).map(rounded);
  if (zoom === "fit_width") return [target, name("FitH"), (isTurned ? left : top) ?? null];

  return [target, name("XYZ"), left ?? null, top ?? null, zoom ?? null];
}
