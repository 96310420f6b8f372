/** Which texts of a file's insides say something: words that no page shows, and that files don't have by themselves. */
import type { ShownWords } from "../shown-words.ts";

/** Words in names of fonts, color spaces and programs, in notices and in comments of producers. */
const ordinary = new Set(
  `
  page contents content original object blank original result generated created
  adobe identity system systeminfo registry ordering supplement cmap init proc procset type name version wmode offset
  fontinfo font fontname fullname familyname family weight notice italic angle isfixed pitch fixed underline position thickness
  fontmatrix fontbbox bbox matrix encoding standard paint unique xuid readonly private charstrings subrs notdef begin currentdict
  currentfile eexec dict array copyright bold oblique regular normal medium light black book roman condensed narrow demi semi
  italique slanted extra ultra thin heavy sans serif mono script display text caption subset standardencoding isolatin
  linearized index doc checksum action names outline colorants style piece info mark viewer preferences thumb parent tree artwork
  bottom left right center top story article paragraph body header footer table figure caption artifact shape placed graphic
  illustrator indesign photoshop acrobat distiller ghostscript cairo skia latex word powerpoint excel libre office open writer
  flate decode creation date producer creator trapped true false unknown null none default auto automatic
  image graphics transparency layer color space device gray profile apple microsoft monotype linotype bitstream
  version copyright reserved rights jpeg quality custom touch edit
  helv hebo heob hebi cour cobo coob cobi tiro tibo tiit tibi symb zadb
highlight typewritten typewriter sticky note inserted insert comment cross rectangle callout line polygon polygonal circle
oval square drawing markup pencil stamp text box strikeout strikethrough strike underline squiggly replacement replace ink
application maker core windows macintosh monday tuesday wednesday thursday friday saturday sunday january february march april
june july august september october november december free hand gimp imagemagick ducky typst reportlab generated document digest http https html corel engine ignore newline start
end metafile obsolete full adbe extends blend perms mdp sig field lock suspect suspects preformatted para mask
computer modern nimbus times courier helvetica arial liberation dejavu noto latin euler math symbol symbols dingbats century
schoolbook palatino bookman avant garde zapf chancery gothic minion myriad garamond calibri cambria verdana georgia tahoma
trebuchet lucida typewriter palladio gyre pagella termes heros cursor ellipse
with from this that verisign thawte symantec digicert globalsign authority certificate root trust network signing code
software publishers service time stamping corporation commercial digital class legal policy statement typography typograph viewport printing isolated proof resource saved converted derived reference cloud arrow file attachment attached
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
