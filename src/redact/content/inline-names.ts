/** Expands the abbreviated entries of an inline image's dictionary (ISO 32000-2, tables 91 to 93). */
import { type CosDict, type CosValue, isArray, isName, name } from "../../cos/syntax/value.ts";

const keys: Readonly<Record<string, string>> = {
  ...{ BPC: "BitsPerComponent", CS: "ColorSpace", D: "Decode", DP: "DecodeParms", F: "Filter", H: "Height" },
  ...{ IM: "ImageMask", I: "Interpolate", W: "Width", L: "Length" },
};
const values: Readonly<Record<string, string>> = {
  ...{ G: "DeviceGray", RGB: "DeviceRGB", CMYK: "DeviceCMYK", I: "Indexed", AHx: "ASCIIHexDecode" },
  ...{ A85: "ASCII85Decode", LZW: "LZWDecode", Fl: "FlateDecode", RL: "RunLengthDecode" },
  ...{ CCF: "CCITTFaxDecode", DCT: "DCTDecode" },
};

/** `space` finds a color space among the resources. */
export function fullImageDict(dict: CosDict, space: (name: string) => CosValue | undefined): CosDict {
  const full: CosDict = new Map<string, CosValue>([
    ["Type", name("XObject")],
    ["Subtype", name("Image")],
  ]);
  for (const [key, value] of dict) {
    const long = keys[key] ?? key;
    const named = (item: CosValue): CosValue => (isName(item) ? name(values[item.name] ?? item.name) : item);
    if (long === "ColorSpace") full.set(long, (isName(value) && space(value.name)) || eachName(value, named));
    else full.set(long, long === "Filter" ? eachName(value, named) : value);
  }
  return full;
}

const eachName = (value: CosValue, named: (item: CosValue) => CosValue): CosValue =>
  isArray(value) ? value.map(named) : named(value);
