/** How certificates are named in results: RFC 4514 strings, serial numbers and times. */
import * as asn1js from "asn1js";
import type { Certificate } from "pkijs";
import { toHex } from "./bytes.ts";

/** Registered short names (RFC 4514, 3, and RFC 4519), and two that every tool uses. Other types are written in digits. */
const shortNames: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.4": "SN",
  "2.5.4.5": "serialNumber",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.9": "STREET",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "2.5.4.12": "title",
  "2.5.4.17": "postalCode",
  "2.5.4.42": "givenName",
  "2.5.4.97": "organizationIdentifier",
  "0.9.2342.19200300.100.1.1": "UID",
  "0.9.2342.19200300.100.1.25": "DC",
  "1.2.840.113549.1.9.1": "emailAddress",
};

/** A distinguished name as an RFC 4514 string: the last part first. */
export function nameText(name: Certificate["subject"]): string {
  const { result } = asn1js.fromBER(name.toSchema().toBER());
  return partsOf(result).map(partText).reverse().join(",");
}

function partText(part: asn1js.AsnType): string {
  return partsOf(part)
    .map((pair) => {
      const [type, value] = partsOf(pair);
      const digits = type instanceof asn1js.ObjectIdentifier ? type.getValue() : "";
      const short = shortNames[digits];
      const text = value instanceof asn1js.BaseStringBlock ? String(value.getValue()) : undefined;
      if (short !== undefined && text !== undefined) return `${short}=${escaped(text)}`;
      return `${short ?? digits}=#${value ? toHex(new Uint8Array(value.toBER())) : ""}`;
    })
    .join("+");
}

const partsOf = (block: asn1js.AsnType | undefined): readonly asn1js.AsnType[] =>
  block instanceof asn1js.Constructed ? block.valueBlock.value : [];

/** RFC 4514, 2.4. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\",+;<>]/g, "\\$&")
    .replaceAll("\0", "\\00")
    .replace(/^[ #]/, "\\$&")
    .replace(/ $/, "\\ ");
}

/** Lower-case hexadecimal, two digits for each byte. */
export function serialText({ serialNumber }: Certificate): string {
  const bytes = serialNumber.valueBlock.valueHexView;
  return toHex(bytes.length > 1 && bytes[0] === 0 ? bytes.subarray(1) : bytes);
}

/** ISO 8601 in UTC, to the second. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
