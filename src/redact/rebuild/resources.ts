/** Content and what it names, written again for each use: no two contents share a dictionary of resources, nothing is inherited. */
import { getOrInsert } from "../../core/collections/maps.ts";
import { failed } from "../../core/problem.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  dictOf,
  isArray,
  isDict,
  isName,
  isNamed,
  isRef,
  isStream,
  isString,
  name,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { dictAt, nameAt, numberAt, streamAt } from "../../document/typed-get.ts";
import { contentOf } from "../../reading/interpreter/content/page-source.ts";
import { maxStreamBytes } from "../../reading/interpreter/state/limits.ts";
import { colorNames } from "../words/known-names.ts";
import { spaceComponents } from "./color-spaces.ts";
import { type Category, type ContentParts, writeContent } from "./content-writer.ts";
import type { Part, Rebuild } from "./rebuild.ts";
import { calculator, functionSamples, imageOf, profileOf } from "./streams.ts";

const prefixes: Readonly<Record<Category, string>> = {
  ...{
    Font: "F",
    XObject: "X",
    ColorSpace: "C",
    ExtGState: "G",
    Pattern: "P",
    Shading: "S",
    Properties: "M",
  },
};

/** Resources that content uses without naming them (8.6.5.6). */
const defaults = ["DefaultGray", "DefaultRGB", "DefaultCMYK"];

/** The names of one content, or of several that share a dictionary, and what they stand for. */
export class ResourceNames implements ContentParts {
  readonly #to: Rebuild;
  readonly #own: CosDict | undefined;
  readonly #outer: CosDict | undefined;
  readonly #made = new Map<Category, CosDict>();
  readonly #names = new Map<string, string | undefined>();

  /** `outer`: resources of the page, for contents that have none. */
  constructor(to: Rebuild, own: CosDict | undefined, outer?: CosDict) {
    this.#to = to;
    this.#own = own;
    this.#outer = outer;
    const spaces = dictAt(to.cos, this.#scope()?.get("ColorSpace"));
    for (const key of defaults) {
      const value = spaces?.get(key);
      const made = value && to.part("colorSpace", value, new Map());
      if (made !== undefined) this.#of("ColorSpace").set(key, made);
    }
  }

  #scope(): CosDict | undefined {
    return this.#own ?? this.#outer;
  }

  #of(category: Category): CosDict {
    return getOrInsert(this.#made, category, () => new Map());
  }

