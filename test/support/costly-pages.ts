/** Pages of a few kilobytes that take minutes to draw, by the object that they draw too often. */
import { type BuiltStream, pagesPdf } from "./pdf-builder.ts";

const group = "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency>>/Resources<<>>";
const shading =
  "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 1 0]/N 1>>>>";
const dot = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 .01 .01]/XStep .01/YStep .01/Resources<<>>";
const image = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8";
const mask = "<</Type/ExtGState/SMask<</S/Luminosity/G 20 0 R>>>>";

const pages: Readonly<
  Record<string, { readonly content: string; readonly resources?: string; readonly object?: BuiltStream }>
> = {
  fills: { content: "0 0 612 792 re f ".repeat(20_000) },
  lines: { content: "0 0 m 612 792 l S ".repeat(20_000) },
  groups: {
    content: "/X Do ".repeat(20_000),
    resources: "/XObject<</X 20 0 R>>",
    object: { dict: group, data: "0 0 9 9 re f" },
  },
  "blended fills": {
    content: "/G gs 0 0 612 792 re f ".repeat(2000),
    resources: "/ExtGState<</G<</BM/Multiply>>>>",
  },
  masks: {
    content: "q /M gs 0 0 612 792 re f Q ".repeat(5000),
    resources: `/ExtGState<</M ${mask}>>`,
    object: { dict: group, data: "1 g 0 0 612 792 re f" },
  },
  shadings: { content: "/S sh ".repeat(2000), resources: `/Shading<</S ${shading}>>` },
  dots: {
    content: "/Pattern cs /P scn 0 0 612 792 re f",
    resources: "/Pattern<</P 20 0 R>>",
    object: { dict: dot, data: "0 0 .005 .005 re f" },
  },
  images: {
    content: "q 612 0 0 792 0 0 cm /I Do Q ".repeat(20_000),
    resources: "/XObject<</I 20 0 R>>",
    object: { dict: image, data: "\0" },
  },
};

export const costlyPages = Object.keys(pages);

/** Three pages, the second of which draws too much; `sound`: the entries of the others. */
export function withCostlyPage(kind: string, sound: string, more: Record<number, BuiltStream>): Uint8Array {
  const { content = "", resources = "", object = { dict: "", data: "" } } = pages[kind] ?? {};
  const costly = `/MediaBox[0 0 612 792]/Contents 10 0 R/Resources<<${resources}>>`;
  return pagesPdf([sound, costly, sound], { more: { 10: { dict: "", data: content }, 20: object, ...more } });
}
