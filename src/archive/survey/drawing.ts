/**
 * What pages, forms, patterns and glyphs draw: runs their operations far enough to know which color, font and resource each one
 * uses. Forms are read once for each set of colors that they begin with.
 */
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isName,
  isString,
  name,
} from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { decodeText } from "../../document/text-string.ts";
import { dataOf, listAt, nameAt } from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import type { Report } from "../rule.ts";
import { blendSpaceOf, type ColorSurvey, type OutputIntents } from "./color.ts";
import { isOperator, nameOf, type Operation, operations, stringsOf, valuesIn } from "./content.ts";
import type { FontUses } from "./font-uses.ts";
import { surveyJpeg2000 } from "./jpeg-2000.ts";
import { reportValue } from "./values.ts";

const maxContentBytes = 256 * 1024 * 1024;
const maxDepth = 28;

/** The parts of the graphics state that PDF/A's rules depend on. */
interface State {
  fill: CosValue;
  stroke: CosValue;
  /** The tiling pattern that fills or strokes. */
  fillPattern: PdfObject | undefined;
  strokePattern: PdfObject | undefined;
  font: PdfObject | undefined;
  mode: number;
  fillOverprints: boolean;
  strokeOverprints: boolean;
  overprintMode: number;
}

export interface Scope {
  readonly page: number | undefined;
  /** Its own resources, and those it falls back to. */
  readonly resources: PdfObject | undefined;
  readonly outer: PdfObject | undefined;
  readonly pageSpace: string | undefined;
  readonly blendSpace: string | undefined;
  readonly blendProfile: number;
  readonly depth: number;
}

const gray = name("DeviceGray");

const initial = (): State => ({
  fill: gray,
  stroke: gray,
  fillPattern: undefined,
  strokePattern: undefined,
  font: undefined,
  mode: 0,
  fillOverprints: false,
  strokeOverprints: false,
  overprintMode: 0,
});

const deviceOperators: Readonly<Record<string, readonly ["fill" | "stroke", string]>> = {
  g: ["fill", "DeviceGray"],
  rg: ["fill", "DeviceRGB"],
  k: ["fill", "DeviceCMYK"],
  G: ["stroke", "DeviceGray"],
  RG: ["stroke", "DeviceRGB"],
  K: ["stroke", "DeviceCMYK"],
};
const fills = new Set(["f", "F", "f*", "B", "B*", "b", "b*"]);
const strokes = new Set(["S", "s", "B", "B*", "b", "b*"]);
const shows = new Set(["Tj", "TJ", "'", '"']);
/** Text rendering modes that fill, and that stroke (table 104). */
const fillModes = [0, 2, 4, 6];
const strokeModes = [1, 2, 5, 6];
const deviceNames = new Set([
  "DeviceGray",
  "DeviceRGB",
  "DeviceCMYK",
  "Pattern",
  "G",
  "RGB",
  "CMYK",
  "I",
  "Indexed",
]);

/** Resource categories by the operator that names them. */
const categories: Readonly<Record<string, string>> = {
  Do: "XObject",
  gs: "ExtGState",
  Tf: "Font",
  sh: "Shading",
  cs: "ColorSpace",
  CS: "ColorSpace",
  scn: "Pattern",
  SCN: "Pattern",
  BDC: "Properties",
  DP: "Properties",
};

/** Which operand names the resource; -1: the last one. By default, the first. */
const keyPlaces: Readonly<Record<string, number>> = { BDC: 1, DP: 1, scn: -1, SCN: -1 };

export class DrawingSurvey {
  readonly #cos: CosDocument;
  readonly #report: Report;
  readonly #colors: ColorSurvey;
  readonly #fonts: FontUses;
  readonly #intents: OutputIntents;
  /** Content already read, with its beginning colors: whether it has transparency. */
  readonly #read = new Map<string, boolean>();
  readonly #reported = new Set<CosDict>();
  readonly #painted = new Set<string>();
  readonly #spaceKeys = new Map<CosValue, number>();
  /** Whether content couldn't be read in full. */
  hasDoubt = false;

