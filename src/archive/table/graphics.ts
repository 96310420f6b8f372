/** Content, color, images and transparency (ISO 19005-2, 6.2.2 to 6.2.10). */

import type { ProfileFact } from "../facts.ts";
import { rule, type Table } from "../rule.ts";

const intents = new Set(["RelativeColorimetric", "AbsoluteColorimetric", "Perceptual", "Saturation"]);
const blendModes = new Set(
  (
    "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference " +
    "Exclusion Hue Saturation Color Luminosity"
  ).split(" "),
);
const outputDevices = ["prtr", "mntr"];
const inputDevices = ["prtr", "mntr", "scnr", "spac"];
const outputSpaces = ["RGB ", "CMYK", "GRAY"];
const inputSpaces = [...outputSpaces, "Lab "];

const isKind = (
  { device = "", space = "" }: ProfileFact,
  devices: readonly string[],
  spaces: readonly string[],
) => devices.includes(device) && spaces.includes(space);

const spacesOf: Readonly<Record<number, readonly string[]>> = {
  1: ["GRAY"],
  3: ["RGB ", "Lab "],
  4: ["CMYK"],
};
const hasComponents = ({ components = 0, space = "" }: ProfileFact) =>
  spacesOf[components]?.includes(space) === true;

const bits = [1, 2, 4, 8];
const nearlyOne = (value: number | undefined) => value === undefined || Math.abs(value - 1) < 0.000_001;