  find(category: Category, called: string): CosValue | undefined {
    const { cos } = this.#to;
    for (const scope of [this.#own, this.#outer]) {
      const value = dictAt(cos, scope?.get(category))?.get(called);
      if (value !== undefined && cos.resolve(value) !== null) return value;
    }
    return undefined;
  }

  use(category: Category, value: CosValue): string | undefined {
    const make = () => {
      const made = resourceOf(this.#to, category, value, this.#scope());
      if (made === undefined) return undefined;
      const of = this.#of(category);
      const called = `${prefixes[category]}${of.size + 1}`;
      of.set(called, made);
      return called;
    };
    if (!isRef(value)) return make();
    return getOrInsert(this.#names, `${category} ${value.num}`, make);
  }

  tag(called: string): string {
    return this.#to.ownName("Tag", called);
  }

  properties(dict: CosDict): CosDict {
    const made = this.#to.value("attribute", dict, dict);
    return isDict(made) ? made : new Map();
  }

  setsFont(state: string): boolean {
    return dictAt(this.#to.cos, this.find("ExtGState", state))?.has("Font") === true;
  }

  isForm(object: string): boolean {
    const { cos } = this.#to;
    const stream = streamAt(cos, this.find("XObject", object));
    return stream !== undefined && nameAt(cos, stream.dict.get("Subtype")) === "Form";
  }

  isWork(steps: number): void {
    this.#to.cos.budget.spend(steps);
  }

  dict(): CosDict {
    return new Map([...this.#made].map(([category, entries]): [string, CosValue] => [category, entries]));
  }
}

function resourceOf(
  to: Rebuild,
  category: Category,
  value: CosValue,
  outer: CosDict | undefined,
): CosValue | undefined {
  const owner: CosDict = new Map();
  switch (category) {
    case "Font":
      return to.part("font", value, owner);
    case "XObject":
      return xobject(to, value, outer);
    case "ColorSpace":
      return colorSpace(to, value, owner);
    case "ExtGState":
      return to.value("ExtGState", value, owner);
    case "Pattern":
      return pattern(to, value, outer);
    case "Shading":
      return shading(to, value, owner);
    case "Properties":
      return properties(to, value);
  }
}

/** A layer, or what marked content says of itself. */
function properties(to: Rebuild, value: CosValue): CosValue | undefined {
  const dict = dictAt(to.cos, value);
  if (!dict) return undefined;
  const type = nameAt(to.cos, dict.get("Type"));
  if (type === "OCG" || type === "OCMD") return to.value("OptionalContent", value, dict);
  return to.value("attribute", dict, dict);
}

function xobject(to: Rebuild, value: CosValue, outer: CosDict | undefined): CosValue | undefined {
  const stream = to.cos.resolve(value);
  if (!isStream(stream)) return undefined;
  const subtype = nameAt(to.cos, stream.dict.get("Subtype"));
  if (subtype === "Image") return image(to, value, stream.dict);
  return subtype === "Form" ? formIn(to, value, outer) : undefined;
}

/** Content that was read with certainty, written again. */
function written(bytes: Uint8Array, names: ResourceNames): Uint8Array {
  try {
    return writeContent(bytes, names);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    throw failed(
      `The document can't be redacted: content of it can't be read with certainty (${error.reason})`,
      {
        cause: error,
      },
    );
  }
}

const streamBytes = (to: Rebuild, stream: CosStream) => contentOf(to.cos, stream, maxStreamBytes, () => {});

function formIn(to: Rebuild, value: CosValue, outer: CosDict | undefined): CosValue | undefined {
  const stream = to.cos.resolve(value);
  if (!isStream(stream)) return undefined;
  const own = dictAt(to.cos, stream.dict.get("Resources"));
  const make = () => {
    const names = new ResourceNames(to, own, own ? undefined : outer);
    const content = written(streamBytes(to, stream), names);
    const dict = to.dict("FormXObject", stream.dict);
    dict.set("Subtype", name("Form"));
    dict.set("Resources", names.dict());
    return newStream(dict, content, { deflate: true });
  };
  // A form without resources uses those of the content that draws it.
  return own || !outer ? to.once("FormXObject", value, make) : to.add(make());
}

const form: Part = (to, value) => formIn(to, value, undefined);

function pattern(to: Rebuild, value: CosValue, outer: CosDict | undefined): CosValue | undefined {
  const found = to.cos.resolve(value);
  if (isDict(found)) return to.value("ShadingPattern", value, found);
  if (!isStream(found)) return undefined;
  return to.once("TilingPattern", value, () => {
    const own = dictAt(to.cos, found.dict.get("Resources"));
    const names = new ResourceNames(to, own, own ? undefined : outer);
    const content = written(streamBytes(to, found), names);
    const dict = to.dict("TilingPattern", found.dict);
    dict.set("Resources", names.dict());
    return newStream(dict, content, { deflate: true });
  });
}

const image: Part = (to, value) => {
  const stream = to.cos.resolve(value);
  if (!isStream(stream)) return undefined;
  return to.once("Image", value, () => imageOf(to, stream));
};

const mask: Part = (to, value, owner) => {
  const found = to.cos.resolve(value);
  return isArray(found) ? to.value("numbers", found, owner) : image(to, value, owner);
};

const namedSpaces = new Set(["DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern"]);
const calibrated = new Set(["CalGray", "CalRGB", "Lab"]);

const colorSpace: Part = (to, entry, owner) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return namedSpaces.has(value.name) ? value : undefined;
  if (!isArray(value)) return undefined;
  return isRef(entry)
    ? to.once("ColorSpace", entry, () => spaceOf(to, value, owner))
    : spaceOf(to, value, owner);
};

function spaceOf(to: Rebuild, value: readonly CosValue[], owner: CosDict): CosValue | undefined {
  const [first = null, second = null, third = null, fourth = null] = value;
  const kind = nameAt(to.cos, first);
  if (kind === undefined) return undefined;
  if (namedSpaces.has(kind) && value.length === 1) return name(kind);
  if (calibrated.has(kind)) return all(name(kind), to.value("CalibratedColor", second, owner));
  switch (kind) {
    case "ICCBased":
      return all(name(kind), profile(to, second, owner)) ?? deviceSpace(to, second);
    case "Pattern":
      return all(name(kind), colorSpace(to, second, owner));
    case "Indexed":
    case "I":
      return all(
        name("Indexed"),
        colorSpace(to, second, owner),
        numberAt(to.cos, third),
        palette(to, fourth, value),
      );
    case "Separation":
      return all(
        name(kind),
        colorant(to, second),
        colorSpace(to, third, owner),
        functionOf(to, fourth, owner),
      );
    case "DeviceN": {
      const colorants = to.cos.resolve(second);
      const names = isArray(colorants)
        ? colorants.map((one) => colorant(to, one) ?? name("None"))
        : undefined;
      const made = all(name(kind), names, colorSpace(to, third, owner), functionOf(to, fourth, owner));
      const spots = made && colorantsOf(to, value[4] ?? null, owner);
      return isArray(made) && spots ? [...made, spots] : made;
    }
    default:
      return undefined;
  }
}

/** The attributes of a DeviceN space that say how each colorant looks (8.6.6.5), which PDF/A requires. */
function colorantsOf(to: Rebuild, entry: CosValue, owner: CosDict): CosDict | undefined {
  const attributes = dictAt(to.cos, entry);
  const kind = nameAt(to.cos, attributes?.get("Subtype"));
  const colorants: CosDict = new Map();
  for (const [key, value] of dictAt(to.cos, attributes?.get("Colorants")) ?? []) {
    const own = nameAt(to.cos, colorant(to, name(key)) ?? null);
    const space = colorSpace(to, value, owner);
    if (own !== undefined && space !== undefined) colorants.set(own, space);
  }
  if (colorants.size === 0) return undefined;
  const made: CosDict = new Map([["Colorants", colorants]]);
  if (kind === "DeviceN" || kind === "NChannel") made.set("Subtype", name(kind));
  return made;
}

/** In place of a profile that is none (8.6.5.5). */
function deviceSpace(to: Rebuild, profile: CosValue): CosValue | undefined {
  const components = numberAt(to.cos, streamAt(to.cos, profile)?.dict.get("N")) ?? 0;
  const device = [undefined, "DeviceGray", undefined, "DeviceRGB", "DeviceCMYK"][components];
  return device === undefined ? undefined : name(device);
}

function all(...items: readonly (CosValue | undefined)[]): CosValue | undefined {
  const made = items.flatMap((item) => (item === undefined ? [] : [item]));
  return made.length === items.length ? made : undefined;
}

function colorant(to: Rebuild, value: CosValue): CosValue | undefined {
  const text = nameAt(to.cos, value);
  if (text === undefined) return undefined;
  return name(colorNames.has(text) ? text : to.ownName("Color", text));
}

/** The colors of an indexed space, without anything after them. */
function palette(to: Rebuild, entry: CosValue, space: readonly CosValue[]): CosValue | undefined {
  const value = to.cos.resolve(entry);
  const data = isStream(value) ? to.cos.decode(value, 1_000_000) : undefined;
  const bytes = isString(value) ? value.bytes : data;
  const length = (spaceComponents(to, space[1]) ?? 4) * ((numberAt(to.cos, space[2]) ?? 255) + 1);
  return bytes && { kind: "string", bytes: bytes.slice(0, length) };
}

const functionOf: Part = (to, entry, owner) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return to.name(value.name);
  if (isArray(value)) return value.flatMap((item) => functionOf(to, item, owner) ?? []);
  return to.object("Function", entry, (kind, dict) => {
    const made = to.dict(kind, dict);
    if (!isStream(value)) return made;
    if (kind === "Sampled") return newStream(made, functionSamples(to, value), { deflate: true });
    return kind === "Calculator" ? newStream(made, calculator(to, value), { deflate: true }) : undefined;
  });
};

const shading: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  const dict = isStream(value) ? value.dict : value;
  if (!isDict(dict)) return undefined;
  const type = numberAt(to.cos, dict.get("ShadingType")) ?? 0;
  if (isStream(value))
    return to.once("MeshShading", entry, () =>
      newStream(to.dict("MeshShading", dict), to.cos.decode(value), { deflate: true }),
    );
  return to.object(type === 1 ? "FunctionShading" : "LinearShading", entry, (kind, own) =>
    to.dict(kind, own),
  );
};

const softMask: Part = (to, entry, owner) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return isNamed(value, "None") ? value : undefined;
  return to.value("SoftMask", entry, owner);
};

const stateFont: Part = (to, entry, owner) => {
  const value = to.cos.resolve(entry);
  if (!isArray(value)) return undefined;
  const font = to.part("font", value[0] ?? null, owner);
  const size = numberAt(to.cos, value[1]);
  return font === undefined || size === undefined ? undefined : [font, size];
};

const profile: Part = (to, value) => {
  const stream = to.cos.resolve(value);
  if (!isStream(stream)) return undefined;
  const known = to.known("Profile", value);
  if (known !== undefined) return known;
  const data = profileOf(to, stream);
  if (!data) return undefined;
  return to.once("Profile", value, () => {
    const range = to.value("numbers", stream.dict.get("Range") ?? null, stream.dict);
    const space = stream.dict.get("Alternate");
    const alternate = space === undefined ? undefined : colorSpace(to, space, stream.dict);
    const n = numberAt(to.cos, stream.dict.get("N"));
    return newStream(dictOf({ N: n, Alternate: alternate, Range: range }), data, { deflate: true });
  });
};

/** Fonts for typing in fields, under the names that these give them. */
const formResources: Part = (to, entry) => {
  const fonts: CosDict = new Map();
  for (const [called, font] of dictAt(to.cos, dictAt(to.cos, entry)?.get("Font")) ?? []) {
    const made = to.part("font", font, new Map());
    if (made !== undefined) fonts.set(to.ownName("Font", called), made);
  }
  return dictOf({ Font: fonts });
};

/** Glyph procedures (9.6.4), which share the font's resources. */
export function procedures(
  to: Rebuild,
  font: CosDict,
  nameOf: (glyph: string) => string,
): { readonly procedures: CosDict; readonly resources: CosDict } {
  const own = dictAt(to.cos, font.get("Resources"));
  const names = new ResourceNames(to, own ?? new Map());
  const made: CosDict = new Map();
  for (const [glyph, entry] of dictAt(to.cos, font.get("CharProcs")) ?? []) {
    const stream = to.cos.resolve(entry);
    if (!isStream(stream)) continue;
    const content = written(streamBytes(to, stream), names);
    made.set(nameOf(glyph), to.add(newStream(new Map(), content, { deflate: true })));
  }
  return { procedures: made, resources: names.dict() };
}

export const resourceParts: Readonly<Record<string, Part>> = {
  ...{
    form,
    image,
    mask,
    colorSpace,
    function: functionOf,
    shading,
    softMask,
    stateFont,
    profile,
    formResources,
  },
};