  constructor(
    document: PdfDocument,
    colors: ColorSurvey,
    fonts: FontUses,
    intents: OutputIntents,
    report: Report,
  ) {
    this.#cos = document.cos;
    this.#report = report;
    this.#colors = colors;
    this.#fonts = fonts;
    this.#intents = intents;
  }

  /** Surveys content; returns whether it has transparency. */
  draw(bytes: Uint8Array, scope: Scope, inherited?: State): boolean {
    const run = {
      state: inherited ? { ...inherited } : initial(),
      saved: [] as State[],
      isTransparent: false,
    };
    const content = { inherited: false, undefinedNames: false };
    const place = { page: scope.page };
    this.#cos.budget.spend(bytes.length);
    for (const operation of operations(bytes, () => {
      this.hasDoubt = true;
    })) {
      this.#values(operation, place);
      this.#lookUp(operation, scope, content);
      if (this.#operate(operation, scope, run)) run.isTransparent = true;
    }
    this.#report("content", content, place);
    return run.isTransparent;
  }

  #values({ operator, operands, image }: Operation, place: { readonly page: number | undefined }): void {
    for (const value of valuesIn(operands)) {
      if (typeof value === "number") this.#report(Number.isInteger(value) ? "integer" : "real", value, place);
      else if (typeof value === "object")
        reportValue(value, 0, (kind, fact) => this.#report(kind, fact, place));
    }
    if (!isOperator(operator)) this.#report("unknownOperator", operator, place);
    if (image) for (const key of image.keys()) this.#report("name", key.length, place);
  }

  /** Notes names that aren't in the content's own resources. */
  #lookUp(
    { operator, operands, image }: Operation,
    scope: Scope,
    found: { inherited: boolean; undefinedNames: boolean },
  ): void {
    const category = image ? "ColorSpace" : categories[operator];
    if (category === undefined) return;
    const operand = (keyPlaces[operator] ?? 0) < 0 ? operands.at(-1) : operands[keyPlaces[operator] ?? 0];
    const key = nameOf(image ? (image.get("CS") ?? image.get("ColorSpace")) : operand);
    if (key === undefined || (category === "ColorSpace" && deviceNames.has(key))) return;
    if (scope.resources?.object(category)?.has(key)) return;
    if (scope.outer?.object(category)?.has(key)) found.inherited = true;
    else found.undefinedNames = true;
  }

