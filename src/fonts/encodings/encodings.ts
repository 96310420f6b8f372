/** The encodings that files name or imply (ISO 32000-2, annex D): the glyph of each code. */

import { Encodings } from "@pdf-lib/standard-fonts";
import { getOrInsert } from "../../core/collections/maps.ts";
import { cffStandardStrings } from "./cff-strings.ts";
import { macintoshName } from "./macintosh-glyphs.ts";

/** Names of 256 glyphs by code; undefined if the encoding has none. */
export type Encoding = readonly (string | undefined)[];

/** From code 32 on; a number represents that many codes without a glyph. */
const expertNames = `
space exclamsmall Hungarumlautsmall centoldstyle dollaroldstyle dollarsuperior ampersandsmall Acutesmall
parenleftsuperior parenrightsuperior twodotenleader onedotenleader comma hyphen period fraction zerooldstyle
oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle nineoldstyle
colon semicolon 1 threequartersemdash 1 questionsmall 4 Ethsmall 2 onequarter onehalf threequarters oneeighth
threeeighths fiveeighths seveneighths onethird twothirds 6 ff fi fl ffi ffl parenleftinferior 1 parenrightinferior
Circumflexsmall hypheninferior Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall
Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary
onefitted rupiah Tildesmall 2 asuperior centsuperior 4 Aacutesmall Agravesmall Acircumflexsmall Adieresissmall
Atildesmall Aringsmall Ccedillasmall Eacutesmall Egravesmall Ecircumflexsmall Edieresissmall Iacutesmall Igravesmall
Icircumflexsmall Idieresissmall Ntildesmall Oacutesmall Ogravesmall Ocircumflexsmall Odieresissmall Otildesmall
Uacutesmall Ugravesmall Ucircumflexsmall Udieresissmall 1 eightsuperior fourinferior threeinferior sixinferior
eightinferior seveninferior Scaronsmall 1 centinferior twoinferior 1 Dieresissmall 1 Caronsmall osuperior fiveinferior
1 commainferior periodinferior Yacutesmall 1 dollarinferior 2 Thornsmall 1 nineinferior zeroinferior Zcaronsmall
AEsmall Oslashsmall questiondownsmall oneinferior Lslashsmall 6 Cedillasmall 5 OEsmall figuredash hyphensuperior 4
exclamdownsmall 1 Ydieresissmall 1 onesuperior twosuperior threesuperior foursuperior fivesuperior sixsuperior
sevensuperior ninesuperior zerosuperior 1 esuperior rsuperior tsuperior 2 isuperior ssuperior dsuperior 5 lsuperior
Ogoneksmall Brevesmall Macronsmall bsuperior nsuperior msuperior commasuperior periodsuperior Dotaccentsmall Ringsmall`;

function macExpert(names: (string | undefined)[]): void {
  let code = 32;
  for (const token of expertNames.trim().split(/\s/)) {
    if (/^\d/.test(token)) code += Number(token);
    else names[code++] = token;
  }
}

/** Ranges of codes in StandardEncoding: its glyphs are the first CFF strings, in order. */
const standardCodes =
  "32-126 161-175 177-180 182-189 191-191 193-200 202-203 205-208 225-225 227-227 232-235 241-241 245-245 248-251";

function standard(names: (string | undefined)[]): void {
  let sid = 1;
  for (const range of standardCodes.split(" ")) {
    const [first = 0, last = 0] = range.split("-").map(Number);
    for (let code = first; code <= last; code += 1) names[code] = cffStandardStrings()[sid++];
  }
}

/** Glyphs in the system's encoding but not a file's (table 113). */
const systemOnly = new Set(
  "notequal infinity lessequal greaterequal partialdiff summation product pi integral Omega radical approxequal Delta lozenge apple".split(
    " ",
  ),
);

/** Codes are in the order of the first glyphs in Macintosh fonts, except DEL. */
function macRoman(names: (string | undefined)[]): void {
  for (let code = 32; code < 256; code += 1) {
    const name = code === 127 ? undefined : macintoshName(code - (code < 127 ? 29 : 30));
    if (name !== undefined && !systemOnly.has(name)) names[code] = name;
  }
  names[0xca] = "space";
}

const listed = (name: keyof typeof Encodings) => (names: (string | undefined)[]) => {
  const { supportedCodePoints, encodeUnicodeCodePoint } = Encodings[name];
  for (const point of supportedCodePoints) {
    const glyph = encodeUnicodeCodePoint(point);
    names[glyph.code] = glyph.name;
  }
};

/** Unused codes represent bullets (D.2, note 3). */
function winAnsi(names: (string | undefined)[]): void {
  names.fill("bullet", 127, 160);
  listed("WinAnsi")(names);
  // The list has the lowercase letter for both.
  names[159] = "Ydieresis";
}

const fillers = {
  standard,
  macRoman,
  macExpert,
  winAnsi,
  symbol: listed("Symbol"),
  zapfDingbats: listed("ZapfDingbats"),
};

const known = new Map<string, Encoding>();

type EncodingName = keyof typeof fillers;

export function encodingTable(name: EncodingName): Encoding {
  return getOrInsert(known, name, () => {
    const made = new Array<string | undefined>(256).fill(undefined);
    fillers[name](made);
    return made;
  });
}

const byPdfName: Readonly<Record<string, EncodingName>> = {
  StandardEncoding: "standard",
  MacRomanEncoding: "macRoman",
  MacExpertEncoding: "macExpert",
  WinAnsiEncoding: "winAnsi",
};

/** The encoding for a name in a file; undefined for any other name. */
export function namedEncoding(pdfName: string | undefined): Encoding | undefined {
  const name = pdfName === undefined || !Object.hasOwn(byPdfName, pdfName) ? undefined : byPdfName[pdfName];
  return name && encodingTable(name);
}
