/** Color spaces in use, and the profiles that they and the output intents have (ISO 32000-2, 8.6). */
import { getOrInsert } from "../../core/collections/maps.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  latin1,
} from "../../cos/syntax/value.ts";
import { createDescent } from "../../cos/walk.ts";
import { fingerprint } from "../../document/fingerprint.ts";
import type { PdfDocument } from "../../document/open.ts";
import { arrayAt, dataOf, dictAt, nameAt, numberAt, streamAt } from "../../document/typed-get.ts";
import type { ProfileFact } from "../facts.ts";
import { PdfObject } from "../object.ts";
import type { Place, Report } from "../rule.ts";

const headerBytes = 128;
const maxProfileBytes = 32 * 1024 * 1024;

/** The header of an ICC profile (ISO 15076-1, 7.2). */
export function readProfile(cos: CosDocument, stream: CosStream): ProfileFact {
  const bytes = dataOf(cos, stream, maxProfileBytes) ?? new Uint8Array(0);
  const isWhole = bytes.length >= headerBytes;
  return {
    space: isWhole ? latin1(bytes, 16, 20) : undefined,
    device: isWhole ? latin1(bytes, 12, 16) : undefined,
    version: isWhole ? (bytes[8] ?? 0) + ((bytes[9] ?? 0) >> 4) / 10 : Number.POSITIVE_INFINITY,
    components: numberAt(cos, stream.dict.get("N")),
  };
}

export interface OutputIntents {
  /** Color space of the PDF/A intent's profile. */
  readonly space: string | undefined;
  /** The stream's number, 0 if unknown. */
  readonly profile: number;
  readonly fingerprint: string | undefined;
}

const noIntents: OutputIntents = { space: undefined, profile: 0, fingerprint: undefined };

/** Output intents of the catalog or a page; reports them if asked. */
export function readIntents(
  cos: CosDocument,
  value: CosValue | undefined,
  report?: Report,
  place: Place = {},
): OutputIntents {
  const intents = (arrayAt(cos, value) ?? []).flatMap((item) => PdfObject.at(cos, item) ?? []);
  let found = noIntents;
  const targets = new Set<number>();
  for (const intent of intents) {
    const stream = intent.streamOf("DestOutputProfile");
    const at = { ...place, num: intent.num };
    report?.("outputIntent", intent, at);
    if (!stream) continue;
    const target = intent.target("DestOutputProfile") ?? 0;
    targets.add(target);
    const profile = readProfile(cos, stream);
    report?.("outputProfile", profile, { ...place, num: target });
    if (intent.name("S") === "GTS_PDFA1")
      found = { space: profile.space, profile: target, fingerprint: fingerprint(cos, stream) };
  }
  if (intents.length > 0) report?.("outputIntents", { sameProfile: targets.size <= 1 }, place);
  return found;
}

/** How a color is used. */
export interface ColorUse {
  readonly place: Place;
  /** The page's own output intent. */
  readonly pageSpace: string | undefined;
  readonly blendSpace: string | undefined;
  readonly blendProfile: number;
  readonly overprints: boolean;
  readonly overprintMode: number;
  /** The resources whose default spaces replace device spaces. */
  readonly defaults: PdfObject | undefined;
}

const devices: Readonly<Record<string, "deviceGray" | "deviceRgb" | "deviceCmyk">> = {
  DeviceGray: "deviceGray",
  G: "deviceGray",
  DeviceRGB: "deviceRgb",
  RGB: "deviceRgb",
  DeviceCMYK: "deviceCmyk",
  CMYK: "deviceCmyk",
};
const defaultNames = {
  deviceGray: "DefaultGray",
  deviceRgb: "DefaultRGB",
  deviceCmyk: "DefaultCMYK",
} as const;
const processNames = new Set(["Cyan", "Magenta", "Yellow", "Black", "None"]);

/** The kind of a blending space: `RGB `, `CMYK`, `GRAY`, `CalRGB`. */
export function blendSpaceOf(cos: CosDocument, value: CosValue | undefined): string | undefined {
  const space = cos.resolve(value);
  const name = isName(space) ? space.name : nameAt(cos, arrayAt(cos, space)?.[0]);
  if (name === "ICCBased") {
    const stream = streamAt(cos, arrayAt(cos, space)?.[1]);
    return stream && readProfile(cos, stream).space;
  }
  const kinds: Readonly<Record<string, string>> = {
    DeviceRGB: "RGB ",
    DeviceCMYK: "CMYK",
    DeviceGray: "GRAY",
  };
  return name === undefined ? undefined : (kinds[name] ?? name);
}

const maxDepth = 12;

