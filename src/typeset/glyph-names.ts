/** Names of glyphs as characters, for the encodings that form fonts have (ISO 32000-2, annex D): Latin text. */

const ascii =
  "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at";
const afterUpper = "bracketleft backslash bracketright asciicircum underscore grave";
const afterLower = "braceleft bar braceright asciitilde";
/** From U+00A1. */
const latin1 =
  "exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot softhyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis";
const others: Readonly<Record<string, string>> = {
  quoteright: "\u2019",
  quoteleft: "\u2018",
  quotesinglbase: "\u201a",
  quotedblleft: "\u201c",
  quotedblright: "\u201d",
  quotedblbase: "\u201e",
  bullet: "\u2022",
  dagger: "\u2020",
  daggerdbl: "\u2021",
  ellipsis: "\u2026",
  emdash: "\u2014",
  endash: "\u2013",
  florin: "\u0192",
  fraction: "\u2044",
  guilsinglleft: "\u2039",
  guilsinglright: "\u203a",
  minus: "\u2212",
  perthousand: "\u2030",
  trademark: "\u2122",
  fi: "\ufb01",
  fl: "\ufb02",
  Lslash: "\u0141",
  lslash: "\u0142",
  OE: "\u0152",
  oe: "\u0153",
  Scaron: "\u0160",
  scaron: "\u0161",
  Ydieresis: "\u0178",
  Zcaron: "\u017d",
  zcaron: "\u017e",
  dotlessi: "\u0131",
  Euro: "\u20ac",
  breve: "\u02d8",
  caron: "\u02c7",
  circumflex: "\u02c6",
  dotaccent: "\u02d9",
  hungarumlaut: "\u02dd",
  ogonek: "\u02db",
  ring: "\u02da",
  tilde: "\u02dc",
  nbspace: "\u00a0",
};

const known = new Map<string, string>(Object.entries(others));
const list = (text: string, first: number) => {
  for (const [k, glyph] of text.split(" ").entries()) known.set(glyph, String.fromCharCode(first + k));
};
list(ascii, 0x20);
list(afterUpper, 0x5b);
list(afterLower, 0x7b);
list(latin1, 0xa1);

/** The character a glyph's name stands for; undefined: not known here. */
export function glyphCharacter(glyph: string): string | undefined {
  if (/^[A-Za-z]$/.test(glyph)) return glyph;
  const code = /^uni([0-9A-F]{4})$/.exec(glyph)?.[1];
  return code === undefined ? known.get(glyph) : String.fromCharCode(Number.parseInt(code, 16));
}
