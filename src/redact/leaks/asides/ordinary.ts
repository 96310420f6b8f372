/** Which texts of a file's insides say something: words that no page shows, and that files don't have by themselves. */
import type { ShownWords } from "../shown-words.ts";

/** Words in names of fonts, color spaces and programs, in notices and in comments of producers. */
const ordinary = new Set(
  `
  acrobat action adbe adobe angle apple application april arial array arrow article artifact artwork attached attachment
  august authority auto automatic avant bbox begin bitstream black blank blend body bold book bookman bottom box cairo
  calibri callout cambria caption center century certificate chancery charstrings checksum circle class cloud cmap cobi cobo
  code color colorants comment commercial computer condensed content contents converted coob copyright core corel corporation
  cour courier created creation creator cross currentdict currentfile cursor custom date december decode default dejavu demi
  derived device dict digest digicert digital dingbats display distiller doc document drawing ducky edit eexec ellipse
  encoding end engine euler excel extends extra false family familyname february field figure file fixed flate font fontbbox
  fontinfo fontmatrix fontname footer free friday from full fullname garamond garde generated georgia ghostscript gimp
  globalsign gothic graphic graphics gray gyre hand header heavy hebi hebo helv helvetica heob heros highlight html http
  https identity ignore illustrator image imagemagick indesign index info init ink insert inserted isfixed isolated isolatin
  italic italique january jpeg july june latex latin layer left legal liberation libre light line linearized linotype lock
  lucida macintosh maker march mark markup mask math matrix mdp medium metafile microsoft minion modern monday mono monotype
  myriad name names narrow network newline nimbus none normal notdef note notice noto november null object oblique obsolete
  october office offset open ordering original outline oval page pagella paint palatino palladio para paragraph parent pencil
  perms photoshop piece pitch placed policy polygon polygonal position powerpoint preferences preformatted printing private
  proc procset producer profile proof publishers quality readonly rectangle reference registry regular replace replacement
  reportlab reserved resource result right rights roman root sans saturday saved schoolbook script semi september serif
  service shape sig signing skia slanted software space square squiggly stamp stamping standard standardencoding start
  statement sticky story strike strikeout strikethrough style subrs subset sunday supplement suspect suspects symantec symb
  symbol symbols system systeminfo table tahoma termes text that thawte thickness thin this thumb thursday tibi tibo tiit
  time times tiro top touch transparency trapped trebuchet tree true trust tuesday type typewriter typewritten typograph
  typography typst ultra underline unique unknown verdana verisign version viewer viewport wednesday weight windows with
  wmode word writer xuid zadb zapf
`.split(/\s+/),
);

/** Dates as compilers write them. */
const built = /^[A-Z][a-z]{2,8} +\d{1,2},? \d{4}/;
/** Comments about the structure of PostScript, and identifiers. */
const structured =
  /^%?(?:%[A-Z]\w+:|%?(?:Begin|End)[A-Z])|^%?!PS|^(?:uuid|xmp\.[di]id|adobe):|^\W*[A-Z]{6}[-+]|\+\d*$/;
/** Parts of a text; those with digits are identifiers and versions. */
const partsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => !/\p{N}/u.test(part));
/** Words in a part, which may be written together. */
const wordsOf = (part: string) =>
  part.match(/\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}(?!\p{Ll})|[\p{Lo}\p{M}]{2,}/gu) ?? [];

export const saysMore = (text: string, shown: ShownWords): boolean =>
  !built.test(text) &&
  !structured.test(text) &&
  !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffd]/.test(text) &&
  partsOf(text).some(
    (part) =>
      !ordinary.has(part.toLowerCase()) &&
      !shown.shows(part) &&
      wordsOf(part).some((word) => !ordinary.has(word.toLowerCase()) && !shown.shows(word)),
  );
