/** Reads a stream of a new file to its end, as what it is. */
import type { CosDocument } from "../../cos/document.ts";
import { Lexer } from "../../cos/syntax/content/lexer.ts";
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import { type CosStream, type CosValue, isArray, isDict, isString, latin1 } from "../../cos/syntax/value.ts";
import { componentsOf } from "../../document/images/color-space.ts";
import { listAt, nameAt, numberAt, numbersAt } from "../../document/typed-get.ts";
import type { WordCheck } from "../words/word-check.ts";
import { xmpProblem } from "./xmp.ts";

export type StreamKind =
  | "content"
  | "object"
  | "image"
  | "coded"
  | "font"
  | "map"
  | "numbers"
  | "xmp"
  | "profile"
  | "function"
  | "mesh"
  | "space"
  | "file";

export interface StreamProof {
  readonly cos: CosDocument;
  readonly words: WordCheck;
  readonly shown: WordCheck | undefined;
}

const longest = 256_000_000;

/** What is wrong with it; undefined if nothing is. Throws CosError if it can't be decoded. */
export function proveStream(proof: StreamProof, stream: CosStream, kind: StreamKind): string | undefined {
  const { cos, words } = proof;
  switch (kind) {
    case "content":
      return contentProblem(proof, cos.decode(stream, longest));
    case "image":
    case "object":
      return imageProblem(proof, stream);
    case "font":
      return hasWords(words, cos.decode(stream, longest)) ? "a font's program still has the text" : undefined;
    case "map":
      return mapSays(words, latin1(cos.decode(stream, longest)))
        ? "a font's map still has the text"
        : undefined;
    case "profile":
      return hasWords(words, tagData(cos.decode(stream, longest)))
        ? "a color profile still has the text"
        : undefined;
    case "xmp":
      return xmpProblem(words, cos.decode(stream, longest));
    case "function":
      return functionProblem(proof, stream);
    case "mesh":
    case "numbers":
    case "coded":
      return samplesSay(words, cos.decode(stream, longest)) ? "numbers spell the text" : undefined;
    default:
      return undefined;
  }
}

const shows = new Set(["Tj", "TJ", "'", '"'].map(operatorCode));
const operators = new Set(
  "w J j M i cm m l c v y re g G rg RG k K Tc Tw Tz TL Tr Ts Td TD Tm d0 d1 q Q h S s f F f* B B* b b* n W W* BT ET T* EMC Tj ' \" TJ Tf Do sh gs cs CS sc SC scn SCN d ri BMC MP BDC DP"
    .split(" ")
    .map(operatorCode),
);
/** Thousandths of an em that part two words in one operator. */
const wordGap = -200;

function contentProblem({ words, shown: pages }: StreamProof, data: Uint8Array): string | undefined {
  if (hasComment(data)) return "content has a comment";
  const lexer = new Lexer(data);
  const shown: string[] = [];
  try {
    for (let code = lexer.next(); code !== 0; code = lexer.next()) {
      if (!operators.has(code)) return "content has an unknown operator";
      const { string, items, dict } = lexer;
      if (!shows.has(code) && (string || items?.some((item) => typeof item !== "number")))
        return "content has a string that it doesn't show";
      if (dict && textsIn(dict).some((bytes) => words.isInBytes(bytes)))
        return "marked content still has the text";
      const parts = items ?? (string ? [string] : []);
      shown.push(
        parts
          .map((item) => {
            if (typeof item === "number") return item < wordGap ? " " : "";
            return latin1(item).replaceAll("\0", "");
          })
          .join(""),
      );
    }
  } catch (error) {
    if (!isOfContent(error)) throw error;
    return "content can't be read to its end";
  }
  return pages?.isIn(shown.filter((part) => part !== "").join("\n"))
    ? "content still has the text"
    : undefined;
}

/** A comment in content: a percent sign outside strings. */
function hasComment(data: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at];
    if (depth > 0 && byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) depth -= 1;
    else if (byte === 0x25 && depth === 0) return true;
  }
  return false;
}

function textsIn(value: CosValue): Uint8Array[] {
  if (isString(value)) return [value.bytes];
  if (isArray(value)) return value.flatMap(textsIn);
  return isDict(value) ? [...value.values()].flatMap(textsIn) : [];
}

/** Printable characters in a row, of one byte or of two. */
const printable = /[\x20-\x7e]{4,}|(?:\0[\x20-\x7e]){4,}/g;
/** Fewer occur in samples by chance. */
const longPrintable = /[\x20-\x7e]{8,}|(?:\0[\x20-\x7e]){8,}/g;

function hasWords(words: WordCheck, data: Uint8Array, runs = printable): boolean {
  for (const [run] of latin1(data).matchAll(runs))
    if (words.isIn(run.replaceAll("\0", ""), "name")) return true;
  return false;
}

/** Whether samples of images and other numbers, whose readers see no text in them, spell one of the words. */
export const samplesSay = (words: WordCheck, data: Uint8Array) => hasWords(words, data, longPrintable);

/** A color profile without its header, and without the names and types of its tags (ICC.1:2022, 7). */
function tagData(data: Uint8Array): Uint8Array {
  const made = Buffer.from(data);
  if (made.length < 132 || latin1(data, 36, 40) !== "acsp") return made;
  const count = Math.min(made.readUInt32BE(128), Math.floor((made.length - 132) / 12));
  const tags = Array.from({ length: count }, (_, tag) => made.readUInt32BE(132 + 12 * tag + 4));
  made.fill(0, 0, 132 + 12 * count);
  for (const at of tags) made.fill(0, Math.min(at, made.length), Math.min(at + 8, made.length));
  return made;
}

