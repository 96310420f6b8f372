/**
 * Proves the objects of a new file: nothing is in it that nothing refers to, no string or name says one of the words, and each
 * stream is of a kind that can be read to its end.
 */
import { getOrInsert } from "../../core/collections/maps.ts";
import { failed } from "../../core/problem.ts";
import type { CosDocument } from "../../cos/document.ts";
import { CosError } from "../../cos/syntax/error.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isNamed,
  isRef,
  isStream,
  isString,
} from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import { numberAt } from "../../document/typed-get.ts";
import { saysName } from "../words/known-names.ts";
import type { WordCheck } from "../words/word-check.ts";
import { isKnownKey } from "./known-keys.ts";
import { proveStream, type StreamKind, samplesSay } from "./streams.ts";

export interface ObjectProof {
  readonly cos: CosDocument;
  readonly words: WordCheck;
  readonly keepsFiles: boolean;
  /** Words that may be on the boxes. */
  readonly label: string | undefined;
  /** The words that no page may show; undefined if not all pages were searched, so that content may still say them. */
  readonly shown: WordCheck | undefined;
}

const leftOver = (what: string) =>
  failed(`The redaction could not be proved, and nothing was written: the file: ${what}`);

/** Nesting of the objects: an outline of a thousand levels is one. */
const maxDepth = 1_000_000;

/** What streams are, by the keys that lead to them; below some of them there are dictionaries with free keys. */
const leads: Readonly<Record<string, StreamKind>> = {
  ...{
    FontFile: "font",
    FontFile2: "font",
    FontFile3: "font",
    ToUnicode: "map",
    UseCMap: "map",
    Encoding: "map",
  },
  ...{
    CIDToGIDMap: "numbers",
    CIDSet: "numbers",
    Metadata: "xmp",
    DestOutputProfile: "profile",
    JBIG2Globals: "coded",
  },
  ...{ SMask: "image", Mask: "image", G: "content", I: "content", RI: "content", IX: "content", EF: "file" },
  ...{
    N: "content",
    R: "content",
    D: "content",
    CharProcs: "content",
    Contents: "content",
    XObject: "object",
  },
  ...{ Pattern: "content", Shading: "mesh", Function: "function", Functions: "function", TR: "function" },
  ...{
    TR2: "function",
    BG: "function",
    BG2: "function",
    UCR: "function",
    UCR2: "function",
    ColorSpace: "space",
  },
  ...{ CS: "space", Alternate: "space" },
};
/** Dictionaries whose keys a document chooses, so that these lead nowhere by themselves. */
const free = new Set(["CharProcs", "XObject", "Pattern", "Shading", "ColorSpace", "EF", "AP", "N", "R", "D"]);
/** Kinds that lists and dictionaries pass on to what they have. */
const passed = new Set<StreamKind>(["content", "object", "function", "space", "mesh", "file"]);

/** Throws 422 if anything is left. Returns the contents of the file, other than those of pages. */
export function proveObjects(proof: ObjectProof): CosStream[] {
  const { cos } = proof;
  const kinds = new Map<number, Set<StreamKind>>();
  const reached = new Set<number>();
  const contents: CosStream[] = [];

  const roots = ["Root", "Info"].flatMap((key) => cos.trailer.get(key) ?? []);
  const lead = (value: CosValue, kind: StreamKind) => {
    if (isRef(value)) getOrInsert(kinds, value.num, () => new Set()).add(kind);
  };

  const rules = { part: "its objects", depth: maxDepth };
  const streams: [number, CosStream][] = [];
  walk<StreamKind | undefined>(cos, rules, roots, undefined, ({ value, num, state }) => {
    if (num > 0) reached.add(num);
    if (isString(value)) checkString(proof, value.bytes, "");
    if (isName(value)) checkName(proof, value.name);
    if (isStream(value)) streams.push([num, value]);
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return undefined;
    return [...dict].map(([key, entry]) => {
      checkKey(proof, key);
      const kind = kindBelow(dict, key, state);
      const values = flat(cos, entry, kind, (item, own) => {
        if (isRef(item)) reached.add(item.num);
        if (own !== undefined) lead(item, own);
        const isNumbers = own !== undefined && passed.has(own);
        if (isString(item) && !isNumbers) checkString(proof, item.bytes, key);
        if (isString(item) && isNumbers && samplesSay(proof.words, item.bytes))
          throw leftOver("a palette spells the text");
        if (isName(item)) checkName(proof, item.name);
      });
      return { values, state: free.has(key) || (kind && passed.has(kind)) ? kind : undefined };
    });
  });

  for (let num = 1; num < cos.objectCount; num++)
    if (cos.inUse(num) && !reached.has(num) && num !== cos.encryptNum && !isOfFile(cos.object(num)))
      throw leftOver("an object that nothing refers to");
  for (const [num, stream] of streams) {
    const own = [...(kinds.get(num) ?? [])];
    const kind = proveStreamAs(proof, stream, own);
    if (kind === "content" && !isNamed(stream.dict.get("Type"), "Page")) contents.push(stream);
  }
  return contents;
}

