/** Destinations (ISO 32000-2, 12.3.2) as a page, a height on it as displayed, and a zoom. */
import { getOrInsert } from "../../core/collections/maps.ts";
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

/** Fitted to the window: the whole page, its width, or its height. */
export const fits = ["fit", "fit_width", "fit_height"] as const;
export type Zoom = number | (typeof fits)[number];

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

/** Whether a place can have a height: a page that is shown in all its height can't. */
export const hasHeight = (zoom: Zoom | undefined): boolean => zoom !== "fit" && zoom !== "fit_height";

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
      const y = first === undefined ? undefined : displayed(document, page, first).y;
      return { place: { page, ...(y !== undefined && { y }), zoom: "fit_width" }, isExact: true };
    }
    case "FitV":
      return first === undefined || displayed(document, page, first).x === 0
        ? { place: { page, zoom: "fit_height" }, isExact: true }
        : { place: { page }, isExact: false };
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

/** Where a coordinate that runs along a page, or across it, is on the page as displayed. */
function displayed(document: PdfDocument, page: number, coordinate: number): { x: number; y: number } {
  const { height, toUser } = displaySpace(pageBoxes(document.cos, document.pages, page));
  const [x, up] = transformPoint(inverse(toUser), coordinate, coordinate);
  return { x: thousandths(x), y: thousandths(height - up) };
}

/** The explicit destination of a place. */
export const destinationOf = (document: PdfDocument, place: Place): CosValue[] =>
  destinations(document)(place);

/** The same for many places, for which each page's space is looked up once. */
export function destinations(document: PdfDocument): (place: Place) => CosValue[] {
  const { cos, pages } = document;
  const pageOf = (page: number) => {
    const num = pages.number(page);
    const boxes = pageBoxes(cos, pages, page);
    return {
      target: num === 0 ? page - 1 : ref(num, cos.generation(num)),
      ...displaySpace(boxes),
      isTurned: boxes.rotation === 90 || boxes.rotation === 270,
    };
  };
  const known = new Map<number, ReturnType<typeof pageOf>>();

  return ({ page, y, zoom }) => {
    const { target, height, toUser, isTurned } = getOrInsert(known, page, () => pageOf(page));
    if (zoom === "fit") return [target, name("Fit")];
    if (zoom === "fit_height") return [target, name("FitV"), null];
    const [left, top] = y === undefined ? [null, null] : transformPoint(toUser, 0, height - y).map(rounded);
    if (zoom === "fit_width") return [target, name("FitH"), (isTurned ? left : top) ?? null];
    return [target, name("XYZ"), left ?? null, top ?? null, zoom ?? null];
  };
}
