/** Output intents for the device colors that a document uses (ISO 19005-2, 6.2.3 and 6.2.4.3). */
import {
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  isDict,
  isName,
  isRef,
  name,
  withEntries,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { textString } from "../../document/text-string.ts";
import { arrayAt, dictAt, nameAt, streamAt } from "../../document/typed-get.ts";
import { readIntents, readProfile } from "../survey/color.ts";
import { changeDicts, type Fixing } from "./fixing.ts";
import { cmykProfile, srgbProfile } from "./icc.ts";

type Space = "RGB " | "CMYK";

export function fixColor(fixing: Fixing): void {
  const { session, usage, note } = fixing;
  const { cos } = session;
  const { devices } = usage;
  const known = readIntents(cos, cos.catalog.get("OutputIntents")).space;
  const usesBoth = devices.has("deviceCmyk") && devices.has("deviceRgb");
  const chosen: Space = devices.has("deviceCmyk") && !usesBoth ? "CMYK" : "RGB ";
  const isUsable =
    known === "RGB " ||
    known === "CMYK" ||
    (known === "GRAY" && !devices.has("deviceRgb") && !devices.has("deviceCmyk"));
  const profiles = new Map<Space, CosRef>();
  const profileOf = (space: Space): CosRef => {
    const made = profiles.get(space) ?? session.add(profileStream(space));
    profiles.set(space, made);
    return made;
  };

  let space: string | undefined = known;
  if (!isUsable || !isSound(fixing)) {
    session.setCatalog({
      OutputIntents: [...keptIntents(fixing), session.add(intent(chosen, profileOf(chosen)))],
    });
    note("output_intent");
    space = chosen;
  }
  const missing = [
    ...(devices.has("deviceRgb") && space !== "RGB " ? (["RGB "] as const) : []),
    ...(devices.has("deviceCmyk") && space !== "CMYK" ? (["CMYK"] as const) : []),
  ];
  for (const one of missing) setDefault(fixing, one, profileOf(one));
}

/** Whether the intents are all right: one profile, of a permitted kind and version. */
function isSound({ session, family }: Fixing): boolean {
  const { cos } = session;
  const intents = (arrayAt(cos, cos.catalog.get("OutputIntents")) ?? []).flatMap(
    (item) => dictAt(cos, item) ?? [],
  );
  const targets = new Set(
    intents.flatMap((one) =>
      isRef(one.get("DestOutputProfile")) ? [refNum(one.get("DestOutputProfile"))] : [],
    ),
  );
  return (
    targets.size <= 1 &&
    intents.every((one) => {
      const stream = streamAt(cos, one.get("DestOutputProfile"));
      if (!stream) return !one.has("DestOutputProfileRef");
      const { device = "", version, components } = readProfile(cos, stream);
      return (
        ["mntr", "prtr"].includes(device) && version < (family === "a1" ? 3 : 5) && components !== undefined
      );
    })
  );
}

const refNum = (value: CosValue | undefined) => (isRef(value) ? value.num : 0);

/** Intents of other standards that state no profile, so that they don't contradict a new one. */
function keptIntents({ session }: Fixing): CosValue[] {
  const { cos } = session;
  return (arrayAt(cos, cos.catalog.get("OutputIntents")) ?? []).filter((item) => {
    const own = dictAt(cos, item);
    return (
      own &&
      nameAt(cos, own.get("S")) !== "GTS_PDFA1" &&
      !own.has("DestOutputProfile") &&
      !own.has("DestOutputProfileRef")
    );
  });
}

function profileStream(space: Space) {
  const dict: CosDict = new Map<string, CosValue>([
    ["N", space === "CMYK" ? 4 : 3],
    ["Alternate", name(space === "CMYK" ? "DeviceCMYK" : "DeviceRGB")],
  ]);
  return newStream(dict, space === "CMYK" ? cmykProfile() : srgbProfile(), { deflate: true });
}

function intent(space: Space, profile: CosRef): CosDict {
  const identifier = space === "CMYK" ? "Custom" : "sRGB IEC61966-2.1";
  return dictOf({
    Type: name("OutputIntent"),
    S: name("GTS_PDFA1"),
    OutputConditionIdentifier: textString(identifier),
    Info: textString(space === "CMYK" ? "Uncalibrated CMYK" : identifier),
    DestOutputProfile: profile,
  });
}

/** Gives every resource dictionary a calibrated space in place of a device space that the output intent isn't for. */
function setDefault({ session, note }: Fixing, space: Space, profile: CosRef): void {
  const { cos } = session;
  const key = space === "CMYK" ? "DefaultCMYK" : "DefaultRGB";
  const own: CosValue = [name("ICCBased"), profile];
  const resources = new Set<number | CosDict>();
  const collect = (value: CosValue | undefined) => {
    if (isRef(value)) resources.add(value.num);
    else if (isDict(value)) resources.add(value);
  };
  changeDicts(session, (dict) => {
    collect(dict.get("Resources"));
    return undefined;
  });
  changeDicts(session, (dict, num) => {
    if (!resources.has(num) && !resources.has(dict)) return undefined;
    if (resources.has(num) && dict !== cos.object(num)) return undefined;
    const spaces = dictAt(cos, dict.get("ColorSpace"));
    const given = cos.resolve(spaces?.get(key));
    if (given !== null && !isName(given)) return undefined;
    return withEntries(dict, { ColorSpace: withEntries(spaces ?? new Map(), { [key]: own }) });
  });
  for (let page = 1; page <= session.pageCount; page++)
    if (session.attribute(page, "Resources") === undefined)
      session.changePage(page).set("Resources", dictOf({ ColorSpace: dictOf({ [key]: own }) }));
  note("colors");
}