const isOfFile = (value: CosValue) =>
  isStream(value) && ["XRef", "ObjStm"].some((type) => isNamed(value.dict.get("Type"), type));

/** Keys of objects; a dictionary without any of them is one with keys that a document chooses. */
const ofObjects = ["Type", "Subtype", "ShadingType", "PatternType", "FunctionType", "BBox", "S"];

/** What a key leads to, in a dictionary of a kind. */
function kindBelow(dict: CosDict, key: string, state: StreamKind | undefined): StreamKind | undefined {
  const isFree = state !== undefined && passed.has(state) && !ofObjects.some((one) => dict.has(one));
  return isFree ? state : leads[key];
}

/** Lists in lists. */
const deepest = 60;

/** The items of lists in lists, with the kind of each; color spaces have functions, profiles and palettes. */
function flat(
  cos: CosDocument,
  entry: CosValue,
  kind: StreamKind | undefined,
  visit: (item: CosValue, kind: StreamKind | undefined) => void,
): CosValue[] {
  const found: CosValue[] = [];
  const add = (value: CosValue, own: StreamKind | undefined, depth: number) => {
    const list = isRef(value) && depth < deepest ? cos.resolve(value) : value;
    if (isRef(value) || isDict(value)) found.push(value);
    if (isRef(value)) visit(value, isArray(list) ? undefined : own);
    if (!isArray(list)) {
      if (!isRef(value)) visit(value, own);
      return;
    }
    cos.budget.spend(list.length);
    const [first] = list;
    const below = isName(first) ? (inSpace[first.name] ?? own) : own;
    for (const item of list) add(item, below, depth + 1);
  };
  add(entry, kind, 0);
  return found;
}

const inSpace: Readonly<Record<string, StreamKind>> = {
  ...{ ICCBased: "profile", Indexed: "space", Separation: "function", DeviceN: "function", Pattern: "space" },
};

function checkString({ words, label }: ObjectProof, bytes: Uint8Array, key: string): void {
  if (!words.isInBytes(bytes)) return;
  if (label !== undefined && new TextDecoder().decode(bytes) === label) return;
  throw leftOver(`a string still has the text (${key})`);
}

function checkName({ words }: ObjectProof, text: string): void {
  if (saysName(words, text)) throw leftOver("a name still has the text");
}

function checkKey(proof: ObjectProof, key: string): void {
  if (!isKnownKey(key)) checkName(proof, key);
}

/** Reads a stream as one of the kinds that lead to it. */
function proveStreamAs(proof: ObjectProof, stream: CosStream, kinds: readonly StreamKind[]): StreamKind {
  const { cos, words, shown } = proof;
  const dict = stream.dict;
  const isOf = (key: string, value: string) => isNamed(cos.resolve(dict.get(key)), value);
  const fits = (kind: StreamKind): boolean => {
    if (kind === "object") return isOf("Subtype", "Image") || isOf("Subtype", "Form");
    if (kind === "space") return false;
    return true;
  };
  const kind = kinds.find(fits);
  if (kind === undefined) throw leftOver("a stream of unknown use");
  if (kind === "file" && !proof.keepsFiles) throw leftOver("an attached file");
  let own: StreamKind = kind;
  if (kind === "object") own = isOf("Subtype", "Image") ? "image" : "content";
  if (own === "function" && numberAt(cos, dict.get("FunctionType")) === undefined)
    throw leftOver("a stream of unknown use");
  try {
    const problem = proveStream({ cos, words, shown }, stream, own);
    if (problem !== undefined) throw leftOver(problem);
  } catch (error) {
    if (error instanceof CosError && error.reason !== "work")
      throw leftOver("a stream that can't be read to its end");
    throw error;
  }
  return own;
}