export class ColorSurvey {
  readonly #cos: CosDocument;
  readonly #report: Report;
  readonly #intents: OutputIntents;
  /** Spot colors by name: definition of the first one. */
  readonly #spots = new Map<string, string>();
  readonly #profiles = new Map<CosStream, ProfileFact>();
  readonly #definitions = new Map<CosValue, string>();

  constructor({ cos }: PdfDocument, intents: OutputIntents, report: Report) {
    this.#cos = cos;
    this.#report = report;
    this.#intents = intents;
  }

  /** Reports a color space in use, with those it builds on. */
  use(space: CosValue | undefined, how: ColorUse): void {
    const descent = createDescent(this.#cos, { part: "its color spaces", depth: maxDepth });
    const enter = (value: CosValue | undefined): void =>
      descent.into(value, (found) => this.#one(found, value, how, enter), undefined);
    enter(space);
  }

  #one(
    space: CosValue,
    own: CosValue | undefined,
    how: ColorUse,
    enter: (value: CosValue | undefined) => void,
  ): void {
    const cos = this.#cos;
    const [family, second, third, fourth, attributes] = isArray(space) ? space : [space];
    const name = nameAt(cos, family);
    if (name === "ICCBased") this.#icc(streamAt(cos, second), isRef(second) ? second.num : 0, how);
    else if (name === "Indexed" || name === "I" || (name === "Pattern" && second !== undefined))
      enter(second);
    else if (name === "Separation" || name === "DeviceN") {
      if (name === "Separation") this.#spot(nameAt(cos, second), [third, fourth], own, how.place);
      else this.#deviceN(second, attributes, how.place, enter);
      enter(third);
    } else if (name !== undefined) this.#device(name, how, enter);
  }

  #device(name: string, how: ColorUse, enter: (value: CosValue | undefined) => void): void {
    const kind = Object.hasOwn(devices, name) ? devices[name] : undefined;
    if (!kind) return;
    const own = how.defaults?.object("ColorSpace")?.dict.get(defaultNames[kind]);
    const replacement = this.#cos.resolve(own);
    if (replacement !== null && !isName(replacement)) enter(own);
    else this.#report(kind, how, how.place);
  }

  #icc(stream: CosStream | undefined, num: number, how: ColorUse): void {
    if (!stream) return;
    const isNew = !this.#profiles.has(stream);
    const profile = getOrInsert(this.#profiles, stream, () => readProfile(this.#cos, stream));
    if (isNew) this.#report("inputProfile", profile, { ...how.place, num });
    if (profile.components !== 4) return;
    const printOf = (profile: CosStream) =>
      getOrInsert(this.#definitions, profile, () => fingerprint(this.#cos, profile));
    const blend = how.blendProfile === 0 ? null : this.#cos.object(how.blendProfile);
    const outputs = [this.#intents.fingerprint, isStream(blend) ? printOf(blend) : undefined];
    this.#report(
      "iccCmyk",
      {
        overprints: how.overprints,
        mode: how.overprintMode,
        isOutput: outputs.includes(printOf(stream)),
      },
      { ...how.place, num },
    );
  }

  #spot(
    name: string | undefined,
    definition: readonly (CosValue | undefined)[],
    own: CosValue | undefined,
    place: Place,
  ): void {
    if (name === undefined) return;
    this.#report("unicodeName", name, place);
    const known = getOrInsert(this.#definitions, own ?? null, () =>
      fingerprint(
        this.#cos,
        definition.map((part) => part ?? null),
      ),
    );
    const first = getOrInsert(this.#spots, name, () => known);
    this.#report("separation", { isConsistent: first === known }, place);
  }

  #deviceN(
    names: CosValue | undefined,
    attributes: CosValue | undefined,
    place: Place,
    enter: (value: CosValue | undefined) => void,
  ): void {
    const cos = this.#cos;
    const list = (arrayAt(cos, names) ?? []).flatMap((item) => nameAt(cos, item) ?? []);
    for (const name of list) this.#report("unicodeName", name, place);
    const described = dictAt(cos, attributes);
    const colorants = dictAt(cos, described?.get("Colorants"));
    const process = dictAt(cos, described?.get("Process"));
    const components = (arrayAt(cos, process?.get("Components")) ?? []).flatMap(
      (item) => nameAt(cos, item) ?? [],
    );
    const hasColorants = list.every(
      (name) => processNames.has(name) || components.includes(name) || colorants?.has(name) === true,
    );
    this.#report("deviceN", { components: list.length, hasColorants }, place);
    if (isDict(colorants)) for (const value of colorants.values()) enter(value);
  }
}