/** The texts of a character map, and what else is written in it. */
function mapSays(words: WordCheck, text: string): boolean {
  if (text.includes("%") || /\((?!Adobe\)|UCS\)|Identity\))/.test(text)) return true;
  const strings = text.match(/<[0-9a-fA-F]{8,}>/g) ?? [];
  return strings.some((hex) => words.isInBytes(Buffer.from(hex.slice(1, -1), "hex")));
}

function imageProblem({ cos, words }: StreamProof, image: CosStream): string | undefined {
  const codec = nameAt(cos, listAt(cos, image.dict.get("Filter")).at(-1));
  const { bytes, undecoded } = cos.decodePartly(image, longest);
  if (samplesSay(words, bytes)) return "samples of an image spell the text";
  if (undecoded.length === 0) {
    const [width = 0, height = 0] = ["Width", "Height"].map((key) => numberAt(cos, image.dict.get(key)));
    const isStencil = cos.resolve(image.dict.get("ImageMask")) === true;
    const components = isStencil ? 1 : componentsOf(cos, image.dict.get("ColorSpace"));
    const bits = isStencil ? 1 : (numberAt(cos, image.dict.get("BitsPerComponent")) ?? 8);
    const size = Math.ceil((width * (components ?? 0) * bits) / 8) * height;
    return bytes.length === size || bytes.length === 0 ? undefined : "an image has more data than samples";
  }
  if (undecoded.length > 1) return "an image is coded in more than one way";
  if (codec === "DCTDecode") return jpegProblem(bytes);
  if (codec === "JPXDecode") return jpxProblem(latin1(bytes));
  return undefined;
}

/** A JPEG has its tables, frames and scans, and JFIF's or Adobe's short segments, and ends with its end. */
function jpegProblem(data: Uint8Array): string | undefined {
  if (data[0] !== 0xff || data[1] !== 0xd8) return "an image can't be read to its end";
  let at = 2;
  while (at + 4 <= data.length) {
    const marker = data[at + 1] ?? 0;
    if (data[at] !== 0xff || marker < 0xc0 || marker === 0xff) return "an image has bytes between its parts";
    if (marker === 0xd9) break;
    const length = (data[at + 2] ?? 0) * 256 + (data[at + 3] ?? 0);
    if (marker > 0xdf && !((marker === 0xe0 || marker === 0xee) && length <= 16))
      return "an image has remarks";
    at += 2 + length;
    if (marker !== 0xda) continue;
    for (; at < data.length; at++) {
      const next = data[at + 1] ?? 0;
      if (data[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) break;
    }
  }
  const isEnd = data[at] === 0xff && data[at + 1] === 0xd9;
  return isEnd && at + 2 < data.length ? "an image has bytes after its end" : undefined;
}

const boxes = new Set(["jP  ", "ftyp", "rreq", "jp2h", "jpch", "jplh", "jp2c"]);

/** A JPEG 2000 has the boxes that show it, and code streams whose comments are blank. */
function jpxProblem(text: string): string | undefined {
  if (text.startsWith("\xff\x4f")) return codesProblem(text);
  for (let at = 0; at < text.length; ) {
    const size = numberIn(text, at, 4);
    const kind = text.slice(at + 4, at + 8);
    if (size < 8 || !boxes.has(kind)) return "an image has more than its picture";
    const problem = kind === "jp2c" ? codesProblem(text.slice(at + 8, at + size)) : undefined;
    if (problem !== undefined) return problem;
    at += size;
  }
  return undefined;
}

const numberIn = (text: string, at: number, length: number) =>
  Number.parseInt(Buffer.from(text.slice(at, at + length), "latin1").toString("hex") || "0", 16);

function codesProblem(text: string): string | undefined {
  const end = text.indexOf("\xff\xd9", text.indexOf("\xff\x93"));
  if (end >= 0 && end + 2 < text.length) return "an image has bytes after its end";
  const hasRemark = [...text.matchAll(/\xff\x64(?=[\s\S]{2}\0[\0\x01])/g)].some(({ index }) =>
    /[A-Za-z]{4}/.test(text.slice(index + 6, index + 2 + numberIn(text, index + 2, 2))),
  );
  return hasRemark ? "an image has remarks" : undefined;
}

const calculatorWord = /^(?:[{}]|[a-z]{2,8}|[-+]?[\d.]{1,40})$/;

function functionProblem({ cos, words }: StreamProof, stream: CosStream): string | undefined {
  const data = cos.decode(stream, longest);
  if (numberAt(cos, stream.dict.get("FunctionType")) === 4) {
    const text = latin1(data);
    const own = text.split(/\s+/).filter((word) => word !== "");
    return own.every((word) => calculatorWord.test(word)) && !words.isIn(text, "name")
      ? undefined
      : "a function still has the text";
  }
  if (samplesSay(words, data)) return "samples of a function spell the text";
  const sizes = numbersAt(cos, stream.dict.get("Size"));
  const outputs = numbersAt(cos, stream.dict.get("Range")).length / 2;
  const bits = sizes.reduce((product, size) => product * size, outputs);
  const expected = Math.ceil((bits * (numberAt(cos, stream.dict.get("BitsPerSample")) ?? 8)) / 8);
  return data.length > expected ? "a function has more data than samples" : undefined;
}
