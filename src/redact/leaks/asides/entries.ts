/** Texts in entries that no page shows, and that nothing else reports. */
import {
  type CosDict,
  type CosValue,
  isArray,
  isName,
  isNamed,
  isString,
} from "../../../cos/syntax/value.ts";
import { decodeText } from "../../../document/text-string.ts";
import { isKnownKey } from "../../proof/known-keys.ts";
import { isKnownName } from "../../words/known-names.ts";
import { saidIn } from "../../words/said.ts";
import { textsOf } from "../../words/word-check.ts";
import { contentAsides, programAsides } from "./content.ts";
import { dataTexts } from "./data-words.ts";
import { isAlike, isGlyph } from "./fonts.ts";
import { describesColor } from "./profile.ts";

/** Entries of other standards and programs whose texts are codes, dates, or shown by viewers. */
const others = new Set(
  `Base Caption Cert Reason Location ContactInfo Filter SubFilter Panose Lookup LastModified NM URLs WKT Lock Reasons
  LegalAttestation OverlayText OCR AP JavaScript Templates IDS URLS Renditions AlternatePresentations Linearized Index DocChecksum Thumb ProcSet PieceInfo Collection Extensions DSS Threads State StateModel DS RC RV DV JS URI FDecodeParms VersionID Attestation`.split(
    /\s+/,
  ),
);

const isUnknown = (key: string) => !isKnownKey(key) && !others.has(key) && !/^(?:PTEX\.|ADBE)/.test(key);

/** Keys whose names have a meaning of their own: types, modes and the like. */
const meanings = new Set(
  "Type Subtype PageMode PageLayout Tabs Direction Trapped RI BM Intent ViewArea ViewClip PrintArea PrintClip PrintScaling Duplex NonFullScreenPageMode FT H".split(
    " ",
  ),
);
/** A language (BCP 47): what isn't a subtag of its own kind is a text. */
const language =
  /^(?:[A-Za-z]{2,3}|x)(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2,3}|\d{3}|default|none|unknown)(?![A-Za-z\d]))*/;
/** Objects that have a name for old readers. */
const labeled = ["Font", "XObject"];
const procedures = new Set(["PDF", "Text", "ImageB", "ImageC", "ImageI"]);
const ofIntents = new Set(["OutputCondition", "OutputConditionIdentifier", "Info", "RegistryName"]);
/** Texts about content, its makers and its owners. */
const saying = new Set(["Summary", "Creator"]);
const owners = ["Ind", "Ttl", "Org"];
const nameOf = (dict: CosDict, key: string): string => {
  const value = dict.get(key);
  return isName(value) ? value.name : "";
};
const date = /^D?:?[\d\s:+\-'Z/.,TAPMapm]*$/;
const dates = new Set(["CreationDate", "ModDate", "M", "LastModified"]);

/** Names of what a redacted document doesn't have. */
const unkept = new Set(
  "Redact Movie Sound Launch Rendition Thread Bead Hide Named Halftone Sig Measure Thumb Mask Catalog Trap Template Encryption Navigator Folder Bookmark Normal Technical Artwork Language Zoom Requirement Solidities Ind Ttl Org Transitions".split(
    " ",
  ),
);
/** Names of several words are those of programs. */
const isWord = (name: string) => /^[A-Z]?[a-z]+$/.test(name) && !isKnownName(name) && !unkept.has(name);
const isNumbered = (text: string) => /^[\w.-]*$/.test(text) && /\d/.test(text);

/** `isFree`: its keys are names that the document chose. */
export function entryAsides(dict: CosDict, isFree: boolean): string[] {
  const found: string[] = [];
  for (const [key, value] of dict) {
    if (!isFree && isUnknown(key)) {
      if (isWord(key)) found.push(key);
      found.push(...saidIn(value, key));
      if (isName(value) && isWord(value.name)) found.push(value.name);
    }
    found.push(...knownEntry(dict, key, value));
  }
  return found;
}

function knownEntry(dict: CosDict, key: string, value: CosValue): string[] {
  if (isName(value)) {
    const isLabel = key === "Name" && labeled.some((type) => isNamed(dict.get("Type") ?? null, type));
    if (isLabel) return isAlike(value.name, nameOf(dict, "BaseFont")) ? [] : [value.name];
    return meanings.has(key) && isWord(value.name) && !dict.has("Params") ? [value.name] : [];
  }
  if (key === "ProcSet" && isArray(value))
    return value.flatMap((item) => (isName(item) && !procedures.has(item.name) ? [item.name] : []));
  if (!isString(value)) return [];
  const text = decodeText(value.bytes);
  if (key === "FontFamily") return isAlike(text, nameOf(dict, "FontName")) ? [] : [text];
  if (key === "Panose") return dataTexts(value.bytes);
  if (ofIntents.has(key) && dict.has("OutputConditionIdentifier")) return describesColor(text) ? [] : [text];
  if (saying.has(key) || (isString(dict.get("N")) && ["N", "V", "F"].includes(key))) return [text];
  if (key === "Name" && owners.some((type) => isNamed(dict.get("Type") ?? null, type))) return [text];
  if (key === "Lang") return [text.replace(language, "")];
  if (key === "DA") return contentAsides(value.bytes);
  if (dates.has(key)) return date.test(text) ? [] : [text];
  if (key === "CharSet")
    return [
      ...programAsides(value.bytes).names.filter((name) => !isGlyph(name)),
      text.replaceAll(/\/[^\s/]*/g, ""),
    ];
  // Programs number elements.
  if (key === "ID" && dict.has("S") && dict.has("P") && !isNumbered(text))
    return textsOf(value.bytes).slice(0, 1);
  return [];
}
