/**
 * Writes content again (ISO 32000-2, 7.8.2): known operators, each with its own operands, and resources under new
 * names. Comments, other operators, the parts between `BX` and `EX` that they are for, and other operands stay out.
 */
import { Buffer } from "node:buffer";
import { inlineImage } from "../../cos/syntax/content/inline-image.ts";
import { Lexer } from "../../cos/syntax/content/lexer.ts";
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { type CosDict, type CosStream, type CosValue, fromLatin1, latin1 } from "../../cos/syntax/value.ts";
import { newStream, serialize } from "../../cos/write/serialize.ts";
import { fullImageDict } from "../inline-names.ts";

/** Resource categories (7.8.3). */
export type Category = "Font" | "XObject" | "ColorSpace" | "ExtGState" | "Pattern" | "Shading" | "Properties";

/** What content may name, and what becomes of it. */
export interface ContentParts {
  /** A resource as the content names it. */
  find(category: Category, name: string): CosValue | undefined;
  /** The new name of a resource; undefined if it can't be written, and its operator goes. */
  use(category: Category, value: CosValue): string | undefined;
  /** The new name of a tag of marked content. */
  tag(name: string): string;
  /** The properties of marked content that get in. */
  properties(dict: CosDict, tag: string): CosDict;
  isWork(steps: number): void;
}

type Form =
  | "numbers"
  | "strings"
  | "items"
  | "none"
  | Category
  | "color"
  | "space"
  | "dash"
  | "intent"
  | "mark"
  | "marked";

const forms = new Map<number, readonly [operator: string, form: Form]>();
const define = (form: Form, operators: string) => {
  for (const operator of operators.split(" ")) forms.set(operatorCode(operator), [operator, form]);
};
define("numbers", "w J j M i cm m l c v y re g G rg RG k K Tc Tw Tz TL Tr Ts Td TD Tm d0 d1");
define("none", "q Q h S s f F f* B B* b b* n W W* BT ET T* EMC");
define("strings", "Tj ' \"");
define("items", "TJ");
define("Font", "Tf");
define("XObject", "Do");
define("Shading", "sh");
define("ExtGState", "gs");
define("space", "cs CS");
define("color", "sc SC scn SCN");
define("dash", "d");
define("intent", "ri");
define("mark", "BMC MP");
define("marked", "BDC DP");

const [inline, begin, end] = ["BI", "BX", "EX"].map(operatorCode);
/** Color spaces that are no resources. */
const device = new Set(["DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern"]);
const intents = new Set(["AbsoluteColorimetric", "RelativeColorimetric", "Saturation", "Perceptual"]);

export const numberText = (value: number): string => {
  const short = String(value);
  return short.includes("e") ? latin1(serialize(value)) : short;
};

const numbersText = (numbers: readonly number[]) => numbers.map(numberText).join(" ");

function stringText(bytes: Uint8Array): string {
  const text = latin1(bytes);
  if (/[^ -~]/.test(text)) return `<${Buffer.from(bytes).toString("hex")}>`;
  return `(${text.replace(/[()\\]/g, "\\$&")})`;
}

const irregular = /[^!-~]|[#()<>[\]{}/%]/g;

export const nameText = (name: string): string =>
  `/${name.replace(irregular, (one) => `#${Buffer.from(one, "latin1").toString("hex")}`)}`;

/** Throws `Unsupported` for content that can't be read with certainty. */
export function writeContent(content: Uint8Array, parts: ContentParts): Uint8Array {
  const lexer = new Lexer(content);
  const written: string[] = [];
  let compatible = 0;

  for (let code = lexer.next(); code !== 0; code = lexer.next()) {
    if (code === begin) compatible += 1;
    else if (code === end) compatible -= 1;
    else if (code === inline) written.push(inlineAsObject(lexer, parts));
    else {
      const known = forms.get(code);
      if (known) written.push(operatorText(lexer, known[0], known[1], parts));
      else if (compatible <= 0) throw new Unsupported("operator");
    }
  }

  parts.isWork(content.length >> 2);
  return fromLatin1(written.join(""));
}

function operatorText(lexer: Lexer, operator: string, form: Form, parts: ContentParts): string {
  const { numbers, name, lastName, string, items, dict } = lexer;
  const line = (operands: string) => (operands === "" ? `${operator}\n` : `${operands} ${operator}\n`);

  switch (form) {
    case "none":
      return `${operator}\n`;
    case "numbers":
      return line(numbersText(numbers));
    case "strings":
      return line(
        `${numbers.length > 0 ? `${numbersText(numbers)} ` : ""}${string ? stringText(string) : ""}`,
      );
    case "items":
      return line(
        `[${(items ?? []).map((item) => (typeof item === "number" ? `${numberText(item)} ` : stringText(item))).join("")}]`,
      );
    case "dash":
      return line(
        `[${numbersText((items ?? []).filter((item) => typeof item === "number"))}] ${numbersText(numbers)}`,
      );
    case "intent":
      return intents.has(name) ? line(`/${name}`) : "";
    case "space":
      return device.has(name) ? line(`/${name}`) : used("ColorSpace", name, "");
    case "color":
      return name === "" ? line(numbersText(numbers)) : used("Pattern", name, numbersText(numbers));
    case "mark":
      return line(nameText(parts.tag(name)));
    case "marked":
      return markedText(line);
    default:
      return used(form, name, form === "Font" ? numbersText(numbers) : "");
  }

  function used(category: Category, own: string, more: string): string {
    const value = parts.find(category, own);
    const made = value === undefined ? undefined : parts.use(category, value);
    if (made === undefined) return unusable(category);
    if (category === "Font") return line(`${nameText(made)} ${more}`);
    return line(more === "" ? nameText(made) : `${more} ${nameText(made)}`);
  }

  /** A color that nothing defines isn't the one before. */
  function unusable(category: Category): string {
    if (category === "Font") throw new Unsupported("font");
    return category === "Pattern" || category === "ColorSpace" ? line(nameText("Unknown")) : "";
  }

  function markedText(write: (operands: string) => string): string {
    const tag = nameText(parts.tag(name));
    if (dict) return write(`${tag} ${latin1(serialize(parts.properties(dict, name)))}`);
    const value = parts.find("Properties", lastName);
    const made = value === undefined ? undefined : parts.use("Properties", value);
    return write(made === undefined ? `${tag} <<>>` : `${tag} ${nameText(made)}`);
  }
}

/** An inline image becomes an image object. */
function inlineAsObject(lexer: Lexer, parts: ContentParts): string {
  const { cursor } = lexer;
  const start = cursor.at;
  const { dict, data, end } = inlineImage(cursor.bytes, start);
  cursor.at = end;
  const full = fullImageDict(dict, (name) => parts.find("ColorSpace", name));
  const image: CosStream = newStream(full, data.slice());
  const made = parts.use("XObject", image);
  return made === undefined ? "" : `${nameText(made)} Do\n`;
}