  #resource(scope: Scope, category: string, key: string | undefined): CosValue | undefined {
    if (key === undefined) return undefined;
    const own = scope.resources?.object(category)?.dict.get(key);
    return own ?? scope.outer?.object(category)?.dict.get(key);
  }

  /** Returns whether the operation brings transparency. */
  #operate(
    { operator, operands, image }: Operation,
    scope: Scope,
    run: { state: State; saved: State[] },
  ): boolean {
    const { state, saved } = run;
    const device = deviceOperators[operator];
    if (device) {
      const [which, space] = device;
      state[which] = name(space);
      state[which === "fill" ? "fillPattern" : "strokePattern"] = undefined;
      this.#useColor(state[which], which, scope, state);
      return false;
    }
    if (fills.has(operator) || strokes.has(operator)) {
      let isTransparent = false;
      if (fills.has(operator)) isTransparent = this.#paint("fill", scope, state) || isTransparent;
      if (strokes.has(operator)) isTransparent = this.#paint("stroke", scope, state) || isTransparent;
      return isTransparent;
    }
    if (shows.has(operator)) return this.#show(stringsOf(operands), scope, state);

    switch (operator) {
      case "q":
        saved.push({ ...state });
        this.#report("saves", saved.length, { page: scope.page });
        return false;
      case "Q":
        run.state = saved.pop() ?? state;
        return false;
      case "cs":
      case "CS":
        this.#setSpace(operator === "cs" ? "fill" : "stroke", nameOf(operands[0]), scope, state);
        return false;
      case "scn":
      case "SCN":
        state[operator === "scn" ? "fillPattern" : "strokePattern"] = PdfObject.at(
          this.#cos,
          this.#resource(scope, "Pattern", nameOf(operands.at(-1))),
        );
        return false;
      case "Tf":
        state.font = PdfObject.at(this.#cos, this.#resource(scope, "Font", nameOf(operands[0])));
        return false;
      case "Tr":
        if (typeof operands[0] === "number") state.mode = operands[0];
        return false;
      case "ri":
        this.#report("intent", nameOf(operands[0]) ?? "", { page: scope.page });
        return false;
      case "gs":
        return this.#graphicsState(this.#resource(scope, "ExtGState", nameOf(operands[0])), scope, state);
      case "sh":
        this.#shading(
          PdfObject.at(this.#cos, this.#resource(scope, "Shading", nameOf(operands[0]))),
          scope,
          state,
        );
        return false;
      case "Do":
        return this.#xobject(this.#resource(scope, "XObject", nameOf(operands[0])), scope, state);
      case "BI":
        if (image) this.#inlineImage(image, scope, state);
        return false;
      case "BDC":
      case "DP":
        this.#properties(operands[1], scope);
        return false;
      default:
        return false;
    }
  }

  #properties(value: CosValue | undefined, scope: Scope): void {
    const found = isDict(value)
      ? value
      : PdfObject.at(this.#cos, this.#resource(scope, "Properties", nameOf(value)))?.dict;
    const text = this.#cos.resolve(found?.get("ActualText"));
    if (isString(text)) this.#report("actualText", decodeText(text.bytes), { page: scope.page });
  }

  #setSpace(which: "fill" | "stroke", key: string | undefined, scope: Scope, state: State): void {
    const own = this.#resource(scope, "ColorSpace", key);
    state[which] = own ?? (key === undefined ? gray : name(key));
    state[which === "fill" ? "fillPattern" : "strokePattern"] = undefined;
  }

  #how(which: "fill" | "stroke", scope: Scope, state: State) {
    return {
      place: { page: scope.page },
      pageSpace: scope.pageSpace,
      blendSpace: scope.blendSpace,
      blendProfile: scope.blendProfile,
      overprints: which === "fill" ? state.fillOverprints : state.strokeOverprints,
      overprintMode: state.overprintMode,
      defaults: scope.resources ?? scope.outer,
    };
  }

  /** A number for a color space, equal for the same one. */
  #keyOf(space: CosValue): string {
    if (isName(space)) return space.name;
    const found =
      typeof space === "object" && space !== null && "kind" in space && space.kind === "ref"
        ? `R${space.num}`
        : undefined;
    if (found !== undefined) return found;
    const known = this.#spaceKeys.get(space) ?? this.#spaceKeys.size;
    this.#spaceKeys.set(space, known);
    return `#${known}`;
  }

  #useColor(space: CosValue, which: "fill" | "stroke", scope: Scope, state: State): void {
    const how = this.#how(which, scope, state);
    const key = [
      scope.page,
      this.#keyOf(space),
      how.defaults?.num || this.#keyOf(how.defaults?.dict ?? null),
      how.overprints,
      how.overprintMode,
      how.blendSpace,
    ].join();
    if (this.#painted.has(key)) return;
    this.#painted.add(key);
    this.#colors.use(space, how);
  }

  #paint(which: "fill" | "stroke", scope: Scope, state: State): boolean {
    this.#useColor(state[which], which, scope, state);
    const pattern = which === "fill" ? state.fillPattern : state.strokePattern;
    return pattern ? this.#pattern(pattern, scope, state) : false;
  }

  #pattern(pattern: PdfObject, scope: Scope, state: State): boolean {
    if (pattern.number("PatternType") === 2) {
      this.#shading(pattern.object("Shading"), scope, state);
      const own = pattern.dict.get("ExtGState");
      return own === undefined ? false : this.#graphicsState(own, scope, { ...state });
    }
    return this.#form(pattern, scope, pattern.number("PaintType") === 2 ? state : undefined);
  }

  #shading(shading: PdfObject | undefined, scope: Scope, state: State): void {
    if (shading) this.#useColor(shading.dict.get("ColorSpace") ?? gray, "fill", scope, state);
  }

  #show(strings: readonly Uint8Array[], scope: Scope, state: State): boolean {
    const { font, mode } = state;
    let isTransparent = false;
    if (fillModes.includes(mode)) isTransparent = this.#paint("fill", scope, state);
    if (strokeModes.includes(mode)) isTransparent = this.#paint("stroke", scope, state) || isTransparent;
    if (!font) return isTransparent;
    const fresh = this.#fonts.show(font, strings, mode === 3, scope.page);
    for (const glyph of fresh) isTransparent = this.#glyph(glyph, font, scope, state) || isTransparent;
    return isTransparent;
  }

  /** The content of a Type 3 glyph. */
  #glyph(glyph: PdfObject, font: PdfObject, scope: Scope, state: State): boolean {
    const bytes = glyph.stream && dataOf(this.#cos, glyph.stream, maxContentBytes);
    if (!bytes || scope.depth >= maxDepth) return false;
    const own = font.object("Resources");
    return this.draw(
      bytes,
      { ...scope, resources: own, outer: own ? undefined : scope.resources, depth: scope.depth + 1 },
      state,
    );
  }

  #graphicsState(value: CosValue | undefined, scope: Scope, state: State): boolean {
    const own = PdfObject.at(this.#cos, value);
    if (!own) return false;
    const place = { page: scope.page, num: own.num };
    if (!this.#reported.has(own.dict)) {
      this.#reported.add(own.dict);
      this.#report("graphicsState", own, place);
      if (own.has("RI")) this.#report("intent", own.name("RI") ?? "", place);
      for (const mode of listAt(this.#cos, own.dict.get("BM")))
        this.#report("blendMode", nameAt(this.#cos, mode) ?? "", place);
      this.#halftone(own.object("HT"), undefined, place);
    }
    const overprint = own.get("OP");
    if (typeof overprint === "boolean") state.strokeOverprints = overprint;
    const fill = own.get("op") ?? overprint;
    if (typeof fill === "boolean") state.fillOverprints = fill;
    state.overprintMode = own.number("OPM") ?? state.overprintMode;
    const font = own.array("Font")?.[0];
    if (font !== undefined) state.font = PdfObject.at(this.#cos, font);

    const mask = own.object("SMask");
    const modes = listAt(this.#cos, own.dict.get("BM")).map((mode) => nameAt(this.#cos, mode));
    const isOpaque = (key: string) => (own.number(key) ?? 1) >= 1;
    return (
      mask !== undefined ||
      modes.some((mode) => mode !== "Normal" && mode !== "Compatible") ||
      !isOpaque("CA") ||
      !isOpaque("ca")
    );
  }

  #halftone(
    halftone: PdfObject | undefined,
    colorant: string | undefined,
    place: { readonly page: number | undefined },
  ): void {
    if (!halftone) return;
    this.#report("halftone", { object: halftone, colorant }, { ...place, num: halftone.num });
    if (halftone.number("HalftoneType") !== 5 || colorant !== undefined) return;
    for (const key of halftone.dict.keys()) {
      const part = halftone.object(key);
      if (part && !["Type", "HalftoneType", "HalftoneName"].includes(key)) this.#halftone(part, key, place);
    }
  }

  #xobject(value: CosValue | undefined, scope: Scope, state: State): boolean {
    const object = PdfObject.at(this.#cos, value);
    if (!object?.stream) return false;
    const place = { page: scope.page, num: object.num };
    const isNew = !this.#reported.has(object.dict);
    this.#reported.add(object.dict);
    if (isNew) this.#report("xobject", object, place);
    if (object.name("Subtype") === "Form") return this.#form(object, scope, state);
    if (object.name("Subtype") !== "Image") return false;
    return this.#image(object, isNew, scope, state);
  }

  #image(image: PdfObject, isNew: boolean, scope: Scope, state: State): boolean {
    const place = { page: scope.page, num: image.num };
    const isMask = image.get("ImageMask") === true;
    const isJpx = listAt(this.#cos, image.dict.get("Filter")).some(
      (filter) => nameAt(this.#cos, filter) === "JPXDecode",
    );
    if (isNew) {
      this.#report("image", image, place);
      if (isMask) this.#report("mask", image, place);
      if (image.has("Intent")) this.#report("intent", image.name("Intent") ?? "", place);
      if (isJpx) surveyJpeg2000(image, place, this.#report);
      for (const key of ["SMask", "Mask"]) {
        const mask = image.object(key);
        if (!mask?.stream) continue;
        this.#report("xobject", mask, { ...place, num: mask.num });
        this.#report("image", mask, { ...place, num: mask.num });
        if (mask.get("ImageMask") === true) this.#report("mask", mask, { ...place, num: mask.num });
      }
    }
    const space = image.dict.get("ColorSpace");
    if (isMask) this.#paint("fill", scope, state);
    else if (space !== undefined) this.#useColor(space, "fill", scope, state);
    return image.object("SMask") !== undefined || (image.number("SMaskInData") ?? 0) > 0;
  }

  #inlineImage(image: CosDict, scope: Scope, state: State): void {
    const place = { page: scope.page };
    const entry = (short: string, long: string) => image.get(short) ?? image.get(long);
    this.#report("inlineImage", { interpolates: entry("I", "Interpolate") === true }, place);
    const filter = entry("F", "Filter");
    for (const one of isArray(filter) ? filter : [filter ?? null])
      if (isName(one)) this.#report("inlineFilter", one.name, place);
    const intent = nameOf(image.get("Intent"));
    if (intent !== undefined) this.#report("intent", intent, place);
    const space = entry("CS", "ColorSpace");
    if (entry("IM", "ImageMask") === true) this.#paint("fill", scope, state);
    else if (isName(space))
      this.#useColor(this.#resource(scope, "ColorSpace", space.name) ?? space, "fill", scope, state);
    else if (space !== undefined) this.#useColor(space, "fill", scope, state);
  }

  /** A form or tiling pattern: `state` is that of its caller, undefined if it begins afresh. */
  #form(form: PdfObject, scope: Scope, state: State | undefined): boolean {
    const place = { page: scope.page, num: form.num };
    const group = form.object("Group");
    const isGroup = group?.name("S") === "Transparency";
    const isPattern = form.has("PatternType");
    if (!isPattern && !this.#reported.has(form.dict)) this.#report("xobject", form, place);
    const key = [
      form.num || this.#keyOf(form.dict),
      scope.page,
      state && this.#keyOf(state.fill),
      state && this.#keyOf(state.stroke),
      state?.font?.num,
      state?.mode,
      state?.fillOverprints,
      state?.strokeOverprints,
      scope.blendSpace,
    ].join();
    const known = this.#read.get(key);
    if (known !== undefined) return known || isGroup;
    this.#read.set(key, isGroup);
    if (!isPattern) this.#report("form", form, place);
    if (group) this.reportGroup(group, scope);

    const bytes = form.stream && dataOf(this.#cos, form.stream, maxContentBytes);
    if (!bytes) {
      this.hasDoubt = true;
      return isGroup;
    }
    if (scope.depth >= maxDepth) return isGroup;
    const own = form.object("Resources");
    const inner = {
      ...scope,
      resources: own,
      outer: own ? undefined : (scope.resources ?? scope.outer),
      depth: scope.depth + 1,
      ...(isGroup &&
        group?.has("CS") && {
          blendSpace: blendSpaceOf(this.#cos, group.dict.get("CS")),
          blendProfile: profileOf(this.#cos, group),
        }),
    };
    const isTransparent = this.draw(bytes, inner, state) || isGroup;
    this.#read.set(key, isTransparent);
    return isTransparent;
  }

  /** A form whose content is by itself, such as an appearance. */
  appearance(form: PdfObject, scope: Scope): boolean {
    return this.#form(form, scope, undefined);
  }

  /** `scope` is that of what contains the group. */
  reportGroup(group: PdfObject, scope: Scope): void {
    this.#report("group", group, { page: scope.page, num: group.num });
    const space = group.dict.get("CS");
    if (space !== undefined) this.#useColor(space, "fill", scope, initial());
  }

  get intents(): OutputIntents {
    return this.#intents;
  }
}

/** Number of the profile that a group blends in; 0 if none. */
export function profileOf(cos: CosDocument, group: PdfObject): number {
  const space = cos.resolve(group.dict.get("CS"));
  const second = isArray(space) ? space[1] : undefined;
  return typeof second === "object" && second !== null && "kind" in second && second.kind === "ref"
    ? second.num
    : 0;
}