export const graphicsTable = {
  unknownOperator: [
    rule(
      { a1: "6.2.10-1", a2: "6.2.2-1", a4: "6.2.2-1" },
      "content has an operator that isn't PDF's",
      () => false,
    ),
  ],
  content: [
    rule(
      { a2: "6.2.2-2", a4: "6.2.2-2" },
      "content uses resources of another object",
      ({ inherited }) => !inherited,
    ),
    rule(
      { a4: "6.2.2-3" },
      "content names resources that don't exist",
      ({ undefinedNames }) => !undefinedNames,
    ),
  ],
  saves: [
    rule(
      { a1: "6.1.12-8", a2: "6.1.13-8" },
      "graphics states are nested deeper than 28",
      (depth) => depth <= 28,
    ),
  ],
  box: [
    rule(
      { a2: "6.1.13-11" },
      "a page's box is smaller than 3 or larger than 14,400 units",
      ({ width, height }) => [width, height].every((side) => side >= 3 && side <= 14_400),
    ),
  ],
  outputProfile: [
    rule(
      { a1: "6.2.2-1" },
      "the output intent's profile isn't permitted",
      (icc) => isKind(icc, outputDevices, outputSpaces) && icc.version < 3,
    ),
    rule(
      { a2: "6.2.3-1", a4: "6.2.3-1" },
      "the output intent's profile isn't permitted",
      (icc) => isKind(icc, outputDevices, outputSpaces) && icc.version < 5,
    ),
    rule({ a1: "6.2.3.2-2" }, "a profile's number of components is wrong", hasComponents),
  ],
  inputProfile: [
    rule(
      { a1: "6.2.3.2-1" },
      "a color space's profile isn't permitted",
      (icc) => isKind(icc, inputDevices, inputSpaces) && icc.version < 3,
    ),
    rule(
      { a2: "6.2.4.2-1", a4: "6.2.4.2-1" },
      "a color space's profile isn't permitted",
      (icc) => isKind(icc, inputDevices, inputSpaces) && icc.version < 5,
    ),
    rule({ a1: "6.2.3.2-2" }, "a profile's number of components is wrong", hasComponents),
  ],
  outputIntents: [
    rule(
      { a1: "6.2.2-2", a2: "6.2.3-2", a4: "6.2.3-2" },
      "output intents have different profiles",
      ({ sameProfile }) => sameProfile,
    ),
  ],
  outputIntent: [
    rule(
      { a2: "6.2.3-3" },
      "an output intent refers to a profile elsewhere",
      (intent) => intent.name("S") !== "GTS_PDFX" || !intent.has("DestOutputProfileRef"),
    ),
    rule(
      { a4: "6.2.3-3" },
      "an output intent refers to a profile elsewhere",
      (intent) => !intent.has("DestOutputProfileRef"),
    ),
  ],
  iccCmyk: [
    rule(
      { a2: "6.2.4.2-2", a4: "6.2.4.2-2" },
      "ICC-based CMYK is overprinted in mode 1",
      ({ overprints, mode }) => !overprints || mode === 0,
    ),
    rule(
      { a4: "6.2.4.2-3" },
      "a color space has the profile of the output intent",
      ({ isOutput }) => !isOutput,
    ),
  ],
  deviceRgb: [
    rule(
      { a1: "6.2.3.3-1", a2: "6.2.4.3-2" },
      "DeviceRGB is used without an RGB output intent",
      (_, { outputSpace }) => outputSpace === "RGB ",
    ),
    rule(
      { a4: "6.2.4.3-2" },
      "DeviceRGB is used without an RGB output intent",
      ({ pageSpace, blendSpace = "" }, { outputSpace }) =>
        (pageSpace ?? outputSpace) === "RGB " || ["RGB ", "CalRGB"].includes(blendSpace),
    ),
  ],
  deviceCmyk: [
    rule(
      { a1: "6.2.3.3-2", a2: "6.2.4.3-3" },
      "DeviceCMYK is used without a CMYK output intent",
      (_, { outputSpace }) => outputSpace === "CMYK",
    ),
    rule(
      { a4: "6.2.4.3-3" },
      "DeviceCMYK is used without a CMYK output intent",
      ({ pageSpace, blendSpace }, { outputSpace }) => [pageSpace ?? outputSpace, blendSpace].includes("CMYK"),
    ),
  ],
  deviceGray: [
    rule(
      { a1: "6.2.3.3-3", a2: "6.2.4.3-4" },
      "DeviceGray is used without an output intent",
      (_, { outputSpace }) => outputSpace !== undefined,
    ),
    rule(
      { a4: "6.2.4.3-4" },
      "DeviceGray is used without an output intent",
      ({ pageSpace }, { outputSpace }) => pageSpace !== undefined || outputSpace !== undefined,
    ),
  ],
  deviceN: [
    rule(
      { a1: "6.1.12-9" },
      "a DeviceN space has more than 8 components",
      ({ components }) => components <= 8,
    ),
    rule(
      { a2: "6.1.13-9" },
      "a DeviceN space has more than 32 components",
      ({ components }) => components <= 32,
    ),
    rule(
      { a2: "6.2.4.4-1", a4: "6.2.4.4-1" },
      "a DeviceN space doesn't describe its colorants",
      ({ hasColorants }) => hasColorants,
    ),
  ],
  separation: [
    rule(
      { a2: "6.2.4.4-2", a4: "6.2.4.4-2" },
      "a spot color has several definitions",
      ({ isConsistent }) => isConsistent,
    ),
  ],
  graphicsState: [
    rule(
      { a1: "6.2.8-1", a2: "6.2.5-1", a4: "6.2.5-1" },
      "a graphics state has a transfer function",
      (state) => !state.has("TR"),
    ),
    rule(
      { a1: "6.2.8-2", a2: "6.2.5-2", a4: "6.2.5-2" },
      "a graphics state has a transfer function",
      (state) => !state.has("TR2") || state.name("TR2") === "Default",
    ),
    rule({ a2: "6.2.5-3" }, "a graphics state sets the halftone's phase", (state) => !state.has("HTP")),
    rule({ a4: "6.2.5-3" }, "a graphics state sets the halftone's origin", (state) => !state.has("HTO")),
    rule(
      { a1: "6.4-1" },
      "a graphics state has a soft mask",
      (state) => !state.has("SMask") || state.name("SMask") === "None",
    ),
    rule(
      { a1: "6.4-4" },
      "a graphics state has a blend mode",
      (state) => !state.has("BM") || ["Normal", "Compatible"].includes(state.name("BM") ?? ""),
    ),
    rule({ a1: "6.4-5" }, "strokes are transparent", (state) => nearlyOne(state.number("CA"))),
    rule({ a1: "6.4-6" }, "fills are transparent", (state) => nearlyOne(state.number("ca"))),
  ],
  halftone: [
    rule({ a2: "6.2.5-4", a4: "6.2.5-4" }, "a halftone isn't of type 1 or 5", ({ object }) =>
      [1, 5].includes(object.number("HalftoneType") ?? 0),
    ),
    rule(
      { a2: "6.2.5-5", a4: "6.2.5-5" },
      "a halftone has a name",
      ({ object }) => !object.has("HalftoneName"),
    ),
    rule(
      { a2: "6.2.5-6", a4: "6.2.5-6" },
      "a halftone's transfer function isn't as required",
      ({ object, colorant }) =>
        colorant === "Default" ||
        object.has("TransferFunction") ===
          !["", "Cyan", "Magenta", "Yellow", "Black"].includes(colorant ?? ""),
    ),
  ],
  intent: [
    rule({ a1: "6.2.9-1", a2: "6.2.6-1" }, "a rendering intent isn't PDF's", (intent) => intents.has(intent)),
  ],
  blendMode: [
    rule({ a2: "6.2.10-1", a4: "6.2.9-1" }, "a blend mode isn't PDF's", (mode) => blendModes.has(mode)),
  ],
  image: [
    rule(
      { a1: "6.2.4-1", a2: "6.2.8-1", a4: "6.2.7.1-1" },
      "an image has alternates",
      (image) => !image.has("Alternates"),
    ),
    rule({ a2: "6.2.8-2", a4: "6.2.7.1-2" }, "an image has OPI entries", (image) => !image.has("OPI")),
    rule(
      { a1: "6.2.4-3", a2: "6.2.8-3", a4: "6.2.7.1-3" },
      "an image is interpolated",
      (image) => image.get("Interpolate") !== true,
    ),
    rule(
      { a1: "6.2.4-4" },
      "an image has a depth that isn't permitted",
      (image) => image.get("ImageMask") === true || bits.includes(image.number("BitsPerComponent") ?? 1),
    ),
    rule(
      { a2: "6.2.8-4", a4: "6.2.7.1-4" },
      "an image has a depth that isn't permitted",
      (image) =>
        image.get("ImageMask") === true || [...bits, 16].includes(image.number("BitsPerComponent") ?? 1),
    ),
  ],
  inlineImage: [
    rule(
      { a1: "6.2.4-3", a2: "6.2.8-3", a4: "6.2.7.1-3" },
      "an image is interpolated",
      ({ interpolates }) => !interpolates,
    ),
  ],
  mask: [
    rule(
      { a1: "6.2.4-5", a2: "6.2.8-5", a4: "6.2.7.1-5" },
      "a mask has more than one bit",
      (image) => (image.number("BitsPerComponent") ?? 1) === 1,
    ),
  ],
  jpeg2000: [
    rule(
      { a2: "6.2.8.3-1", a4: "6.2.7.3-1" },
      "a JPEG 2000 image has neither 1, 3 nor 4 channels",
      ({ channels }) => [1, 3, 4].includes(channels),
    ),
    rule(
      { a2: "6.2.8.3-2", a4: "6.2.7.3-2" },
      "a JPEG 2000 image has several color specifications",
      (image) => image.hasColorSpace || image.specs === 1 || image.approximate === 1,
    ),
    rule(
      { a2: "6.2.8.3-3", a4: "6.2.7.3-3" },
      "a JPEG 2000 image specifies color in a way that isn't permitted",
      (image) => image.hasColorSpace || [1, 2, 3].includes(image.method ?? 0),
    ),
    rule(
      { a2: "6.2.8.3-4", a4: "6.2.7.3-4" },
      "a JPEG 2000 image is in CIEJab",
      (image) => image.hasColorSpace || image.enumerated !== 19,
    ),
    rule(
      { a2: "6.2.8.3-5", a4: "6.2.7.3-5" },
      "a JPEG 2000 image's channels have different depths",
      (image) => !image.variesDepth && image.depth >= 1 && image.depth <= 38,
    ),
  ],
  form: [
    rule(
      { a1: "6.2.5-1" },
      "a form has PostScript",
      (form) => form.name("Subtype2") !== "PS" && !form.has("PS"),
    ),
    rule(
      { a2: "6.2.9-1" },
      "a form has PostScript or OPI entries",
      (form) => form.name("Subtype2") !== "PS" && !form.hasAny("PS", "OPI"),
    ),
    rule({ a4: "6.2.8.1-1" }, "a form has OPI entries", (form) => !form.has("OPI")),
    rule(
      { a1: "6.2.6-1", a2: "6.2.9-2", a4: "6.2.8.2-1", ua1: "7.20-1" },
      "a form refers to another file",
      (form) => !form.has("Ref"),
    ),
  ],
  xobject: [
    rule({ a1: "6.2.4-2" }, "an object has OPI entries", (object) => !object.has("OPI")),
    rule(
      { a1: "6.2.7-1", a2: "6.2.9-3" },
      "an object is PostScript",
      (object) => object.name("Subtype") !== "PS",
    ),
    rule(
      { a1: "6.4-2" },
      "an object has a soft mask",
      (object) => !object.has("SMask") || object.name("SMask") === "None",
    ),
  ],
  group: [rule({ a1: "6.4-3" }, "a group is transparent", (group) => group.name("S") !== "Transparency")],
  page: [
    rule(
      { a2: "6.2.10-2" },
      "a page has transparency, but neither an output intent nor a blending space",
      (page, { outputSpace }) => outputSpace !== undefined || page.hasGroupSpace || !page.hasTransparency,
    ),
    rule(
      { a4: "6.2.9-2" },
      "a page has transparency, but neither an output intent nor a blending space",
      (page, { outputSpace }) =>
        outputSpace !== undefined ||
        page.ownOutputSpace !== undefined ||
        page.hasGroupSpace ||
        !page.hasTransparency,
    ),
    rule({ a2: "6.5.2-2" }, "a page has additional actions", ({ object }) => !object.has("AA")),
    rule(
      { a2: "6.10-2", a4: "6.11-2" },
      "a page has presentation steps",
      ({ object }) => !object.has("PresSteps"),
    ),
  ],
} satisfies Partial<Table>;
